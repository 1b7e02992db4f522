"""Which files are compiled, and whether this machine can."""

import os
import shutil
import sysconfig
from glob import glob
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The files of a game that its plan marks with a star (docs/architecture.md). Views are methods of the compiled state.
RULES = (
    "layout", "position", "setup", "rules", "turns", "effects", "scoring", "solo", "views", "tensor", "sense/[!_]*",
)  # fmt: skip
HOT = (
    *[f"src/tablero/core/{name}.py" for name in ("luck", "state", "cells", "tensor", "judge", "sense", "playout")],
    "src/tablero/bots/search.py",
    "src/tablero/lab/rows.py",
    *sorted(
        path.replace(os.sep, "/") for name in RULES for path in glob(f"src/tablero/games/*/{name}.py", root_dir=ROOT)
    ),
)
CELLS = "src/tablero/core/cells.h"  # the deeds of core/cells.py in C: compiled code calls these
WHOLE = "tablero__mypyc"  # the library that holds all the compiled code; the others only lead into it


def missing_for_compiling() -> str:
    """What this machine lacks for compiling, in words; empty when nothing is missing."""
    if not any(shutil.which(name) for name in (os.environ.get("CC", "cc").split()[0], "gcc", "clang", "cl")):
        return "there is no C compiler (on Debian or Ubuntu: apt-get install gcc)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's C headers are missing (on Debian or Ubuntu: apt-get install python3-dev)"
    return ""

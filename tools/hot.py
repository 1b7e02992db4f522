"""Which files are compiled, and whether this machine can."""

import os
import shutil
import sysconfig
from glob import glob
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The files of a game that its plan marks with a star (docs/architecture.md). Views are methods of the compiled state.
RULES = (
    "layout",
    "position",
    "setup",
    "rules",
    "turns",
    "effects",
    "scoring",
    "solo",
    "views",
    "tensor",
    "evaluation/[!_]*",
)
HOT = (
    *[f"src/tablero/core/{name}.py" for name in ("luck", "state", "playout")],
    *[f"src/tablero/core/encoding/{name}.py" for name in ("cells", "tensor")],
    *[f"src/tablero/core/evaluation/{name}.py" for name in ("value_network", "evaluator", "leaning")],
    "src/tablero/bots/search.py",
    "src/tablero/lab/vectorized.py",
    *sorted(
        path.replace(os.sep, "/") for name in RULES for path in glob(f"src/tablero/games/*/{name}.py", root_dir=ROOT)
    ),
)
CELLS = "src/tablero/core/encoding/cells.h"  # the functions of cells.py in C, which compiled code calls
WHOLE = "tablero__mypyc"  # the library that holds all the compiled code; the others only lead into it


def missing_for_compiling() -> str:
    """Return what this machine lacks for compiling, as a sentence; empty if nothing is missing."""
    if not any(shutil.which(name) for name in (os.environ.get("CC", "cc").split()[0], "gcc", "clang", "cl")):
        return "there is no C compiler (on Debian or Ubuntu: apt-get install gcc)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's C headers are missing (on Debian or Ubuntu: apt-get install python3-dev)"
    return ""

"""Compiles the rules and the search with mypyc where a C compiler is there; the same files run uncompiled too."""

import os
import shutil
import sysconfig
from glob import glob
from pathlib import Path

from setuptools import setup

HOT = (
    *[f"src/tablero/core/{name}.py" for name in ("luck", "state", "sense", "playout")],
    *[
        path
        for name in ("layout", "board", "effects", "scoring", "views", "rules", "pyramid", "sense")
        for path in sorted(glob(f"src/tablero/games/*/{name}.py"))
    ],
    *[f"src/tablero/games/amritsar/{name}.py" for name in ("position", "solo", "preparation", "course")],
    *glob("src/tablero/bots/search.py"),
)


def missing_for_compiling() -> str:
    """What this machine lacks for compiling, in words; empty when nothing is missing."""
    if not any(shutil.which(name) for name in (os.environ.get("CC", "cc").split()[0], "gcc", "clang", "cl")):
        return "there is no C compiler (on Debian or Ubuntu: apt-get install gcc)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's C headers are missing (on Debian or Ubuntu: apt-get install python3-dev)"
    return ""


def extensions() -> list:
    if os.environ.get("TABLERO_PLAIN"):
        return []
    missing = missing_for_compiling()
    if missing:
        print(f"Tablero: {missing}; the rules stay plain Python: the same results, about 30 times slower.")
        return []
    from mypyc.build import mypycify

    built = mypycify(list(HOT), opt_level="3", group_name="tablero")
    for extension in built:
        if sysconfig.get_platform()[:3] != "win":
            # Some processors multiply and add in one step with another rounding: bots must choose as in plain Python.
            extension.extra_compile_args.append("-ffp-contract=off")
    return built


if __name__ == "__main__":
    setup(ext_modules=extensions())

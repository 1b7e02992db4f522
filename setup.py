"""Compiles the rules and the search with mypyc where a C compiler is there; the same files run uncompiled too."""

import os
import shutil
from glob import glob

from setuptools import setup

HOT = (
    *[f"src/tablero/core/{name}.py" for name in ("luck", "state", "sense", "playout")],
    *glob("src/tablero/games/*/rules.py"),
    *[
        f"src/tablero/games/amritsar/{name}.py"
        for name in ("layout", "position", "effects", "solo", "preparation", "course")
    ],
    *glob("src/tablero/games/*/sense.py"),
    *glob("src/tablero/bots/search.py"),
)


def extensions() -> list:
    if os.environ.get("TABLERO_PLAIN"):
        return []
    if not any(shutil.which(name) for name in (os.environ.get("CC", "cc"), "gcc", "clang", "cl")):
        print("Tablero: no C compiler found, the rules stay plain Python: the same results, about 30 times slower.")
        return []
    from mypyc.build import mypycify

    return mypycify(list(HOT), opt_level="3", group_name="tablero")


setup(ext_modules=extensions())

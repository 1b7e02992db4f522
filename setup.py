"""Compiles the rules and the search with mypyc where a C compiler is there; the same files run uncompiled too."""

import ast
import inspect
import os
import re
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


# What the compiler writes for a function or method, for a class and for a module: it keeps their signatures and leaves
# their docstrings out.
TOLD = (
    re.compile(r'(?<=CPyPy_)(\w+)(,\s+METH_[\w |]+, PyDoc_STR\("(?:[^"\\]|\\.)*)(?="\))'),
    re.compile(r'(?<=CPyType_)(\w+)(_template_ = \{[^{}]*\.tp_doc = PyDoc_STR\("(?:[^"\\]|\\.)*)(?="\))'),
    re.compile(r'(?<=PyModuleDef_HEAD_INIT,)\s+"([\w.]+)(",\s+)NULL(?=, /\* docstring \*/)'),
)


def docstrings(paths: tuple[str, ...]) -> dict[str, str]:
    """The docstrings of these files as C strings, by the full name of what they belong to."""
    found = {}

    def collect(node: ast.Module | ast.ClassDef | ast.FunctionDef, name: str) -> None:
        text = ast.get_docstring(node)
        if text:
            letters = inspect.cleandoc(text).encode()
            found[name] = "".join(chr(c) if 31 < c < 127 and c not in b'"\\?' else f"\\{c:03o}" for c in letters)
        if not isinstance(node, ast.FunctionDef):
            for inner in node.body:
                if isinstance(inner, ast.ClassDef | ast.FunctionDef):
                    collect(inner, f"{name}.{inner.name}")

    for path in paths:
        module = path.removeprefix("src/").removesuffix(".py").replace("/", ".")
        collect(ast.parse(Path(path).read_text("utf-8")), module)
    return found


def with_docstrings(path: str, told: dict[str, str]) -> str:
    """The name of a copy of the compiler's C file in which functions, classes and modules have their docstrings."""
    # The compiler shortens "tablero.games.maya.rules.Maya" to what is unique at its end.
    ends = {name[i:].replace(".", "___"): text for name, text in told.items() for i in range(len(name))
            if i == 0 or name[i - 1] == "."}  # fmt: skip
    code = Path(path).read_text("utf-8")
    for pattern in TOLD[:2]:
        code = pattern.sub(lambda match: match[0] + ends.get(match[1], ""), code)
    code = TOLD[2].sub(lambda match: f'\n    "{match[1]}{match[2]}PyDoc_STR("{told.get(match[1], "")}")', code)
    copy = Path(path).with_name(f"told_{Path(path).name}")
    if not copy.exists() or copy.read_text("utf-8") != code:  # an untouched file need not be compiled again
        copy.write_text(code, "utf-8")
    return str(copy)


def extensions() -> list:
    if os.environ.get("TABLERO_PLAIN"):
        return []
    missing = missing_for_compiling()
    if missing:
        print(f"Tablero: {missing}; the rules stay plain Python: the same results, about 30 times slower.")
        return []
    from mypyc.build import mypycify

    built = mypycify(list(HOT), opt_level="3", group_name="tablero")
    told = docstrings(HOT)
    for extension in built:
        extension.sources = [with_docstrings(path, told) for path in extension.sources]
        if sysconfig.get_platform()[:3] != "win":
            # Some processors multiply and add in one step with another rounding: bots must choose as in plain Python.
            extension.extra_compile_args.append("-ffp-contract=off")
    return built


if __name__ == "__main__":
    setup(ext_modules=extensions())

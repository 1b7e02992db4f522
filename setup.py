"""Build the package: compile rules and search if there is a C compiler, make page and documentation if missing.

What is compiled runs uncompiled too. mypyc makes one C file for each Python file and they are compiled side by side:
a single file for everything needs twice the processor time and one core only, and plays no faster (measured: random
play, copies, imagined positions and searches of all four games, 0.98 to 1.17 times as fast as before). Groups with
libraries of their own were slower in most rows, because calls between them cannot be direct; -O2 saves no time worth
having.
"""

import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

import handbook
import page
from docstrings import docstrings, with_docstrings
from hot import CELLS, HOT, WHOLE, missing_for_compiling


def compiled() -> list[Extension]:
    """The C files of the hot modules, written anew where they have changed, and how to compile them."""
    from mypyc.build import mypycify

    windows = sysconfig.get_platform()[:3] == "win"
    if not windows:
        call_cells_in_c()
    built = mypycify(
        list(HOT), opt_level="3", debug_level="0", multi_file=True, group_name=WHOLE.removesuffix("__mypyc")
    )
    told = docstrings(HOT)
    for extension in built:
        extension.sources = [with_docstrings(path, told) for path in extension.sources]
        if not windows:
            # Some processors multiply and add in one step with another rounding: bots must choose as in plain Python.
            # Hidden names are called directly, which makes up for what cannot be inlined across files.
            extension.extra_compile_args = [*extension.extra_compile_args, "-ffp-contract=off", "-fvisibility=hidden"]
            if extension.name == WHOLE:
                extension.extra_compile_args += ["-include", CELLS]
    return built


def call_cells_in_c() -> None:
    """Let compiled code call cells.h where it calls core/cells.py; measured in that file."""
    from mypyc.ir.deps import LIBRT_VECS
    from mypyc.ir.ops import ERR_MAGIC
    from mypyc.ir.rtypes import (
        RVec,
        int16_rprimitive,
        int64_rprimitive,
        list_rprimitive,
        none_rprimitive,
        uint8_rprimitive,
    )
    from mypyc.primitives.registry import function_op

    kinds = {
        "o": RVec(int16_rprimitive),
        "m": RVec(uint8_rprimitive),
        "v": RVec(int64_rprimitive),
        "n": int64_rprimitive,
        "r": RVec(RVec(int64_rprimitive)),
        "l": list_rprimitive,
    }
    deeds = {
        "narrow": "onvnn",
        "fill": "onnn",
        "translate": "onvnnvnn",
        "spread": "onnn",
        "mark": "onvnnvnn",
        "point": "mnvn",
        "unfold": "mnnononv",
        "fetch_numbers": "rn",
        "fetch_object": "ln",
        "fetch_cells": "onn",
        "fetch_mask": "mnn",
    }
    for name, given in deeds.items():
        function_op(
            f"tablero.core.encoding.cells.{name}",
            [kinds[letter] for letter in given],
            none_rprimitive,
            f"tablero_{name}",
            ERR_MAGIC,
            dependencies=[LIBRT_VECS],
        )


class SideBySide(build_ext):
    """Compiles all C files at once, as many at a time as there are cores, and only those that have changed."""

    def run(self) -> None:
        # Here and not in `setup`: every other command would wait ten seconds for C files that it does not need.
        self.distribution.ext_modules = compiled()
        self.swig_opts = None  # what is settled once already cannot be settled again
        self.finalize_options()
        super().run()

    def build_extensions(self) -> None:
        compile_all = self.compiler.compile
        others = [__file__, CELLS, sys.modules["mypyc.build"].__file__, *Path("build").glob("**/*.h")]
        newest = max(Path(path).stat().st_mtime for path in others)

        def compile_one(source: str, given: dict) -> list[str]:
            [made] = self.compiler.object_filenames([source], output_dir=given.get("output_dir") or "")
            if Path(made).exists() and Path(made).stat().st_mtime > max(newest, Path(source).stat().st_mtime):
                return [made]
            # Under another name until it is whole: an interrupted compiler must not leave half a file.
            aside = {**given, "output_dir": str(Path(given.get("output_dir") or "", "unfinished"))}
            [unfinished] = compile_all([source], **aside)
            Path(made).parent.mkdir(parents=True, exist_ok=True)
            os.replace(unfinished, made)
            return [made]

        def compile_some(sources: list[str], **given: object) -> list[str]:
            return [made for one in pool.map(lambda source: compile_one(source, given), sources) for made in one]

        self.compiler.compile = compile_some
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool, ThreadPoolExecutor(len(self.extensions)) as waiting:
            list(waiting.map(self.build_extension, self.extensions))


class WithPage(build_py):
    """Puts the page and the documentation into the package; what an earlier build left behind stays out of it."""

    def run(self) -> None:
        if not self.editable_mode:
            page.make()
            handbook.make()
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


def extensions() -> list[Extension]:
    """Whether there will be any; which ones is known when they are compiled."""
    if os.environ.get("TABLERO_PLAIN"):
        return []
    missing = missing_for_compiling()
    if missing:
        print(f"Tablero: {missing}; the rules stay plain Python: the same results, about 30 times slower.")
        return []
    return [Extension(WHOLE, sources=[])]


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": SideBySide, "build_py": WithPage})

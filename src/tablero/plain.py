"""Running the uncompiled source although a compiled package is there, or while one is being put in place.

All compiled code is in one library; the compiled files beside the sources only lead into it. It arrives after them
and goes before them: a process that finds it when it starts runs compiled, any other runs the source, and none runs a
mixture.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from types import ModuleType

WHOLE = "tablero__mypyc"


class SourceFinder:
    """Finds the .py file of our own modules where Python would prefer the compiled one beside it."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("tablero."):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or spec.origin.endswith((".py", ".pyc")):
            return spec
        source = os.path.join(os.path.dirname(spec.origin), name.rpartition(".")[2] + ".py")
        return spec_from_file_location(name, source, loader=SourceFileLoader(name, source))


def prefer_source() -> None:
    """From now on import our modules from their source."""
    sys.meta_path.insert(0, SourceFinder())


def compiled_is_there() -> bool:
    """Whether the package has been compiled, by now."""
    beside = os.path.dirname(os.path.dirname(__file__))
    return any(os.path.exists(os.path.join(beside, f"{WHOLE}{suffix}")) for suffix in EXTENSION_SUFFIXES)


def compiled_is_wanted() -> bool:
    """Whether a process that starts now runs compiled."""
    return not os.environ.get("TABLERO_PLAIN") and compiled_is_there()


def is_compiled() -> bool:
    """Whether the rules run compiled."""
    from tablero.core import luck

    return not str(luck.__file__).endswith((".py", ".pyc"))

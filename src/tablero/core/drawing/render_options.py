"""Render options: everything besides the view that a picture depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tablero.core.drawing.kept_parts import KeptParts
from tablero.core.i18n.translator import Translator, untranslated


@dataclass(frozen=True)
class RenderOptions:
    """Players' names by seat, the language, the rotation of the board, the hovered move, levels of bots by seat, and
    what is known from the drawing before."""

    names: tuple[str, ...] = ()
    say: Translator = untranslated
    turn: int = 0  # quarter turns, for games whose board can be rotated
    hot: int | None = None  # the legal move that is hovered, focused or tapped once
    bots: Mapping[int, int] = field(default_factory=dict)  # seat -> level
    kept: KeptParts | None = field(default=None, compare=False, repr=False)  # of the same page

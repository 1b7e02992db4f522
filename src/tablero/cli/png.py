"""Rendering of SVG pictures as PNG, with the refusals of a command."""

from __future__ import annotations

from tablero.cli.console import Refused
from tablero.core.drawing.png import svg_to_png


def to_png(svg: str, width: int) -> bytes:
    """Return the picture as PNG, `width` pixels wide. Raise Refused if it cannot be rendered."""
    try:
        return svg_to_png(svg, width)
    except ValueError as error:
        raise Refused(f"this picture cannot be painted as PNG ({error}); choose a file that ends in .svg") from None

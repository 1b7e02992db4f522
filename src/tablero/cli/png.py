"""Rendering of SVG pictures as PNG."""

from __future__ import annotations

import re
from pathlib import Path

from tablero.cli.console import Refused

_RULE = re.compile(r"(?:^|[};{>])\s*(?::root|svg)[^{}]*\{([^{}]*)\}")
_SET = re.compile(r"(--[\w-]+)\s*:\s*([^;{}]+)")
_USE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)")


def replace_variables(svg: str) -> str:
    """Return the picture with every `var(--x)` replaced by its value, for renderers without CSS variables.

    >>> replace_variables('<svg><style>:root{--jade:#4a7}</style><g fill="var(--jade)" stroke="var(--x, red)"/></svg>')
    '<svg><style>:root{--jade:#4a7}</style><g fill="#4a7" stroke="red"/></svg>'
    """
    values: dict[str, str] = {}
    for rule in _RULE.finditer(svg):
        for name, value in _SET.findall(rule[1]):
            # The first rule is the light one; what a media query says of the dark comes later.
            values.setdefault(name, value.strip())
    for _ in range(8):  # a colour may be named after another one
        settled = _USE.sub(lambda use: values.get(use[1], use[2] or "none").strip(), svg)
        if settled == svg:
            break
        svg = settled
    return svg


def to_png(svg: str, width: int) -> bytes:
    """Return the picture as PNG, `width` pixels wide. Raise Refused if it cannot be rendered."""
    import resvg_py

    fonts = Path(__file__).parent / "fonts"
    try:
        return resvg_py.svg_to_bytes(
            svg_string=replace_variables(svg),
            width=width,
            background="white",
            font_dirs=[str(fonts)] if fonts.is_dir() else None,  # made with the page; else the system's fonts serve
        )
    except ValueError as error:
        raise Refused(f"this picture cannot be painted as PNG ({error}); choose a file that ends in .svg") from None

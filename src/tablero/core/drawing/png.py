"""Rendering of SVG pictures as PNG, and as an array of bytes."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

FONTS = Path(__file__).parents[2] / "cli" / "fonts"  # made with the page; where they are missing, the system's serve
SIGNATURE_BYTES = 8
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


def svg_to_png(svg: str, width: int) -> bytes:
    """Return the picture as PNG, `width` pixels wide. Raise ValueError if it cannot be rendered, ImportError if
    resvg is not installed."""
    import resvg_py

    return resvg_py.svg_to_bytes(
        svg_string=replace_variables(svg),
        width=width,
        background="white",
        font_dirs=[str(FONTS)] if FONTS.is_dir() else None,
    )


def png_to_rgb(png: bytes) -> tuple[int, int, bytes]:
    """Return the height, the width and the bytes (red, green, blue) of a PNG as `svg_to_png` makes it: 8 bits, not
    interlaced, with or without transparency, which is left out."""
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    if depth != 8 or kind not in (2, 6) or interlaced:
        raise ValueError("only PNGs of 8 bits in colours that are not interlaced are read")
    packed, at = b"", SIGNATURE_BYTES
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += 12 + length
    step = 3 if kind == 2 else 4
    size, raw = step * width, zlib.decompress(packed)
    above, rows = bytearray(size), list[bytes]()
    for y in range(height):
        start = y * (size + 1)
        above = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + size]), above, step)
        rows.append(bytes(above))
    whole = b"".join(rows)
    if step == 3:
        return height, width, whole
    out = bytearray(3 * width * height)
    for channel in range(3):
        out[channel::3] = whole[channel::4]
    return height, width, bytes(out)


def _unfiltered(kind: int, row: bytearray, above: bytearray, step: int) -> bytearray:
    """Return a row of pixels without its filter (PNG, section 9): none, sub, up, average or Paeth."""
    for i in range(len(row)) if kind else ():
        left = row[i - step] if i >= step else 0
        up = above[i]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) >> 1
        else:
            corner = above[i - step] if i >= step else 0
            far_left, far_up, far_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            nearest = min(far_left, far_up, far_corner)
            guess = left if nearest == far_left else up if nearest == far_up else corner
        row[i] = (row[i] + guess) & 255
    return row

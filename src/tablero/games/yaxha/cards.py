"""The bonus cards as the table shows them: a small picture and a number for each seat."""

from __future__ import annotations

from functools import cache
from typing import Final

from tablero.core.ink import short
from tablero.games.yaxha.isometric import ANY_COLOUR, Cell, spots
from tablero.games.yaxha.words import COLOUR_NAMES

# What a card needs of a seat's value, where the number alone would not tell.
GOALS: Final = {"five_colours_level_1": 5, "five_colours_level_2": 5}


def worth(card: str, value: int) -> str:
    """A seat's value for a card, short enough for a badge."""
    if card == "one_colour_side":
        return "1" if value else "0"
    goal = GOALS.get(card)
    return f"{value}/{goal}" if goal else str(value)


def _scene(card: str) -> tuple[list[tuple[Cell, int]], str]:
    """The cubes of a card's picture and the number beside them."""
    square: list[Cell] = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
    if card.startswith("largest_") and card[8:] in COLOUR_NAMES:
        colour = COLOUR_NAMES.index(card[8:])
        return [(cell, colour) for cell in (*square, (0, 0, 1))], ""
    scenes: dict[str, tuple[list[tuple[Cell, int]], str]] = {
        "largest_any": ([(cell, ANY_COLOUR) for cell in (*square, (0, 0, 1))], ""),
        "largest_level_1": ([(cell, ANY_COLOUR) for cell in (*square, (2, 0, 0))], "1"),
        "most_levels": ([((0, 0, 0), 1), ((1, 0, 0), 1), ((0, 1, 0), 1), ((1, 1, 0), 0), ((0, 0, 1), 0)], "↕"),
        "second_largest": ([(cell, ANY_COLOUR) for cell in ((0, 0, 0), (1, 0, 0), (0, 1, 0))], "2."),
        "five_colours_level_1": ([((0, 0, 0), 3), ((1, 0, 0), 0), ((0, 1, 0), 1), ((1, 1, 0), 2), ((2, 1, 0), 4)], "1"),
        "five_colours_level_2": ([((0, 0, 0), 0), ((1, 0, 0), 1), ((0, 1, 0), 4), ((1, 1, 0), 2), ((0, 0, 1), 3)], "2"),
        "one_colour_side": (
            [((0, 0, 0), 4), ((1, 0, 0), 1), ((0, 1, 0), 0), ((1, 1, 0), 0), ((0, 0, 1), 0)],
            "",
        ),
        "three_colours": ([((0, 0, 0), 0), ((1, 0, 0), 1), ((0, 1, 0), 3)], "3"),
    }
    return scenes[card]


def _note(words: str, x: float, y: float) -> str:
    return (
        f'<text x="{short(x)}" y="{short(y)}" text-anchor="middle" font-family="var(--title)" font-weight="800" '
        f'font-size="16" fill="var(--ink)" stroke="var(--card-2)" stroke-width="3" paint-order="stroke">{words}</text>'
    )


def _comparison(colour: int) -> str:
    """Two cubes on one another beside a single one: at least as many."""
    cubes = ((12, 26, 0), (12, 15, 1), (42, 21, 2))
    uses = "".join(
        f'<use href="#yx-c{colour}{grain}" transform="translate({x} {y}) scale(.11)"/>' for x, y, grain in cubes
    )
    return uses + _note("≥", 27.5, 36)


@cache
def card_glyph(card: str) -> str:
    """A card's picture in a 54 x 54 box."""
    if card.startswith("left_neighbour_"):
        return _comparison(COLOUR_NAMES.index(card[15:]))
    cubes, note = _scene(card)
    where = spots(0)
    cubes = sorted(cubes, key=lambda cube: where[cube[0]].order)
    left = min(where[cell].x for cell, _ in cubes) - 87
    right = max(where[cell].x for cell, _ in cubes) + 87
    top = min(where[cell].y for cell, _ in cubes)
    bottom = max(where[cell].y for cell, _ in cubes) + 200
    scale = min(50 / (right - left), 46 / (bottom - top), 0.125)
    x, y = 27 - (left + right) / 2 * scale, 27 - (top + bottom) / 2 * scale
    uses = "".join(f'<use href="#yx-c{colour}{i % 3}" {where[cell].at}/>' for i, (cell, colour) in enumerate(cubes))
    out = f'<g transform="translate({short(x)} {short(y)}) scale({scale:.4f})">{uses}</g>'
    if note:
        out += _note(note, 46, 50)
    return out


@cache
def card_art(card: str, size: int = 54) -> str:
    """A card's picture as an SVG element of its own."""
    return (
        f'<svg class="yx-card-art" width="{size}" height="{size}" viewBox="0 0 54 54" aria-hidden="true">'
        f"{card_glyph(card)}</svg>"
    )

"""The bonus cards as the table shows them: a title and a small picture each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from tablero.core.ink import short
from tablero.core.look import Translate
from tablero.games.yaxha.isometric import ANY_COLOUR, Cell, spots

COLOURS: Final[tuple[Callable[[Translate], str], ...]] = (
    lambda say: say("orange"),
    lambda say: say("blue"),
    lambda say: say("green"),
    lambda say: say("yellow"),
    lambda say: say("grey"),
)
_ORDER = ("orange", "blue", "green", "yellow", "grey")

_TITLES: Final[dict[str, Callable[[Translate], str]]] = {
    "largest_orange": lambda say: say("Largest orange group"),
    "largest_blue": lambda say: say("Largest blue group"),
    "largest_green": lambda say: say("Largest green group"),
    "largest_yellow": lambda say: say("Largest yellow group"),
    "largest_grey": lambda say: say("Largest grey group"),
    "left_neighbour_orange": lambda say: say("Orange at least as large as the left neighbour’s"),
    "left_neighbour_blue": lambda say: say("Blue at least as large as the left neighbour’s"),
    "left_neighbour_green": lambda say: say("Green at least as large as the left neighbour’s"),
    "left_neighbour_yellow": lambda say: say("Yellow at least as large as the left neighbour’s"),
    "left_neighbour_grey": lambda say: say("Grey at least as large as the left neighbour’s"),
    "largest_any": lambda say: say("Largest group of any colour"),
    "largest_level_1": lambda say: say("Largest group counted on level 1 alone"),
    "most_levels": lambda say: say("Group on the most levels"),
    "second_largest": lambda say: say("Second-largest group"),
    "five_colours_level_1": lambda say: say("Five colours on level 1"),
    "five_colours_level_2": lambda say: say("Five colours on level 2"),
    "one_colour_side": lambda say: say("One side in a single colour"),
    "three_colours": lambda say: say("Exactly three colours in sight"),
}
# What a card needs of a seat's value, where the number alone would not tell.
GOALS: Final = {"five_colours_level_1": 5, "five_colours_level_2": 5, "three_colours": 3}


def title(card: str, say: Translate) -> str:
    """The title of a bonus card."""
    return _TITLES[card](say)


def worth(card: str, value: int) -> str:
    """A seat's value for a card, short enough for a badge."""
    if card == "one_colour_side":
        return "1" if value else "0"
    goal = GOALS.get(card)
    return f"{value}/{goal}" if goal else str(value)


def _scene(card: str) -> tuple[list[tuple[Cell, int]], str]:
    """The cubes of a card's picture and the number beside them."""
    square: list[Cell] = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
    if card.startswith("largest_") and card[8:] in _ORDER:
        colour = _ORDER.index(card[8:])
        return [(cell, colour) for cell in (*square, (0, 0, 1))], ""
    if card.startswith("left_neighbour_"):
        colour = _ORDER.index(card[15:])
        return [((0, 0, 0), colour), ((-1, 1, 0), colour), ((2, -2, 0), colour)], "≥"
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


@cache
def card_glyph(card: str) -> str:
    """A card's picture in a 54 x 54 box."""
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
        at, size = ((30, 32), 15) if note == "≥" else ((46, 50), 16)
        out += (
            f'<text x="{at[0]}" y="{at[1]}" text-anchor="middle" font-family="var(--title)" font-weight="800" '
            f'font-size="{size}" fill="var(--ink)" stroke="var(--yx-sheet)" stroke-width="3" paint-order="stroke">{note}</text>'
        )
    return out


@cache
def card_art(card: str, size: int = 54) -> str:
    """A card's picture as an SVG element of its own."""
    return (
        f'<svg class="yx-card-art" width="{size}" height="{size}" viewBox="0 0 54 54" aria-hidden="true">'
        f"{card_glyph(card)}</svg>"
    )

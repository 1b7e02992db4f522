"""What the things of Yaxha are called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from tablero.core.speech import Speech

COLOURS: Final = ("orange", "blue", "green", "yellow", "grey")
LETTERS: Final = ("O", "B", "G", "Y", "W")
NEIGHBOUR: Final = "left_neighbour_"  # how the ids of the cards begin that compare with the next seat


@cache
def _palette(say: Speech) -> tuple[str, ...]:
    return say("orange"), say("blue"), say("green"), say("yellow"), say("grey")


def colour(number: int, say: Speech) -> str:
    return _palette(say)[number]


def colours(numbers: Sequence[int], say: Speech) -> str:
    return say.every([colour(number, say) for number in numbers])


def seats(numbers: Sequence[int], say: Speech) -> str:
    return say.every([f"@{seat}" for seat in numbers])


def card(name: str, say: Speech) -> str:
    """The short text of a bonus card."""
    if name.startswith(NEIGHBOUR):
        return say("Own {colour} group no smaller than the next player's").format(colour=_neighbour_colour(name, say))
    kind, _, rest = name.partition("_")
    if kind == "largest" and rest in COLOURS:
        return say("Largest {colour} group").format(colour=colour(COLOURS.index(rest), say))
    return {
        "largest_any": say("Largest group of any colour"),
        "largest_level_1": say("Most cubes of one group on level 1"),
        "most_levels": say("A group over the most levels"),
        "second_largest": say("Second-largest group"),
        "five_colours_level_1": say("Five colours on level 1"),
        "five_colours_level_2": say("Five colours on level 2"),
        "one_colour_side": say("One side in a single colour"),
        "three_colours": say("Exactly three colours visible"),
    }[name]


def card_for(name: str, seat: int, count: int, say: Speech) -> str:
    """The same for one of `count` seats: it says with whom a neighbour card compares."""
    if not name.startswith(NEIGHBOUR):
        return card(name, say)
    sentence = say("Your {colour} group no smaller than @{seat}'s")
    return sentence.format(colour=_neighbour_colour(name, say), seat=(seat + 1) % count)


def _neighbour_colour(name: str, say: Speech) -> str:
    return colour(COLOURS.index(name.removeprefix(NEIGHBOUR)), say)

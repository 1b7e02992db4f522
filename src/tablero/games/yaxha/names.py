"""What the things of Yaxha are called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from tablero.core.i18n.translator import Translator
from tablero.games.yaxha.options import CHOSEN

COLOURS: Final = ("orange", "blue", "green", "yellow", "grey")
LETTERS: Final = ("O", "B", "G", "Y", "W")
NEIGHBOUR: Final = "left_neighbour_"  # how the ids of the cards begin that compare with the next seat


@cache
def _palette(say: Translator) -> tuple[str, ...]:
    return say("orange"), say("blue"), say("green"), say("yellow"), say("grey")


def colour(number: int, say: Translator) -> str:
    return _palette(say)[number]


def cubes(numbers: Sequence[int], say: Translator) -> str:
    """Cubes in words: how many of each colour."""
    found = dict.fromkeys(numbers)
    return say.every([_counted(number, list(numbers).count(number), say) for number in found])


def _counted(number: int, n: int, say: Translator) -> str:
    if n == 1:
        return (
            say("an orange cube"),
            say("a blue cube"),
            say("a green cube"),
            say("a yellow cube"),
            say("a grey cube"),
        )[number]
    return (
        say.plural("{n} orange cube", "{n} orange cubes", n),
        say.plural("{n} blue cube", "{n} blue cubes", n),
        say.plural("{n} green cube", "{n} green cubes", n),
        say.plural("{n} yellow cube", "{n} yellow cubes", n),
        say.plural("{n} grey cube", "{n} grey cubes", n),
    )[number].format(n=n)


def seats(numbers: Sequence[int], say: Translator) -> str:
    return say.every([f"@{seat}" for seat in numbers])


def card(name: str, say: Translator) -> str:
    """The short text of a bonus card."""
    return CHOSEN.choice(name, say)


def card_for(name: str, seat: int, count: int, say: Translator) -> str:
    """The same for one of `count` seats: it says with whom a neighbour card compares."""
    if not name.startswith(NEIGHBOUR):
        return card(name, say)
    hue = colour(COLOURS.index(name.removeprefix(NEIGHBOUR)), say)
    return say("Your {colour} group no smaller than @{seat}'s").format(colour=hue, seat=(seat + 1) % count)


def card_about(name: str, say: Translator) -> str:
    """Who scores a bonus card at the end, in a sentence."""
    if name.startswith(NEIGHBOUR):
        return say("Everybody compares with the player on their left; as large is enough.")
    if name.startswith("largest_") and name.removeprefix("largest_") in COLOURS:
        return say("The largest visible group of this colour scores; all who are tied score.")
    return {
        "largest_any": say("The largest visible group, whatever its colour; all who are tied score."),
        "largest_level_1": say("Of each group only the cubes on level 1 count; all who are tied score."),
        "most_levels": say("The group that reaches over the most levels, whatever its size; all who are tied score."),
        "second_largest": say(
            "List all group sizes on the table, each once: whoever has a group of the second size scores."
        ),
        "five_colours_level_1": say("Whoever shows all five colours on level 1 scores."),
        "five_colours_level_2": say("Whoever shows all five colours on level 2 scores."),
        "one_colour_side": say("Whoever has a side whose outermost cubes are all of one colour scores."),
        "three_colours": say("Whoever shows exactly three colours in the whole pyramid scores."),
    }[name]

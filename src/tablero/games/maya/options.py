"""What can be chosen before a game of Maya; the areas depend on the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablero.core.option import Option

HOUSE = {2: "blue+red", 3: "blue+yellow+red", 4: "blue+green+yellow+red"}


def options(areas: Iterable[str], usual: Mapping[int, str]) -> tuple[Option, ...]:
    """All options, with these choices of areas (their names with + between them) beside the usual ones of each number
    of seats."""
    label = "blue and red, for three yellow too, for four all"
    if usual != HOUSE:  # another map names its own areas
        label = "; ".join(f"{seats}: {chosen.replace('+', ', ')}" for seats, chosen in usual.items())
    return (
        Option(
            "areas",
            "Areas in play",
            {"usual": label, **{chosen: chosen.replace("+", " + ") for chosen in areas}},
            rule="setup",
        ),
        # One option for both variants, so that they cannot be combined.
        Option(
            "variant",
            "Variant",
            {
                "none": "none",
                "new_beginning": "a new beginning: the first temple is chosen",
                "two_cities": "two cities: two temples at the start",
            },
            rule="first-temple",
        ),
        Option(
            "edition",
            "Last tie-break as in the edition",
            {"es-2021": "Spanish, 2021: fewer turns", "fr-2019": "French, 2019: played last"},
            rule="over",
        ),
        Option(
            "joining",
            "Tiles of one turn",
            {"connected": "touch one another", "one_group": "end in one group"},
            older=("edition",),
            rule="together",
        ),
        Option("start", "Start player", {"first": "the first seat", "random": "drawn by lot"}, rule="turn"),
    )

"""What can be chosen before a game of Maya; the areas depend on the map."""

from __future__ import annotations

from collections.abc import Iterable

from tablero.core.option import Option


def options(areas: Iterable[str]) -> tuple[Option, ...]:
    """All options, with these choices of areas (their names with + between them) beside the usual ones."""
    return (
        Option("areas", "Areas in play", {"usual": "the usual ones", **{chosen: chosen.replace("+", " + ") for chosen in areas}}),
        # One option for both variants, so that they cannot be combined.
        Option(
            "variant",
            "Variant",
            {
                "none": "none",
                "new_beginning": "a new beginning: the first temple is chosen",
                "two_cities": "two cities: two temples at the start",
            },
        ),
        Option("edition", "Rules of the edition", {"es-2021": "Spanish, 2021", "fr-2019": "French, 2019"}),
        Option(
            "joining",
            "Tiles of one turn",
            {"connected": "touch one another", "one_group": "end in one group"},
            older=("edition",),
            rule="together",
        ),
        Option("start", "Start player", {"first": "the first seat", "random": "drawn by lot"}),
    )

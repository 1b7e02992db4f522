"""Maya by Brett J. Gilbert and Trevor Benjamin: plant crops, let cities grow, own their surroundings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.errors import BadOption
from tablero.core.facts import load_facts
from tablero.core.game import Card, Game
from tablero.core.luck import Luck
from tablero.games.maya import drawing, words
from tablero.games.maya.box import Board, make_tables, read_board
from tablero.games.maya.cover import cover
from tablero.games.maya.layout import Tables
from tablero.games.maya.motion import motion
from tablero.games.maya.moves import MayaMoves
from tablero.games.maya.options import options
from tablero.games.maya.rules import Maya
from tablero.games.maya.sense import learned

RULES = 1
SEATS = (2, 3, 4)


def load(facts: Mapping[str, Any]) -> Game:
    """Maya with the component data of a facts file, the house's or an owner's; BadFacts says what is wrong with it."""
    board = read_board(facts)
    by_areas: dict[str, Tables] = {}
    usual: dict[int, Tables] = {}
    by_seats: dict[int, list[str]] = {seats: [] for seats in SEATS}
    for seats in SEATS:
        # As many areas as seats, the one with the first temple among them (D-10).
        for chosen in board.choices(seats):
            name = _name(board, chosen)
            by_areas[name] = make_tables(facts, board, chosen)
            by_seats[seats].append(name)
        usual[seats] = by_areas[by_seats[seats][-1]]

    def tables(seats: int, options: Mapping[str, str]) -> Tables:
        return usual[seats] if options["areas"] == "usual" else by_areas[options["areas"]]

    def check(seats: int, options: Mapping[str, str]) -> None:
        if options["areas"] != "usual" and options["areas"] not in by_seats[seats]:
            known = ", ".join(by_seats[seats])
            raise BadOption(
                "{seats} seats play on {seats} areas: {known}; not on '{areas}'",
                seats=seats,
                known=known,
                areas=options["areas"],
            )
        found = tables(seats, options)
        if options["variant"] == "two_cities" and sum(found.highlighted[temple] for temple in found.usable) < 2:
            raise BadOption("two cities need two highlighted temples in the areas in play")

    def blank(game: Game, seats: int, luck: Luck, options: Mapping[str, str], rules: int) -> Maya:
        return Maya(game, seats, luck, tables(seats, options), options)

    return Game(
        name="maya",
        title="Maya",
        seats=SEATS,
        rules=RULES,
        options={option.name: option for option in options(by_areas)},
        moves=MayaMoves(board),
        words=words,
        drawing=drawing,
        sense=learned(),
        blank=blank,
        card=Card("Plant crops, close cities", minutes="30–45", weight=1, cover=cover),
        check=check,
        motion=motion,
        facts=facts,
    )


def _name(board: Board, chosen: tuple[int, ...]) -> str:
    return "+".join(board.areas[area] for area in chosen)


GAME = load(load_facts(__name__))

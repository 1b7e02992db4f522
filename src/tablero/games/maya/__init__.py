"""Maya by Brett J. Gilbert and Trevor Benjamin: plant crops, let cities grow, own their surroundings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.errors import BadOption
from tablero.core.facts import load_facts, load_guide
from tablero.core.game import Game, Option
from tablero.core.luck import Luck
from tablero.games.maya import drawing, words
from tablero.games.maya.board import Tables
from tablero.games.maya.maps import Board, make_tables, read_board
from tablero.games.maya.moves import MayaMoves
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

    def begin(game: Game, seats: int, luck: Luck, options: Mapping[str, str], listen: bool) -> Maya:
        state = Maya(game, seats, luck, tables(seats, options), options)
        if listen:
            state.journal = []
        state.start()
        return state

    def restore(game: Game, dump: Mapping[str, Any]) -> Maya:
        options = dump["options"]
        state = Maya(game, dump["seats"], Luck(*dump["luck"]), tables(dump["seats"], options), options)
        state.restore(dump)
        return state

    options = (
        Option("areas", ("usual", *by_areas), "usual", "Areas in play"),
        # One option for both variants, so that they cannot be combined.
        Option("variant", ("none", "new_beginning", "two_cities"), "none", "Variant"),
        Option("edition", ("es-2021", "fr-2019"), "es-2021", "Rules of the edition"),
        Option("joining", ("edition", "connected", "one_group"), "edition", "Tiles of one turn"),
        Option("start", ("first", "random"), "first", "Start player"),
    )
    return Game(
        name="maya",
        title="Maya",
        seats=SEATS,
        rules=RULES,
        options={option.name: option for option in options},
        moves=MayaMoves(board),
        words=words,
        drawing=drawing,
        sense=learned(),
        guide=lambda language: load_guide(__name__, language),
        begin=begin,
        restore=restore,
        check=check,
        facts=facts,
    )


def _name(board: Board, chosen: tuple[int, ...]) -> str:
    return "+".join(board.areas[area] for area in chosen)


GAME = load(load_facts(__name__))

"""Maya by Brett J. Gilbert and Trevor Benjamin: plant crops, let cities grow, own their surroundings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from tablero.core.errors import BadOption
from tablero.core.facts import load_facts
from tablero.core.game import Card, Game
from tablero.core.luck import Luck
from tablero.games.maya import drawing, words
from tablero.games.maya.animation import animate
from tablero.games.maya.aspects import ASPECTS, THEMES, foresight
from tablero.games.maya.bot_levels import FROZEN, LEVELS
from tablero.games.maya.characters import CHARACTERS
from tablero.games.maya.components import make_tables, read_board
from tablero.games.maya.cover import cover
from tablero.games.maya.evaluation import learned
from tablero.games.maya.evaluation.network_input import MayaNetworkInput
from tablero.games.maya.highlights import HIGHLIGHTS
from tablero.games.maya.layout import Tables
from tablero.games.maya.moves import MayaMoves
from tablero.games.maya.options import options
from tablero.games.maya.reference_tables import tables as reference
from tablero.games.maya.rules import Maya
from tablero.games.maya.score_breakdown import break_down_score
from tablero.games.maya.tensor import MayaTensor
from tablero.games.maya.tensor_fields import layout_of

RULES = 2
SEATS = (2, 3, 4)


def load(facts: Mapping[str, Any]) -> Game:
    """Maya with the component data of a facts file, the house's or an owner's; BadFacts says what is wrong with it."""
    board = read_board(facts)
    # As many areas as seats, the one with the first temple among them (D-10); the last selection is the usual one.
    by_seats = {seats: {board.name(chosen): chosen for chosen in board.choices(seats)} for seats in SEATS}
    usual = {seats: list(known)[-1] for seats, known in by_seats.items()}

    @cache
    def tables(seats: int, areas: str) -> Tables:
        return make_tables(facts, board, by_seats[seats][usual[seats] if areas == "usual" else areas])

    box = tables(SEATS[-1], "usual")  # what is wrong with the facts shows here, whichever areas are chosen later

    def check(seats: int, options: Mapping[str, str]) -> None:
        if options["areas"] != "usual" and options["areas"] not in by_seats[seats]:
            known = ", ".join(by_seats[seats])
            raise BadOption(
                "{seats} seats play on {seats} areas: {known}; not on '{areas}'",
                seats=seats,
                known=known,
                areas=options["areas"],
            )
        if options["variant"] == "two_cities":
            found = tables(seats, options["areas"])
            if sum(found.highlighted[temple] for temple in found.usable) < 2:
                raise BadOption("two cities need two highlighted temples in the areas in play")

    def blank(game: Game, seats: int, luck: Luck, options: Mapping[str, str], rules: int) -> Maya:
        return Maya(game, seats, luck, tables(seats, options["areas"]), options, rules)

    sense = learned()
    return Game(
        name="maya",
        title="Maya",
        seats=SEATS,
        rules=RULES,
        options={
            option.name: option for option in options((name for known in by_seats.values() for name in known), usual)
        },
        moves=MayaMoves(board),
        words=words,
        drawing=drawing,
        levels=LEVELS,
        frozen=FROZEN,
        cast=CHARACTERS,
        sense=sense,
        sight=MayaNetworkInput(sense),
        blank=blank,
        tensor=MayaTensor(len(box.spaces), len(box.temples)),
        layout=partial(layout_of, box.spaces, box.temples),
        card=Card("Plant crops, close cities", minutes="30–45", weight=1, cover=cover),
        check=check,
        older=(1,),
        aspects=ASPECTS,
        themes=THEMES,
        foresight=foresight,
        motion=animate,
        marks={"closed": "my-temple"},
        begins=frozenset({"closed"}),  # a city that closes has a part of the log of its own
        surprises=frozenset({"got"}),
        tally=break_down_score,
        memory=HIGHLIGHTS,
        tables=reference,
        tabs={"board": "Map", "market": "Your rack", "players": "Cities"},
        facts=facts,
    )


GAME = load(load_facts(__name__))

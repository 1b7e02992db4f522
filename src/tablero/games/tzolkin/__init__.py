"""Tzolk'in: The Mayan Calendar by Simone Luciani and Daniele Tascini: workers on turning gears."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tablero.core.errors import BadFacts
from tablero.core.facts import load_facts
from tablero.core.game import Card, Game
from tablero.core.luck import Luck
from tablero.core.option import Option
from tablero.games.tzolkin.animation import animate
from tablero.games.tzolkin.aspects import ASPECTS, THEMES, foresight
from tablero.games.tzolkin.bot_levels import FROZEN, LEVELS
from tablero.games.tzolkin.characters import CHARACTERS
from tablero.games.tzolkin.components import check, tables_of
from tablero.games.tzolkin.cover import cover
from tablero.games.tzolkin.drawing import TzolkinDrawing
from tablero.games.tzolkin.evaluation import TzolkinEvaluator
from tablero.games.tzolkin.evaluation.network_input import TzolkinNetworkInput
from tablero.games.tzolkin.highlights import HIGHLIGHTS
from tablero.games.tzolkin.layout import Tables
from tablero.games.tzolkin.moves import TzolkinMoves
from tablero.games.tzolkin.names import Names, final_points
from tablero.games.tzolkin.options import OPTIONS, made_for_each
from tablero.games.tzolkin.reference_tables import tables as reference
from tablero.games.tzolkin.rules import Tzolkin, blank
from tablero.games.tzolkin.score_breakdown import break_down_score
from tablero.games.tzolkin.tensor import TzolkinTensor
from tablero.games.tzolkin.tensor_fields import layout_of
from tablero.games.tzolkin.words import TzolkinWords

RULES = 2  # 2: in the market sales may follow purchases
HOUSE = load_facts(__name__)


def load(facts: Mapping[str, Any], options: tuple[Option, ...] = OPTIONS) -> Game:
    """Tzolk'in with the component data of a facts file, the house's or an owner's, and with these options; BadFacts
    says what is wrong."""
    tables = made_for_each(_tables, facts, options)
    box = tables({})["temple"]
    tiles = (len(box.building_ids), len(box.monument_ids), len(box.wealth_ids))

    def empty(game: Game, seats: int, luck: Luck, chosen: Mapping[str, str], rules: int) -> Tzolkin:
        return blank(game, seats, luck, tables(chosen)[chosen["tomb_effect_order"]], chosen, rules)

    names = made_for_each(Names, facts, options)
    words = TzolkinWords(names)
    return Game(
        name="tzolkin",
        title="Tzolk'in",
        seats=(2, 3, 4),
        rules=RULES,
        older=(1,),
        options={option.name: option for option in options},
        moves=TzolkinMoves(),
        words=words,
        drawing=TzolkinDrawing(names, words),
        levels=LEVELS,
        frozen=FROZEN,
        cast=CHARACTERS,
        sense=TzolkinEvaluator(),
        sight=TzolkinNetworkInput(),
        blank=empty,
        tensor=TzolkinTensor(*tiles),
        layout=partial(layout_of, *tiles),
        card=Card("Ride the calendar gears", minutes="90", weight=3, cover=cover),
        final=final_points,
        aspects=ASPECTS,
        themes=THEMES,
        foresight=foresight,
        motion=animate,
        surprises=frozenset({"drawn", "dealt", "wealth", "age"}),
        reveals=frozenset({"revealed"}),
        tally=break_down_score,
        memory=HIGHLIGHTS,
        tables=reference,
        begins=frozenset({"calendar", "food-day", "revealed"}),
        tabs={"board": "Gears", "market": "Temples, tiles", "players": "Players"},
        marks={"food-day": "tz-bowl", "age": "tz-build"},
        facts=facts,
    )


def _tables(facts: Mapping[str, Any], changes: dict[str, str]) -> Mapping[str, Tables]:
    """The facts as the rules read them, by the order in which the tomb with two effects takes them."""
    try:
        check(facts, HOUSE)
        return {order: tables_of(facts, order == "build", changes) for order in ("temple", "build")}
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadFacts(f"the facts of Tzolk'in lack something or say it wrongly: {error!r}") from None


GAME = load(HOUSE)

"""Yaxha by Baptiste Vaiana: draft cubes, raise a pyramid."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from tablero.core.game import Card, Game
from tablero.core.luck import Luck
from tablero.games.yaxha import components, drawing, words
from tablero.games.yaxha.animation import animate
from tablero.games.yaxha.aspects import ASPECTS, THEMES
from tablero.games.yaxha.bot_levels import FROZEN, LEVELS
from tablero.games.yaxha.characters import CHARACTERS
from tablero.games.yaxha.cover import cover
from tablero.games.yaxha.evaluation import learned
from tablero.games.yaxha.evaluation.network_input import YaxhaNetworkInput
from tablero.games.yaxha.highlights import HIGHLIGHTS
from tablero.games.yaxha.moves import YaxhaMoves
from tablero.games.yaxha.options import options_of
from tablero.games.yaxha.reference_tables import tables as reference
from tablero.games.yaxha.rules import Yaxha
from tablero.games.yaxha.score_breakdown import break_down_score
from tablero.games.yaxha.tensor import YaxhaTensor
from tablero.games.yaxha.tensor_fields import layout_of

RULES = 1


def load(facts: Mapping[str, Any]) -> Game:
    """Yaxha with the component data of a facts file, the house's or an owner's; BadFacts says what is wrong with it."""
    tables = components.tables_of(facts)
    cards = components.cards_of(facts)

    @cache
    def pool(seats: int, cards_option: str, chosen: str) -> list[int]:
        return components.pool(cards, seats, {"cards": cards_option, "chosen_cards": chosen})

    def blank(game: Game, seats: int, luck: Luck, options: Mapping[str, str], rules: int) -> Yaxha:
        state = Yaxha(game, seats, luck, tables, options)
        state.pool = pool(seats, options["cards"], options["chosen_cards"])
        return state

    return Game(
        name="yaxha",
        title="Yaxha",
        seats=(2, 3, 4),
        rules=RULES,
        options=options_of(facts),
        moves=YaxhaMoves(),
        words=words,
        drawing=drawing,
        levels=LEVELS,
        frozen=FROZEN,
        cast=CHARACTERS,
        sense=learned(),
        sight=YaxhaNetworkInput(),
        blank=blank,
        card=Card("Draft cubes, raise a pyramid", minutes="20", weight=1, cover=cover),
        tensor=YaxhaTensor(),
        layout=layout_of,
        check=partial(components.check, cards),
        keys=("turn", "levels"),
        aspects=ASPECTS,
        themes=THEMES,
        motion=animate,
        begins=frozenset({"reveal", "built", "bonus"}),
        retells={"built": "placed"},
        marks={"bonus": ""},
        surprises=frozenset({"market"}),
        reveals=frozenset({"reveal"}),
        tally=break_down_score,
        memory=HIGHLIGHTS,
        tables=reference,
        sketches=drawing.sketches,
        tabs={"board": "Pyramid", "market": "Tiles", "players": "Rivals"},
        facts=facts,
    )


GAME = load(components.house_facts())

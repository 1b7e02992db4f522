"""Amritsar by David Heras: sow workers round the lake, donate to the Golden Temple."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.facts import fingerprint, load_facts
from tablero.core.game import Card, Game, StandingAnswer
from tablero.core.luck import Luck
from tablero.core.option import Option, facts_with
from tablero.games.amritsar import drawing, words
from tablero.games.amritsar.animation import animate
from tablero.games.amritsar.aspects import ASPECTS, THEMES, foresight
from tablero.games.amritsar.bot_levels import FROZEN, LEVELS
from tablero.games.amritsar.characters import CHARACTERS
from tablero.games.amritsar.components import tables_of
from tablero.games.amritsar.cover import cover
from tablero.games.amritsar.evaluation import learned
from tablero.games.amritsar.evaluation.network_input import AmritsarNetworkInput
from tablero.games.amritsar.highlights import HIGHLIGHTS
from tablero.games.amritsar.layout import FOLLOW, PASS
from tablero.games.amritsar.moves import AmritsarMoves
from tablero.games.amritsar.options import BEFORE, OPTIONS
from tablero.games.amritsar.reference_tables import tables as reference
from tablero.games.amritsar.rules import Amritsar
from tablero.games.amritsar.score_breakdown import break_down_score
from tablero.games.amritsar.tensor import AmritsarTensor
from tablero.games.amritsar.tensor_fields import layout_of

RULES = 4  # 4: a shared tie with the maharaja is no win
HOUSE = load_facts(__name__)
ANSWERS = (
    StandingAnswer("follow", int(FOLLOW), "Always follow", "your mahout is used whenever another turn lets you"),
    StandingAnswer("pass", int(PASS), "Never follow", "you are not asked after the turns of others"),
)


def load(facts: Mapping[str, Any], options: tuple[Option, ...] = OPTIONS) -> Game:
    """Amritsar with the component data of a facts file and with these options; BadFacts says what does not fit."""
    offered = {option.name: option for option in options}
    tables = {"": tables_of(facts, HOUSE)}

    def blank(game: Game, seats: int, luck: Luck, chosen: Mapping[str, str], rules: int) -> Amritsar:
        chosen = {**chosen, **{name: word for name, (since, word) in BEFORE.items() if rules < since}}
        changed = facts_with(facts, offered, chosen)
        name = "" if changed is facts else fingerprint(changed)
        if name not in tables:
            tables[name] = tables_of(changed, HOUSE)
        return Amritsar(game, seats, luck, tables[name], chosen, rules)

    return Game(
        name="amritsar",
        title="Amritsar",
        seats=(1, 2, 3, 4),
        rules=RULES,
        older=(1, 2, 3),
        options=offered,
        moves=AmritsarMoves(),
        words=words,
        drawing=drawing,
        levels=LEVELS,
        frozen=FROZEN,
        cast=CHARACTERS,
        sense=learned(),
        sight=AmritsarNetworkInput(),
        blank=blank,
        tensor=AmritsarTensor(),
        layout=layout_of,
        card=Card("Serve the golden temple", minutes="60–120", weight=3, cover=cover),
        aspects=ASPECTS,
        themes=THEMES,
        foresight=foresight,
        motion=animate,
        begins=frozenset({"turn", "maharaja_turn", "maharaja_acts", "maharaja", "decade_end", "final"}),
        marks={"decade": "am-donate"},
        answers=ANSWERS,
        tally=break_down_score,
        memory=HIGHLIGHTS,
        tables=reference,
        tabs={"board": "Lake", "players": "Players"},
        facts=facts,
    )


GAME = load(HOUSE)

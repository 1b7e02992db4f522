"""Tzolk'in: The Mayan Calendar by Simone Luciani and Daniele Tascini: workers on turning gears."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.errors import BadFacts
from tablero.core.facts import load_facts
from tablero.core.game import Card, Game
from tablero.core.luck import Luck
from tablero.games.tzolkin import drawing, fixed, names, words
from tablero.games.tzolkin.cover import cover
from tablero.games.tzolkin.layout import Tables
from tablero.games.tzolkin.motion import motion
from tablero.games.tzolkin.moves import TzolkinMoves
from tablero.games.tzolkin.options import OPTIONS
from tablero.games.tzolkin.rules import Tzolkin, blank
from tablero.games.tzolkin.sense import TzolkinSense

RULES = 1


def load(facts: Mapping[str, Any]) -> Game:
    """Tzolk'in with the component data of a facts file, the house's or an owner's; BadFacts says what is wrong."""
    try:
        fixed.check(facts, load_facts(__name__))
        both = (Tables(facts, build_first=False), Tables(facts, build_first=True))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadFacts(f"the facts of Tzolk'in lack something or say it wrongly: {error!r}") from None

    def empty(game: Game, seats: int, luck: Luck, options: Mapping[str, str], rules: int) -> Tzolkin:
        flags = sum(1 << k for k, option in enumerate(OPTIONS) if options[option.name] != option.default)
        return blank(game, seats, luck, both[options["tomb_effect_order"] == "build"], options, flags)

    return Game(
        name="tzolkin",
        title="Tzolk'in",
        seats=(2, 3, 4),
        rules=RULES,
        options={option.name: option for option in OPTIONS},
        moves=TzolkinMoves(),
        words=words,
        drawing=drawing,
        sense=TzolkinSense(),
        blank=empty,
        card=Card("Ride the calendar gears", minutes="90", weight=3, cover=cover),
        final=names.final_points,
        motion=motion,
        facts=facts,
    )


GAME = load(load_facts(__name__))

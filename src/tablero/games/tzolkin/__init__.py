"""Tzolk'in: The Mayan Calendar by Simone Luciani and Daniele Tascini: workers on turning gears."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.errors import BadFacts
from tablero.core.facts import load_facts, load_guide
from tablero.core.game import Game, Option
from tablero.core.luck import Luck
from tablero.games.tzolkin import drawing, fixed, names, words
from tablero.games.tzolkin.layout import Tables
from tablero.games.tzolkin.motion import motion
from tablero.games.tzolkin.moves import TzolkinMoves
from tablero.games.tzolkin.rules import Tzolkin, blank
from tablero.games.tzolkin.sense import TzolkinSense

RULES = 1

# One switch for each open question of facts.toml; the first choice is what the facts recommend, the second sets the
# flag of that number in rules.py.
OPTIONS = (
    Option("score_floor", ("zero", "negative"), "zero", "Scores below zero"),
    Option("quarter_points", ("kept", "dropped"), "kept", "Quarter points for corn left over"),
    Option("double_advance_round_26", ("allowed", "forbidden"), "allowed", "Two days at the end of round 26"),
    Option("double_advance_dummies", ("ignored", "block"), "ignored", "Unassigned workers and two days"),
    Option("monument_skull", ("returns", "leaves"), "returns", "The skull paid for a monument"),
    Option("tomb_build_architecture", ("applies", "not"), "applies", "Architecture for the tomb's extra building"),
    Option("burn_with_open_corn", ("allowed", "forbidden"), "allowed", "Burning beside open corn"),
    Option("wasted_temple_choice", ("allowed", "forbidden"), "allowed", "Choosing a temple step that is lost"),
    Option("tomb_effect_order", ("temple", "build"), "temple", "The tomb with two effects begins with"),
)


def load(facts: Mapping[str, Any]) -> Game:
    """Tzolk'in with the component data of a facts file, the house's or an owner's; BadFacts says what is wrong."""
    try:
        fixed.check(facts, load_facts(__name__))
        both = (Tables(facts, build_first=False), Tables(facts, build_first=True))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadFacts(f"the facts of Tzolk'in lack something or say it wrongly: {error!r}") from None

    def empty(game: Game, seats: int, luck: Luck, options: Mapping[str, str]) -> Tzolkin:
        flags = sum(1 << k for k, option in enumerate(OPTIONS) if options[option.name] == option.choices[1])
        return blank(game, seats, luck, both[options["tomb_effect_order"] == "build"], options, flags)

    def begin(game: Game, seats: int, luck: Luck, options: Mapping[str, str], listen: bool) -> Tzolkin:
        state = empty(game, seats, luck, options)
        if listen:
            state.journal = []
        state.start()
        return state

    def restore(game: Game, dump: Mapping[str, Any]) -> Tzolkin:
        state = empty(game, dump["seats"], Luck(*dump["luck"]), dump["options"])
        state.restore(dump)
        return state

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
        guide=lambda language: load_guide(__name__, language),
        begin=begin,
        restore=restore,
        check=lambda seats, options: None,
        final=names.final_points,
        motion=motion,
        facts=facts,
    )


GAME = load(load_facts(__name__))

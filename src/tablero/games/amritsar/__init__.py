"""Amritsar by David Heras: sow workers round the lake, donate to the Golden Temple."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.facts import load_facts, load_guide
from tablero.core.game import Game, Option
from tablero.core.luck import Luck
from tablero.games.amritsar import drawing, words
from tablero.games.amritsar.box import tables_of
from tablero.games.amritsar.moves import AmritsarMoves
from tablero.games.amritsar.rules import Amritsar
from tablero.games.amritsar.sense import learned

RULES = 1

OPTIONS = (
    Option("maharaja", ("normal", "hard"), "normal", "The maharaja of the solo game"),
    # One switch for each open question of facts.toml; the first choice is what the facts recommend.
    Option("spent_token", ("keeps", "ends"), "keeps", "Second elephant move after the movement token is spent"),
    Option("origin_coins", ("pay", "wait"), "pay", "Coins on the section where a group is picked up"),
    Option("bridge_follow", ("yes", "no"), "yes", "Bridge tiles when following"),
    Option("no_counter", ("always", "market"), "always", "A point when no counter is left to recover"),
    Option("market_lock", ("turn", "action"), "turn", "Not buying and selling the same resource"),
    Option("majority_ranks", ("skip", "dense"), "skip", "Second place behind a tie in objectives of type A"),
    Option("solo_tie", ("lost", "shared"), "lost", "A tie with the maharaja in the solo game"),
)


def _check(seats: int, options: Mapping[str, str]) -> None:
    """All options fit each other."""


def load(facts: Mapping[str, Any]) -> Game:
    """Amritsar with the component data of a facts file; BadFacts says what does not fit."""
    tables = tables_of(facts)

    def begin(game: Game, seats: int, luck: Luck, options: Mapping[str, str], listen: bool) -> Amritsar:
        state = Amritsar(game, seats, luck, tables, options)
        if listen:
            state.journal = []
        state.start()
        return state

    def restore(game: Game, dump: Mapping[str, Any]) -> Amritsar:
        state = Amritsar(game, dump["seats"], Luck(*dump["luck"]), tables, dump["options"])
        state.restore(dump)
        return state

    return Game(
        name="amritsar",
        title="Amritsar",
        seats=(1, 2, 3, 4),
        rules=RULES,
        options={option.name: option for option in OPTIONS},
        moves=AmritsarMoves(),
        words=words,
        drawing=drawing,
        sense=learned(),
        guide=lambda language: load_guide(__name__, language),
        begin=begin,
        restore=restore,
        check=_check,
        facts=facts,
    )


GAME = load(load_facts(__name__))

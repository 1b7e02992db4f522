"""Characters: what they value moves a bot, and nothing else does."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tablero
from tablero.bots import OfLevel, Searcher, glimpse
from tablero.bots.levels import character_of
from tablero.core import Game, State, seeded
from tablero.core.evaluation.character import Characters
from tablero.core.playout import play_at_random
from tablero.core.teaching.lesson import COMPANION_NAMES
from tablero.lab.bot_names import bot_by_name
from tablero.lab.errors import ArenaError
from tablero.people.names import BOT_NAMES

GAMES = tablero.games()


def cast_of(game: Game) -> Characters:
    assert game.cast is not None
    return game.cast


def positions(game: Game) -> list[State]:
    """Positions of random games in which the first actor has a choice."""
    found = list[State]()
    for depth in range(20, 80, 3):
        state = game.start(2, depth)
        play_at_random(state, seeded(depth), depth)
        if state.actors() and len(state.moves(state.actors()[0])) > 2:
            found.append(state)
    return found


def test_every_game_has_four_characters_whose_names_say_who_they_are() -> None:
    names = [one.name for game in GAMES for one in cast_of(game).all]
    assert len(set(names)) == 4 * len(GAMES)
    assert not set(names) & {*BOT_NAMES, *COMPANION_NAMES}, "the name of a bot says whether it has a character"
    for game in GAMES:
        for one in cast_of(game).all:
            assert cast_of(game).named(one.name) is one
            assert cast_of(game).named(f"{one.name} 3") is one
            assert set(one.values) <= set(cast_of(game).names)
            assert one.about.count(".") == 2, "two sentences"
        assert cast_of(game).named("Balam") is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_moves_that_bring_what_a_character_values_get_higher_scores(game: Game) -> None:
    moved = 0
    for state in positions(game):
        seat = state.actors()[0]
        moves = state.moves(seat)
        for character in cast_of(game).all:
            leaning = cast_of(game).leaning_of(character)
            gains = list[float]()
            for move in moves:
                after = state.copy()
                after.play(seat, move)
                gains.append(float(leaning.worth(after, seat)) - float(leaning.worth(state, seat)))
            leant = leaning.lean_legal_moves(state, seat, [0.5] * len(moves))
            assert leant == pytest.approx([0.5 + character.pull * gain for gain in gains])
            moved += any(gains)
    assert moved


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_search_counts_what_its_own_character_values(game: Game) -> None:
    """One iteration goes the same way with and without a character that pulls at no move."""
    character = replace(cast_of(game).all[0], pull=0.0)
    most = sum(abs(value) for value in character.values.values())
    differences = list[float]()
    for state in positions(game):
        seat = state.actors()[0]
        seen = glimpse(state, seat, seeded(3))
        plain, own = (Searcher(1, character=who).think(seen, seeded(4)).chances() for who in (None, character))
        assert own[1 - seat] == plain[1 - seat], "of the others it is believed that they want to win"
        differences.append(own[seat] - plain[seat])
    assert any(differences)
    assert max(map(abs, differences)) <= 2 * most


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_bot_with_a_character_is_named_like_its_level(game: Game) -> None:
    one = cast_of(game).all[1]
    assert bot_by_name(f"level5:{one.key}", game) == OfLevel(5, character=one.key)
    found = OfLevel(5, character=one.key).at(game)
    assert isinstance(found, Searcher)
    assert found.character is one
    with pytest.raises(tablero.BadOption, match=one.key):
        character_of(game, "nobody")
    with pytest.raises(ArenaError, match=one.key):
        bot_by_name("level5:nobody", game)

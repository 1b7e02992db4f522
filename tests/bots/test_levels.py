"""Bots by name, and eight levels of strength."""

from __future__ import annotations

import doctest
from dataclasses import replace
from importlib import import_module

import pytest

import tablero
from tablero.bots import LEVELS, Bot, Greedy, Random, Searcher, bot, glimpse
from tablero.core import Game, seeded
from tablero.core.playout import play_at_random
from tablero.lab.arena import match, play_out
from tablero.plain import is_compiled

GAME = tablero.game("yaxha")
GAMES = tablero.games()


def hurried(game: Game, level: int, iterations: int) -> Bot:
    """A level that thinks no longer than a test can wait."""
    found = LEVELS[level - 1].bot.at(game)
    return replace(found, iterations=iterations, seconds=0.0) if isinstance(found, Searcher) else found


def test_bots_are_made_by_name() -> None:
    assert bot("random") == Random()
    assert bot(" Greedy ") == Greedy()
    assert bot("search:400") == Searcher(iterations=400)
    half = bot("search:0.5s")
    assert isinstance(half, Searcher)
    assert half.seconds == 0.5
    assert [bot(f"level{level.number}") for level in LEVELS] == [level.bot for level in LEVELS]


@pytest.mark.parametrize(
    "spec",
    [
        "level5@",
        "level5@8",
        "",
        "alphago",
        "search",
        "search:",
        "search:0",
        "search:0s",
        "search:fast",
        "level0",
        "level9",
        "classic:greedy",
        "level5:",
        "level5@0.8:farmer",
    ],
)
def test_an_unknown_bot_is_answered_with_those_there_are(spec: str) -> None:
    with pytest.raises(tablero.BadOption, match="level1 to level8") as refused:
        bot(spec)
    assert repr(spec) in str(refused.value)


def test_levels_have_numbers_and_names_of_their_own() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    assert len({level.name for level in LEVELS}) == 8
    assert all(len(level.about.split()) == 2 for level in LEVELS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_level_plays_whole_games(game: Game) -> None:
    """All eight at one table after the other, so that each number of seats is played; plain Python plays the fewest."""
    for seats in game.seats if is_compiled() else game.seats[:1]:
        state = game.start(seats, seats)
        used = play_out(state, [hurried(game, 1 + (3 * seat + seats) % 8, 2) for seat in range(seats)], seats)
        assert state.result() is not None
        assert all(decisions >= 10 for _, decisions in used)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_level_knows_more_than_its_seat(game: Game) -> None:
    """Worlds that the seat cannot tell apart, the same luck of its own: the same move at every level."""
    for depth in (0, 17, 45):
        state = game.start(game.seats[-1], depth)
        play_at_random(state, seeded(depth), depth)
        seat = state.actors()[0]
        worlds = [state, *(state.imagine(seat, seeded(number)) for number in (1, 2))]
        for level in range(1, len(LEVELS) + 1):
            lucks = [seeded(level) for _ in worlds]
            seen = [glimpse(world, seat, luck) for world, luck in zip(worlds, lucks, strict=True)]
            player = hurried(game, level, 12)
            assert len({player.choose(one, luck) for one, luck in zip(seen, lucks, strict=True)}) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_sense_of_a_game_beats_chance(game: Game) -> None:
    """Two seats, both seats, the same luck: chance would get a half."""
    assert match(game, Greedy(), Random(), 2, range(12 if is_compiled() else 2)).share > 0.7


@pytest.mark.parametrize("options", [{"build_visibility": "open"}, {"self_blocking": "forbidden"}])
def test_search_plays_the_variants(options: dict[str, str]) -> None:
    state = GAME.start(3, 1, options)
    play_out(state, [Searcher(4)] * 3, 1)
    assert state.result() is not None


@pytest.mark.parametrize(
    ("hero", "rival", "seeds", "share"),
    [
        (Greedy(), Random(), 15, 0.6),
        (hurried(GAME, 1, 0), Random(), 20, 0.4),
        (hurried(GAME, 4, 30), hurried(GAME, 1, 0), 12, 0.5),
        (hurried(GAME, 8, 40), hurried(GAME, 1, 0), 4, 0.6),
    ],
    ids=["greedy beats random", "level 1 beats random", "level 4 beats level 1", "level 8 beats level 1"],
)
def test_strength_rises(hero: Bot, rival: Bot, seeds: int, share: float) -> None:
    """Three seats, every seat, fixed seeds and iterations: equal would be a third."""
    assert match(GAME, hero, rival, 3, range(seeds)).share > share


def test_search_beats_its_own_sense() -> None:
    assert match(GAME, Searcher(60), Greedy(), 2, range(6)).share > 0.5


@pytest.mark.parametrize("name", ["tablero.bots", "tablero.bots.levels", "tablero.bots.glimpse", "tablero.lab.arena"])
def test_the_examples_run(name: str) -> None:
    done = doctest.testmod(import_module(name))
    assert done.attempted > 0
    assert done.failed == 0

"""A mind remembers what it thought, keeps the limits of a turn and plans as far as it can be sure."""

from __future__ import annotations

import itertools
import time
from typing import Any

import pytest

import tablero
from tablero.bots import Greedy, Mind, Searcher, bot, glimpse
from tablero.bots.search import Search
from tablero.core import Game, State, seeded
from tablero.core.playout import play_at_random

GAMES = tablero.games()
EVERY = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def begun(game: Game, seats: int = 2, seed: int = 3) -> State:
    """A position where somebody has a turn of several decisions before them."""
    state = game.start(seats, seed)
    luck = seeded(seed)
    play_at_random(state, luck, 12)
    while len(state.moves(state.actors()[0])) < 2:
        play_at_random(state, luck, 1)
    return state


def thought(mind: Mind) -> Search:
    assert mind._search is not None
    return mind._search


@EVERY
def test_what_was_thought_below_a_move_is_kept_when_it_is_made(game: Game) -> None:
    state = begun(game)
    seat, luck = state.actors()[0], seeded(1)
    search = Searcher(64).think(glimpse(state, seat, luck), luck)
    best = int(search.best(state.moves(seat)))
    visits = dict(zip(state.moves(seat), search.visits(state.moves(seat)), strict=True))
    tree = search.trees[seat]
    node = tree.find(0, seat * game.moves.size + best)
    size, total = len(tree.label), tree.total[node]
    search.follow(seat, best)
    kept = search.trees[seat]
    assert int(kept.visits[0]) == visits[best]
    assert kept.total[0] == total
    assert 1 <= len(kept.label) < size
    assert int(sum(kept.visits[k] for k in range(1, len(kept.label)) if kept.parent[k] == 0)) <= visits[best]


def test_a_move_made_in_secret_ends_what_was_thought() -> None:
    state = begun(tablero.game("maya"))
    seat, luck = state.actors()[0], seeded(1)
    search = Searcher(32).think(glimpse(state, seat, luck), luck)
    search.follow(1 - seat, -1)
    assert [len(tree.label) for tree in search.trees] == [1, 1]


def test_thoughts_fade_when_something_has_come_out() -> None:
    state = begun(tablero.game("maya"))
    seat, luck = state.actors()[0], seeded(1)
    seen = glimpse(state, seat, luck)
    search = Searcher(64).think(seen, luck)
    before, means = search.visits(seen.moves), search.values(seen.moves)
    search.resume(seen.state, 4)
    assert search.visits(seen.moves) == [visits // 4 for visits in before]
    for visits, mean, faded in zip(before, means, search.values(seen.moves), strict=True):
        assert faded == (pytest.approx(mean) if visits >= 4 else -1.0)


@EVERY
def test_a_turn_is_limited_as_a_whole(game: Game) -> None:
    """However many decisions it has: the iterations of all of them are those of the bot."""
    for seed in range(3):
        state = begun(game, seed=seed)
        seat, luck = state.actors()[0], seeded(seed)
        mind = Mind(Searcher(40), seat)
        while state.owes(seat):
            move = mind.choose(glimpse(state, seat, luck), luck)
            assert state.why_not(seat, move) is None
            state.play(seat, move)
        decisions = mind._iterations
        assert 1 <= decisions <= 40 + 20  # once the turn's are used up each further decision has one


@EVERY
def test_a_turn_is_planned_as_far_as_nothing_is_settled(game: Game) -> None:
    state = begun(game)
    seat, luck = state.actors()[0], seeded(5)
    moves = Mind(bot("search:24"), seat).turn(glimpse(state, seat, luck), luck)
    settled = state.settled
    assert moves
    for move in moves:
        assert state.settled == settled
        state.play(seat, move)
    assert state.settled > settled or not state.owes(seat)


def test_a_plan_may_begin_with_a_move_that_others_have_chosen() -> None:
    state = begun(tablero.game("tzolkin"))
    seat, luck = state.actors()[0], seeded(5)
    for first in state.moves(seat)[-2:]:
        mind = Mind(bot("search:24"), seat)
        tried = mind.explore(glimpse(state, seat, luck), luck)
        assert sum(tried) == int(24 * 0.6)
        moves = mind.turn(glimpse(state, seat, luck), luck, first)
        assert moves[0] == first


def test_seconds_are_those_of_a_turn_and_stop_early_when_nothing_can_change() -> None:
    state = begun(tablero.game("yaxha"))
    seat, luck = state.actors()[0], seeded(5)
    mind = Mind(Searcher(seconds=0.2), seat)
    since = time.perf_counter()
    mind.turn(glimpse(state, seat, luck), luck)
    assert mind._seconds <= time.perf_counter() - since
    search = Searcher(400).begin(glimpse(state, seat, luck), luck)
    search.run(400, 0.0, None, sure=True)
    first, second = sorted(search.visits(state.moves(seat)), reverse=True)[:2]
    assert search.iterations == 400 or first - second > 400 - int(search.iterations) - 16


def test_thinking_ahead_leaves_something_for_the_next_turn() -> None:
    state = begun(tablero.game("amritsar"))
    seat, luck = state.actors()[0], seeded(5)
    other = 1 - seat
    mind = Mind(Searcher(200), other)
    asked = itertools.count()
    mind.think_ahead(glimpse(state, other, luck), luck, 5.0, lambda: next(asked) >= 3)
    assert int(thought(mind).trees[seat].visits[0]) == 64
    move = Greedy().choose(glimpse(state, seat, luck), luck)
    mind.saw(seat, move)
    assert int(thought(mind).trees[seat].visits[0]) <= 64


@EVERY
def test_a_mind_knows_nothing_that_its_seat_does_not(game: Game) -> None:
    """Two worlds that the seat cannot tell apart: the same luck of its own, the same turn."""
    for depth in (0, 25, 60):
        state = game.start(game.seats[-1], depth)
        play_at_random(state, seeded(depth), depth)
        if not state.actors():
            continue
        seat = state.actors()[0]
        turns: list[Any] = []
        for world in (state, state.imagine(seat, seeded(depth + 1))):
            luck = seeded(9)
            turns.append(Mind(bot("search:16"), seat).turn(glimpse(world, seat, luck), luck))
        assert turns[0] == turns[1]

"""What a learned judge looks at: rows of one meaning for every seat, and nothing that a seat cannot know."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import tablero
from tablero.core import Game, State, seeded
from tablero.core.playout import play_at_random
from tablero.games import tzolkin, yaxha
from tests.test_every_game import legal_variants

SIGHTED = [game for game in tablero.games() if game.sight is not None]
SEATED = [pytest.param(game, n, id=f"{game.name}-{n}") for game in SIGHTED for n in game.seats if n > 1]
MOST = 3.0  # what no number of a sight may pass: one that is much larger than the others drowns them
# What else of a position belongs to a seat or names one, besides its players.
BY_SEAT = {"yaxha": ("initiative",), "tzolkin": ()}
NAMES_A_SEAT = {"yaxha": (), "tzolkin": ("first", "active")}


def calm_moments(
    game: Game, seats: int, seed: int, options: Mapping[str, str] | None = None, rules: int | None = None, most: int = 4
) -> Iterator[State]:
    """Some positions of a random game, at moments when a judge is asked."""
    state = game.start(seats, seed, options, rules=rules)
    luck = seeded(seed)
    found = 0
    while found < most and state.actor() >= 0:
        if game.sense.is_quiet(state):
            found += 1
            yield state
            play_at_random(state, luck, 23)
        else:
            play_at_random(state, luck, 1)


def rows_of(state: State) -> tuple[list[list[float]], list[float]]:
    """The row of each seat and the shared one."""
    sight = state.game.sight
    seen, own, n = sight.encoded(state), int(sight.own), int(state.seats)
    assert len(seen) == n * own + int(sight.shared)
    return [seen[seat * own : (seat + 1) * own] for seat in range(n)], seen[n * own :]


def check(state: State) -> None:
    before = state.dump()
    rows, shared = rows_of(state)
    assert state.dump() == before, "looking has changed the position"
    for row in (*rows, shared):
        assert all(math.isfinite(x) and abs(x) <= MOST for x in row)
        assert any(row)
        assert sum(x != 0 for x in row) <= len(row) * 2 / 3, "what is nought costs nothing: much of it should be"


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_numbers_are_few_and_small_whatever_is_chosen(game: Game, seats: int) -> None:
    looked = 0
    for seed, options in enumerate(legal_variants(game, seats)):
        for state in calm_moments(game, seats, seed, options, most=4 if seed == 0 else 2):
            check(state)
            looked += 1
    for rules in game.older:
        for state in calm_moments(game, seats, 1, rules=rules):
            check(state)
            looked += 1
    assert looked > 3


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_what_a_seat_cannot_know_is_not_looked_at(game: Game, seats: int) -> None:
    luck = seeded(77)
    differed = 0
    for state in calm_moments(game, seats, 3):
        for seat in range(seats):
            other = state.imagine(seat, luck)
            differed += other.dump() != state.dump()
            assert rows_of(other) == rows_of(state)
    assert differed


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_positions_are_told_apart(game: Game, seats: int) -> None:
    looks = {str(rows_of(state)) for state in calm_moments(game, seats, 5)}
    assert len(looks) == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", BY_SEAT)
def test_every_seat_is_looked_at_with_the_same_eyes(name: str, seats: int) -> None:
    """Whoever sits one place further has the same row there."""
    game = tablero.game(name)
    for state in calm_moments(game, seats, 9):
        dump = state.dump()
        moved = dump | {key: [*dump[key][-1:], *dump[key][:-1]] for key in ("players", *BY_SEAT[name])}
        moved |= {key: (dump[key] + 1) % seats for key in NAMES_A_SEAT[name]}
        rows, shared = rows_of(state)
        rows_after, shared_after = rows_of(game.load(moved))
        assert rows_after == [*rows[-1:], *rows[:-1]]
        assert shared_after == shared


def with_larger(facts: Mapping[str, Any], *places: tuple[str, int]) -> dict[str, Any]:
    """Facts in which these places hold other numbers; a star stands for all entries of a list."""
    changed = copy.deepcopy(dict(facts))
    for place, number in places:
        *way, last = place.split(".")
        parts: list[Any] = [changed]
        for name in way:
            parts = [one for part in parts for one in (part if name == "*" else [part[name]])]
        for part in parts:
            part[last] = number
    return changed


def test_a_host_s_own_numbers_drown_nothing() -> None:
    hosts = (
        yaxha.load(with_larger(yaxha.GAME.facts, ("bonus.points_each", 400))),
        tzolkin.load(with_larger(tzolkin.GAME.facts, ("temples.*.steps.*.vp", 90), ("feeding.corn_per_worker", 30))),
    )
    for game in hosts:
        for state in calm_moments(game, 3, 4):
            check(state)

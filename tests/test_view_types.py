"""What a view and an event contain is written down in each game's `contents`, and it is true."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
import pytest

import tablero
from tablero.core import Game, State, seeded
from tablero.core.view import Event, OfferedMove, View

GAMES = tablero.games()


def contents(game: Game) -> Any:
    return importlib.import_module(f"{game.package}.view_types")


def listened(game: Game, seats: int, seed: int) -> Iterator[State]:
    """A random game, position by position, with the journal kept."""
    state = game.start(seats, seed, listen=True)
    luck = seeded(seed)
    yield state
    while actors := state.actors():
        seat = actors[luck.below(len(actors))]
        moves = state.moves(seat)
        state.play(seat, moves[luck.below(len(moves))])
        yield state


@cache
def written_for(kind: Any) -> tuple[dict[str, Any], set[str]]:
    """The types by key, and the keys that must be there."""
    hints = get_type_hints(kind, include_extras=True)
    return hints, {
        key for key, hint in hints.items() if get_origin(hint) is not NotRequired and key in kind.__required_keys__
    }


def check(value: Mapping[str, Any], kind: Any, where: str) -> None:
    """The keys are those that are written down, no more and no fewer, and every value is of its type."""
    msgspec.convert(value, kind, strict=True)
    check_keys(value, kind, where)


def check_keys(value: Mapping[str, Any], kind: Any, where: str) -> None:
    hints, needed = written_for(kind)
    written = set(hints)
    assert set(value) <= written, f"{where}: {sorted(set(value) - written)} is not written down"
    assert needed <= set(value), f"{where}: {sorted(needed - set(value))} is written down and missing"
    for key, hint in hints.items():
        if key in value:
            _check_inside(value[key], hint, f"{where}.{key}")


def _check_inside(value: Any, hint: Any, where: str) -> None:
    if get_origin(hint) is NotRequired:
        (hint,) = get_args(hint)
    if is_typeddict(hint) and isinstance(value, dict):
        check_keys(value, hint, where)
        return
    if get_origin(hint) is dict and isinstance(value, dict):
        for name, each in value.items():
            _check_inside(each, get_args(hint)[1], f"{where}.{name}")
        return
    kinds = [part for part in get_args(hint) if is_typeddict(part)]
    if len(kinds) == 1 and isinstance(value, dict):
        check_keys(value, kinds[0], where)
    if get_origin(hint) is list and isinstance(value, list):
        for each in value:
            _check_inside(each, get_args(hint)[0], f"{where}[]")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_view_contains_what_is_written_down(game: Game) -> None:
    kind = contents(game).VIEW
    assert set(get_type_hints(View)) <= set(get_type_hints(kind)), "every game has the common part"
    for seats in game.seats:
        for number, state in enumerate(listened(game, seats, seed=seats)):
            if number % 37 == 0 or not state.actors():
                for seat in (*range(seats), None):
                    check(json.loads(json.dumps(state.view(seat))), kind, game.name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_event_contains_what_is_written_down(game: Game) -> None:
    kinds = contents(game).EVENTS
    told = set()
    for seats in game.seats:
        for seed in range(4):
            *_, state = listened(game, seats, seed)
            for event in json.loads(json.dumps(state.journal)):
                told.add(event["kind"])
                assert event["kind"] in kinds, f"{game.name} tells {event['kind']}, which is not written down"
                check(event, kinds[event["kind"]], event["kind"])
    assert len(told) > len(kinds) / 2
    for kind in kinds.values():
        assert set(get_type_hints(Event)) <= set(get_type_hints(kind))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_forced_and_closing_mean_the_same_in_every_game(game: Game) -> None:
    """A forced move is the only legal one; the move that ends a turn is never forced and keeps its number."""
    for seats in game.seats:
        for state in listened(game, seats, seed=3):
            for seat in range(seats):
                view = state.view(seat)
                assert [offer["move"] for offer in view["offers"]] == view["moves"] == state.moves(seat)
                if seat not in state.actors():
                    assert view["forced"] is None
                    assert view["closing"] is None
                if view["forced"] is not None:
                    assert view["moves"] == [view["forced"]]
                    assert view["forced"] != view["closing"]
    assert set(get_type_hints(OfferedMove)) == {"move"}

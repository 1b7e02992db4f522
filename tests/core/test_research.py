"""What a state offers to studies: its history, steps back, keys of information sets, a line of text."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

import tablero
from tablero.bots import glimpse
from tablero.core import Game, State, seeded
from tablero.core.state import PUBLIC

pytestmark = pytest.mark.engine
SEATED = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in tablero.games() for seats in game.seats]


def played(game: Game, seats: int, moves: int) -> list[State]:
    """Return the positions of a random game, copied before each move; the last one has played them all."""
    state, luck, found = game.start(seats, seed=2), seeded(3), list[State]()
    for _ in range(moves):
        if not (actors := state.actors()):
            break
        found.append(state.copy())
        legal = state.moves(actors[0])
        state.play(actors[0], legal[luck.below(len(legal))])
    return [*found, state]


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_the_last_move_is_undone(game: Game, seats: int) -> None:
    *before, state = played(game, seats, 50)
    assert len(state.history) == len(before)
    for position in reversed(before[-5:]):
        earlier = state.undo()
        assert earlier == position
        assert earlier.history == state.history[:-1]
        earlier.play(*state.history[-1])
        assert earlier == state
        state = state.undo()
    with pytest.raises(ValueError, match="there is no move to undo"):
        game.start(seats).undo()


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_nobody_is_handed_the_history_with_its_secrets(game: Game, seats: int) -> None:
    state = played(game, seats, 30)[-1]
    seat = state.actors()[0]
    assert state.history
    for other in (
        state.imagine(seat, seeded(1)),
        glimpse(state, seat, seeded(1)).state,
        state.copy(),
        pickle.loads(pickle.dumps(state)),
    ):
        assert other.history == ()
    assert copy.copy(state).history == state.history


def test_a_refused_move_is_not_in_the_history() -> None:
    state = tablero.game("maya").start(2, seed=1)
    with pytest.raises(tablero.IllegalMove):
        state.play(0, 211)
    assert state.history == ()


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_positions_that_a_seat_cannot_tell_apart_have_one_key(game: Game, seats: int) -> None:
    luck, keys = seeded(5), set()
    for state in played(game, seats, 60)[::6]:
        for seat in range(seats):
            key = state.information_set(seat)
            assert state.imagine(seat, luck).information_set(seat) == key
            keys.add(key)
    assert len(keys) > 10


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_a_position_is_one_line_of_text(game: Game, seats: int) -> None:
    for state in played(game, seats, 400)[::40]:
        line = state.to_line()
        assert "\n" not in line
        assert json.loads(line) == state.dump()
        again = game.from_line(line)
        assert again == state
        assert again.to_line() == line
    for wrong in ("", "nonsense", "[]", "{}", line.replace(game.name, "chess")):
        with pytest.raises(tablero.BadRecord, match="this is no position of"):
            game.from_line(wrong)


@pytest.mark.parametrize("game", tablero.games())
def test_only_public_names_are_listed(game: Game) -> None:
    names = [name for name in dir(game.start(2)) if not name.startswith("__")]
    assert names == list(PUBLIC)
    assert all(hasattr(game.start(2), name) for name in names)

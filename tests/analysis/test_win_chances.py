"""What positions are worth: chances that sum to one, a legal best move, exact at the end, and no look at secrets."""

import pytest

from tablero import game, games, seeded
from tablero.analysis.win_chances import SEARCH_COUNT, WinChances, win_chances_of
from tablero.bots import Searcher
from tablero.core.playout import play_at_random
from tablero.core.state import State

QUICKLY = Searcher(iterations=12)


def position(name: str, moves: int) -> State:
    state = game(name).start(2, 5)
    play_at_random(state, seeded(4), moves)
    return state


@pytest.mark.parametrize("name", [each.name for each in games()])
def test_chances_and_best_moves_of_a_running_game(name: str) -> None:
    state = position(name, 20)
    seat = int(state.actor())
    worth = win_chances_of(state, seat, seeded(1), QUICKLY)
    assert sum(worth.chances) == pytest.approx(1)
    assert worth.iterations == SEARCH_COUNT * QUICKLY.iterations
    assert 0.01 <= worth.error < 1
    assert sorted(move for move, _ in worth.moves) == sorted(state.moves(seat))
    assert worth.moves[0][1] == max(share for _, share in worth.moves)
    assert WinChances.read(worth.written()) == worth
    possible = state.imagine(seat, seeded(77))
    assert win_chances_of(possible, seat, seeded(1), QUICKLY) == worth, "what the seat cannot know changes nothing"


def test_the_end_is_told_as_it_is() -> None:
    state = position("maya", 10_000)
    result = state.result()
    assert result is not None
    worth = win_chances_of(state, 0, seeded(1))
    assert [chance > 0 for chance in worth.chances] == [seat in result.winners for seat in range(2)]
    assert (worth.error, worth.iterations, worth.moves) == (0, 0, ())

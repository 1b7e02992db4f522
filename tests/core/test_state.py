"""What State does for every game: who sees what, what all views have in common, what is refused before the rules."""

from __future__ import annotations

import pytest

import tablero
from tablero.core import Game, IllegalMove, Result, State, seeded
from tablero.core.playout import play_at_random

GAMES = tablero.games()
named = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def positions(game: Game, step: int = 7) -> list[State]:
    """Positions of a random game, the first and the last among them."""
    state, luck = game.start(game.seats[-1], 3), seeded(3)
    found = [state.copy()]
    while play_at_random(state, luck, step):
        found.append(state.copy())
    return found


@named
def test_what_belongs_to_a_seat_is_told_to_it_alone_while_spectators_may_not_see_it(game: Game) -> None:
    for state in positions(game):
        for owner in range(int(state.seats)):
            state.journal = []
            state.tell_owner(owner, {"kind": "drawn"})
            hidden = state.hides(-1, owner)
            assert state.journal == [{"kind": "drawn", "to": owner} if hidden else {"kind": "drawn"}]


@named
def test_the_common_part_of_a_view_follows_the_position(game: Game) -> None:
    for state in positions(game):
        for seat in range(int(state.seats)):
            common = state.common_view(seat, "some", 4)
            moves = state.moves(seat) if seat in state.actors() else []
            closing = int(state.closing(seat)) if moves else -1
            result = state.result()
            assert common == {
                "game": game.name,
                "rules": game.rules,
                "seats": int(state.seats),
                "seat": seat,
                "options": game.settle_options(state.seats),
                "phase": "some",
                "round": 4,
                "settled": int(state.settled),
                "actors": list(state.actors()),
                "standing": list(state.standing()),
                "moves": moves,
                "forced": moves[0] if len(moves) == 1 and state.nested(seat) else None,
                "closing": closing if closing >= 0 else None,
                "result": result.as_json() if result else None,
            }
        spectator = state.common_view(None, "some", 4)
        assert (spectator["seat"], spectator["moves"], spectator["forced"], spectator["closing"]) == (
            None,
            [],
            None,
            None,
        )


@named
def test_refusals_come_in_the_order_over_turn_notation_rule(game: Game) -> None:
    *running, last = positions(game)
    assert last.why_not(0, 0) == last.why_not(0, -1) == "over"
    met = set()
    for state in running:
        for seat in range(int(state.seats)):
            outside = "notation" if seat in state.actors() else "turn"
            assert {state.why_not(seat, move) for move in (-1, game.moves.size, 10**30)} == {outside}
            met.add(outside)
            for move in state.moves(seat):
                assert state.why_not(seat, move) is None
    assert "notation" in met


@named
def test_a_move_outside_the_space_is_answered_with_its_borders(game: Game) -> None:
    state = positions(game)[0]
    seat = state.actors()[0]
    for move in (-1, game.moves.size):
        with pytest.raises(IllegalMove, match=f"from 0 to {game.moves.size - 1}, not {move}") as refused:
            state.play(seat, move)
        assert refused.value.rule == "notation"
    wrong = next(move for move in range(game.moves.size) if state.why_not(seat, move) not in (None, "notation"))
    with pytest.raises(IllegalMove, match="of the guide"):
        state.play(seat, wrong)


@named
def test_the_plain_methods_agree_with_those_for_searches(game: Game) -> None:
    for state in positions(game):
        actors = state.actors()
        assert actors == tuple(seat for seat in range(int(state.seats)) if state.owes(seat))
        assert int(state.actor()) == (actors[0] if actors else -1)
        for seat in actors:
            assert state.moves(seat) == [int(move) for move in state.legal(seat)]


def test_scores_make_ranks_that_ties_share() -> None:
    result = Result.of_scores([5, 9, 5, 9], "ten rounds")
    assert (result.ranks, result.winners) == ((3, 1, 3, 1), (1, 3))
    assert Result.of_scores([2, 7], "ten rounds").ranks == (2, 1)
    assert result.as_json() == {"scores": [5, 9, 5, 9], "ranks": [3, 1, 3, 1], "winners": [1, 3], "why": "ten rounds"}

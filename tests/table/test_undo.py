"""Taking back: one's own moves, down to the last settled point, and nobody else's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablero.table import CannotUndo
from tablero.table.undo import in_force, without_last
from tests.table.tables import new_table, play, play_on, play_until, reload, restart, undo


def test_the_last_moves_of_one_seat_are_taken_out_and_the_others_stay_in_their_order() -> None:
    moves = [(0, 1), (1, 2), (0, 3), (1, 4), (0, 5)]
    assert without_last(moves, 0, 2) == [(0, 1), (1, 2), (1, 4)]
    assert without_last(moves, 1, 1) == [(0, 1), (1, 2), (0, 3), (0, 5)]


def test_a_choice_can_be_taken_back_until_the_last_one_has_chosen() -> None:
    table = new_table()
    assert not table.can_undo(0)
    play(table, 0, 1)
    assert table.can_undo(0)
    assert not table.can_undo(1)
    undo(table, 0)
    assert table.view(0)["mine"]["chosen"] is None
    play(table, 0, 0)
    play(table, 1, 1)
    assert not table.can_undo(0)
    with pytest.raises(CannotUndo):
        table.undo(0, "late")
    with pytest.raises(CannotUndo):
        table.restart(1, "late")


def test_what_another_seat_did_in_secret_meanwhile_stays() -> None:
    table = new_table(seats=3)
    play(table, 0, 1)
    play(table, 1, 2)
    undo(table, 0)
    assert table.view(1)["mine"]["chosen"] == 2
    assert table.view(0)["mine"]["chosen"] is None
    assert table.view(2)["ready"] == [False, True, False]


def test_restarting_takes_back_the_whole_turn_of_one_seat() -> None:
    table = new_table(seats=2, seed=3)
    play_until(table, "build", 1)
    start = table.view(0)
    for _ in range(3):
        play(table, 0, table.state.moves(0)[0])
        play(table, 1, table.state.moves(1)[0])
    theirs = table.view(1)
    restart(table, 0)
    assert table.view(0)["mine"] == start["mine"]
    assert table.view(1)["mine"] == theirs["mine"]
    assert not table.can_undo(0)
    with pytest.raises(CannotUndo):
        table.restart(0, "again")


step = st.tuples(st.sampled_from(["play", "play", "play", "undo", "restart"]), st.integers(0, 3), st.integers(0))
steps = st.lists(step, min_size=10, max_size=60)


tables = st.sampled_from(
    [
        ("yaxha", {"build_visibility": "hidden"}),
        ("yaxha", {"build_visibility": "open"}),
        *((name, {}) for name in ("maya", "tzolkin", "amritsar")),
    ]
)


@settings(max_examples=60, deadline=None)
@given(tables, st.integers(2, 4), st.integers(0, 1000), st.integers(0, 60), steps)
def test_undo_never_touches_others_and_never_crosses_a_settled_point(
    opened: tuple[str, dict[str, str]], seats: int, seed: int, warm_up: int, plan: list[tuple[str, int, int]]
) -> None:
    table = new_table(seats, seed, opened[0], **opened[1])
    play_on(table, warm_up, seed)
    for what, who, pick in plan:
        seat = who % seats
        before, settled, start = in_force(table.rows), table.state.settled, table._history.live.before
        if what == "play":
            moves = table.state.moves(seat) if seat in table.actors() else []
            if moves:
                play(table, seat, moves[pick % len(moves)])
                assert in_force(table.rows) == [*before, (seat, moves[pick % len(moves)])]
            continue
        own_tail = [move for move in before[start:] if move[0] == seat]
        assert table.can_undo(seat) == bool(own_tail)
        if not own_tail:
            continue
        (undo if what == "undo" else restart)(table, seat)
        after = in_force(table.rows)
        assert table.state.settled == settled
        assert after[:start] == before[:start]
        assert [m for m in after if m[0] != seat] == [m for m in before if m[0] != seat]
        assert len(after) == len(before) - (1 if what == "undo" else len(own_tail))
    fresh = table.game.start(seats, seed, table.options)
    for seat, move in in_force(table.rows):
        fresh.play(seat, move)
    assert fresh.dump() == table.state.dump()
    again = reload(table)
    assert again.state.dump() == table.state.dump()
    for viewer in (None, *range(seats)):
        assert again.log(viewer) == table.log(viewer)
        assert again.checkpoints(viewer) == table.checkpoints(viewer)
        assert again.version_for(viewer) == table.version_for(viewer)

"""What the server does for people by itself: only what leaves no choice, or what they have answered once for all."""

import pytest

from tablero.games.amritsar.layout import FOLLOW, PASS
from tablero.table import Refusal, Table
from tablero.table.automatic import ITSELF_PREFIX, action_id_of, automatic_move, choices_on, made_by_itself, with_choice
from tests.table.tables import new_table, play, play_until, reload, undo


def switch(table: Table, seat: int, name: str, on: bool = True) -> None:
    bits = with_choice(table, seat, name, on)
    table.apply(table.automate(seat, bits, f"auto-row-{table.version}"))


def built_up(table: Table, seat: int) -> None:
    """Build until finishing is the only move."""
    play_until(table, "build", 1)
    while len(moves := table.state.moves(seat)) > 1:
        play(table, seat, moves[0] if moves[0] != 4 else moves[1])


def asked_to_follow() -> tuple[Table, int]:
    """Play Amritsar until a seat is asked whether it follows."""
    for seed in range(40):
        table = new_table(3, seed, "amritsar")
        for _ in range(120):
            seat = table.actors()[0]
            moves = table.state.moves(seat)
            if set(moves) == {FOLLOW, PASS}:
                return table, seat
            play(table, seat, moves[seed % len(moves)])
    raise AssertionError("nobody could follow")


def test_a_turn_ends_by_itself_when_nothing_is_left_to_choose() -> None:
    table = new_table()
    built_up(table, 0)
    assert automatic_move(table, 0) is None, "it has to be asked for"
    switch(table, 0, "end_turn")
    assert automatic_move(table, 0) == 4
    assert automatic_move(table, 1) is None
    undo(table, 0)
    assert automatic_move(table, 0) is None
    switch(table, 0, "end_turn", on=False)
    assert choices_on(table, 0) == []


def test_what_was_taken_back_is_not_made_again_by_itself() -> None:
    table = new_table()
    built_up(table, 0)
    switch(table, 0, "end_turn")
    play(table, 0, 4)
    undo(table, 0)
    assert table.state.moves(0) == [4]
    assert automatic_move(table, 0) is None


@pytest.mark.parametrize(("choice", "move"), [("follow", FOLLOW), ("pass", PASS)])
def test_followers_answer_once_for_all(choice: str, move: int) -> None:
    table, seat = asked_to_follow()
    assert automatic_move(table, seat) is None
    switch(table, seat, "end_turn")
    assert automatic_move(table, seat) is None, "there are two answers"
    switch(table, seat, choice)
    assert automatic_move(table, seat) == move
    assert choices_on(table, seat) == ["end_turn", choice]


def test_the_two_answers_exclude_one_another() -> None:
    table = new_table(2, of="amritsar")
    switch(table, 0, "follow")
    switch(table, 0, "pass")
    assert choices_on(table, 0) == ["pass"]


def test_a_game_without_the_question_has_no_answer_to_it() -> None:
    with pytest.raises(Refusal, match="no such choice"):
        with_choice(new_table(), 0, "follow", True)


def test_others_notice_nothing_of_what_somebody_has_arranged() -> None:
    table = new_table()
    play(table, 0, 1)

    def noticed() -> tuple[object, ...]:
        return (
            *(table.version_for(viewer) for viewer in (0, 1, None)),
            table.deadline(),
            table.clocks.seat_clocks[1].owed,
        )

    before = noticed()
    switch(table, 1, "end_turn")
    assert noticed() == before
    assert choices_on(table, None) == []


def test_choices_survive_a_restart_with_and_without_a_snapshot() -> None:
    table = new_table()
    switch(table, 1, "end_turn")
    play_until(table, "build", 2)
    snapshot = table.snapshot()
    assert snapshot is not None
    assert [choices_on(reload(table, kept), 1) for kept in (None, snapshot)] == [["end_turn"]] * 2


def test_only_the_player_learns_while_the_game_runs_which_moves_were_made_by_themselves() -> None:
    table = new_table()
    built_up(table, 0)
    switch(table, 0, "end_turn")
    table.apply(table.play(0, 4, table.version_for(0), action_id_of(table, 0, ITSELF_PREFIX)))
    assert list(made_by_itself(table, 0).values()) == [(0, ITSELF_PREFIX)]
    assert made_by_itself(table, 1) == {}
    assert made_by_itself(table, None) == {}

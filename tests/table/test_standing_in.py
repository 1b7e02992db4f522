"""Leaving, coming back, resigning, ending: who decides at a seat, and when there is nothing left to decide."""

from collections.abc import Callable

import pytest

from tablero.core.errors import BadOption
from tablero.table import Cause, Holder, LogRow, NoSuchSeat, OutOfTurn, Refusal, StoodIn, Table, Terms
from tests.table.tables import new_table, play, play_on, reload


def leave(table: Table, seat: int, cause: Cause = Cause.WISH) -> None:
    table.apply(table.leave(seat, cause, f"away-{table.version}"))


def come_back(table: Table, seat: int) -> None:
    table.apply(table.come_back(seat, f"back-{table.version}"))


def end(table: Table, seat: int, agrees: bool = True) -> None:
    table.apply(table.agree_to_end(seat, agrees, f"end-{table.version}"))


def test_a_bot_moves_where_it_stands_in_and_nowhere_else() -> None:
    table = new_table(3)
    seat = table.actors()[0]
    move, version = table.state.moves(seat)[0], table.version_for(seat)
    with pytest.raises(OutOfTurn):
        table.play(seat, move, version, "x", bot=True)
    leave(table, seat, Cause.ABSENCE)
    assert table.bot_level(seat) == Terms().stand_in
    assert table.stood_in == {seat: Cause.ABSENCE}
    with pytest.raises(StoodIn):
        table.play(seat, move, version, "x")
    assert table.play(seat, move, version, "x", bot=True).move == move
    come_back(table, seat)
    assert table.bot_level(seat) == 0
    assert table.play(seat, move, version, "x").move == move


def test_a_click_under_way_stays_good_when_somebody_leaves() -> None:
    table = new_table(2)
    seen = [table.version_for(seat) for seat in (0, 1, None)]
    leave(table, 1)
    assert [table.version_for(seat) for seat in (0, 1, None)] == seen


def test_whoever_has_resigned_does_not_come_back() -> None:
    table = new_table(3)
    table.apply(table.resign(1, "r"))
    assert table.represented(1)
    for refused in (
        lambda: table.come_back(1, "b"),
        lambda: table.resign(1, "r2"),
        lambda: table.leave(1, Cause.WISH, "a"),
    ):
        with pytest.raises(Refusal):
            refused()
    with pytest.raises(Refusal):
        table.come_back(0, "b")  # nobody stands in there


def test_a_game_is_broken_off_when_everybody_who_plays_agrees() -> None:
    table = new_table(3)
    play_on(table, 20, 1)
    end(table, 0)
    leave(table, 2)
    assert not table.over
    end(table, 0, agrees=False)
    end(table, 1)
    assert not table.over
    end(table, 0)
    assert table.over
    assert table.broken_off
    assert table.actors() == ()
    result = table.result()
    assert result is not None
    assert result.winners == ()
    assert result.why == "broken_off"
    record = table.record()
    assert record.seed == table.seed
    assert record.scores is None
    with pytest.raises(OutOfTurn):
        table.leave(0, Cause.WISH, "late")


def test_a_declined_end_is_told_until_the_next_row() -> None:
    rows: list[Callable[[Table], LogRow]] = [
        lambda table: table.resign(1, "r"),
        lambda table: table.leave(1, Cause.WISH, "a"),
        lambda table: table.pause(2, True, "p"),
        lambda table: table.agree_to_end(2, True, "e"),
    ]
    for row in rows:
        table = new_table(3)
        end(table, 0)
        end(table, 1, agrees=False)
        assert table.declined == 1
        table.apply(row(table))
        assert table.declined is None


@pytest.mark.parametrize("game", ["yaxha", "maya", "tzolkin", "amritsar"])
def test_a_declined_end_goes_with_the_first_move_that_everybody_sees_and_shows_no_secret_one(game: str) -> None:
    table = new_table(2, of=game)
    end(table, 0)
    end(table, 1, agrees=False)
    before = table.version_for(None)
    for step in range(200):
        assert (table.declined is None) == (table.version_for(None) > before)
        if table.declined is None:
            return
        play_on(table, 1, step)
    pytest.fail("it is still told after 200 moves")


def test_who_plays_on_has_not_agreed_for_later() -> None:
    table = new_table(2)
    end(table, 0)
    settled = table.state.settled
    for step in range(200):
        if table.state.settled > settled:
            break
        play_on(table, 1, step)
    assert table.for_end == frozenset()
    end(table, 1)
    assert not table.over


def test_whoever_administers_the_house_closes_a_table() -> None:
    table = new_table(2)
    table.apply(table.close("c"))
    assert table.over
    assert table.rows[-1].seat == -1
    with pytest.raises(OutOfTurn):
        table.close("again")


@pytest.mark.parametrize("snapshot", [False, True])
def test_what_was_agreed_on_is_read_from_the_rows(snapshot: bool) -> None:
    table = new_table(4, 3, "maya")
    leave(table, 3)
    table.apply(table.resign(2, "r"))
    while (kept := table.snapshot()) is None:
        seat = table.actors()[0]
        move = table.state.moves(seat)[0]
        table.apply(table.play(seat, move, table.version_for(seat), f"m{table.version}", bot=table.represented(seat)))
    leave(table, 1, Cause.TIME)
    again = reload(table, kept if snapshot else None)
    assert (again.stood_in, again.resigned) == ({3: Cause.WISH, 1: Cause.TIME}, frozenset({2}))


def test_nobody_leaves_before_the_start_or_for_a_bot() -> None:
    table = new_table(2)
    table.set_holder(1, Holder("bot", "Ixchel", level=2))
    with pytest.raises(NoSuchSeat):
        table.leave(1, Cause.WISH, "x")
    assert table.bot_level(1) == 2
    table.set_holder(1, Holder("open"))
    with pytest.raises(Refusal):
        table.leave(0, Cause.WISH, "x")


def test_terms_are_kept_as_far_as_they_differ_from_the_usual() -> None:
    terms = Terms.of({"name": "Thursday table", "pace": "live", "bank": 600.0})
    assert terms.as_json() == {"name": "Thursday table", "pace": "live", "bank": 600.0}
    assert Terms.of(terms.as_json()) == terms
    assert Terms().as_json() == {}
    assert (Terms().absence_limit, terms.absence_limit, Terms(absence=120.0).absence_limit) == (259_200.0, 300.0, 120.0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"visibility": "secret"},
        {"pace": "quick"},
        {"stand_in": 9},
        {"name": "x" * 41},
        {"bank": 1.0},
        {"bonus": -1.0},
        {"span": 10.0},
        {"absence": 5.0},
        {"delay": 99},
        {"mood": "good"},
    ],
)
def test_terms_that_no_table_can_keep_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        Terms.of(wrong)


def test_a_person_comes_back_in_the_middle_of_the_bots_turn() -> None:
    """What the bot has done stays, and may be taken back as one's own."""
    table = new_table(2, 5, "maya")
    [seat] = table.actors()
    leave(table, seat)
    for step in range(9):
        move = table.state.moves(seat)[0]
        table.apply(table.play(seat, move, table.version_for(seat), f"bot-{step}", bot=True))
        if table.can_undo(seat):
            break
    come_back(table, seat)
    assert seat in table.actors()
    table.apply(table.undo(seat, "undo"))
    play(table, seat, table.state.moves(seat)[0])
    assert table.rows[-1].kind == "move"

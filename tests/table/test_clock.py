"""Clocks: worked out from the rows and their times, by a clock that the test moves."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablero import game, seeded
from tablero.games import GAME_NAMES
from tablero.table import MAX_LAG, Cause, Holder, Refusal, Table, Terms
from tablero.table.clock import ON_RETURN, steady_clock
from tablero.table.terms import DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS

START = 1_700_000_000.0
LIVE = Terms(pace="live", bank=100.0, bonus=10.0)
DAYS = Terms(pace="days", span=DAY_SECONDS)
_names = count()


class Timed:
    """A table whose clock goes on when the test says so."""

    def __init__(self, terms: Terms, of: str = "maya", seats: int = 2, bots: int = 0) -> None:
        self.now = START
        people = [Holder("person", f"P{seat}", f"person-{seat}") for seat in range(seats - bots)]
        holders = [*people, *(Holder("bot", "B", level=1) for _ in range(bots))]
        self.table = Table(
            "t", game(of), seats, {}, holders, 1, "salt", terms=terms, clock=lambda: self.now, created=START
        )
        self.luck = seeded(5)

    def do(self, what: str, *args: Any, **more: Any) -> None:
        self.table.apply(getattr(self.table, what)(*args, f"a{next(_names)}", **more))

    def move(self, seat: int, after: float = 0.0, lag: float = 0.0) -> None:
        self.now += after
        legal = self.table.state.moves(seat)
        move, bot = legal[self.luck.below(len(legal))], self.table.bot_level(seat) > 0
        self.table.apply(
            self.table.play(seat, move, self.table.version_for(seat), f"a{next(_names)}", bot=bot, lag=lag)
        )

    def turn(self, after: float = 0.0) -> int:
        """Whoever owes a decision plays until something is settled: all the time is used before the first move."""
        seat = self.table.actors()[0]
        self.move(seat, after)
        while self.table._history.live.made:
            self.move(seat)
        return seat

    def left(self, seat: int) -> float | None:
        return self.table.clocks.left(seat, self.now)

    def again(self) -> Table:
        """The same table as another process reads it."""
        t = self.table
        return Table(
            t.id,
            t.game,
            t.seats,
            t.options,
            t.holders,
            t.seed,
            t.salt,
            rows=t.rows,
            terms=t.terms,
            clock=t.clock,
            created=START,
        )


def test_a_turn_s_own_seconds_run_first_and_then_the_bank() -> None:
    timed = Timed(LIVE)
    seat = timed.table.actors()[0]
    assert timed.left(seat) == 110
    timed.now += 7
    assert (timed.table.clocks.turn(seat, timed.now), timed.table.clocks.bank(seat, timed.now)) == (3, 100)
    timed.now += 13
    assert (timed.table.clocks.turn(seat, timed.now), timed.table.clocks.bank(seat, timed.now)) == (0, 90)
    assert timed.table.clocks.deadline() == START + 110
    timed.turn()
    timed.turn(after=4)
    assert timed.table.clocks.bank(seat, timed.now) == 90
    assert timed.table.clocks.used(seat, timed.now) + timed.table.clocks.used(1 - seat, timed.now) == 24
    assert all(timed.table.clocks.turn(seat, timed.now) == 10 for seat in timed.table.actors())


def test_seconds_that_a_turn_does_not_need_are_not_kept() -> None:
    timed = Timed(LIVE)
    for _ in range(4):
        timed.turn(after=1)
    assert [watch.bank for watch in timed.table.clocks.seat_clocks] == [100, 100]


def test_moves_that_are_taken_back_give_no_time_back() -> None:
    timed = Timed(LIVE)
    seat = timed.table.actors()[0]
    while not timed.table.can_undo(seat):
        timed.move(timed.table.actors()[0])
        seat = timed.table.actors()[0]
    used = timed.table.clocks.used(seat, timed.now)
    timed.now += 15
    timed.do("undo", seat)
    timed.now += 5
    assert timed.table.clocks.used(seat, timed.now) == used + 20
    assert timed.table.clocks.turn(seat, timed.now) == 0
    assert timed.table.clocks.bank(seat, timed.now) == 90


def test_where_all_choose_at_once_only_those_pay_who_still_owe() -> None:
    timed = Timed(LIVE, of="yaxha", seats=3)
    first, second, third = timed.table.actors()
    timed.move(first, after=5)
    assert not timed.table.state.owes(first)
    timed.now += 20
    assert [timed.left(seat) for seat in (first, second, third)] == [105, 85, 85]
    timed.do("undo", first)  # the same turn goes on with what is left of it
    timed.now += 5
    assert timed.left(first) == 100
    assert timed.table.clocks.turn(first, timed.now) == 0


def test_bots_and_those_they_stand_in_for_are_never_charged() -> None:
    timed = Timed(LIVE, of="yaxha", seats=3, bots=1)
    timed.now += 3
    timed.do("leave", 0, Cause.WISH)
    timed.now += 1000
    assert timed.table.clocks.used(0, timed.now) == 3
    assert timed.table.clocks.used(2, timed.now) == 0
    timed.do("come_back", 0)
    timed.now += 2
    assert timed.table.clocks.used(0, timed.now) == 5


def test_whoever_comes_back_after_time_ran_out_has_a_minute_and_by_days_half_a_day() -> None:
    for terms, spent in ((LIVE, 110.0), (DAYS, DAY_SECONDS)):
        timed = Timed(terms)
        seat = timed.table.actors()[0]
        timed.now += spent - 1
        with pytest.raises(Refusal):
            timed.do("leave", seat, Cause.TIME)
        timed.now += 1
        timed.do("leave", seat, Cause.TIME)
        assert timed.left(seat) == 0
        timed.do("come_back", seat)
        assert timed.left(seat) == ON_RETURN[terms.pace]


def test_clocks_stop_when_all_who_play_agree_to_a_pause_and_any_of_them_goes_on() -> None:
    timed = Timed(LIVE, seats=3)
    seat = timed.table.actors()[0]
    timed.do("leave", (seat + 2) % 3, Cause.WISH)
    timed.do("pause", seat, True)
    assert not timed.table.paused
    timed.now += 5
    timed.do("pause", (seat + 1) % 3, True)
    assert timed.table.paused
    assert timed.table.deadline() is None
    timed.now += 500
    assert timed.left(seat) == 105
    with pytest.raises(Refusal, match="paused"):
        timed.move(seat)
    timed.do("pause", (seat + 1) % 3, False)
    assert not timed.table.for_pause
    timed.move(seat, after=2)
    assert timed.left(seat) is not None
    with pytest.raises(Refusal):
        timed.do("pause", seat, False)


def test_a_vacation_holds_the_clock_of_a_game_by_days_until_it_ends() -> None:
    timed = Timed(DAYS)
    seat = timed.table.actors()[0]
    timed.now += HOUR_SECONDS
    until = timed.now + 3 * DAY_SECONDS
    timed.do("vacation", seat, until)
    timed.now += 2 * DAY_SECONDS
    assert timed.left(seat) == DAY_SECONDS - HOUR_SECONDS
    ends = timed.table.clocks.deadline()
    assert ends is not None
    assert abs(ends - (until + DAY_SECONDS - HOUR_SECONDS)) <= MINUTE_SECONDS
    timed.now = until + 2 * HOUR_SECONDS
    left = timed.left(seat)
    assert left is not None
    assert abs(left - (DAY_SECONDS - 3 * HOUR_SECONDS)) <= MINUTE_SECONDS
    assert timed.again().clocks == timed.table.clocks


def test_whoever_ends_a_vacation_early_is_charged_from_then_on() -> None:
    timed = Timed(DAYS)
    seat = timed.table.actors()[0]
    timed.do("vacation", seat, timed.now + 3 * DAY_SECONDS)
    timed.now += DAY_SECONDS
    timed.do("vacation", seat, 0.0)
    timed.now += HOUR_SECONDS
    assert timed.left(seat) == DAY_SECONDS - HOUR_SECONDS


def test_a_move_is_dated_back_by_its_lag_up_to_a_bound_and_never_before_the_row_before_it() -> None:
    timed = Timed(LIVE)
    timed.move(timed.table.actors()[0], after=5, lag=0.25)
    assert timed.table.rows[-1].time == START + 4.75
    timed.move(timed.table.actors()[0], after=5, lag=60)
    assert timed.table.rows[-1].time == START + 10 - MAX_LAG
    timed.move(timed.table.actors()[0], lag=60)
    timed.move(timed.table.actors()[0], lag=60)
    times = [row.time for row in timed.table.rows]
    assert times == sorted(times)


def test_a_clock_that_is_set_back_gives_and_takes_nothing() -> None:
    timed = Timed(LIVE)
    seat = timed.table.actors()[0]
    timed.now += 20
    timed.move(seat)
    timed.now -= HOUR_SECONDS
    before = timed.table.clocks
    timed.move(timed.table.actors()[0])
    after = timed.table.clocks
    assert [watch.used for watch in after.seat_clocks] == [watch.used for watch in before.seat_clocks]
    assert after.since == before.since


def test_a_steady_clock_does_not_heed_the_machine_s(monkeypatch: pytest.MonkeyPatch) -> None:
    now = steady_clock()
    before = now()
    monkeypatch.setattr("time.time", lambda: before + HOUR_SECONDS)
    assert 0 <= now() - before < MINUTE_SECONDS


def test_the_first_turn_begins_when_the_last_seat_is_taken() -> None:
    now = START
    holders = [Holder("person", "Ana", "a"), Holder("open")]
    table = Table("t", game("maya"), 2, {}, holders, 1, "s", terms=LIVE, clock=lambda: now, created=START)
    assert table.deadline() is None
    now += 5000
    row, holder = table.sit("b", "Bo", None, "sit")
    table.set_holder(1, holder)
    table.apply(row)
    assert table.clocks.deadline() == START + 5000 + 110
    read = Table(
        "t", table.game, 2, {}, table.holders, 1, "s", rows=table.rows, terms=LIVE, clock=lambda: now, created=START
    )
    assert read.clocks == table.clocks


def test_without_a_clock_the_time_used_is_counted_all_the_same() -> None:
    timed = Timed(Terms())
    seat = timed.turn(after=30)
    assert timed.left(seat) is None
    assert timed.table.clocks.used(seat, timed.now) == 30
    assert timed.table.clocks.deadline() is None


def test_nobody_at_a_table_against_bots_alone_is_ever_waited_for() -> None:
    assert Timed(Terms(), seats=3, bots=2).table.deadline() is None
    assert Timed(Terms(), seats=3, bots=1).table.deadline() == START + Terms().absence_limit


@pytest.mark.parametrize("of", GAME_NAMES)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_what_a_seat_is_charged_is_the_time_it_owed_unrepresented_and_unpaused(of: str, data: st.DataObject) -> None:
    timed = Timed(data.draw(st.sampled_from([LIVE, Terms()])), of=of, seats=data.draw(st.integers(2, 4)), bots=1)
    table = timed.table
    owed = [0.0] * table.seats
    for _ in range(40):
        wait = data.draw(st.integers(0, 40))
        if not table.paused:
            for seat in table.actors():
                if table.holders[seat].kind == "person" and not table.represented(seat):
                    owed[seat] += wait
        timed.now += wait
        _do_anything(timed, data)
        if table.over:
            break
    used = [table.clocks.used(seat, timed.now) for seat in range(table.seats)]
    assert used == pytest.approx(owed)
    again = timed.again()
    assert again.clocks == table.clocks
    snapshot = table.snapshot()
    if snapshot is not None:
        kept = Table(
            "t",
            table.game,
            table.seats,
            {},
            table.holders,
            1,
            "salt",
            rows=table.rows,
            snapshot=snapshot,
            terms=table.terms,
            clock=table.clock,
            created=START,
        )
        assert kept.clocks == table.clocks
        del snapshot["clocks"]  # kept before there were clocks
        old = Table(
            "t",
            table.game,
            table.seats,
            {},
            table.holders,
            1,
            "salt",
            rows=table.rows,
            snapshot=snapshot,
            terms=table.terms,
        )
        assert old.clocks.running == table.clocks.running


def _do_anything(timed: Timed, data: st.DataObject) -> None:
    table = timed.table
    person = data.draw(st.integers(0, table.seats - 2))
    what = data.draw(st.sampled_from(["move"] * 6 + ["undo", "leave", "come_back", "pause", "resume"]))
    try:
        if what == "move":
            timed.move(data.draw(st.sampled_from(table.actors())))
        elif what == "undo":
            timed.do("undo", person)
        elif what == "leave":
            timed.do("leave", person, Cause.WISH)
        elif what == "come_back":
            timed.do("come_back", person)
        else:
            timed.do("pause", person, what == "pause")
    except Refusal:
        pass

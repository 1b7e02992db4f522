"""What is told, and when: decided without web or database, with a clock of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablero.people.notices import (
    APART,
    CHANNELS,
    GRACE,
    KINDS,
    LOBBY,
    MOST_QUIET,
    OLDEST,
    Channel,
    Circumstances,
    Kind,
    Notice,
    decide,
    due,
    once_a_table,
    with_quiet,
)
from tablero.people.preferences import Preferences

NOON = 1_000_000.0


def turn(table: str, at: float = NOON, kind: Kind = "turn", game: str = "yaxha") -> Notice:
    return Notice(kind, table, game, at)


def at(seconds: float, *waiting: str, looking: tuple[str, ...] = (), last: float = 0.0) -> Circumstances:
    return Circumstances(NOON + seconds, waiting, looking, last)


@pytest.mark.parametrize("channel", CHANNELS)
def test_whoever_looks_or_moves_within_the_grace_is_told_nothing(channel: Channel) -> None:
    notice, usual = turn("a"), Preferences()
    early = decide([notice], usual, channel, at(GRACE[channel] - 1, "a"))
    assert (early.tell, early.drop, early.again) == ((), (), NOON + GRACE[channel])
    assert decide([notice], usual, channel, at(5, "a", looking=("a",))).drop == (notice,)
    assert decide([notice], usual, channel, at(GRACE[channel], "b")).drop == (notice,)  # they have moved
    assert decide([notice], usual, channel, at(GRACE[channel], "a")).tell == (notice,)


def test_a_look_at_another_table_is_none_at_this_one_but_the_lobby_shows_all_that_wait() -> None:
    notice, over, seat = turn("a"), turn("b", kind="over"), turn("c", kind="invited")
    late = GRACE["push"]
    assert decide([notice], Preferences(), "push", at(late, "a", looking=("b",))).tell == (notice,)
    found = decide([notice, over, seat], Preferences(), "push", at(late, "a", looking=(LOBBY,)))
    assert (found.tell, set(found.drop)) == ((seat,), {notice, over})


def test_what_becomes_due_together_is_one_message_and_the_rest_waits_its_turn() -> None:
    first, second, third = turn("a"), turn("b", NOON + 20), turn("c", NOON + 55)
    found = decide([first, second, third], Preferences(), "push", at(50, "a", "b", "c"))
    assert found.tell == (first, second)
    assert found.again == NOON + 50 + APART["push"]  # though the third is due before
    later = decide([third], Preferences(), "push", at(90, "a", "b", "c", last=NOON + 50))
    assert (later.tell, later.again) == ((), NOON + 50 + APART["push"])
    assert decide([third], Preferences(), "push", at(110, "a", "b", "c", last=NOON + 50)).tell == (third,)


def test_a_mail_comes_once_an_hour_at_most() -> None:
    told = 0.0
    sent = []
    waiting = [turn(str(n), NOON + 60 * n) for n in range(180)]
    for minute in range(200):
        now = 60.0 * minute
        open_ones = [notice for notice in waiting if notice.made <= NOON + now]
        found = decide(open_ones, Preferences(), "mail", at(now, *(n.table for n in open_ones), last=told))
        if found.tell:
            told = NOON + now
            sent.append(len(found.tell))
            waiting = [notice for notice in waiting if notice not in found.tell]
    assert len(sent) == 4
    assert sum(sent) + len(waiting) == 180
    assert max(sent) >= 59  # one digest instead of sixty messages


def test_an_offered_seat_is_told_at_once_except_by_mail() -> None:
    seat = turn("a", kind="invited")
    assert decide([seat], Preferences(), "push", at(0)).tell == (seat,)
    assert decide([seat], Preferences(), "mail", at(0)).tell == ()
    assert [due(kind, "push", 0.0) for kind in KINDS].count(0.0) == 2


@pytest.mark.parametrize(
    ("chosen", "channel"),
    [
        (Preferences(tell_push=False), "push"), (Preferences(tell_webhook=False), "webhook"), (Preferences(tell_mail=False), "mail"),
        (Preferences(quiet_games="maya yaxha"), "push"), (Preferences(quiet_tables="x a"), "push"),
    ],
)  # fmt: skip
def test_each_switch_keeps_its_own_silence(chosen: Preferences, channel: Channel) -> None:
    notice = turn("a")
    assert decide([notice], chosen, channel, at(9999, "a")).drop == (notice,)
    others = [other for other in CHANNELS if other != channel]
    if "quiet" not in chosen.to_json():
        assert all(decide([notice], chosen, other, at(9999, "a")).tell for other in others)
    assert decide([turn("b", game="tzolkin")], chosen, others[0], at(9999, "b")).tell


def test_old_news_are_no_news_but_a_turn_waits_for_ever() -> None:
    over, owed = turn("a", kind="over"), turn("b")
    late = at(OLDEST + 1, "a", "b")  # the server was away for days
    assert decide([over, owed], Preferences(), "push", late).tell == (owed,)
    assert decide([over, owed], Preferences(), "push", late).drop == (over,)


def test_of_each_table_the_thing_that_matters_most_is_told() -> None:
    things = [turn("a", NOON, "stood_in"), turn("a", NOON + 1, "over"), turn("b", NOON + 2, "invited"), turn("b", NOON + 3)]
    assert [(one.table, one.kind) for one in once_a_table(things)] == [("a", "over"), ("b", "turn")]
    nowhere = [replace(turn("", NOON, "broken")), turn("a", NOON + 1)]
    assert len(once_a_table(nowhere)) == 2


def test_a_list_of_quiet_tables_has_an_end() -> None:
    known = ""
    for number in range(MOST_QUIET + 5):
        known = with_quiet(known, f"t{number}", True)
    assert len(known.split()) == MOST_QUIET
    assert known.split()[-1] == f"t{MOST_QUIET + 4}"

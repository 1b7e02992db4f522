"""What is told, and when: decided without web or database, with a clock of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablero.people.notification_policy import (
    LOBBY_ID,
    MAX_AGE_SECONDS,
    MOST_QUIET,
    NOTIFICATION_KINDS,
    ChannelPolicy,
    DeliveryContext,
    Kind,
    Notification,
    decide,
    one_per_table,
    with_quiet,
)
from tablero.people.preferences import Preferences
from tablero.site.notifications.channels import CHANNELS

NOON = 1_000_000.0
POLICIES = {name: channel.policy for name, channel in CHANNELS.items()}
PUSH, WEBHOOK, MAIL = (POLICIES[name] for name in ("push", "webhook", "mail"))


def turn(table: str, at: float = NOON, kind: Kind = "turn", game: str = "yaxha") -> Notification:
    return Notification(kind, table, game, at)


def at(seconds: float, *waiting: str, looking: tuple[str, ...] = (), last: float = 0.0) -> DeliveryContext:
    return DeliveryContext(NOON + seconds, waiting, looking, last)


@pytest.mark.parametrize("channel", POLICIES.values(), ids=POLICIES)
def test_whoever_looks_or_moves_within_the_grace_is_told_nothing(channel: ChannelPolicy) -> None:
    notification, usual = turn("a"), Preferences()
    early = decide([notification], usual, channel, at(channel.grace - 1, "a"))
    assert (early.send, early.drop, early.again) == ((), (), NOON + channel.grace)
    assert decide([notification], usual, channel, at(5, "a", looking=("a",))).drop == (notification,)
    assert decide([notification], usual, channel, at(channel.grace, "b")).drop == (notification,)  # they have moved
    assert decide([notification], usual, channel, at(channel.grace, "a")).send == (notification,)


def test_a_look_at_another_table_is_none_at_this_one_but_the_lobby_shows_all_that_wait() -> None:
    notification, over, seat = turn("a"), turn("b", kind="over"), turn("c", kind="invited")
    late = PUSH.grace
    assert decide([notification], Preferences(), PUSH, at(late, "a", looking=("b",))).send == (notification,)
    found = decide([notification, over, seat], Preferences(), PUSH, at(late, "a", looking=(LOBBY_ID,)))
    assert (found.send, set(found.drop)) == ((seat,), {notification, over})


def test_what_becomes_due_together_is_one_message_and_the_rest_waits_its_turn() -> None:
    first, second, third = turn("a"), turn("b", NOON + 20), turn("c", NOON + 55)
    found = decide([first, second, third], Preferences(), PUSH, at(50, "a", "b", "c"))
    assert found.send == (first, second)
    assert found.again == NOON + 50 + PUSH.apart  # though the third is due before
    later = decide([third], Preferences(), PUSH, at(90, "a", "b", "c", last=NOON + 50))
    assert (later.send, later.again) == ((), NOON + 50 + PUSH.apart)
    assert decide([third], Preferences(), PUSH, at(110, "a", "b", "c", last=NOON + 50)).send == (third,)


def test_a_mail_comes_once_an_hour_at_most() -> None:
    told = 0.0
    sent = []
    waiting = [turn(str(n), NOON + 60 * n) for n in range(180)]
    for minute in range(200):
        now = 60.0 * minute
        open_ones = [notification for notification in waiting if notification.made <= NOON + now]
        found = decide(open_ones, Preferences(), MAIL, at(now, *(n.table for n in open_ones), last=told))
        if found.send:
            told = NOON + now
            sent.append(len(found.send))
            waiting = [notification for notification in waiting if notification not in found.send]
    assert len(sent) == 4
    assert sum(sent) + len(waiting) == 180
    assert max(sent) >= 59  # one digest instead of sixty messages


def test_an_offered_seat_is_told_at_once_except_by_mail() -> None:
    seat = turn("a", kind="invited")
    assert decide([seat], Preferences(), PUSH, at(0)).send == (seat,)
    assert decide([seat], Preferences(), MAIL, at(0)).send == ()
    assert [PUSH.due(kind, 0.0) for kind in NOTIFICATION_KINDS].count(0.0) == 2


@pytest.mark.parametrize(
    ("chosen", "channel"),
    [
        (Preferences(tell_push=False), PUSH),
        (Preferences(tell_webhook=False), WEBHOOK),
        (Preferences(tell_mail=False), MAIL),
        (Preferences(quiet_games="maya yaxha"), PUSH),
        (Preferences(quiet_tables="x a"), PUSH),
    ],
)
def test_each_switch_keeps_its_own_silence(chosen: Preferences, channel: ChannelPolicy) -> None:
    notification = turn("a")
    assert decide([notification], chosen, channel, at(9999, "a")).drop == (notification,)
    others = [other for other in POLICIES.values() if other != channel]
    if "quiet" not in chosen.to_json():
        assert all(decide([notification], chosen, other, at(9999, "a")).send for other in others)
    assert decide([turn("b", game="tzolkin")], chosen, others[0], at(9999, "b")).send


def test_old_news_are_no_news_but_a_turn_waits_for_ever() -> None:
    over, owed = turn("a", kind="over"), turn("b")
    late = at(MAX_AGE_SECONDS + 1, "a", "b")  # the server was away for days
    assert decide([over, owed], Preferences(), PUSH, late).send == (owed,)
    assert decide([over, owed], Preferences(), PUSH, late).drop == (over,)


def test_of_each_table_the_thing_that_matters_most_is_told() -> None:
    things = [
        turn("a", NOON, "stood_in"),
        turn("a", NOON + 1, "over"),
        turn("b", NOON + 2, "invited"),
        turn("b", NOON + 3),
    ]
    assert [(one.table, one.kind) for one in one_per_table(things)] == [("a", "over"), ("b", "turn")]
    nowhere = [replace(turn("", NOON, "broken")), turn("a", NOON + 1)]
    assert len(one_per_table(nowhere)) == 2


def test_a_list_of_quiet_tables_has_an_end() -> None:
    known = ""
    for number in range(MOST_QUIET + 5):
        known = with_quiet(known, f"t{number}", True)
    assert len(known.split()) == MOST_QUIET
    assert known.split()[-1] == f"t{MOST_QUIET + 4}"

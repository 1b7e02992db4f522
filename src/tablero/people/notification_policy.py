"""Notification policy: which notifications are sent to an absent user, by which channel, and when.

A notification is queued at once for each channel and sent after the channel's grace period, unless the user has
looked at the table or moved meanwhile. Those due together are one message; channels limit how often they send.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from tablero.people.preferences import Preferences

# `turn`: the player owes a decision; `plan`: so does one whose plan has come to its end; `invited`: a seat is offered
# or was given; `stood_in`: a bot plays for an absent player; `round`: the next round of a tournament has begun;
# `broken`: another channel was switched off.
Kind = Literal["turn", "plan", "invited", "over", "stood_in", "round", "broken"]

NOTIFICATION_KINDS: tuple[Kind, ...] = get_args(Kind)
PROMPT = ("invited", "round")  # other players wait, and the user cannot have seen it yet
SHOWN_IN_LOBBY = ("turn", "over")
LOBBY_ID = ""  # watched like a table
MAX_AGE_SECONDS = 3 * 24 * 3600.0  # older notifications are dropped, unless it is still the player's turn
FIRST_RETRY = 60.0  # seconds, twice as long each time
LONGEST_RETRY = 3600.0
MOST_QUIET = 200  # muted tables of a user


@dataclass(frozen=True)
class ChannelPolicy:
    """Timing of a channel. `switch` is the field of `Preferences` that switches it on and off."""

    switch: str
    grace: float  # seconds in which the user may see it without a message
    apart: float  # seconds between two messages
    prompt: bool = True  # kinds in `PROMPT` have no grace period

    def is_on(self, chosen: Preferences) -> bool:
        return bool(getattr(chosen, self.switch))

    def due(self, kind: Kind, made: float) -> float:
        """Return when a notification made at `made` may be sent."""
        return made if self.prompt and kind in PROMPT else made + self.grace

    def wants(self, chosen: Preferences, game: str, table: str) -> bool:
        """Return whether the user wants notifications of this table by this channel."""
        is_quiet = (game and game in quiet_games(chosen)) or (table and table in quiet_tables(chosen))
        return self.is_on(chosen) and not is_quiet


@dataclass(frozen=True)
class Notification:
    """A notification of one user; `table` is empty if it concerns none."""

    kind: Kind
    table: str
    game: str
    made: float


@dataclass(frozen=True)
class DeliveryContext:
    """State of the user at the moment of the decision."""

    now: float
    waiting: Collection[str]  # tables that wait for the user
    looking: Collection[str]  # tables that the user has open
    last: float = 0.0  # when the channel was used last


@dataclass(frozen=True)
class DeliveryDecision:
    """What to send now in one message, what to drop, and when to decide about the rest."""

    send: tuple[Notification, ...] = ()
    drop: tuple[Notification, ...] = ()
    again: float | None = None


def quiet_games(chosen: Preferences) -> tuple[str, ...]:
    return tuple(chosen.quiet_games.split())


def quiet_tables(chosen: Preferences) -> tuple[str, ...]:
    return tuple(chosen.quiet_tables.split())


def with_quiet(known: str, name: str, quiet: bool) -> str:
    """Return a list of muted games or tables with or without `name`; at the limit the oldest is removed.

    >>> with_quiet("yaxha maya", "maya", False), with_quiet("yaxha", "maya", True), with_quiet("yaxha", "yaxha", True)
    ('yaxha', 'yaxha maya', 'yaxha')
    """
    others = [other for other in known.split() if other != name]
    return " ".join([*others, name][-MOST_QUIET:] if quiet else others)


def decide(
    notifications: Sequence[Notification], chosen: Preferences, channel: ChannelPolicy, how: DeliveryContext
) -> DeliveryDecision:
    """Decide about all notifications of one user that one channel has not sent yet."""
    kept = [notification for notification in notifications if _counts(notification, chosen, channel, how)]
    drop = tuple(notification for notification in notifications if notification not in kept)
    if not kept:
        return DeliveryDecision(drop=drop)
    first = min(channel.due(notification.kind, notification.made) for notification in kept)
    soonest = max(first, how.last + channel.apart)
    if soonest > how.now:
        return DeliveryDecision(drop=drop, again=soonest)
    ripe = tuple(notification for notification in kept if channel.due(notification.kind, notification.made) <= how.now)
    rest = [channel.due(notification.kind, notification.made) for notification in kept if notification not in ripe]
    return DeliveryDecision(ripe, drop, max(how.now + channel.apart, min(rest)) if rest else None)


def _counts(notification: Notification, chosen: Preferences, channel: ChannelPolicy, how: DeliveryContext) -> bool:
    """Return whether the notification is still worth sending."""
    if not channel.wants(chosen, notification.game, notification.table):
        return False
    if notification.table and notification.table in how.looking:
        return False
    if LOBBY_ID in how.looking and notification.kind in SHOWN_IN_LOBBY:
        return False
    if notification.kind in ("turn", "plan"):
        return notification.table in how.waiting
    return how.now - notification.made < MAX_AGE_SECONDS


def one_per_table(notifications: Sequence[Notification]) -> tuple[Notification, ...]:
    """Return the most important notification of each table, in the order in which they were made."""
    order = ("over", "round", "plan", "turn", "stood_in", "invited", "broken")
    best: dict[str, Notification] = {}
    for place, notification in enumerate(sorted(notifications, key=lambda notification: notification.made)):
        key = notification.table or f"{notification.kind} {place}"
        if key not in best or order.index(notification.kind) < order.index(best[key].kind):
            best[key] = notification
    return tuple(best.values())


def retry_after(failures: int) -> float:
    """Return the seconds to wait after this number of failures in a row.

    >>> [retry_after(failures) for failures in (1, 2, 3, 9)]
    [60.0, 120.0, 240.0, 3600.0]
    """
    return float(min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1)))

"""Notices: what somebody is told who does not look, by which channel, and when. One message instead of ten.

Whatever happened is noted at once, for each channel by itself, and told after a while of grace: whoever looks or moves meanwhile
knows it already. What has become due together is told together, and no channel is used more often than people like.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from tablero.people.preferences import Preferences

# What is told. `turn`: a decision is owed, in turn or out of it; `invited`: a seat is offered or was given; `stood_in`: a bot plays
# for an absent person; `round`: the next round of a tournament has begun; `broken`: another channel was switched off.
Kind = Literal["turn", "invited", "over", "stood_in", "round", "broken"]
Channel = Literal["push", "webhook", "mail"]

KINDS: tuple[Kind, ...] = get_args(Kind)
CHANNELS: tuple[Channel, ...] = get_args(Channel)
GRACE: dict[Channel, float] = {"push": 30.0, "webhook": 30.0, "mail": 300.0}  # seconds in which a look or a move is enough
APART: dict[Channel, float] = {"push": 60.0, "webhook": 60.0, "mail": 3600.0}  # seconds between two messages
PROMPT = ("invited", "round")  # somebody waits at the other end, and whoever is meant cannot be looking there yet
SHOWN_IN_LOBBY = ("turn", "over")
LOBBY = ""  # looked at like a table
OLDEST = 3 * 24 * 3600.0  # seconds after which nobody wants to hear of it, unless it is still their turn
PATIENCE = 5  # failures in a row after which a channel is switched off
FIRST_RETRY = 60.0  # seconds, twice as long each time
LONGEST_RETRY = 3600.0
MOST_QUIET = 200  # tables of which somebody does not want to hear


@dataclass(frozen=True)
class Notice:
    """Something to tell a person. `table` may be empty when it concerns none."""

    kind: Kind
    table: str
    game: str
    made: float


@dataclass(frozen=True)
class Circumstances:
    """How things stand when it is decided: the tables that wait for the person now, those at which the person looks, and when
    the channel was used last."""

    now: float
    waiting: Collection[str]
    looking: Collection[str]
    last: float = 0.0


@dataclass(frozen=True)
class Decision:
    """What to tell now in one message, what not to tell at all, and when to look at the rest again."""

    tell: tuple[Notice, ...] = ()
    drop: tuple[Notice, ...] = ()
    again: float | None = None


def due(kind: Kind, channel: Channel, made: float) -> float:
    """When something may be told that happened at a moment."""
    return made if kind in PROMPT and channel != "mail" else made + GRACE[channel]


def is_wanted(chosen: Preferences, channel: Channel, game: str, table: str) -> bool:
    """Whether somebody wants to hear of a table by a channel."""
    switched_on = {"push": chosen.tell_push, "webhook": chosen.tell_webhook, "mail": chosen.tell_mail}[channel]
    return switched_on and not (game and game in quiet_games(chosen)) and not (table and table in quiet_tables(chosen))


def quiet_games(chosen: Preferences) -> tuple[str, ...]:
    return tuple(chosen.quiet_games.split())


def quiet_tables(chosen: Preferences) -> tuple[str, ...]:
    return tuple(chosen.quiet_tables.split())


def with_quiet(known: str, name: str, quiet: bool) -> str:
    """A list of games or tables with or without one of them; the oldest makes room.

    >>> with_quiet("yaxha maya", "maya", False), with_quiet("yaxha", "maya", True), with_quiet("yaxha", "yaxha", True)
    ('yaxha', 'yaxha maya', 'yaxha')
    """
    others = [other for other in known.split() if other != name]
    return " ".join([*others, name][-MOST_QUIET:] if quiet else others)


def decide(notices: Sequence[Notice], chosen: Preferences, channel: Channel, how: Circumstances) -> Decision:
    """What to do with all that one person has not been told yet by one channel."""
    kept = [notice for notice in notices if _counts(notice, chosen, channel, how)]
    drop = tuple(notice for notice in notices if notice not in kept)
    if not kept:
        return Decision(drop=drop)
    first = min(due(notice.kind, channel, notice.made) for notice in kept)
    soonest = max(first, how.last + APART[channel])
    if soonest > how.now:
        return Decision(drop=drop, again=soonest)
    ripe = tuple(notice for notice in kept if due(notice.kind, channel, notice.made) <= how.now)
    rest = [due(notice.kind, channel, notice.made) for notice in kept if notice not in ripe]
    return Decision(ripe, drop, max(how.now + APART[channel], min(rest)) if rest else None)


def _counts(notice: Notice, chosen: Preferences, channel: Channel, how: Circumstances) -> bool:
    """Whether it is still worth telling."""
    if not is_wanted(chosen, channel, notice.game, notice.table):
        return False
    if notice.table and notice.table in how.looking:
        return False
    if LOBBY in how.looking and notice.kind in SHOWN_IN_LOBBY:
        return False
    if notice.kind == "turn":
        return notice.table in how.waiting
    return how.now - notice.made < OLDEST


def once_a_table(notices: Sequence[Notice]) -> tuple[Notice, ...]:
    """Of each table the one thing that matters most, in the order in which they happened."""
    order = ("over", "round", "turn", "stood_in", "invited", "broken")
    best: dict[str, Notice] = {}
    for place, notice in enumerate(sorted(notices, key=lambda notice: notice.made)):
        key = notice.table or f"{notice.kind} {place}"
        if key not in best or order.index(notice.kind) < order.index(best[key].kind):
            best[key] = notice
    return tuple(best.values())


def retry_after(failures: int) -> float:
    """Seconds to wait after so many failures in a row.

    >>> [retry_after(failures) for failures in (1, 2, 3, 9)]
    [60.0, 120.0, 240.0, 3600.0]
    """
    return float(min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1)))

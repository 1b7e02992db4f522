"""Which players have the page of a table open, as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from tablero.table import Table

MOST_WATCHING = 50  # more spectators are not counted

Here = Literal["here", "idle", "away"]


class PresenceSource(Protocol):
    """Knows which users have which table open."""

    def state(self, table: str, person: str) -> Here:
        """Return whether a player of a table is here, idle or away."""

    def last_seen(self, table: str, person: str) -> float:
        """Return when a player who is away was here last; 0 when that is not known."""

    def watching(self, table: str, players: Sequence[str]) -> int:
        """Return the number of spectators besides `players`."""


@dataclass(frozen=True)
class TablePresence:
    """Presence at a table: the state of each seat's player, since when those away have been so (0: not known), and
    the number of spectators."""

    states: tuple[Here | None, ...] = ()  # None: a bot
    since: tuple[float, ...] = ()
    watching: int = 0

    @classmethod
    def at(cls, table: Table, presence: PresenceSource) -> TablePresence:
        people = [holder.person if holder.kind == "person" else "" for holder in table.holders]
        states = tuple(presence.state(table.id, person) if person else None for person in people)
        since = tuple(
            round(presence.last_seen(table.id, person)) if state == "away" else 0
            for person, state in zip(people, states, strict=True)
        )
        return cls(states, since, min(MOST_WATCHING, presence.watching(table.id, people)))


NO_PRESENCE = TablePresence()

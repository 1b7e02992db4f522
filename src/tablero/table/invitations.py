"""Invitations: who may sit down at a table, and who may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tablero.table.errors import NotInvited

if TYPE_CHECKING:
    from tablero.table.table import Table


@dataclass(frozen=True)
class Invitations:
    """Key of the link, people invited by name, and people who were sent away."""

    link: str = ""
    named: Mapping[str, str] = field(default_factory=dict)  # names by ids of people
    sent_away: Mapping[str, str] = field(default_factory=dict)  # the link in force at that time, by ids of people

    def name(self, person: str, name: str) -> Invitations:
        """Return invitations with one more person, who may have been sent away before."""
        return replace(self, named={**self.named, person: name}, sent_away=_without(self.sent_away, person))

    def withdraw(self, person: str) -> Invitations:
        return replace(self, named=_without(self.named, person))

    def send_away(self, person: str) -> Invitations:
        """Return invitations without a person, who can come back only by another link or by name."""
        return replace(self, named=_without(self.named, person), sent_away={**self.sent_away, person: self.link})


def _without(people: Mapping[str, str], person: str) -> dict[str, str]:
    return {other: value for other, value in people.items() if other != person}


def check_may_join(table: Table, person: str, link: str = "") -> None:
    """Raise NotInvited if a person, perhaps with a link, may not sit at a table."""
    known = table.invitations
    if person in known.named or (person and person == table.host):
        return
    by_link = bool(link) and link == known.link
    if person in known.sent_away and (not by_link or known.sent_away[person] == link):
        raise NotInvited("you were asked to leave this table: you can sit here again when you are invited again")
    if table.terms.visibility == "named":
        raise NotInvited(
            "only people who were named may sit at this table: ask to be invited by the name of your account"
        )
    if table.terms.visibility == "link" and not by_link:
        raise NotInvited("this table is open to those who have its link: ask for the link")


def may_join(table: Table, person: str, link: str = "") -> bool:
    """Whether a person may take an open seat."""
    try:
        check_may_join(table, person, link)
    except NotInvited:
        return False
    return True


def was_sent_away(table: Table, person: str) -> bool:
    """Whether a person was sent away by the opener and has not come back."""
    return person in table.invitations.sent_away and table.seat_of(person) is None


def may_see(table: Table, person: str) -> bool:
    """Whether a person may see a table: its players, its opener and people invited by name always; others unless it is
    for named people, and after the start if it may be watched."""
    if person == table.host or table.seat_of(person) is not None or person in table.invitations.named:
        return True
    return table.terms.visibility != "named" and (table.terms.watched or not table.started)

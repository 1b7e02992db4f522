"""Invitations: who may sit down at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tablero.table.errors import NotInvited

if TYPE_CHECKING:
    from tablero.table.table import Table


@dataclass(frozen=True)
class Invitations:
    """The key of the link, the people who were named, and those who were sent away."""

    link: str = ""
    named: Mapping[str, str] = field(default_factory=dict)  # the names of people, by their ids
    sent_away: Mapping[str, str] = field(default_factory=dict)  # the link that was in force, by people's ids

    def name(self, person: str, name: str) -> Invitations:
        """With somebody invited, also one who had been sent away."""
        return replace(self, named={**self.named, person: name}, sent_away=_without(self.sent_away, person))

    def withdraw(self, person: str) -> Invitations:
        return replace(self, named=_without(self.named, person))

    def send_away(self, person: str) -> Invitations:
        """With somebody who comes back only by another link, or when named again."""
        return replace(self, named=_without(self.named, person), sent_away={**self.sent_away, person: self.link})


def _without(people: Mapping[str, str], person: str) -> dict[str, str]:
    return {other: value for other, value in people.items() if other != person}


def check_coming(table: Table, person: str, link: str = "") -> None:
    """NotInvited, which says why, when a person who comes with a link, or without one, may not sit at a table."""
    known = table.invitations
    if person in known.named or (person and person == table.host):
        return
    by_link = bool(link) and link == known.link
    if person in known.sent_away and (not by_link or known.sent_away[person] == link):
        raise NotInvited("you were asked to leave this table: you can sit here again when you are invited again")
    if table.terms.visibility == "named":
        raise NotInvited("only people who were named may sit at this table: ask to be invited by the name of your account")
    if table.terms.visibility == "link" and not by_link:
        raise NotInvited("this table is open to those who have its link: ask for the link")


def may_come(table: Table, person: str, link: str = "") -> bool:
    """Whether a person may take an open seat."""
    try:
        check_coming(table, person, link)
    except NotInvited:
        return False
    return True


def was_sent_away(table: Table, person: str) -> bool:
    """Whether whoever opened the table has sent a person away, who has not come back since."""
    return person in table.invitations.sent_away and table.seat_of(person) is None


def may_look(table: Table, person: str) -> bool:
    """Whether a person may see a table: those who sit there, opened it or were named; others not among named people, and once
    it has begun where they may look on."""
    if person == table.host or table.seat_of(person) is not None or person in table.invitations.named:
        return True
    return table.terms.visibility != "named" and (table.terms.watched or not table.started)

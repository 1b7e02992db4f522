"""What those who keep order can do; pages and API ask here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from litestar.exceptions import TooManyRequestsException

from tablero.core.errors import BadOption
from tablero.core.speech import LANGUAGES
from tablero.people.names import account_name, tidy_name
from tablero.site.health import is_host
from tablero.site.language import tongue_of
from tablero.site.pages import Visit, house_of
from tablero.site.people import account_of, guest_of
from tablero.site.shield import Allowance, visitor_of
from tablero.site.talk import line_of_others, phrase
from tablero.store import House
from tablero.store.accounts import Account
from tablero.store.reading import is_key
from tablero.table import NoSuchTable, OtherRules, Refusal

DAYS = {"1": 1.0, "7": 7.0, "30": 30.0, "": None}  # for how long; nothing: for good
DEEDS = ("mute", "ban", "rename")
LONGEST_ANNOUNCEMENT = 300


async def guard_order(request: Visit) -> bool:
    """Whether somebody keeps order here: an account that administers, or the host."""
    account = account_of(request)
    return (account is not None and account.admin) or await is_host(request)


@dataclass(frozen=True)
class Person:
    """Somebody whom something is done about: with an account, or a guest known from a report."""

    person: str
    name: str
    account: Account | None


async def find_person(house: House, who: str) -> Person:
    """Somebody by what pages may know of them: `report:ID`, the person that a report is about, or `badge:BADGE`."""
    kind, _, key = who.partition(":")
    if kind == "badge":
        account = await house.accounts.with_badge(key[:16])
        if account is not None:
            return Person(account.person, account.name, account)
    if kind == "report" and is_key(key):
        report = await house.reports.find(key)
        if report is not None and report.person:
            account = await house.accounts.of(report.person)
            return Person(report.person, account.name if account else report.name, account)
    raise BadOption("there is nobody like that: look for the name again")


async def change_person(house: House, person: Person, what: str, days: str, name: str) -> None:
    """Mute or ban somebody for some days or for good, or give them another name."""
    if what not in DEEDS or days not in DAYS:
        raise BadOption("choose what to do, and for how long")
    if what == "rename":
        # A guest may be called anything that is shown in one line; an account needs a name of its own.
        new = account_name(name) if person.account else tidy_name(name)
        if not new:
            raise BadOption("write the new name")
        await house.belongings.rename(person.person, new)
        return
    if person.account is not None and person.account.admin:
        raise BadOption("this person is a moderator too: take that away first, with “tablero admin --revoke”")
    await house.bans.put(person.person, "ban" if what == "ban" else "mute", person.name, DAYS[days])


async def close_table(house: House, address: str) -> None:
    """End a game, or take away a table that has not begun. `address`: of its page, or its id."""
    found = re.search(r"(?:/t/|^)([\w-]{1,64})(?:[/?#].*)?$", address.strip(), re.ASCII)
    try:
        if found is None:
            raise NoSuchTable("there is no such table here")
        table = await house.table(found[1])
        if table.started:
            await house.close_table(table.id, "closed by the moderators")
        else:
            await house.remove([table.id])
    except OtherRules:
        raise BadOption("this table rests: nobody plays there") from None
    except Refusal:
        raise BadOption("there is no such table here, or its game is over") from None


async def announce(house: House, words: Mapping[str, str]) -> None:
    """Tell everybody a sentence, in as many languages as it is written in."""
    told = {
        language: tidy
        for language, text in words.items()
        if language in LANGUAGES and (tidy := " ".join(_printable(text).split())[:LONGEST_ANNOUNCEMENT])
    }
    if not told:
        raise BadOption("write the sentence in one language at least")
    await house.announcements.make(told)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


async def report(request: Visit, id: str, seat: int | None, why: str, line: int | None = None) -> str:
    """Report what somebody has said (a `line` of talk), the person at a seat, or the name of a table; the report's id."""
    house, guest = house_of(request), guest_of(request, id)
    allowance: Allowance = request.app.state.reporting
    if not allowance.allows(visitor_of(request)):
        raise TooManyRequestsException("you have reported much just now: wait a while", headers={"Retry-After": "600"})
    table = await house.table(id)
    if line is not None:
        said = await line_of_others(house, table, guest, line)
        words = phrase(said.phrase, tongue_of(request).say) or said.text
        return await house.reports.file("line", guest.id, said.person, id, said.name, words, why=_printable(why))
    if seat is None:
        return await house.reports.file("table", guest.id, table.host, id, table.terms.name, why=_printable(why))
    if not 0 <= seat < table.seats or table.holders[seat].kind != "person":
        raise BadOption("choose whom or what you report")
    holder: Any = table.holders[seat]
    return await house.reports.file("person", guest.id, holder.person, id, holder.name, why=_printable(why))

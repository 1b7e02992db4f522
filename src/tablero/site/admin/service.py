"""Moderation: mute, ban and rename users, close tables, announce, report; for pages and API."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablero.core.errors import BadOption
from tablero.core.i18n.translator import LANGUAGE_CODES
from tablero.people.names import account_name, tidy_name
from tablero.site.admin.health import is_host
from tablero.site.table.access import check_watching
from tablero.site.table.chat import line_of_others, phrase
from tablero.site.web.identity import Guest, account_of, guest_of
from tablero.site.web.language import language_of
from tablero.site.web.page import HtmlRequest, store_of
from tablero.site.web.rate_limit import visitor_key
from tablero.site.web.services import services_of
from tablero.store import Store
from tablero.store.database.keys import is_key
from tablero.store.people.accounts import Account
from tablero.table import OPENER_SEAT, NoSuchTable, OtherRules, Refusal, Table, was_sent_away

BAN_DAYS = {"1": 1.0, "7": 7.0, "30": 30.0, "": None}  # for how long; nothing: for good
MODERATION_ACTIONS = ("mute", "ban", "rename", "sign_out")
LONGEST_ANNOUNCEMENT = 300


async def is_moderator(request: HtmlRequest) -> bool:
    """Return whether the visitor is an administrator or the host."""
    account = account_of(request)
    return (account is not None and account.admin) or await is_host(request)


@dataclass(frozen=True)
class Person:
    """A user to act on: an account, or a guest known from a report."""

    person: str
    name: str
    account: Account | None


async def find_person(store: Store, who: str) -> Person:
    """Return a user by what pages know: `report:ID` (whom the report is about) or `badge:BADGE`. Raise BadOption."""
    kind, _, key = who.partition(":")
    if kind == "badge":
        account = await store.accounts.by_badge(key[:16])
        if account is not None:
            return Person(account.person, account.name, account)
    if kind == "report" and is_key(key):
        report = await store.reports.find(key)
        if report is not None and report.person:
            account = await store.accounts.of(report.person)
            return Person(report.person, account.name if account else report.name, account)
    raise BadOption("nobody has this name: check the spelling")


async def change_person(store: Store, person: Person, what: str, days: str, name: str) -> None:
    """Mute or ban a user for some days or for good, rename them, or sign them out everywhere."""
    if what not in MODERATION_ACTIONS or days not in BAN_DAYS:
        raise BadOption("choose what to do, and for how long")
    if what == "rename":
        # A guest may be called anything that is shown in one line; an account needs a name of its own.
        new = account_name(name) if person.account else tidy_name(name)
        if not new:
            raise BadOption("write the new name")
        await store.personal_data.rename(person.person, new)
        return
    if what == "sign_out":
        await store.devices.sign_out_others(person.person)
        return
    if person.account is not None and person.account.admin:
        raise BadOption("this person is a moderator too: take that away first, with “tablero admin --revoke”")
    await store.bans.add(person.person, "ban" if what == "ban" else "mute", person.name, BAN_DAYS[days])


async def close_table(store: Store, address: str) -> None:
    """End a game, or remove a table that has not begun; `address` is that of its page, or its id."""
    found = re.search(r"(?:/t/|^)([\w-]{1,64})(?:[/?#].*)?$", address.strip(), re.ASCII)
    try:
        if found is None:
            raise NoSuchTable("there is no such table here")
        table = await store.table(found[1])
        if table.started:
            action_id = "closed by the moderators"
            await store.append(table.id, OPENER_SEAT, action_id, lambda t: t.close(action_id))
        else:
            await store.remove([table.id])
    except OtherRules:
        raise BadOption("this table is on hold: nobody can play there") from None
    except Refusal:
        raise BadOption("there is no such table here, or its game is over") from None


async def announce(store: Store, words: Mapping[str, str]) -> None:
    """Announce a sentence to all visitors; `words` is by language. Raise BadOption if it is empty."""
    told = {
        language: tidy
        for language, text in words.items()
        if language in LANGUAGE_CODES and (tidy := " ".join(_printable(text).split())[:LONGEST_ANNOUNCEMENT])
    }
    if not told:
        raise BadOption("write the sentence in one language at least")
    await store.announcements.add(told)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def check_reporting(table: Table, guest: Guest) -> None:
    """Raise Private if a visitor may not see a table, unless they were sent away from it: then they may say why they
    complain."""
    if not was_sent_away(table, guest.id):
        check_watching(table, guest)


async def report(request: HtmlRequest, id: str, seat: int | None, why: str, line: int | None = None) -> str:
    """Report a `line` of chat, the player at a seat, or the name of a table; return the report's id."""
    store, guest = store_of(request), guest_of(request, id)
    sentence = "you have reported much just now: wait a while"
    services_of(request).report_limit.check(visitor_key(request), sentence, retry_after=600)
    table = await store.table(id)
    check_reporting(table, guest)
    if line is not None:
        said = await line_of_others(store, table, guest, line)
        words = phrase(said.phrase, language_of(request).say) or said.text
        return await store.reports.file("line", guest.id, said.person, id, said.name, words, why=_printable(why))
    if seat is None:
        return await store.reports.file("table", guest.id, table.host, id, table.terms.name, why=_printable(why))
    if not 0 <= seat < table.seats or table.holders[seat].kind != "person":
        raise BadOption("choose whom or what you report")
    holder: Any = table.holders[seat]
    return await store.reports.file("person", guest.id, holder.person, id, holder.name, why=_printable(why))

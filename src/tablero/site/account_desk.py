"""The desk: registering, signing in and out, and what is asked of whoever has forgotten the password. Pages and API stand
before the same desk."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from litestar.exceptions import TooManyRequestsException

from tablero.people.errors import NotAdmitted
from tablero.people.guessing import Patience
from tablero.people.names import account_name, name_key
from tablero.people.passwords import Passwords, check_password
from tablero.site.people import Connection, Guest, Seal, arrive, guest_of, new_guest
from tablero.site.settings import Limits
from tablero.site.shield import Allowance, visitor_of
from tablero.store import House
from tablero.store.accounts import Account
from tablero.table import Refusal

HOUR = 3600.0
NAMES = Patience(free=6, longest=60)
ADDRESSES = Patience(free=30, longest=900)


@dataclass(frozen=True)
class Link:
    """What a mailed link was signed for."""

    account: Account
    mail: str


class Desk:
    """Where people register and sign in. Attempts are counted for each name and each address, by all processes together."""

    def __init__(self, house: House, seal: Seal, limits: Limits, clock: Callable[[], float] = time.time) -> None:
        self._house = house
        self._seal = seal
        self._clock = clock
        self.passwords = Passwords()
        self._new = Allowance(limits.accounts_per_hour, limits.accounts_per_hour / HOUR)
        self._mails = Allowance(limits.accounts_per_hour, limits.accounts_per_hour / HOUR)

    # ---------------------------------------------------------------- coming and going

    async def register(self, connection: Connection, name: str, password: str) -> Guest:
        """A new account, which has everything that the guest had, and is signed in here."""
        chosen = account_name(name)
        check_password(password, chosen)
        if not self._new.allows(visitor_of(connection)):
            raise TooManyRequestsException(
                "many accounts were made at your address: try again in an hour", headers={"Retry-After": "3600"}
            )
        account = await self._house.accounts.create(chosen, await self.passwords.keep(password))
        return await self._let_in(connection, account)

    async def sign_in(self, connection: Connection, name: str, password: str) -> Guest:
        """Sign in on this device. What was played here as a guest goes into the account."""
        account = await self._house.accounts.named(name)
        if not await self._is_right(connection, name_key(name), account, password) or account is None:
            raise NotAdmitted("name and password do not belong together")
        if self.passwords.is_outdated(account.password):
            await self._house.accounts.change(account.person, password=await self.passwords.keep(password))
        return await self._let_in(connection, account)

    async def check(self, connection: Connection, account: Account, password: str) -> None:
        """NotAdmitted when this is not the password of somebody who is signed in already."""
        if not await self._is_right(connection, name_key(account.name), account, password):
            raise NotAdmitted("this is not your password")

    async def _is_right(self, connection: Connection, key: str, account: Account | None, password: str) -> bool:
        await self._count(connection, key)
        fits = await self.passwords.fits(account.password if account else None, password)
        if fits:
            await self._right(connection, key)
        return fits

    async def _count(self, connection: Connection, key: str) -> None:
        """An attempt: it counts as failed until it turns out to be right, so that many at once count as many."""
        await self._house.tries.attempt(self._seal.mark("address", visitor_of(connection)), ADDRESSES)
        await self._house.tries.attempt(self._seal.mark("name", key), NAMES)

    async def _right(self, connection: Connection, key: str) -> None:
        await self._house.tries.succeeded(self._seal.mark("address", visitor_of(connection)), ADDRESSES)
        await self._house.tries.succeeded(self._seal.mark("name", key), NAMES, forget=True)

    async def _let_in(self, connection: Connection, account: Account) -> Guest:
        """A new device for the account in place of whoever was here; a guest's things go along."""
        before = guest_of(connection)
        if before.device:
            await self._house.devices.sign_out(before.id, before.device)
        elif not before.fresh:
            await self._house.belongings.move(before.id, account.person, account.name)
        label = device_label(connection.headers.get("user-agent", ""))
        device = await self._house.devices.give(account.person, label)
        guest = Guest(account.person, account.name, device=device, account=account)
        arrive(connection, guest)
        return guest

    async def sign_out(self, connection: Connection) -> None:
        """Leave a fresh guest here."""
        guest = guest_of(connection)
        if guest.device:
            await self._house.devices.sign_out(guest.id, guest.device)
        arrive(connection, new_guest())

    async def leave(self, connection: Connection, guest: Guest) -> None:
        """Delete an account for good. Its running games are resigned first, so that a bot plays on for the others."""
        for table, seat in await self._house.belongings.running_seats(guest.id):
            with suppress(Refusal):  # it is over meanwhile, or rests, or was resigned before
                await self._house.resign(table, seat, "leaves the house")
        await self._house.belongings.leave(guest.id)
        arrive(connection, new_guest())

    # ---------------------------------------------------------------- passwords

    async def change_password(self, connection: Connection, guest: Guest, old: str, new: str) -> None:
        """Another password; the other devices are signed out."""
        assert guest.account is not None
        await self.check(connection, guest.account, old)
        await self._set_password(guest.account, new)
        await self._house.devices.sign_out_others(guest.id, guest.device)

    async def _set_password(self, account: Account, new: str) -> None:
        check_password(new, account.name)
        await self._house.accounts.change(account.person, password=await self.passwords.keep(new))
        self._house.devices.look_again()

    async def recover(self, connection: Connection, name: str, code: str, new: str) -> Guest:
        """A new password for one of the printed codes; signed in here, and nowhere else any more."""
        account = await self._house.accounts.named(name)
        check_password(new, name)
        key = f"code:{name_key(name)}"
        await self._count(connection, key)
        if not await self._house.accounts.use_code(account.person if account else "", code) or account is None:
            raise NotAdmitted("name and code do not belong together, or the code was used already")
        await self._right(connection, key)
        return await self._let_in_anew(connection, account, new)

    async def _let_in_anew(self, connection: Connection, account: Account, new: str) -> Guest:
        await self._set_password(account, new)
        await self._house.devices.sign_out_others(account.person)
        return await self._let_in(connection, account)

    # ---------------------------------------------------------------- links by mail

    def may_mail(self, connection: Connection) -> None:
        """Nobody fills other people's letter boxes from here."""
        if not self._mails.allows(visitor_of(connection)):
            raise TooManyRequestsException(
                "many mails were asked for: try again in an hour", headers={"Retry-After": "3600"}
            )

    def link(self, purpose: str, account: Account, mail: str = "") -> str:
        """The key of a link that is good for an hour and, because it is bound to what it changes, once."""
        bound = _mark(account.password if purpose == "password" else account.mail or "")
        content = {"account": account.badge, "mail": mail, "of": bound, "until": self._clock() + HOUR}
        return self._seal.sign(f"link:{purpose}", content)

    async def read_link(self, purpose: str, key: str) -> Link:
        """What a link was made for; NotAdmitted when it is over."""
        content: dict[str, Any] | None = self._seal.read(f"link:{purpose}", key)
        account = await self._house.accounts.with_badge(content["account"]) if content else None
        if content is None or account is None or content["until"] < self._clock():
            raise _link_is_over()
        if content["of"] != _mark(account.password if purpose == "password" else account.mail or ""):
            raise _link_is_over()
        return Link(account, content["mail"])

    async def recover_by_link(self, connection: Connection, key: str, new: str) -> Guest:
        """A new password for whoever reads the account's mail."""
        link = await self.read_link("password", key)
        return await self._let_in_anew(connection, link.account, new)

    async def confirm_mail(self, key: str) -> Account:
        """The address belongs to whoever opened the link that was sent there."""
        link = await self.read_link("mail", key)
        await self._house.accounts.change(link.account.person, mail=link.mail)
        self._house.devices.look_again()
        return link.account


def _link_is_over() -> NotAdmitted:
    return NotAdmitted("this link was used already or is older than an hour: ask for a new one")


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


# The first that is found in what a browser says of itself; most of them claim to be others as well.
BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"), ("Chromium", "Chromium"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)  # fmt: skip


def device_label(agent: str) -> str:
    """A device in few words: its browser and its system, separated by a slash, or what a program calls itself.

    >>> device_label("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"), device_label("my-bot/1.0 (x)")
    ('Firefox/Linux', 'my-bot')
    """
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    if browser:
        return f"{browser}/{system}"
    return re.sub(r"[^\w. -]", "", agent.partition("/")[0])[:40].strip()

"""Registration, sign-in, password recovery and deletion of accounts, for pages and API."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from tablero.people.errors import NotAdmitted
from tablero.people.names import account_name, name_key
from tablero.people.passwords import Passwords, check_password
from tablero.people.sign_in_backoff import SignInBackoff
from tablero.site.accounts.mails import AccountMails
from tablero.site.settings import Limits
from tablero.site.table.actions import TableActions
from tablero.site.web.identity import Connection, Guest, Signer, device_label, guest_of, new_guest, replace_guest
from tablero.site.web.rate_limit import RateLimit, visitor_key
from tablero.site.web.security_log import log_event
from tablero.store import Store
from tablero.store.people.accounts import Account
from tablero.table import Refusal

HOUR = 3600.0
LINK_SECONDS = 600.0  # while a mailed link is valid
NAMES = SignInBackoff(free=6, longest=60)
ADDRESSES = SignInBackoff(free=30, longest=900)
MOST_KNOWN = 5  # accounts that a browser is known for


@dataclass(frozen=True)
class MailedLink:
    """Content of a mailed link."""

    account: Account
    mail: str


class AccountService:
    """Register and sign in users. All processes together count the attempts for each name and each address."""

    def __init__(
        self, store: Store, signer: Signer, limits: Limits, mails: AccountMails, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self.mails = mails
        self._signer = signer
        self._clock = clock
        self.passwords = Passwords()
        self._new = RateLimit(limits.accounts_per_hour, limits.accounts_per_hour / HOUR)
        self._mails = RateLimit(limits.accounts_per_hour, limits.accounts_per_hour / HOUR)

    # ---------------------------------------------------------------- signing in and out

    async def register(self, connection: Connection, name: str, password: str) -> Guest:
        """Create an account with everything that belongs to the guest, and sign in on this device."""
        chosen = account_name(name)
        check_password(password, chosen)
        self._new.check(
            visitor_key(connection), "many accounts were made at your address: try again in an hour", retry_after=3600
        )
        account = await self._store.accounts.create(chosen, await self.passwords.hash(password))
        log_event(connection, "registered", account.badge)
        return await self._add_device(connection, account)

    async def sign_in(self, connection: Connection, name: str, password: str) -> Guest:
        """Sign in on this device. What belongs to the guest moves into the account."""
        account = await self._store.accounts.by_name(name)
        if not await self._is_right(connection, name_key(name), account, password) or account is None:
            raise NotAdmitted("name and password do not belong together")
        if self.passwords.needs_rehash(account.password):
            await self._store.accounts.change(account.person, password=await self.passwords.hash(password))
        return await self._add_device(connection, account)

    async def check(self, connection: Connection, account: Account, password: str) -> None:
        """Raise NotAdmitted if this is not the password of the account."""
        if not await self._is_right(connection, name_key(account.name), account, password):
            raise NotAdmitted("this is not your password")

    async def _is_right(self, connection: Connection, key: str, account: Account | None, password: str) -> bool:
        key = _counted_for(connection, key, account)
        times = await self._count_attempt(connection, key)
        right = await self.passwords.verify(account.password if account else None, password)
        if right:
            await self._count_success(connection, key)
        elif account is not None and times == NAMES.free:
            self.mails.tell(connection, account, "guessing")
        log_event(connection, "password right" if right else "password wrong", account.badge if account else "")
        return right

    async def _count_attempt(self, connection: Connection, key: str) -> int:
        """Count an attempt as failed until `_count_success`, so that parallel attempts are all counted. Return how many
        there were in a row for this name."""
        await self._store.sign_in_attempts.attempt(self._signer.mark("address", visitor_key(connection)), ADDRESSES)
        return await self._store.sign_in_attempts.attempt(self._signer.mark("name", key), NAMES)

    async def _count_success(self, connection: Connection, key: str) -> None:
        await self._store.sign_in_attempts.succeeded(self._signer.mark("address", visitor_key(connection)), ADDRESSES)
        await self._store.sign_in_attempts.succeeded(self._signer.mark("name", key), NAMES, forget=True)

    async def _add_device(self, connection: Connection, account: Account) -> Guest:
        """Sign this device in, and sign out its last user; what belongs to a guest moves into the account."""
        before = guest_of(connection)
        if before.device:
            await self._store.devices.sign_out(before.id, before.device)
        elif not before.fresh:
            await self._store.personal_data.move_guest(before.id, account.person, account.name)
        label = device_label(connection.headers.get("user-agent", ""))
        device = await self._store.devices.add(account.person, label)
        known = (*(badge for badge in before.known if badge != account.badge), account.badge)[-MOST_KNOWN:]
        guest = Guest(account.person, account.name, device=device, account=account, known=known)
        replace_guest(connection, guest)
        return guest

    async def sign_out(self, connection: Connection) -> None:
        """Sign this device out; its next request comes from a new guest."""
        guest = guest_of(connection)
        if guest.device:
            await self._store.devices.sign_out(guest.id, guest.device)
            log_event(connection, "signed out")
        replace_guest(connection, replace(new_guest(), known=guest.known))

    async def delete(self, connection: Connection, guest: Guest, password: str) -> None:
        """Delete an account. Its running games are resigned first, so that a bot plays on for the others.

        Raise NotAdmitted if this is not its password.
        """
        assert guest.account is not None
        await self.check(connection, guest.account, password)
        for table, seat in await self._store.personal_data.running_seats(guest.id):
            with suppress(Refusal):  # the game is over meanwhile, or its rules are missing, or it was resigned before
                await TableActions(self._store, table, guest.id, seat).resign("leaves the house")
        await self._store.personal_data.delete_account(guest.id)
        log_event(connection, "account deleted")
        replace_guest(connection, new_guest())

    # ---------------------------------------------------------------- passwords

    async def change_password(self, connection: Connection, guest: Guest, old: str, new: str) -> None:
        """Change the password and sign out the other devices. Raise NotAdmitted if `old` is wrong."""
        assert guest.account is not None
        await self.check(connection, guest.account, old)
        await self._set_password(guest.account, new)
        log_event(connection, "password changed")
        self.mails.tell(connection, guest.account, "password")
        await self._store.devices.sign_out_others(guest.id, guest.device)

    async def new_codes(self, connection: Connection, account: Account, password: str) -> list[str]:
        """Return new recovery codes; earlier ones count no more. Raise NotAdmitted if `password` is wrong."""
        await self.check(connection, account, password)
        self.mails.tell(connection, account, "codes")
        return await self._store.accounts.new_recovery_codes(account.person)

    async def _set_password(self, account: Account, new: str) -> None:
        check_password(new, account.name)
        await self._store.accounts.change(account.person, password=await self.passwords.hash(new))
        self._store.devices.invalidate()

    async def recover(self, connection: Connection, name: str, code: str, new: str) -> Guest:
        """Set a new password with one of the printed codes; sign in here, and sign out everywhere else: programs with
        keys and tokens too, because another may have made them."""
        account = await self._store.accounts.by_name(name)
        check_password(new, name)
        key = _counted_for(connection, f"code:{name_key(name)}", account)
        await self._count_attempt(connection, key)
        if not await self._store.accounts.use_code(account.person if account else "", code) or account is None:
            log_event(connection, "recovery refused", account.badge if account else "")
            raise NotAdmitted("name and code do not belong together, or the code was used already")
        await self._count_success(connection, key)
        return await self._reset_password(connection, account, new)

    async def _reset_password(self, connection: Connection, account: Account, new: str) -> Guest:
        await self._set_password(account, new)
        await self._store.devices.sign_out_others(account.person)
        for key in await self._store.api_keys.of(account.person):
            await self._store.api_keys.revoke(account.person, key.id)
        for token in await self._store.seat_tokens.of(account.person):
            await self._store.seat_tokens.revoke(token.id, account.person)
        log_event(connection, "password recovered", account.badge)
        self.mails.tell(connection, account, "recovered")
        return await self._add_device(connection, account)

    # ---------------------------------------------------------------- links by mail

    def check_mail_limit(self, connection: Connection) -> None:
        """Raise TooManyRequestsException if the visitor has requested many mails."""
        self._mails.check(visitor_key(connection), "many mails were asked for: try again in an hour", retry_after=3600)

    def link(self, purpose: str, account: Account, mail: str = "") -> str:
        """Return the key of a link that is valid for ten minutes and, because it is bound to what it changes, once."""
        bound = _bound_to(purpose, account)
        content = {"account": account.badge, "mail": mail, "of": bound, "until": self._clock() + LINK_SECONDS}
        return self._signer.sign(f"link:{purpose}", content)

    async def read_link(self, purpose: str, key: str) -> MailedLink:
        """Return the content of a link. Raise NotAdmitted if it has expired or was used."""
        content = self._signer.read(f"link:{purpose}", key)
        account = await self._store.accounts.by_badge(content["account"]) if content else None
        if (
            content is None
            or account is None
            or content["until"] < self._clock()
            or content["of"] != _bound_to(purpose, account)
        ):
            raise NotAdmitted("this link was used already or is older than ten minutes: ask for a new one")
        return MailedLink(account, content["mail"])

    async def recover_by_link(self, connection: Connection, key: str, new: str) -> Guest:
        """Set a new password with a mailed link."""
        link = await self.read_link("password", key)
        return await self._reset_password(connection, link.account, new)

    async def confirm_mail(self, connection: Connection, key: str) -> None:
        """Store the address that a mailed link confirms."""
        link = await self.read_link("mail", key)
        await self.change_mail(connection, link.account, link.mail)

    async def change_mail(self, connection: Connection, account: Account, mail: str | None) -> None:
        """Store another address, or none, and tell the one before."""
        await self._store.accounts.change(account.person, mail=mail)
        self._store.devices.invalidate()
        if mail != account.mail:
            self.mails.tell(connection, account, "mail")


def _counted_for(connection: Connection, key: str, account: Account | None) -> str:
    """Return under which key attempts are counted. A browser in which the account was signed in has a count of its own:
    strangers who try passwords cannot keep its user out."""
    guest = guest_of(connection)
    return f"{key}:{guest.device or guest.id}" if account is not None and account.badge in guest.known else key


def _bound_to(purpose: str, account: Account) -> str:
    """Return a fingerprint of what a link changes, so that it is valid until the change."""
    text = account.password if purpose == "password" else account.mail or ""
    return hashlib.sha256(text.encode()).hexdigest()[:24]

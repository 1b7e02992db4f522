"""Mails about an account: links that confirm or recover it, and notices of what has changed."""

from __future__ import annotations

import asyncio
import logging

from tablero.site.settings import Settings
from tablero.site.web.identity import Connection
from tablero.site.web.language import language_of
from tablero.site.web.mail import MailFailed, can_mail, send_mail
from tablero.site.web.proxy import address_of
from tablero.store.people.accounts import Account
from tablero.ui.language import Language

logger = logging.getLogger("tablero.site")


def mails_links(settings: Settings) -> bool:
    """Return whether links can be mailed: they need a public address that no visitor can forge with a Host header."""
    return can_mail(settings) and bool(settings.origins)


def notice_sentence(event: str, language: Language) -> str:
    """Return the sentence about a change of an account or an attempt to get in."""
    say = language.say
    return {
        "password": say("Its password was changed, and its other devices were signed out."),
        "recovered": say(
            "It has a new password, chosen with a code or a link; all devices, keys and tokens have ended."
        ),
        "codes": say("New recovery codes were printed; earlier ones count no more."),
        "mail": say("It has another mail address, or none: this is the last mail to this one."),
        "key": say("A key was made for a program that acts in its name."),
        "guessing": say("Several wrong passwords were tried in a row. Who tries on has to wait longer and longer."),
    }[event]


class AccountMails:
    """Mails that are sent while the site goes on; a failure is logged."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._sending: set[asyncio.Task[None]] = set()

    def post(self, to: str, subject: str, text: str) -> None:
        """Send a mail in the background."""
        task = asyncio.create_task(self._send(to, subject, text))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def tell(self, connection: Connection, account: Account, event: str) -> None:
        """Tell the owner of an account what has happened, if the account has an address and the host sends mail."""
        if not account.mail or not mails_links(self._settings):
            return
        language = language_of(connection)
        say, address = language.say, address_of(connection)
        text = say(
            "About your account {name} at {address}:\n\n{what}\n\nIf this was not you, choose a new password at "
            "{address}/recover, and look at your devices at {address}/account.",
            name=account.name,
            address=address,
            what=notice_sentence(event, language),
        )
        self.post(account.mail, say("Your account at Tablero"), text)

    async def _send(self, to: str, subject: str, text: str) -> None:
        try:
            await send_mail(self._settings, to, subject, text)
        except MailFailed as error:
            logger.error("a mail was not taken: %s", error)

    async def close(self) -> None:
        """Wait for the mails that are being sent."""
        await asyncio.gather(*self._sending)

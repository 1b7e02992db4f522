"""Notifications by mail, to an address whose owner has confirmed it."""

from __future__ import annotations

import logging

from litestar.exceptions import HTTPException

from tablero.core.errors import BadOption
from tablero.core.i18n.translator import Translator
from tablero.people.notification_policy import ChannelPolicy
from tablero.site.notifications.channel import DeliveryFailure, NotificationChannel, Words
from tablero.site.notifications.text import confirmation_text, mail_text
from tablero.site.settings import Settings, is_mail_address
from tablero.site.web.mail import MailFailed, can_mail, send_mail
from tablero.store.notifications.channels import ChannelAddress
from tablero.ui.language import Language

logger = logging.getLogger("tablero.site")


class MailChannel(NotificationChannel):
    """Sends a digest to the user's mail address, at most one an hour."""

    name = "mail"
    policy = ChannelPolicy("tell_mail", grace=300.0, apart=3600.0, prompt=False)
    confirms = True

    def label(self, say: Translator) -> str:
        return say("Mail")

    async def send(self, recipient: ChannelAddress, words: Words, language: Language) -> DeliveryFailure | None:
        if not can_mail(self._settings):
            return DeliveryFailure("no_mail")
        message, origin = words(recipient.language), self.origin_of(recipient)
        stop = f"{origin}/mail/{recipient.key}/stop"
        headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        try:
            text = mail_text(message, origin, stop, language.say)
            await send_mail(self._settings, recipient.address, message.title, text, headers)
        except MailFailed as error:
            logger.warning("a mail was not taken: %s", error)
            return DeliveryFailure("refused" if error.refused else "silent", for_good=error.refused)
        return None

    def check(self, address: str) -> None:
        if not offers_mail(self._settings):
            raise BadOption("whoever hosts this site has not set up mail")
        if not is_mail_address(address):
            raise BadOption("this is not a mail address: write it like ana@example.org")

    async def confirm(self, recipient: ChannelAddress, say: Translator) -> str:
        """Send the link that confirms the address. If that fails the address is removed and BadOption or 503 raised."""
        text = confirmation_text(f"{recipient.origin}/mail/{recipient.key}", say)
        try:
            await send_mail(self._settings, recipient.address, say("Mail from Tablero?"), text)
        except MailFailed as error:
            await self._store.channels.remove(recipient.person, self.name)
            if error.refused:
                raise BadOption("this mail address is not known there: look at it again") from None
            raise HTTPException("the mail could not be sent: try again later", status_code=503) from None
        return say("A mail is on its way to {address}: open the link in it.", address=recipient.address)


def offers_mail(settings: Settings) -> bool:
    """Whether users can be sent mail. Its links need the public address: one that a visitor names could be a trap."""
    return can_mail(settings) and bool(settings.public)

"""Notifications by webhook, in formats that Discord, Slack and others read."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from tablero.core.i18n.translator import Translator
from tablero.people.notification_policy import ChannelPolicy
from tablero.site.notifications.channel import DeliveryFailure, NotificationChannel, Words
from tablero.site.notifications.safe_http import CallFailed
from tablero.site.notifications.text import NotificationText
from tablero.store.notifications.channels import ChannelAddress
from tablero.ui.language import Language

DISCORD = ("discord.com", "discordapp.com")
SLACK = ("hooks.slack.com", "hooks.slack-gov.com")


def body_of(message: NotificationText, origin: str, address: str) -> dict[str, Any]:
    """Return the body. `text` and `content` hold the same for different readers; others find `table`, `game`, `url`."""
    url = f"{origin}{message.path}"
    words = "\n".join([message.title, *message.lines, url])
    host = urlsplit(address).hostname or ""
    if host in SLACK:  # names of tables and players must not mention a whole channel
        return {"text": words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    if host in DISCORD or host.endswith(tuple(f".{name}" for name in DISCORD)):
        return {"content": words[:2000], "allowed_mentions": {"parse": []}}
    return {"text": words, "content": words, "table": message.table, "game": message.game, "url": url}


def packed(message: NotificationText, origin: str, address: str) -> bytes:
    return json.dumps(body_of(message, origin, address), ensure_ascii=False).encode()


class WebhookChannel(NotificationChannel):
    """Posts messages to an address of the user; switched off after five failures in a row."""

    name = "webhook"
    policy = ChannelPolicy("tell_webhook", grace=30.0, apart=60.0)
    max_failures = 5
    kind_when_broken = "broken"

    def label(self, say: Translator) -> str:
        return say("Webhook")

    async def send(self, recipient: ChannelAddress, words: Words, language: Language) -> DeliveryFailure | None:
        try:
            body = packed(words(recipient.language), self.origin_of(recipient), recipient.address)
            answer = await self._http.post(recipient.address, body, {"Content-Type": "application/json"})
        except CallFailed as error:
            return DeliveryFailure(error.why)
        return None if answer.fine else DeliveryFailure(f"status_{answer.status}", for_good=answer.status == 410)

    def check(self, address: str) -> None:
        self._http.parse(address)

"""Webhooks: a message posted once to an address that a person has given, in words that Discord, Slack and others read."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from tablero.site.notice_words import Message

DISCORD = ("discord.com", "discordapp.com")
SLACK = ("hooks.slack.com", "hooks.slack-gov.com")


def body_of(message: Message, origin: str, address: str) -> dict[str, Any]:
    """What is posted: `text` and `content` say the same, for whoever reads one of them; others find `table`, `game` and `url`."""
    url = f"{origin}{message.path}"
    words = "\n".join([message.title, *message.lines, url])
    host = urlsplit(address).hostname or ""
    if host in SLACK:  # names of tables and people must not call a whole channel
        return {"text": words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    if host in DISCORD or host.endswith(tuple(f".{name}" for name in DISCORD)):
        return {"content": words[:2000], "allowed_mentions": {"parse": []}}
    return {"text": words, "content": words, "table": message.table, "game": message.game, "url": url}


def packed(message: Message, origin: str, address: str) -> bytes:
    return json.dumps(body_of(message, origin, address), ensure_ascii=False).encode()

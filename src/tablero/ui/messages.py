"""Messages that a page sends through its websocket: parsed and validated."""

from __future__ import annotations

from typing import Any

import msgspec

from tablero.table import Refusal

MAX_MESSAGE_LENGTH = 4096  # no message of a page is longer
LARGEST = 1 << 40  # no number in a message is larger


class BadMessage(Refusal):
    """A message that no page of this site sends."""

    rule = "bad_message"


def unreadable() -> BadMessage:
    return BadMessage("this message cannot be read: load the page again")


def unknown_request() -> BadMessage:
    return BadMessage("this page asked for something unknown: load it again")


def read(text: str) -> dict[str, Any]:
    """Parse a message of a page, with its number `n` and what to `do`. Raise BadMessage when it has none."""
    if len(text) > MAX_MESSAGE_LENGTH:
        raise unreadable()
    try:
        message = msgspec.json.decode(text)
    except (ValueError, RecursionError):  # msgspec's errors are ValueErrors, so are those of Unicode
        raise unreadable() from None
    if not isinstance(message, dict) or not isinstance(message.get("do"), str):
        raise unreadable()
    number(message, "n")
    return message


def number(message: dict[str, Any], name: str) -> int:
    """Return an integer of a message. True is none, although Python's bool is an int. Raise BadMessage."""
    value = message.get(name)
    if type(value) is not int or abs(value) > LARGEST:
        raise unreadable()
    return value


def action_of(message: dict[str, Any]) -> str:
    """Return the id that the page gave to its request. Raise BadMessage."""
    value = message.get("action_id")
    if not isinstance(value, str) or not 0 < len(value) <= 128 or not value.isprintable():
        raise unreadable()
    return value


def count_of(text: str) -> int | None:
    """Parse a count in an address, at most nine ASCII digits; return None for anything else.

    >>> count_of("12"), count_of(""), count_of("-1"), count_of("\\u0663"), count_of("9" * 5000)
    (12, None, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else None


def sentence(words: str) -> str:
    """Return the words with a capital letter and a full stop."""
    return words[:1].upper() + words[1:] + "."

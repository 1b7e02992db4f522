"""Encode messages for a socket, without the text that the page has already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

try:
    from isal.isal_zlib import compress as _compress  # a third of the time

    LEVEL = 2
except ImportError:
    from zlib import compress as _compress

    LEVEL = 1  # higher levels take twice as long to save a fifth

DEFLATE_FROM = 1000  # bytes; shorter messages gain nothing

Frame = str | bytes
Splice = tuple[int, int, str]


def framed(message: Mapping[str, Any]) -> Frame:
    """Encode a message: JSON, deflated from DEFLATE_FROM bytes on."""
    body = msgspec.json.encode(message)
    return body.decode() if len(body) < DEFLATE_FROM else deflate(body)


def deflate(body: bytes) -> bytes:
    return _compress(body, LEVEL)


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str | Splice]:
    """Return the places whose HTML has changed, each as new HTML or as a splice."""
    return {place: spliced(before.get(place, ""), html) for place, html in after.items() if before.get(place) != html}


def spliced(before: str, after: str) -> str | Splice:
    """Return how to make `after` from `before`: the lengths to keep at the beginning and at the end, in UTF-16 units as
    browsers count, and what comes between. Return `after` itself when little is the same.

    >>> spliced("The game goes on and on, and nobody is tired.", "The game goes on and off, and nobody is tired.")
    (22, 22, 'ff')
    """
    most = min(len(before), len(after))
    head, limit = 0, most
    while head < limit:  # bisection: each step compares only what is not known to be equal yet
        asked = (head + limit + 1) // 2
        if before.startswith(after[head:asked], head):
            head = asked
        else:
            limit = asked - 1
    tail, limit = 0, most - head
    while tail < limit:
        asked = (tail + limit + 1) // 2
        if before.endswith(after[len(after) - asked : len(after) - tail], 0, len(before) - tail):
            tail = asked
        else:
            limit = asked - 1
    if head + tail < len(after) // 4:
        return after
    return _units(after[:head]), _units(after[len(after) - tail :]), after[head : len(after) - tail]


def _units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2

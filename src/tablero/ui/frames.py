"""Encode messages for a socket, without the text that the page has already."""

from __future__ import annotations

import sys
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
FIRST_STEP = 256  # characters that are compared at once

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
    head = limit = 0
    step = FIRST_STEP  # growing: little is copied to be compared where the texts soon differ
    while limit < most:
        limit = min(head + step, most)
        if not before.startswith(after[head:limit], head):
            limit -= 1
            break
        head, step = limit, 4 * step
    while head < limit:
        asked = (head + limit + 1) // 2
        if before.startswith(after[head:asked], head):
            head = asked
        else:
            limit = asked - 1
    most -= head
    tail = limit = 0
    step = FIRST_STEP
    while limit < most:
        limit = min(tail + step, most)
        if not before.endswith(after[len(after) - limit : len(after) - tail], 0, len(before) - tail):
            limit -= 1
            break
        tail, step = limit, 4 * step
    while tail < limit:
        asked = (tail + limit + 1) // 2
        if before.endswith(after[len(after) - asked : len(after) - tail], 0, len(before) - tail):
            tail = asked
        else:
            limit = asked - 1
    if head + tail < len(after) // 4:
        return after
    between = after[head : len(after) - tail]
    if sys.getsizeof(after) < 4 * len(after):  # no character takes more than two bytes, hence two units
        return head, tail, between
    return _units(after[:head]), _units(after[len(after) - tail :]), between


def _units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2

"""Frames: messages as they go through a socket, with nothing in them that the page has already."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

DEFLATE_FROM = 1000  # bytes; shorter messages gain nothing
DEFLATE = 1  # higher levels take three times as long to save a fifth

Frame = str | bytes
Splice = tuple[int, int, str]


def framed(message: Mapping[str, Any]) -> Frame:
    """A message as it goes through the socket: JSON, deflated when it is long."""
    body = msgspec.json.encode(message)
    return body.decode() if len(body) < DEFLATE_FROM else zlib.compress(body, DEFLATE)


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str | Splice]:
    """The places whose HTML is another one: anew, or what to put between the beginning and the end that are the same."""
    return {place: spliced(before.get(place, ""), html) for place, html in after.items() if before.get(place) != html}


def spliced(before: str, after: str) -> str | Splice:
    """How to make one text from another: what to keep at the beginning and at the end, as browsers count characters, and
    what comes between.

    >>> spliced("The game goes on and on, and nobody is tired.", "The game goes on and off, and nobody is tired.")
    (22, 22, 'ff')
    """
    most = min(len(before), len(after))
    head = _longest(most, lambda known, asked: before.startswith(after[known:asked], known))
    tail = _longest(
        most - head,
        lambda known, asked: before.endswith(after[len(after) - asked : len(after) - known], 0, len(before) - known),
    )
    if head + tail < len(after) // 4:
        return after
    return _units(after[:head]), _units(after[len(after) - tail :]), after[head : len(after) - tail]


def _longest(most: int, same: Callable[[int, int], bool]) -> int:
    """The largest length up to which two texts are the same, by halving; `same(known, asked)` compares the part between."""
    known = 0
    while known < most:
        asked = (known + most + 1) // 2
        if same(known, asked):
            known = asked
        else:
            most = asked - 1
    return known


def _units(text: str) -> int:
    """The length of a text as browsers count it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2

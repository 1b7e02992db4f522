"""Frames: messages as they go through a socket, with nothing in them that the page has already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec
from websockets.frames import Frame as WireFrame
from websockets.frames import Opcode

try:
    from isal.isal_zlib import compress as _compress  # a third of the time

    LEVEL = 2
except ImportError:
    from zlib import compress as _compress

    LEVEL = 1  # higher ones take twice as long to save a fifth

DEFLATE_FROM = 1000  # bytes; shorter messages gain nothing

WIRE = "tablero.wire"  # among a connection's extensions: where packed frames are delivered

Frame = str | bytes
Splice = tuple[int, int, str]


def framed(message: Mapping[str, Any]) -> Frame:
    """A message as it goes through the socket: JSON, deflated when it is long."""
    body = msgspec.json.encode(message)
    return body.decode() if len(body) < DEFLATE_FROM else deflate(body)


def deflate(body: bytes) -> bytes:
    return _compress(body, LEVEL)


def packed(frame: Frame) -> bytes:
    """A frame as the bytes of the websocket protocol; what a server sends is the same for everybody."""
    if isinstance(frame, str):
        return WireFrame(Opcode.TEXT, frame.encode()).serialize(mask=False)
    return WireFrame(Opcode.BINARY, frame).serialize(mask=False)


class Wire(Protocol):
    """A connection that takes packed frames."""

    def deliver(self, packed: bytes) -> bool:
        """Write them at once; False when that cannot be done now."""


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
    head, limit = 0, most
    while head < limit:  # by halving: each look compares only what is not known to be the same yet
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
    """The length of a text as browsers count it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2

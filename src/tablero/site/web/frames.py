"""WebSocket frames as bytes, and connections that accept them."""

from __future__ import annotations

from typing import Protocol

from websockets.frames import Frame as WireFrame
from websockets.frames import Opcode

from tablero.ui.frames import Frame

WIRE_EXTENSION = "tablero.wire"  # among a connection's extensions: where packed frames are delivered


def packed(frame: Frame) -> bytes:
    """Return a frame as bytes of the WebSocket protocol; servers do not mask, so all clients get the same bytes."""
    if isinstance(frame, str):
        return WireFrame(Opcode.TEXT, frame.encode()).serialize(mask=False)
    return WireFrame(Opcode.BINARY, frame).serialize(mask=False)


class Wire(Protocol):
    """A connection that accepts packed frames."""

    def deliver(self, packed: bytes) -> bool:
        """Write the bytes at once; return False if that is not possible now."""

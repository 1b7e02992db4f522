"""The server of a device for a program of another language in the same process: JSON in and out."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from tablero.local.answers import LocalRequest
from tablero.local.connection import LocalSocket
from tablero.local.journal import Kind, Values
from tablero.local.server import LocalServer
from tablero.table.errors import StorageError
from tablero.ui.frames import Frame

Put = Callable[[str, str, str], Awaitable[Any]]  # kind, key, JSON
Read = Callable[[str], Awaitable[str]]  # all values of a kind, as JSON of pairs


class OutsideJournal:
    """A journal that is kept outside of Python."""

    def __init__(self, put: Put, read: Read) -> None:
        self._put = put
        self._read = read

    async def put(self, kind: Kind, key: str, value: Mapping[str, Any]) -> None:
        try:
            await self._put(kind, key, json.dumps(value))
        except Exception as error:  # of the browser: the storage is full, was cleared, or another window was first
            if "ConstraintError" in str(error):
                raise StorageError("this game goes on in another window: load this page again") from error
            raise StorageError("this device has no room left for the game: free some and try again") from error

    async def read(self, kind: Kind) -> Values:
        return dict(json.loads(await self._read(kind)))


class Bridge:
    """Pages and connections as JSON. Call `load` first."""

    def __init__(self, put: Put, read: Read) -> None:
        self._server = LocalServer(OutsideJournal(put, read))

    async def load(self) -> None:
        await self._server.load()

    async def answer(self, request: str) -> str:
        """Answer a request, the fields of LocalRequest, with those of LocalAnswer."""
        return json.dumps((await self._server.answer(_read_request(request))).as_json())

    def connect(self, request: str, send: Callable[[Frame], None]) -> LocalSocket:
        """Begin a connection; return where the messages of the page go. Raise NotHere."""
        return self._server.connect(_read_request(request), send)[0]


def _read_request(request: str) -> LocalRequest:
    fields = json.loads(request)
    return LocalRequest(**{**fields, "languages": tuple(fields.get("languages", ()))})

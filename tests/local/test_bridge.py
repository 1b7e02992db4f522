"""The server of a device as a browser's worker uses it: JSON in and out, kept by the browser."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import pytest

from tablero.local.answers import NotHere
from tablero.local.bridge import Bridge
from tablero.ui.frames import Frame


class Storage:
    """As engine.ts keeps values, with what its browser complains of."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}
        self.complaint = ""

    async def put(self, kind: str, key: str, value: str) -> None:
        if self.complaint:
            raise RuntimeError(self.complaint)
        self.kept.setdefault(kind, {})[key] = json.loads(value)

    async def read(self, kind: str) -> str:
        return json.dumps(list(self.kept.get(kind, {}).items()))


async def play(bridge: Bridge, table: str, move: int, version: int) -> dict[str, Any]:
    """Make a move through a connection; its acknowledgement."""
    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def take(frame: Frame) -> None:
        heard.put_nowait(json.loads(frame if isinstance(frame, str) else zlib.decompress(frame)))

    socket = bridge.connect(json.dumps({"address": f"{table}/live"}), take)
    message = {"n": 1, "do": "play", "move": move, "version": version, "action_id": f"{move}-{version}"}
    socket.receive(json.dumps(message))
    while "ack" not in (answer := await heard.get()):
        pass
    socket.close()
    return answer


def test_requests_and_moves_are_answered_and_kept_outside() -> None:
    async def run() -> None:
        storage = Storage()
        bridge = Bridge(storage.put, storage.read)
        await bridge.load()
        opened = json.loads(await bridge.answer(json.dumps({"address": "/play/yaxha?level=1", "method": "POST"})))
        assert opened["status"] == 303
        assert (await play(bridge, opened["to"], 0, 0))["ok"]
        assert any(row["seat"] == 0 for row in storage.kept["rows"].values())

        again = Bridge(storage.put, storage.read)
        await again.load()
        request = {"address": opened["to"], "cookies": {"theme": "dark"}, "languages": ["es-MX"]}
        page = json.loads(await again.answer(json.dumps(request)))
        assert 'lang="es" data-theme="dark" data-local' in page["body"]
        with pytest.raises(NotHere):
            again.connect(json.dumps({"address": "/nowhere/live"}), lambda frame: None)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("complaint", "told"),
    [("ConstraintError: exists", "another window"), ("QuotaExceededError: full", "no room left")],
    ids=["two-windows", "full"],
)
def test_what_the_storage_refuses_is_told_at_the_move(complaint: str, told: str) -> None:
    async def run() -> None:
        storage = Storage()
        bridge = Bridge(storage.put, storage.read)
        await bridge.load()
        opened = json.loads(await bridge.answer(json.dumps({"address": "/play/yaxha?level=1", "method": "POST"})))
        storage.complaint = complaint
        answer = await play(bridge, opened["to"], 0, 0)
        assert not answer["ok"]
        assert told in answer["text"]

    asyncio.run(run())

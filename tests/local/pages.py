"""A page on a device: its messages, without a browser."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from typing import Any

from tablero.local.answers import LocalAnswer, LocalRequest
from tablero.local.server import LocalServer
from tablero.ui.frames import Frame
from tests.limits import LIMIT


def patched(before: str, patch: list[Any]) -> str:
    """A text after a patch, as the page makes it."""
    old, new, at = before.encode("utf-16-le"), b"", 0
    for keep, leave_out, text in (patch[n : n + 3] for n in range(0, len(patch), 3)):
        new += old[2 * at : 2 * (at + keep)] + text.encode("utf-16-le")
        at += keep + leave_out
    return (new + old[2 * at :]).decode("utf-16-le")


class Page:
    """An open page with its connection. `places` are its parts and panels as they are shown."""

    def __init__(self, server: LocalServer, path: str) -> None:
        self.path = path
        self.places: dict[str, str] = {}
        self.shown: dict[str, Any] = {}
        self._number = 0
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._socket, self._task = server.connect(LocalRequest(f"{path}/live"), self._take)

    def _take(self, frame: Frame) -> None:
        self._inbox.put_nowait(json.loads(frame if isinstance(frame, str) else zlib.decompress(frame)))

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(LIMIT):
            message = await self._inbox.get()
        if "ack" not in message:
            self.shown |= message
            for place, html in {**message, **message.get("panels", {})}.items():
                if isinstance(html, list) and place != "steps":
                    self.places[place] = patched(self.places[place], html)
                elif isinstance(html, str):
                    self.places[place] = html
        return message

    async def do(self, what: str, **more: Any) -> dict[str, Any]:
        """Send a message and wait for its acknowledgement."""
        self._number += 1
        self._socket.receive(json.dumps({"n": self._number, "do": what, **more}))
        while (heard := await self.hear()).get("ack") != self._number:
            pass
        return heard

    async def play(self, move: int) -> dict[str, Any]:
        return await self.do("play", move=move, version=self.shown["version"], action_id=secrets.token_hex(4))

    async def until(self, true: Any) -> None:
        """Hear messages until something is true of this page."""
        while not true(self):
            await self.hear()

    @property
    def moves(self) -> list[int]:
        """The moves that the page offers, as a player finds them: on the board, in the prompt, and the forced one."""
        html = " ".join(self.places.values())
        found = re.findall(r'data-(?:move|forced)="(\d+)"', html)
        return [int(move) for move in dict.fromkeys(found)]

    def card(self, name: str) -> str:
        found = re.search(rf'data-{name}="([^"]*)"', self.places.get("lesson", "") or self.places["puzzle"])
        assert found is not None, name
        return unescape(found[1])

    async def close(self) -> None:
        self._socket.close()
        await self._task


@asynccontextmanager
async def opened(server: LocalServer, path: str) -> AsyncIterator[Page]:
    """A page that shows what is there now."""
    page = Page(server, path)
    try:
        await page.until(lambda one: "panels" in one.shown)
        yield page
    finally:
        await page.close()


async def get(server: LocalServer, address: str, **more: Any) -> LocalAnswer:
    return await server.answer(LocalRequest(address, **more))


async def post(server: LocalServer, address: str, **form: str) -> LocalAnswer:
    return await server.answer(LocalRequest(address, "POST", form))

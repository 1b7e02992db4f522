"""Moves on the site without server and database: from the message of a page to the frames of all pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from tablero.core import Game, seeded
from tablero.table import Holder, Table
from tablero.table.log_row import AppendResult
from tablero.ui.client_view import ClientView
from tablero.ui.connection import TableConnection
from tablero.ui.language import Language
from tablero.ui.log_text import SharedSentences
from tablero.ui.table_page import EncodedMessage, PageMemory, Perspective, TablePage, build_table_page
from tablero.ui.updates import Viewer

PEOPLE = ("Anna", "Ben")
SEED = 3


class OneTable:
    """A table in memory: the backend and the feed of its pages, which are drawn after the acknowledgement."""

    id = "table"

    def __init__(self, game: Game) -> None:
        moments = count(1000)
        people = [Holder("person", name, name) for name in PEOPLE]
        self.now = Table(self.id, game, len(people), {}, people, SEED, "salt", clock=lambda: float(next(moments)))
        self._viewers: list[Viewer] = []
        self._memories: dict[int | None, PageMemory] = {}
        self._sentences = SharedSentences()

    async def table(self, id: str = "") -> Table:
        return self.now

    async def rematch(self, table: Table) -> None:
        return None

    @contextmanager
    def subscribed(self, viewer: Viewer) -> Iterator[None]:
        self._viewers.append(viewer)
        yield

    async def play(
        self, id: str, seat: int, move: int, version: int, action_id: str, *, lag: float = 0.0
    ) -> AppendResult:
        row = self.now.play(seat, move, version, action_id, lag=lag)
        after = self.now.copy()
        after.apply(row, checked=True)
        self.now = after
        asyncio.get_running_loop().call_soon(self._show)
        return AppendResult(row.number, False)

    async def undo(self, id: str, seat: int, action_id: str) -> AppendResult:
        raise NotImplementedError

    async def restart(self, id: str, seat: int, action_id: str) -> AppendResult:
        raise NotImplementedError

    def _show(self) -> None:
        for viewer in self._viewers:
            viewer.show(self.now, None)

    def page(self, table: Table, perspective: Perspective, rematch: str | None) -> TablePage:
        memory = self._memories.get(perspective.seat)
        if memory is None:
            memory = self._memories[perspective.seat] = PageMemory(table, perspective.language, self._sentences)
        return build_table_page(table, perspective, rematch, memory)


class Wire:
    """The socket of a page that counts what it is sent."""

    def __init__(self) -> None:
        self.direct = self
        self.messages: asyncio.Queue[str] = asyncio.Queue()
        self.frames = 0

    def deliver(self, message: EncodedMessage) -> bool:
        self.frames += 1
        return True

    async def receive_text(self) -> str:
        return await self.messages.get()

    async def send_text(self, text: str) -> None:
        raise NotImplementedError

    async def send_bytes(self, data: bytes) -> None:
        raise NotImplementedError


async def _play(game: Game, moves: int) -> int:
    table, luck = OneTable(game), seeded(SEED)
    wires = [Wire() for _ in range(len(PEOPLE) + 1)]  # the last one watches
    running = []
    for seat, wire in enumerate(wires):
        player = seat if seat < len(PEOPLE) else None
        view = ClientView((*PEOPLE, "")[seat], Perspective(player, Language("en"), coached=player is not None), table)
        running.append(asyncio.create_task(TableConnection(wire, table, table, view).run()))
    while not all(wire.frames for wire in wires):
        await asyncio.sleep(0)
    for number in range(moves):
        now = table.now
        seat = now.actors()[luck.below(len(now.actors()))]
        legal = now.view(seat)["moves"]
        message = {
            "n": number + 1,
            "do": "play",
            "move": legal[luck.below(len(legal))],
            "version": now.version_for(seat),
            "action_id": str(number),
        }
        before = wires[seat].frames
        wires[seat].messages.put_nowait(json.dumps(message))
        while wires[seat].frames < before + 2:  # the acknowledgement, then the page
            await asyncio.sleep(0)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    return moves


def play_on_site(game: Game, moves: int) -> int:
    """Play a game at random between two players, with a spectator; return how many moves were made."""
    return asyncio.run(_play(game, moves))

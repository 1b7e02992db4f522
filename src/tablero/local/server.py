"""Everything that a page asks of a server, answered on this device."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from tablero.local.answers import LocalAnswer, LocalRequest, NotHere, missing
from tablero.local.connection import LocalSocket
from tablero.local.journal import Journal
from tablero.local.list_pages import ListPages
from tablero.local.store import LocalStore
from tablero.local.table_pages import TablePages
from tablero.ui.frames import Frame

Handler = Callable[..., Awaitable[LocalAnswer]]
Connect = Callable[..., Awaitable[None]]


class LocalServer:
    """Pages by path, and connections of table pages. Call `load` first: it reads what earlier visits have kept."""

    def __init__(self, journal: Journal, pause: float = 0.3) -> None:
        self._store = LocalStore(journal, pause)
        tables = TablePages(self._store)
        lists = ListPages(self._store, tables)
        self._pages = _routes(
            {
                "GET /": lists.lobby,
                "POST /language": lists.choose_language,
                "GET /learn": lists.learn,
                "GET /learn/*": lists.first_lesson,
                "GET /learn/*/*": tables.lesson,
                "GET /learn/*/try/*": tables.example,
                "GET /learn/*/*/whatif": tables.whatif_of_lesson,
                "GET /learn/*/try/*/whatif": tables.whatif_of_example,
                "POST /learn/*/*/play": tables.play_on,
                "GET /rules": lists.rulebooks,
                "GET /rules/*": lists.rulebook,
                "GET /rules/*/example/*": lists.example,
                "GET /rules/*/rule/*": lists.rule,
                "GET /luck": lists.luck,
                "GET /puzzles": lists.puzzles,
                "GET /puzzles/today": tables.puzzle_of_day,
                "GET /puzzles/*/next": tables.next_puzzle,
                "GET /puzzles/*/*": tables.puzzle,
                "GET /puzzles/*/*/whatif": tables.whatif_of_puzzle,
                "POST /play/*": tables.play,
                "GET /t/*": tables.match,
                "POST /t/*/again": tables.again,
                "GET /t/*/record": tables.record,
                "GET /t/*/whatif": tables.whatif_of_match,
                "GET /whatif/*": tables.whatif,
            }
        )
        self._connections = _routes(
            {
                "GET /t/*/live": tables.connect_match,
                "GET /learn/*/try/*/live": tables.connect_example,
                "GET /learn/*/*/live": tables.connect_lesson,
                "GET /puzzles/*/*/live": tables.connect_puzzle,
                "GET /whatif/*/live": tables.connect_whatif,
            }
        )

    async def load(self) -> None:
        await self._store.load()

    async def answer(self, request: LocalRequest) -> LocalAnswer:
        """Return a page, a fragment, or where to go instead."""
        for name, pattern, handler in self._pages:
            if name == request.method and (found := pattern.fullmatch(request.path)):
                with suppress(NotHere):
                    answer: LocalAnswer = await handler(request, *found.groups())
                    return answer
        return missing(request)

    def connect(self, request: LocalRequest, send: Callable[[Frame], None]) -> tuple[LocalSocket, asyncio.Task[None]]:
        """Begin the connection of a page; return where its messages go, and the task that ends with it. Raise NotHere
        where there is nothing to connect to."""
        for _, pattern, handler in self._connections:
            if found := pattern.fullmatch(request.path):
                socket = LocalSocket(send)
                return socket, asyncio.ensure_future(handler(request, socket, *found.groups()))
        raise NotHere


def _routes(handlers: dict[str, Callable[..., Any]]) -> list[tuple[str, re.Pattern[str], Callable[..., Any]]]:
    """Return methods, patterns of paths and handlers; a star is one part of a path."""
    routes = []
    for route, handler in handlers.items():
        method, _, path = route.partition(" ")
        routes.append((method, re.compile(path.replace("*", "([^/]+)")), handler))
    return routes

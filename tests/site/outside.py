"""Somebody else's server, for tests: it keeps what it is sent and answers as it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web


@dataclass
class Asked:
    path: str
    headers: dict[str, str]
    body: bytes


async def _fine(_: web.Request) -> web.StreamResponse:
    return web.Response(status=201)


@dataclass
class Outside:
    port: int = 0
    asked: list[Asked] = field(default_factory=list)
    answer: Callable[[web.Request], Awaitable[web.StreamResponse]] = _fine

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answers(self, status: int, headers: dict[str, str] | None = None) -> None:
        async def answer(_: web.Request) -> web.StreamResponse:
            return web.Response(status=status, headers=headers)

        self.answer = answer


@asynccontextmanager
async def outside() -> AsyncIterator[Outside]:
    there = Outside()

    async def take(request: web.Request) -> web.StreamResponse:
        there.asked.append(Asked(request.path, dict(request.headers), await request.read()))
        return await there.answer(request)

    app = web.Application()
    app.router.add_route("*", "/{anything:.*}", take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    there.port = runner.addresses[0][1]
    try:
        yield there
    finally:
        await asyncio.wait_for(runner.cleanup(), 5)

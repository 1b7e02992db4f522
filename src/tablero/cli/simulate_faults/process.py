"""A server process of the simulation: the whole application, its clients' connections, its death and its restart."""

from __future__ import annotations

import asyncio
from contextvars import Context, copy_context
from random import Random
from typing import Any

from litestar import Litestar

from tablero.cli.simulate_faults.database import SimulatedDatabase
from tablero.cli.simulate_faults.event_loop import TASK_OWNER, Owner, VirtualLoop
from tablero.site.web.services import Services

STOP_SECONDS = 2.0  # for requests under way when a process is stopped, as uvicorn has
RESTART_SECONDS = 8.0  # a process that died is started again within so long


class Exchange:
    """One request or websocket that has reached a process, as the application's `receive` and `send`."""

    def __init__(self, process: ServerProcess, scope: dict[str, Any], hear: Any, ended: Any) -> None:
        """`hear(message)` takes what the application sends, `ended(code)` its end; both run outside the process."""
        self.process = process
        self._inbox: list[dict[str, Any]] = []
        self._waiting: asyncio.Future[None] | None = None
        self._hear = hear
        self._ended = ended
        self.closed = False
        self._disconnected = False
        self._goodbye = f"{scope['type']}.disconnect"
        app: Any = process.app
        # The task's context is a copy of its own: what it sets, no other request sees.
        self.task = process.loop.create_task(self._run(app, scope), context=process.context.run(copy_context))

    async def _run(self, app: Any, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self.receive, self.send)
        finally:
            if self.process.owner.alive:
                self.end(1006)

    async def receive(self) -> dict[str, Any]:
        while not self._inbox:
            if self._disconnected:
                return {"type": self._goodbye, "code": 1006}
            self._waiting = self.process.loop.create_future()
            await self._waiting
        return self._inbox.pop(0)

    async def send(self, message: Any) -> None:
        if self.closed:
            raise OSError("the client has gone")
        self._hear(message)

    def put(self, message: dict[str, Any]) -> None:
        """Hand a message of the client to the application; runs in the process."""
        self._inbox.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def disconnect(self, code: int) -> None:
        """Tell the application that the client has gone; runs in the process."""
        self.closed = self._disconnected = True
        self.put({"type": self._goodbye, "code": code})

    def end(self, code: int) -> None:
        """Tell the client that the connection has ended."""
        if not self.closed:
            self.closed = True
        self.process.exchanges.pop(self, None)
        self._ended(code)


class ServerProcess:
    """One process that serves the site, started again whenever it has died."""

    def __init__(self, name: str, app: Litestar, loop: VirtualLoop, database: SimulatedDatabase, luck: Random) -> None:
        self.name = name
        self.app = app
        self.loop = loop
        self.database = database
        self.luck = luck
        self.starts = 0
        self.serving = False
        self.staying_down = False
        self.leaks: list[str] = []
        self.exchanges: dict[Exchange, None] = {}
        self.owner = Owner(name)
        self.context: Context = copy_context()
        self._stopping = asyncio.Event()
        self._main: asyncio.Task[None] | None = None

    @property
    def services(self) -> Services:
        found: Services = self.app.state.services
        return found

    def start(self) -> None:
        """Start the process; `serving` says when it accepts connections."""
        self.starts += 1
        self.owner = owner = Owner(f"{self.name}.{self.starts}")
        owner.on_death.append(lambda: self._died(owner))
        self.context = copy_context()
        self.context.run(TASK_OWNER.set, owner)
        self._stopping = asyncio.Event()
        self._main = self.loop.create_task(self._serve(), context=self.context)

    async def _serve(self) -> None:
        try:
            async with self.app.lifespan():
                self.serving = True
                await self._stopping.wait()
        except Exception:  # the database is away: its supervisor starts it again
            self.serving = False
            self.loop.call_soon(self.loop.kill, self.owner, context=Context())
            return

    def die(self) -> None:
        """End the process at once."""
        self.loop.kill(self.owner)

    def _died(self, owner: Owner) -> None:
        self.serving = False
        self.database.disconnect(owner)
        exchanges, self.exchanges = list(self.exchanges), {}
        for exchange in exchanges:
            exchange.closed = True
            Context().run(exchange._ended, 1006)
        if not self.staying_down:
            self.loop.call_later(self.luck.random() * RESTART_SECONDS, self.start, context=Context())

    async def stop(self) -> None:
        """Stop the process in good order, and note in `leaks` what it leaves behind."""
        self.staying_down = True
        if not self.owner.alive:
            return
        self.serving = False
        for exchange in list(self.exchanges):
            self.loop.call_soon(exchange.disconnect, 1012, context=self.context)
        await asyncio.sleep(STOP_SECONDS)
        for exchange in list(self.exchanges):
            exchange.task.cancel()
        self._stopping.set()
        assert self._main is not None
        await asyncio.wait([self._main], timeout=60)
        await asyncio.sleep(1.0)
        left = [task for task in self.owner.tasks if not task.done()]
        self.leaks += [f"{self.owner.name} leaves a task: {task.get_coro()}" for task in left]
        mine = [each for each in self.database.connections if each.owner is self.owner]
        self.leaks += [f"{self.owner.name} leaves {len(mine)} connections to the database"] if mine else []
        self.leaks += [f"{self.owner.name} leaves {len(self.exchanges)} clients"] if self.exchanges else []
        self.loop.kill(self.owner)

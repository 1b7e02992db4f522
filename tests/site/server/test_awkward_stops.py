"""The server stops in a hundred awkward moments: it ends, no task goes on, and what was being written is kept."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import socket
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvloop
from litestar import Litestar
from litestar.datastructures import State

import tablero
from tablero.core import seeded
from tablero.site.bots import worker_pool
from tablero.site.server import serve
from tablero.site.server.protocols import HttpProtocol
from tablero.site.settings import Settings
from tablero.site.web import sockets
from tablero.site.web.services import Services, services_of
from tablero.store.database import writer
from tablero.table import Holder
from tests.analysis.games import played
from tests.limits import LIMIT
from tests.site.family import children, is_alive, wait_until
from tests.site.served import Served, free_port
from tests.site.server.test_protocols import ASK, HALF, HALF_A_BODY, UPGRADE
from tests.store.matches import play_quickly

PEOPLE = [Holder("person", "Ana", "ana"), Holder("person", "Ben", "ben")]
PING = b"\x81\x9a\0\0\0\0" + json.dumps({"n": 1, "do": "ping", "idle": 0})[:26].ljust(26).encode()
STREAM = b"GET /api/me/events HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Endless(Executor):
    """Processes that think until they are ended."""

    def __init__(self, *_: object, **__: object) -> None:
        self._processes: dict[int, Any] = {}
        self._jobs: list[Future[Any]] = []

    def submit(self, *_: object, **__: object) -> Future[Any]:  # type: ignore[override]
        job: Future[Any] = Future()
        job.set_running_or_notify_cancel()
        self._jobs.append(job)
        return job

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for job in self._jobs:
            if not job.done():
                job.set_exception(BrokenProcessPool())


class Site:
    """The server in this process while a test brings a moment about."""

    def __init__(self, app: Litestar, database: Path, port: int, luck: random.Random) -> None:
        self.app, self.database, self.port, self.luck = app, database, port, luck
        self.may_commit = threading.Event()
        self.may_commit.set()
        self.callers: list[asyncio.StreamWriter] = []
        self.asked: list[asyncio.Task[Any]] = []
        self.moves = 0  # that must be in the log in the end

    def begin(self) -> None:
        """Belong to the loop that runs."""
        self.loop = asyncio.get_running_loop()
        self.stopping = asyncio.Event()
        self.committing = asyncio.Event()  # a commit is under way, and ends when `may_commit` is set

    @property
    def services(self) -> Services:
        return services_of(self.app)

    def ask(self, request: Coroutine[Any, Any, Any]) -> None:
        """Begin something that is not waited for."""
        self.asked.append(asyncio.create_task(request))

    async def call(self, said: bytes, cut: int = 0) -> asyncio.StreamReader:
        """Open a connection and say something, all of it or the beginning."""
        reader, out = await asyncio.open_connection("127.0.0.1", self.port)
        self.callers.append(out)
        out.write(said[: cut or len(said)])
        return reader

    def hang_up(self) -> None:
        """End the newest connection without a word."""
        self.callers[-1].transport.abort()

    async def shake(self, path: str = "/live") -> asyncio.StreamReader:
        """Open a websocket."""
        reader = await self.call(UPGRADE.replace(b"/live", path.encode(), 1))
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        return reader

    async def open_table(self, level: int = 0) -> str:
        holders = [PEOPLE[0], Holder("bot", "Pebble", level=level) if level else PEOPLE[1]]
        return await self.services.store.open_table("yaxha", 2, {}, holders, "ana")

    async def play(self, table: str) -> None:
        """Make a move, which wakes the bot and everybody's page."""
        store = self.services.store
        found = await store.table(table)
        seat = found.actors()[0]
        self.moves += 1
        await store.play(table, seat, found.state.moves(seat)[0], found.version_for(seat), f"a{self.moves}")


async def nothing(site: Site) -> None:
    """Nobody is there."""


async def opened_and_left(site: Site, path: str = "/live") -> None:
    await site.shake(path)
    site.hang_up()


async def half_a_handshake(site: Site) -> None:
    await site.call(UPGRADE, site.luck.randrange(1, len(UPGRADE)))


async def unread_handshake(site: Site) -> None:
    await site.call(UPGRADE)


async def handshake_and_gone(site: Site) -> None:
    await site.call(UPGRADE)
    site.hang_up()


async def open_page(site: Site, path: str = "/live") -> None:
    await (await site.shake(path)).read(1)


async def page_mid_message(site: Site) -> None:
    await site.shake()
    site.callers[-1].write(PING[: site.luck.randrange(1, len(PING))])


async def deaf_page(site: Site) -> None:
    """Answers pile up that are not read, and lists are sent besides."""
    await site.shake()
    site.callers[-1].transport.pause_reading()  # type: ignore[attr-defined]
    site.callers[-1].write(PING * 2000)
    await site.open_table()


async def table_page(site: Site) -> None:
    """A table page is sent the newest move."""
    table = await site.open_table()
    await site.shake(f"/t/{table}/live")
    await site.play(table)


async def table_page_left(site: Site) -> None:
    await opened_and_left(site, f"/t/{await site.open_table()}/live")


async def lesson_page_left(site: Site) -> None:
    await opened_and_left(site, "/learn/yaxha/frame/live")


async def event_stream(site: Site) -> None:
    reader = await site.call(STREAM)
    await reader.readuntil(b"\r\n\r\n")
    await site.open_table()


async def event_stream_left(site: Site) -> None:
    await site.call(STREAM)
    site.hang_up()


async def half_a_request(site: Site) -> None:
    await site.call(site.luck.choice((HALF, HALF_A_BODY)))


async def request_under_way(site: Site) -> None:
    await site.call(site.luck.choice((ASK, ASK.replace(b"/api/games", b"/rules/yaxha"))))


async def counting(site: Site) -> None:
    """The figures of a game are counted for a visitor who has left."""
    await site.call(ASK.replace(b"/api/games", b"/games/yaxha"))
    site.hang_up()


async def bot_thinks(site: Site) -> None:
    table = await site.open_table(level=8)
    while 0 in (await site.services.store.table(table)).actors():
        await site.play(table)


async def hint_asked(site: Site) -> None:
    table = await site.services.store.table(await site.open_table())
    site.ask(site.services.hints.find_hint(table, table.actors()[0], "ana"))


async def review_runs(site: Site) -> None:
    store, start = site.services.store, played("maya", 2)[0][-4]
    id = await store.open_table("maya", 2, dict(start.options), PEOPLE, "ana", start=start.dump())
    await play_quickly(store, id, seeded(1))
    table = await store.table(id)
    site.moves += len(table.record().moves)
    await site.services.reviews.request(table, "ana", "192.0.2.1")


async def commit_under_way(site: Site) -> None:
    """One move is being written until the store closes, and another one waits until it is."""
    first, second = await site.open_table(), await site.open_table()
    keeper = site.services.store._writer
    really = keeper.close

    async def close() -> None:
        site.may_commit.set()
        await really()

    keeper.close = close  # type: ignore[method-assign]
    site.committing.clear()
    site.may_commit.clear()
    site.ask(site.play(first))
    await site.committing.wait()
    site.ask(site.play(second))
    while keeper._waiting.empty():
        await asyncio.sleep(0)


async def everything_at_once(site: Site) -> None:
    for moment in site.luck.sample(MOMENTS[:-2], 5):
        await moment(site)


async def during_the_start(site: Site) -> None:
    """Stop before anybody is served."""
    raise AssertionError("there is nothing to bring about")


MOMENTS: list[Callable[[Site], Awaitable[None]]] = [
    nothing,
    opened_and_left,
    half_a_handshake,
    unread_handshake,
    handshake_and_gone,
    open_page,
    page_mid_message,
    deaf_page,
    table_page,
    table_page_left,
    lesson_page_left,
    event_stream,
    event_stream_left,
    half_a_request,
    request_under_way,
    counting,
    bot_thinks,
    hint_asked,
    review_runs,
    commit_under_way,
    everything_at_once,
    during_the_start,
]
SEEDS = range(5)


@pytest.fixture
def server(built: Litestar, monkeypatch: pytest.MonkeyPatch) -> Callable[[Site], None]:
    """Let the server of this process be stopped by a test, and wait for clients no longer than it must."""
    now: list[Site] = []
    really = writer._commit

    def commit(*given: Any) -> None:
        [site] = now
        site.loop.call_soon_threadsafe(site.committing.set)
        assert site.may_commit.wait(LIMIT)
        really(*given)

    def app_for(settings: Settings) -> Litestar:
        built.state = State({"settings": settings})
        return built

    monkeypatch.setattr(serve, "create_app", app_for)
    monkeypatch.setattr(serve, "stop_event", lambda: now[0].stopping)
    monkeypatch.setattr(serve, "FIRST_REQUEST_TIMEOUT", 0.05)
    monkeypatch.setattr(sockets, "LOBBY_PAUSE", 0.0)
    monkeypatch.setattr(worker_pool, "ProcessPoolExecutor", Endless)
    monkeypatch.setattr(writer, "_commit", commit)
    return lambda site: now.__setitem__(slice(None), [site])


async def turns(number: int) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


async def stop_in(
    moment: Callable[[Site], Awaitable[None]], site: Site, shared: socket.socket | None, leave: bool = False
) -> None:
    """Serve, bring the moment about, stop, look what is left. `leave`: all clients go when they hear of the stop."""
    ready = asyncio.Event()
    settings = Settings(port=site.port, database=str(site.database), bot_pause=0)
    on_ready = partial(site.loop.call_soon_threadsafe, ready.set)
    serving = asyncio.create_task(serve.serve_until_stopped(settings, on_ready, [shared] if shared else None))
    if moment is not during_the_start:
        await ready.wait()
        await moment(site)
    await turns(site.luck.randrange(12))
    site.stopping.set()
    await turns(site.luck.randrange(12))
    for caller in site.callers if leave else ():
        caller.transport.abort()
    assert await serving == 0
    for caller in site.callers:
        caller.close()
    await asyncio.gather(*site.asked, return_exceptions=True)
    await turns(100)  # those that have been told to end do
    left = asyncio.all_tasks() - {asyncio.current_task()}
    ours = {task for task in left if is_ours(task)}
    assert [task for task in ours if not task.cancelling()] == [], "nobody has told them to end"
    if ours:
        await asyncio.wait(ours)


def is_ours(task: asyncio.Task[Any]) -> bool:
    """Whether a task runs code of the site. SQLAlchemy leaves tasks that close cancelled connections to the loop."""
    code = getattr(task.get_coro(), "cr_code", None)
    return code is not None and Path(code.co_filename).is_relative_to(Path(tablero.__file__).parent)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_a_server_ends_in_every_moment(
    built: Litestar,
    server: Callable[[Site], None],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    moment: Callable[[Site], Awaitable[None]],
) -> None:
    before = threading.enumerate()
    for seed in SEEDS:
        luck = random.Random(f"{moment.__name__} {seed}")
        # When all clients have gone it ends by itself; when they stay, uvicorn cuts them off.
        leave = seed % 2 == 1
        monkeypatch.setattr(serve, "SHUTDOWN_TIMEOUT", 10 * LIMIT if leave else 0.05)
        # Alone on a port, or on a socket that other processes serve too.
        shared = socket.create_server(("127.0.0.1", 0)) if luck.random() < 0.5 else None
        port = free_port() if shared is None else int(shared.getsockname()[1])

        site = Site(built, tmp_path / f"{seed}.db", port, luck)

        async def told(site: Site = site, shared: socket.socket | None = shared, leave: bool = leave) -> None:
            site.begin()
            server(site)
            async with asyncio.timeout(LIMIT):
                await stop_in(moment, site, shared, leave)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop if luck.random() < 0.5 else None) as runner:
            runner.run(told())
        threads = [thread for thread in threading.enumerate() if thread not in before and not thread.daemon]
        for thread in threads:
            thread.join(LIMIT / 10)
        assert not any(map(threading.Thread.is_alive, threads)), f"a process would wait for them: {threads}"
        with contextlib.closing(sqlite3.connect(site.database)) as connection:
            [written] = connection.execute("SELECT count(*) FROM log WHERE kind = 'move'").fetchone()
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert written >= site.moves, "what was being written is there"
    # Uvicorn tells of every request that it has cut off.
    faults = [record.exc_info for record in caplog.records if record.exc_info]
    assert [fault for fault in faults if fault[0] is not asyncio.CancelledError] == []


@pytest.fixture
def patient(built: Litestar, server: Callable[[Site], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for requests under way however long they take."""
    for limit in ("SHUTDOWN_TIMEOUT", "FIRST_REQUEST_TIMEOUT"):
        monkeypatch.setattr(serve, limit, LIMIT)


def serve_and_stop(
    built: Litestar, server: Callable[[Site], None], tmp_path: Path, moment: Callable[[Site], Awaitable[None]]
) -> None:
    """Stop a server on a socket that other processes serve too."""

    async def told() -> None:
        shared = socket.create_server(("127.0.0.1", 0))
        site = Site(built, tmp_path / "games.db", int(shared.getsockname()[1]), random.Random(1))
        site.begin()
        server(site)
        async with asyncio.timeout(LIMIT):
            await stop_in(moment, site, shared)
            await asyncio.gather(*site.asked)

    asyncio.run(told())


@pytest.mark.usefixtures("patient")
def test_who_was_let_in_before_the_stop_and_asks_afterwards_is_answered(
    built: Litestar, server: Callable[[Site], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or those who come while processes are replaced would be refused, on a busy machine at least."""
    let_in = asyncio.Event()
    really = HttpProtocol.connection_made

    def connection_made(protocol: HttpProtocol, transport: asyncio.Transport) -> None:
        really(protocol, transport)
        let_in.set()

    monkeypatch.setattr(HttpProtocol, "connection_made", connection_made)
    answered: list[bytes] = []

    async def let_in_early(site: Site) -> None:
        reader = await site.call(b"")
        await let_in.wait()

        async def ask_late() -> None:
            await site.stopping.wait()
            await turns(50)
            site.callers[-1].write(HALF)
            await turns(50)
            site.callers[-1].write(ASK.removeprefix(HALF))
            answered.append(await reader.read())

        site.ask(ask_late())

    serve_and_stop(built, server, tmp_path, let_in_early)
    assert answered[0].startswith(b"HTTP/1.1 200")


@pytest.mark.usefixtures("patient")
def test_an_event_stream_ends_when_the_site_stops(
    built: Litestar, server: Callable[[Site], None], tmp_path: Path
) -> None:
    heard: list[bytes] = []

    async def listen(site: Site) -> None:
        reader = await site.call(STREAM)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")

        async def to_the_end() -> None:
            heard.append(await reader.read())

        site.ask(to_the_end())

    serve_and_stop(built, server, tmp_path, listen)
    assert heard[0].endswith(b"0\r\n\r\n"), "by a last chunk, not by a broken connection"


def test_a_process_ends_although_everybody_is_still_there_and_while_it_starts(tmp_path: Path) -> None:
    server = Served(tmp_path / "games.db")
    with contextlib.ExitStack() as callers:

        def call(said: bytes) -> socket.socket:
            caller = callers.enter_context(socket.create_connection(("127.0.0.1", server.port), LIMIT))
            caller.sendall(said)
            return caller

        wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "level8"]}
        seated = server.client.post("/api/tables", json=wanted).json()
        table, headers = f"/api/tables/{seated['id']}", {"Authorization": f"Bearer {seated['token']}"}
        while 0 in server.client.get(table, headers=headers).json()["actors"]:
            offers = server.client.get(f"{table}/moves", headers=headers).json()
            move = {"version": offers["version"], "move": offers["moves"][0]["move"], "action_id": str(len(offers))}
            server.client.post(f"{table}/play", json=move, headers=headers).raise_for_status()
        wait_until(lambda: bool(children(server.process.pid)))  # in which the bot thinks
        for said in (b"", HALF, HALF_A_BODY, UPGRADE[:-7], ASK):
            call(said)
        for said in (UPGRADE, UPGRADE.replace(b"/live", f"/t/{seated['id']}/live".encode(), 1), STREAM):
            assert call(said).recv(9) == b"HTTP/1.1 "
        family = children(server.process.pid)
        assert server.stop() == 0
        assert not any(map(is_alive, family))
    server.process.communicate()
    newest = tmp_path / "games.db-wal"  # is there while the database is open
    assert not newest.exists()
    starting = server.spawn()
    wait_until(newest.exists)
    starting.terminate()
    assert starting.wait(LIMIT) in (0, -signal.SIGTERM), starting.communicate()
    starting.communicate()
    with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)

"""Several processes on one PostgreSQL: they hear of each other, replace each other, and nobody notices who died."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from tablero.cli import main
from tablero.site import log_format
from tablero.site.bots.postgres_queue import QUEUE_SCHEMA, libpq_address
from tablero.site.bots.queue_worker import run_queue_worker
from tablero.site.server import processes
from tablero.site.server.app import create_app
from tablero.site.server.supervisor import ChildSpec
from tablero.site.settings import Settings
from tablero.store import StoreAway, StoreDenied, StoreError, StoreOutdated
from tests.limits import LIMIT
from tests.postgresql import Cluster
from tests.site.family import children, is_alive, kill, sites, thinkers, wait_until
from tests.site.served import Served
from tests.site.table.test_live import Seat

pytestmark = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="processes are found in /proc")

TWO = Settings(processes=2, thinkers=1, bot_pause=0)


@pytest.fixture(scope="module")
def served(postgresql: str) -> Iterator[Served]:
    """Two processes that serve and one that thinks."""
    server = Served(postgresql, TWO, traced=True)
    parent = server.process.pid
    assert len(sites(parent, server.port)) == 2, "it has said that all are ready"
    assert len(thinkers(parent, server.port)) == 1
    yield server
    server.process.send_signal(signal.SIGTERM)
    family = children(parent)
    assert server.process.wait(LIMIT) == 0
    assert not any(map(is_alive, family))


class Player:
    """Somebody who plays a bot."""

    def __init__(self, client: httpx.Client, level: str) -> None:
        self.client = client
        wanted = {"game": "yaxha", "seats": 2, "holders": ["me", level]}
        self.seated = client.post("/api/tables", json=wanted).raise_for_status().json()
        self.id = self.seated["id"]
        self.headers = {"Authorization": f"Bearer {self.seated['token']}"}

    def ask(self, what: str = "", body: dict[str, Any] | None = None) -> Any:
        method = "GET" if body is None else "POST"
        place = f"/api/tables/{self.id}{what}"
        # Each request comes on a connection of its own, to whichever process takes it.
        headers = {**self.headers, "Connection": "close"}
        return self.client.request(method, place, json=body, headers=headers).raise_for_status().json()

    def play(self) -> None:
        offers = self.ask("/moves")
        move = offers["moves"][-1]["move"]
        self.ask("/play", {"version": offers["version"], "move": move, "action_id": str(uuid4())})

    def is_answered(self) -> bool:
        return 1 not in self.ask()["actors"]


def visitor(served: Served, level: str) -> Player:
    return Player(httpx.Client(base_url=served.address, timeout=LIMIT), level)


def jobs(postgresql: str, status: str) -> int:
    with psycopg.connect(libpq_address(postgresql)) as connection:
        query = f"SELECT count(*) FROM {QUEUE_SCHEMA}.procrastinate_jobs WHERE status = %s AND queue_name = 'deep'"
        found = connection.execute(query, [status]).fetchone()
    return int(found[0]) if found else 0


def test_a_move_here_is_seen_there_and_the_bot_answers(served: Served, postgresql: str) -> None:
    """There is another machine's site, which has no thinkers of its own; it is served by this process."""
    with TestClient(create_app(Settings(database=postgresql, bot_pause=0))) as there:
        player = Player(httpx.Client(base_url=served.address, timeout=LIMIT), "level2")
        with Seat(there, player.seated) as page:
            seen = {page.hear().get("version", -1)}
            for _ in range(6):
                player.play()
                wait_until(player.is_answered)
            wanted = player.ask()["version"]
            while wanted not in seen:
                seen.add(page.hear().get("version", -1))
        elsewhere = Player(there, "level1")
        elsewhere.play()
        wait_until(elsewhere.is_answered)


def test_a_thought_is_taken_over_when_its_thinker_is_killed(served: Served, postgresql: str) -> None:
    player = visitor(served, "level8")
    player.play()
    wait_until(lambda: jobs(postgresql, "doing") > 0)
    minds = thinkers(served.process.pid, served.port)
    heads = {child for pid in minds for child in children(pid)}
    kill(minds)
    wait_until(player.is_answered)
    wait_until(lambda: not any(map(is_alive, heads)))


def test_a_site_process_that_is_killed_is_there_again(served: Served) -> None:
    before = sites(served.process.pid, served.port)
    one = min(before)
    kill({one})
    player = visitor(served, "level1")
    player.play()
    wait_until(player.is_answered)
    wait_until(lambda: len(sites(served.process.pid, served.port)) == 2)
    assert one not in sites(served.process.pid, served.port)


def test_all_processes_are_replaced_one_by_one_and_nobody_is_refused(served: Served) -> None:
    parent = served.process.pid
    old = children(parent)
    refused: list[Exception] = []
    answered = 0
    over = threading.Event()

    def visit() -> None:
        nonlocal answered
        with httpx.Client(base_url=served.address, timeout=LIMIT, headers={"Connection": "close"}) as client:
            while not over.wait(0.05):
                try:
                    client.get("/api/games").raise_for_status()
                    answered += 1
                except httpx.HTTPError as error:
                    refused.append(error)

    visitor = threading.Thread(target=visit)
    visitor.start()
    try:
        os.kill(parent, signal.SIGHUP)
        for left in range(len(old))[::-1]:  # one by one, each in its time: they start slowly on a busy machine
            wait_until(lambda left=left: len(old & children(parent)) <= left)  # type: ignore[misc]
        wait_until(lambda: len(children(parent)) == 3)
    finally:
        over.set()
        visitor.join()
    assert refused == []
    assert answered > 0


def test_while_the_database_is_away_everybody_is_told_and_nobody_is_lost(served: Served, cluster: Cluster) -> None:
    player = visitor(served, "level1")
    table, live = f"/t/{player.id}", f"ws://127.0.0.1:{served.port}/t/{player.id}/live"
    pages = ("/", table, "/health", f"/api{table.replace('/t/', '/tables/')}", f"/api/tables/{player.id}/moves")
    cluster.stop()
    try:
        for page in pages:
            answer = httpx.get(served.address + page, headers=player.headers if "api" in page else {}, timeout=LIMIT)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "5"), page
            assert "cannot be reached" in answer.text, page
        assert httpx.post(f"{served.address}/play/yaxha", timeout=LIMIT).status_code == 503
        assert httpx.get(f"{served.address}/metrics", timeout=LIMIT).status_code == 200
        with connect(live, additional_headers=player.headers) as socket, pytest.raises(ConnectionClosedError) as closed:
            socket.recv(timeout=LIMIT)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
    finally:
        cluster.start()
    wait_until(lambda: httpx.get(f"{served.address}/health", timeout=LIMIT).status_code == 200)
    player.play()
    wait_until(player.is_answered)


def test_a_machine_may_do_nothing_but_think(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`tablero think` starts what a server starts beside its site."""
    started: list[tuple[str, object]] = []

    class Noted:
        def __init__(self, specs: Sequence[ChildSpec], on_ready: Callable[[], None]) -> None:
            started.extend((spec.name, spec.run) for spec in specs)
            self.run = lambda: on_ready() or 0

    monkeypatch.setattr(processes, "Supervisor", Noted)
    monkeypatch.setattr(log_format, "configure_logging", lambda *_, **__: None)
    monkeypatch.setattr(processes, "wait_for_database", lambda _: None)
    with pytest.raises(SystemExit) as left:
        main(["think", "--data", "postgresql://db/games", "--thinkers", "2"])
    assert not left.value.code
    assert started == [("thinker 1", run_queue_worker), ("thinker 2", run_queue_worker)]
    assert "Bots think here" in capsys.readouterr().out


def test_thinkers_wait_with_one_sentence_until_the_database_is_up_to_date(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    states: list[StoreError | None] = [StoreOutdated("start the site first"), StoreOutdated("start the site first")]
    states += [StoreAway("not there"), None]

    async def opened(_: str) -> None:
        state = states.pop(0)
        if state:
            raise state

    monkeypatch.setattr(processes, "_open_and_close", opened)
    processes.wait_for_database("postgresql://db/games", pause=0)
    assert [record.getMessage() for record in caplog.records] == [
        "bots wait: start the site first",
        "bots wait: not there",
    ]
    states += [StoreDenied("wrong password")]
    with pytest.raises(StoreDenied):
        processes.wait_for_database("postgresql://db/games", pause=0)


def moves_of_people(told: str) -> float:
    return sum(
        float(line.split()[-1]) for line in told.splitlines() if line.startswith('tablero_moves_total{by="person"')
    )


def test_any_process_tells_the_figures_of_all(served: Served) -> None:
    before = moves_of_people(httpx.get(f"{served.address}/metrics", timeout=LIMIT).text)
    player = visitor(served, "open")
    httpx.post(f"{served.address}/api/tables/{player.id}/join", json={}, timeout=LIMIT).raise_for_status()
    player.play()
    told = [httpx.get(f"{served.address}/metrics", timeout=LIMIT).text for _ in range(6)]
    assert {moves_of_people(one) for one in told} == {before + 1}
    assert all("tablero_bots_waiting" in one for one in told)

"""Those who stand in the door: idle, slow, deaf and flooding connections, and the visitors who still get in."""

import contextlib
import json
import select
import socket
import struct
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tablero.site.server import connection_limit as crowds
from tablero.site.server.connection_limit import ConnectionLimit, connection_limit_for, open_files_warning
from tablero.site.settings import Limits, Settings
from tablero.site.web.client_address import Proxies
from tests.limits import LIMIT
from tests.site.family import wait_until
from tests.site.served import Served

# Small numbers, so that a test reaches them soon.
LIMITS = Limits(
    connections=60,
    connections_per_address=20,
    sockets_per_address=5,
    head_seconds=1,
    body_seconds=1,
    idle_seconds=30,
    unread_seconds=1,
    messages_at_once=20,
    messages_per_second=0.01,
)
ASK = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
HALF = b"GET /api/games HTTP/1.1\r\nHost: local"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("door") / "games.db", Settings(bot_pause=0, limits=LIMITS), traced=True)
    yield server
    assert server.stop() == 0
    told = server.process.communicate()[1]
    assert "Traceback" not in told, told


@pytest.fixture
def crew() -> Iterator[contextlib.ExitStack]:
    with contextlib.ExitStack() as stack:
        yield stack


def call(server: Served, crew: contextlib.ExitStack, said: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT, source_address=(address, 0))
    crew.enter_context(sock)
    sock.sendall(said)
    return sock


def answer(sock: socket.socket) -> bytes:
    """Everything until the server closes; a reset is an end too."""
    heard = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := sock.recv(65536):
            heard += piece
    return heard


def is_served(server: Served, address: str) -> bool:
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address), base_url=server.address) as visitor:
        return visitor.get("/api/games").status_code == 200


def stand(
    server: Served, crew: contextlib.ExitStack, said: bytes, many: int, address: str = "127.0.0.1"
) -> socket.socket:
    """Many who stand in the door with what they have said; the first of them."""
    callers = []
    for _ in range(many):
        callers.append(call(server, crew, said, address))
        if said == ASK:
            assert callers[-1].recv(12) == b"HTTP/1.1 200"
    return callers[0]


HALF_A_BODY = b"POST /name HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nn"


@pytest.mark.parametrize(("said", "many"), [(b"", 300), (HALF, 300), (HALF_A_BODY, 50), (ASK, 50)])
def test_those_who_stand_in_the_door_keep_nobody_out(
    served: Served, crew: contextlib.ExitStack, said: bytes, many: int
) -> None:
    first = stand(served, crew, said, many)
    assert is_served(served, "127.0.0.1"), "not even others at the same address"
    assert said == ASK or b" 200 " not in answer(first), "the oldest have made room"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many addresses of its own")
@pytest.mark.parametrize("said", [HALF, ASK])
def test_nor_do_many_from_many_addresses(served: Served, crew: contextlib.ExitStack, said: bytes) -> None:
    for place in range(5):
        stand(served, crew, said, 20, f"127.0.1.{place + 1}")
    assert is_served(served, "127.0.2.1")


def test_who_was_answered_early_has_no_more_time_than_others(served: Served, crew: contextlib.ExitStack) -> None:
    early = call(served, crew, b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nn")
    assert early.recv(12) == b"HTTP/1.1 404"
    early.sendall(b"ame=Anna")
    assert b"HTTP/1.1" not in answer(early), "closed, and nothing more said"


def test_a_head_that_comes_too_slowly_is_cut_off(served: Served, crew: contextlib.ExitStack) -> None:
    slow = call(served, crew, HALF)
    with contextlib.suppress(OSError):
        while not select.select([slow], [], [], 0.1)[0]:
            slow.sendall(b"x")  # a byte now and then does not help
    said = answer(slow)
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"the head of this request came too slowly" in said
    assert answer(call(served, crew)) == b"", "who never asks is not answered"
    assert answer(call(served, crew, b"\r\n\r\n")).startswith(b"HTTP/1.1 408 ")


def test_a_body_that_comes_too_slowly_is_cut_off(served: Served, crew: contextlib.ExitStack) -> None:
    said = answer(call(served, crew, b"POST /name HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nname"))
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"the body of this request came too slowly" in said


def test_what_is_too_long_is_refused_before_it_has_come(served: Served, crew: contextlib.ExitStack) -> None:
    whole = ASK.replace(b"\r\n\r\n", b"\r\nX-Long: " + b"x" * 40_000 + b"\r\n\r\n")
    for head in (whole, whole[:-4], b"GET /" + b"x" * 40_000, ASK[:-2] + b"a: b\r\n" * 20_000):
        said = answer(call(served, crew, head))
        assert said.startswith(b"HTTP/1.1 431 "), said[:40]
        assert said.endswith(b"the head of this request is too long\n")
    upgrade = UPGRADE[:-2] + b"a: b\r\n" * 200 + b"\r\n"
    assert answer(call(served, crew, upgrade)).startswith(b"HTTP/1.1 431 ")
    announced = call(
        served,
        crew,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 99999999\r\n\r\n{",
    )
    assert announced.recv(13) == b"HTTP/1.1 413 "
    assert answer(call(served, crew, b"nonsense\r\n\r\n")).startswith(b"HTTP/1.1 400 ")


def test_who_speaks_nonsense_before_it_is_let_in_is_cut_off(served: Served, crew: contextlib.ExitStack) -> None:
    for _ in range(5):
        rude = call(served, crew, UPGRADE)
        with contextlib.suppress(ConnectionError):
            rude.sendall(b"\xff" * 100)
            rude.shutdown(socket.SHUT_WR)
        answer(rude)


def upgraded(server: Served, crew: contextlib.ExitStack) -> socket.socket:
    """Return a bare websocket, as soon as the server has noticed that others have gone."""
    found: list[socket.socket] = []

    def let_in() -> bool:
        found[:] = [call(server, crew, UPGRADE)]
        return found[0].recv(12) == b"HTTP/1.1 101"

    wait_until(let_in)
    return found[0]


def test_what_is_no_text_ends_a_websocket_and_is_no_story_for_the_log(
    served: Served, crew: contextlib.ExitStack
) -> None:
    whole, half = struct.pack("!BB4s", 0x81, 0x82, bytes(4)), struct.pack("!BB4s", 0x01, 0x82, bytes(4))
    last = struct.pack("!BB4s", 0x80, 0x82, bytes(4))
    for said in (whole + b"\xff\xfe", half + b"{}" + last + b"\xff\xfe"):
        rude = upgraded(served, crew)
        rude.sendall(said)
        assert answer(rude).endswith(struct.pack("!BBH", 0x88, 2, 1007))


def test_who_asks_one_after_the_other_on_one_connection_is_answered_in_order(
    served: Served, crew: contextlib.ExitStack
) -> None:
    sock = call(served, crew, ASK * 2 + ASK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    assert answer(sock).count(b"HTTP/1.1 200 ") == 3


def follow(server: Served, crew: contextlib.ExitStack) -> ClientConnection:
    """A websocket, as soon as the server has noticed that others have gone."""
    found: list[ClientConnection] = []

    def let_in() -> bool:
        with contextlib.suppress(InvalidStatus):
            found.append(crew.enter_context(connect(f"ws://127.0.0.1:{server.port}/live", max_queue=None)))
        return bool(found)

    wait_until(let_in)
    return found[0]


def test_an_address_has_so_many_websockets_and_no_more(served: Served, crew: contextlib.ExitStack) -> None:
    opened = [follow(served, crew) for _ in range(5)]
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{served.port}/live")
    assert refused.value.response.status_code == 429
    assert b"too many pages or streams are open" in (refused.value.response.body or b"")
    opened[0].close()
    follow(served, crew)
    # They keep their places when others come.
    for _ in range(50):
        call(served, crew, HALF)
    assert is_served(served, "127.0.0.1")
    opened[1].send(json.dumps({"n": 1, "do": "ping"}))
    assert '"ack"' in str([opened[1].recv(timeout=LIMIT) for _ in range(2)])


@pytest.mark.parametrize("kind", ["messages", "pings", "pieces"])
def test_a_flood_through_a_websocket_ends_it_with_a_sentence(
    served: Served, crew: contextlib.ExitStack, kind: str
) -> None:
    socket = follow(served, crew)
    with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
        for number in range(1000):
            if kind == "messages":
                socket.send(json.dumps({"n": number, "do": "ping"}))
            elif kind == "pings":
                socket.ping(str(number))
            else:
                socket.send([""] * 100)
        while True:
            socket.recv(timeout=LIMIT)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    assert "too many messages at once" in closed.value.rcvd.reason


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell of a reset before one reads")
def test_who_does_not_read_is_cut_off(tmp_path: Path, crew: contextlib.ExitStack) -> None:
    lifted = Limits(unread_seconds=1, messages_at_once=0, requests_at_once=0)
    server = Served(tmp_path / "games.db", Settings(limits=lifted))
    crew.callback(server.process.kill)
    # Asks again and again for something long.
    assert is_cut_off(server, crew, b"", b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
    # Wants to have its pings answered.
    assert is_cut_off(server, crew, UPGRADE, (struct.pack("!BB4s", 0x89, 0x80 | 125, bytes(4)) + bytes(125)) * 45_000)
    assert is_served(server, "127.0.0.1")
    assert server.stop() == 0
    told = server.process.communicate()[1]
    assert "Traceback" not in told, told


def is_cut_off(server: Served, crew: contextlib.ExitStack, first: bytes, flood: bytes) -> bool:
    deaf = crew.enter_context(socket.socket())
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.settimeout(LIMIT)
    deaf.connect(("127.0.0.1", server.port))
    deaf.sendall(first)
    assert not first or deaf.recv(12) == b"HTTP/1.1 101"
    with contextlib.suppress(ConnectionError):
        deaf.sendall(flood)
    poll = select.poll()
    poll.register(deaf, 0)
    return bool(poll.poll(LIMIT * 1000))


def test_many_visitors_at_the_same_moment_are_all_served(served: Served) -> None:
    with ThreadPoolExecutor(8) as threads:
        places = [f"127.0.3.{n + 1}" if sys.platform == "linux" else "127.0.0.1" for n in range(16)]
        assert all(threads.map(lambda place: is_served(served, place), places))


# ---------------------------------------------------------------- the count


class Someone:
    address: str

    def __init__(self) -> None:
        self.gone = False

    def cut_off(self) -> None:
        self.gone = True


def test_who_is_being_answered_keeps_its_place_and_who_waits_longest_goes_first() -> None:
    connections = ConnectionLimit(3, 2, Proxies(["10.0.0.1"]))
    a, b, c, d, e = (Someone() for _ in range(5))
    assert connections.admit(a, "192.0.2.1") == ""
    assert connections.admit(b, "192.0.2.1") == ""
    connections.mark_busy(a)
    assert connections.admit(c, "192.0.2.1") == ""
    assert [one.gone for one in (a, b, c)] == [False, True, False]
    connections.mark_busy(c)
    assert "from your address" in connections.admit(d, "::ffff:192.0.2.1")
    connections.release(d)
    assert connections.admit(d, "10.0.0.1") == ""
    connections.mark_busy(d)
    assert "too many people" in connections.admit(e, "10.0.0.1")
    connections.release(e)
    connections.release(e)
    connections.mark_waiting(a)
    assert connections.admit(e, "10.0.0.1") == ""
    assert a.gone
    for one in (a, b, c, d, e):
        connections.release(one)
    assert len(connections) == 0
    assert (connections._open, connections._waiting, connections._waiting_of) == ({}, {}, {})


def test_refused_connections_make_no_room_for_more() -> None:
    """Each that was refused used to be the oldest that waited, and was closed for the next one, which was let in."""
    connections = ConnectionLimit(10, 2, Proxies([]))
    for _ in range(2):
        held = Someone()
        assert connections.admit(held, "192.0.2.1") == ""
        connections.mark_busy(held)  # an event stream that is being answered
    for _ in range(5):
        assert "from your address" in connections.admit(Someone(), "192.0.2.1")
    assert len(connections) == 2
    full = ConnectionLimit(2, 0, Proxies([]))
    for _ in range(2):
        held = Someone()
        assert full.admit(held, "192.0.2.2") == ""
        full.mark_busy(held)
    for _ in range(5):
        assert "too many people" in full.admit(Someone(), "192.0.2.3")
    assert len(full) == 2


def test_a_system_that_allows_few_files_is_said_and_kept_to(monkeypatch: pytest.MonkeyPatch) -> None:
    public = Settings(public=("https://games.example",))
    monkeypatch.setattr(crowds, "open_files", lambda: 1024)
    assert "824 connections are the most, not 12000" in open_files_warning(public)
    assert connection_limit_for(public)._most == 824
    assert open_files_warning(Settings()) == "", "at home that is plenty"
    assert open_files_warning(replace(public, limits=Limits(connections=500))) == ""
    monkeypatch.setattr(crowds, "open_files", lambda: 0)
    assert open_files_warning(public) == ""
    assert connection_limit_for(Settings(limits=Limits(connections=0)))._most == sys.maxsize


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not limit the open files of a process")
def test_as_many_files_are_asked_for_as_the_system_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    held = [(256, resource.RLIM_INFINITY)]

    def keep(_: int, wanted: tuple[int, int]) -> None:
        if wanted[0] == resource.RLIM_INFINITY:
            raise ValueError("not that many")
        held[0] = wanted

    monkeypatch.setattr(resource, "getrlimit", lambda _: held[0])
    monkeypatch.setattr(resource, "setrlimit", keep)
    assert crowds.open_files() == 10_240
    held[0] = (5000, 5000)
    assert crowds.open_files() == 5000
    held[0] = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    assert crowds.open_files() == 0

"""Random requests and messages at a real table: each is answered, none breaks the server, and the game goes on."""

import itertools
import json
import os
import socket
import zlib
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tablero.games import games
from tablero.site.settings import Limits, Settings
from tests.limits import LIMIT
from tests.site.served import Served

ENDLESS = Limits(requests_at_once=0, tables_at_once=0, messages_at_once=0)
# The same ones in every run; the long forms take others each time.
QUICK = settings(
    max_examples=40,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=True,
)
LONG = settings(QUICK, max_examples=2000, derandomize=False)


class Duel:
    """A running game of two programs on a server of its own; another one when it is over."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.client = httpx.Client(base_url=served.address, timeout=LIMIT)
        self.numbers = itertools.count(1 << 30)
        self.games = itertools.cycle(game.name for game in games())
        self.sit_down()

    def sit_down(self) -> None:
        wanted = {"game": next(self.games), "seats": 2, "holders": ["me", "open"], "name": "Anna"}
        anna = self.client.post("/api/tables", json=wanted).json()
        self.client.cookies.clear()
        ben = self.client.post(f"/api/tables/{anna['id']}/join", json={"name": "Ben"}).json()
        self.client.cookies.clear()
        self.id = anna["id"]
        self.tokens = [anna["token"], ben["token"]]
        self.live: ClientConnection | None = None

    def ask(self, seat: int, what: str, body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        method = "GET" if body is None else "POST"
        return self.client.request(method, f"/api/tables/{self.id}{what}", json=body, headers=headers)

    def plays_on(self) -> bool:
        """Whether somebody can make a legal move, and everybody sees it."""
        for seat in (0, 1):
            offers = self.ask(seat, "/moves").json()
            if offers["moves"]:
                name = f"goes-on-{next(self.numbers)}"
                move = {"move": offers["moves"][0]["move"], "version": offers["version"], "action_id": name}
                return self.ask(seat, "/play", move).status_code == 200
        return bool(self.ask(0, "").json()["over"])

    def page(self) -> ClientConnection:
        """The websocket of the first seat, opened anew when it was closed."""
        if self.live is None:
            headers = {"Authorization": f"Bearer {self.tokens[0]}"}
            address = f"ws://127.0.0.1:{self.served.port}/t/{self.id}/live"
            self.live = connect(address, additional_headers=headers, proxy=None, max_size=None).__enter__()
        return self.live

    def answers(self, messages: list[str | bytes]) -> list[dict[str, Any]]:
        """Send messages all at once, and a ping after them: what was answered before the ping was."""
        live, last = self.page(), next(self.numbers)
        for message in messages:
            live.send(message)
        live.send(json.dumps({"n": last, "do": "ping"}))
        found: list[dict[str, Any]] = []
        while True:
            heard = live.recv(LIMIT)
            answer = json.loads(zlib.decompress(heard) if isinstance(heard, bytes) else heard)
            if answer.get("ack") == last:
                return found
            if "ack" in answer:
                found.append(answer)


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Duel]:
    served = Served(tmp_path_factory.mktemp("fuzz") / "games.db", Settings(bot_pause=0, limits=ENDLESS))
    yield Duel(served)
    served.kill()
    # Uvicorn complains of broken frames with tracebacks of its own.
    assert os.path.join("tablero", "site") not in served.process.communicate()[1], "nothing went wrong in secret"


NUMBERS = st.integers(-5, 80) | st.integers() | st.floats() | st.booleans()
TEXTS = st.text(max_size=40) | st.sampled_from(["", "\0", "\ud800", "a" * 128, "a" * 129, "same", "\u0663", "sit:x"])
VALUES = st.recursive(
    st.none() | NUMBERS | TEXTS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4)
)
WORDS = st.sampled_from(["ping", "look", "at", "live", "preview", "play", "undo", "restart", "dance", ""])
# Like a page's, with a field or two that are not.
MESSAGES = st.fixed_dictionaries(
    {"n": st.integers(0, 9) | VALUES, "do": WORDS | VALUES},
    optional={
        "move": st.integers(0, 60) | VALUES,
        "version": st.integers(0, 20) | VALUES,
        "k": NUMBERS | VALUES,
        "turn": NUMBERS | VALUES,
        "action_id": TEXTS | VALUES,
    },
)
SENT = st.one_of(
    MESSAGES.map(json.dumps),
    VALUES.map(json.dumps),
    st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=300),
    st.binary(max_size=300),
    st.integers(1, 4000).map(lambda depth: "[" * depth),
    st.integers(4000, 8000).map(lambda length: "9" * length),
)


def check_messages(duel: Duel, messages: list[str | bytes]) -> None:
    answers = duel.answers(messages)
    assert len(answers) == len(messages), "each is answered once"
    for answer in answers:
        assert isinstance(answer["ack"], int)
        assert answer["ok"] is True or answer["text"], "a refusal says why"


@QUICK
@given(st.lists(SENT, min_size=1, max_size=8))
def test_whatever_a_page_sends_is_answered(duel: Duel, messages: list[str | bytes]) -> None:
    check_messages(duel, messages)


@pytest.mark.long
@LONG
@given(st.lists(SENT, min_size=1, max_size=30))
def test_whatever_a_page_sends_is_answered_for_long(duel: Duel, messages: list[str | bytes]) -> None:
    check_messages(duel, messages)


def test_a_burst_is_answered_to_the_end(duel: Duel) -> None:
    burst: list[str | bytes] = [
        json.dumps({"n": n, "do": ("ping", "look", "dance")[n % 3], "turn": n}) for n in range(1, 301)
    ]
    assert [answer["ack"] for answer in duel.answers(burst)] == list(range(1, 301))


def test_a_message_too_large_ends_its_own_websocket_only(duel: Duel) -> None:
    duel.page().send("x" * 1_000_000)
    with pytest.raises(ConnectionClosed) as closed:
        list(duel.page())
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    duel.live = None
    assert duel.answers([]) == []
    assert duel.plays_on()


FRAMES = [
    b"\x81\x85\0\0\0\0\xff\xfe\xfd\xfc\xfb",  # text that is not UTF-8
    b"\x83\x80\0\0\0\0",  # an unknown kind of frame
    b"\x80\x80\0\0\0\0",  # the rest of nothing
    b"\x01\x82\0\0\0\0{}\x81\x82\0\0\0\0{}",  # a message inside another
    b"\x81\x05hello",  # not masked
    b"\x88\xfe\xff\xff\0\0\0\0",  # an endless goodbye
    b"\xff" * 4000,
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",  # 2^64 bytes to come
    b"\x89\x80\0\0\0\0" * 500,  # pings
]


@pytest.mark.parametrize("frames", FRAMES, ids=range(len(FRAMES)))
def test_broken_frames_end_their_own_websocket_only(duel: Duel, frames: bytes) -> None:
    with socket.create_connection(("127.0.0.1", duel.served.port), LIMIT) as wire:
        key = b64encode(os.urandom(16)).decode()
        wire.sendall(
            f"GET /t/{duel.id}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        assert wire.recv(12) == b"HTTP/1.1 101"
        wire.sendall(frames)
    assert duel.plays_on()


# ---------------------------------------------------------------- the API, one request after the other

STEPS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.sampled_from(
            ["play", "play", "play", "again", "stale", "illegal", "words", "undo", "restart", "look", "join"]
        ),
        st.integers(0, 200),
    ),
    min_size=5,
    max_size=25,
)


class Walk:
    """One request after the other at a table; what must hold after each."""

    def __init__(self, duel: Duel) -> None:
        if duel.ask(0, "").json()["over"]:
            duel.sit_down()
        self.duel = duel
        self.last: list[dict[str, Any] | None] = [None, None]

    def step(self, seat: int, what: str, choice: int) -> None:
        before = self.duel.ask(seat, "/moves").json()
        answer = self._do(seat, what, choice, before)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert answer.json()["error"]
            assert self.duel.ask(seat, "/moves").json() == before, "what is refused changes nothing"

    def _do(self, seat: int, what: str, choice: int, offers: dict[str, Any]) -> httpx.Response:
        name = {"action_id": f"walk-{next(self.duel.numbers)}"}
        version = offers["version"]
        if what == "play" and offers["moves"]:
            self.last[seat] = {
                "move": offers["moves"][choice % len(offers["moves"])]["move"],
                "version": version,
                **name,
            }
            answer = self.duel.ask(seat, "/play", self.last[seat])
            assert answer.json() == {"version": answer.json().get("version"), "repeated": False}, answer.text
            return answer
        if what == "again" and self.last[seat] is not None:
            answer = self.duel.ask(seat, "/play", self.last[seat])
            assert answer.json()["repeated"] is True
            assert "version" in self.duel.ask(1 - seat, "/moves").json()
            return answer
        if what == "stale":
            return self.duel.ask(seat, "/play", {"move": choice, "version": version + 1 + choice, **name})
        if what in ("illegal", "play", "again"):
            return self.duel.ask(seat, "/play", {"move": choice, "version": version, **name})
        if what == "words":
            return self.duel.ask(seat, "/play", {"words": f"take tile {choice}", "version": version, **name})
        if what in ("undo", "restart"):
            return self.duel.ask(seat, f"/{what}", name)
        if what == "join":
            return self.duel.ask(seat, "/join", {"seat": choice % 4})
        return self.duel.ask(seat, ("", "/log", "/record")[choice % 3])


@settings(QUICK, max_examples=8)
@given(STEPS)
def test_one_request_after_the_other_is_answered_as_it_should(duel: Duel, steps: list[tuple[int, str, int]]) -> None:
    walk = Walk(duel)
    for step in steps:
        walk.step(*step)


@pytest.mark.long
@settings(LONG, max_examples=150)
@given(STEPS)
def test_many_requests_are_answered_as_they_should(duel: Duel, steps: list[tuple[int, str, int]]) -> None:
    walk = Walk(duel)
    for step in steps:
        walk.step(*step)


def test_the_server_plays_on_after_all_that(duel: Duel) -> None:
    assert duel.plays_on()
    assert duel.answers(['{"n": 1, "do": "live"}']) == [{"ack": 1, "ok": True}]
    assert duel.served.process.poll() is None

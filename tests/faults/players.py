"""People who play on while things break, and note every move that was acknowledged."""

import json
import random
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from typing import Any
from uuid import uuid4

import httpx
import psycopg
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tablero import Record, game
from tablero.site.bots.postgres_queue import libpq_address
from tablero.site.settings import Limits

UNLIMITED = Limits(**{limit.name: 0 for limit in fields(Limits) if not limit.name.endswith("_seconds")})
TWO_PEOPLE = ("me", "open")
GIVE_UP_SECONDS = 60.0  # seconds after which somebody gives up, and the test fails
AGAIN = 0.05  # seconds until somebody asks again

Move = tuple[str, int, str, int]  # table, seat, what the request was called, move


class Party(threading.Thread):
    """Those at one table, one game after the other: whoever is asked moves, and asks again when nobody answers. By
    `page` moves go through websockets, as a browser sends them."""

    def __init__(self, address: str, number: int, holders: Sequence[str], page: bool, think: float) -> None:
        super().__init__(daemon=True)
        self.address, self.number, self.holders, self.page, self.think = address, number, holders, page, think
        self.over = threading.Event()
        self.acknowledged: list[Move] = []
        self.waits: dict[str, list[float]] = {"move": [0.0], "bot": [0.0]}
        self.told: Counter[str] = Counter()  # sentences of refusal that were about the database
        self.trouble = ""
        self.seated: dict[int, dict[str, Any]] = {}
        self._luck = random.Random(number)
        self._client = httpx.Client(base_url=address, timeout=10)
        self._lines: dict[int, ClientConnection] = {}
        self._sent = 0

    def run(self) -> None:
        try:
            while not self.over.is_set():
                self.sit_down()
                self.play_to_the_end()
        except Exception as error:
            self.trouble = f"party {self.number}: {error!r}"
        finally:
            self._leave()

    def play_to_the_end(self) -> None:
        """When everybody has been told to stop, one move more: this table is not stuck."""
        while actors := self._wait_for_people():
            last = self.over.is_set()
            self._move(self.seated[self._luck.choice(actors)])
            if last:
                return
            self.over.wait(self.think)

    def sit_down(self) -> None:
        self._leave()
        wanted = {"game": "yaxha", "seats": len(self.holders), "holders": list(self.holders)}
        mine = self._ask("POST", "/api/tables", None, wanted)
        self.seated = {mine["seat"]: mine}
        while len(self.seated) < 1 + self.holders.count("open"):
            # A seat whose answer was lost is taken by a person whom nobody knows any more: another table, then.
            self._client.cookies.clear()
            joined = self._ask("POST", f"/api/tables/{mine['id']}/join", None, {}, fine=409)
            if "seat" not in joined:
                return self.sit_down()
            self.seated[joined["seat"]] = joined
        self._client.cookies.clear()

    def _leave(self) -> None:
        for line in self._lines.values():
            line.close()
        self._lines = {}

    def _wait_for_people(self) -> list[int]:
        """The seats of ours that are asked to move; none: the game is over."""
        anybody = next(iter(self.seated.values()))
        moved, seen = time.monotonic(), -1
        while True:
            table = self._ask("GET", f"/api/tables/{anybody['id']}", anybody)
            found = sorted(self.seated.keys() & set(table["actors"]))
            if found or not table["actors"]:
                return found
            if table["version"] != seen:
                seen, moved = table["version"], time.monotonic()
            assert time.monotonic() - moved < GIVE_UP_SECONDS, "a bot does not answer"
            time.sleep(0.25)
            self.waits["bot"].append(time.monotonic() - moved)

    def _move(self, seated: dict[str, Any]) -> None:
        offers = self._ask("GET", f"/api/tables/{seated['id']}/moves", seated)
        move = self._luck.choice(offers["moves"])["move"]
        request = {"version": offers["version"], "move": move, "action_id": str(uuid4())}
        began = time.monotonic()
        if self.page:
            self._say(seated, request)
        else:
            self._ask("POST", f"/api/tables/{seated['id']}/play", seated, request)
        self.waits["move"].append(time.monotonic() - began)
        self.acknowledged.append((seated["id"], seated["seat"], request["action_id"], move))

    def _ask(
        self, method: str, place: str, seated: dict[str, Any] | None, body: dict[str, Any] | None = None, fine: int = 0
    ) -> Any:
        """The answer, however often one has to ask."""
        headers = {} if seated is None else {"Authorization": f"Bearer {seated['token']}"}
        began = time.monotonic()
        while True:
            try:
                answer = self._client.request(method, place, json=body, headers=headers)
                if answer.status_code == 503:
                    self.told[answer.json()["error"]] += 1
                else:
                    assert answer.is_success or answer.status_code == fine, (method, place, answer.text)
                    return answer.json()
            except httpx.TransportError:
                pass
            assert time.monotonic() - began < GIVE_UP_SECONDS, f"{method} {place} is not answered"
            time.sleep(AGAIN)

    def _say(self, seated: dict[str, Any], request: dict[str, Any]) -> None:
        """The same through a page, which opens its connection again when it is lost."""
        began = time.monotonic()
        while True:
            try:
                heard = self._hear_answer(seated, request)
                if heard["ok"]:
                    return
                assert heard["rule"] == "store", heard
                self.told[heard["text"]] += 1
            except (OSError, EOFError, WebSocketException):
                if line := self._lines.pop(seated["seat"], None):
                    line.close()
            assert time.monotonic() - began < GIVE_UP_SECONDS, f"a move at {seated['id']} is not answered"
            time.sleep(AGAIN)

    def _hear_answer(self, seated: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
        if seated["seat"] not in self._lines:
            address = f"{self.address.replace('http', 'ws', 1)}/t/{seated['id']}/live"
            headers = {"Authorization": f"Bearer {seated['token']}"}
            # The queue has no end: this page reads only while it waits for an answer.
            self._lines[seated["seat"]] = connect(
                address,
                additional_headers=headers,
                proxy=None,
                open_timeout=10,
                close_timeout=1,
                max_queue=None,
                max_size=None,
            ).__enter__()
        line = self._lines[seated["seat"]]
        self._sent += 1
        line.send(json.dumps({"n": self._sent, "do": "play", **request}))
        while True:
            heard = line.recv(timeout=10)
            answer = json.loads(heard) if isinstance(heard, str) else {}
            if answer.get("ack") == self._sent:
                return dict(answer)


class People:
    """Everybody who plays."""

    def __init__(self, parties: Sequence[Party]) -> None:
        self.parties = parties

    def go_on(self, moves: int = 1) -> None:
        """Wait until so many more moves are acknowledged at every table: nobody is stuck."""
        before = [len(party.acknowledged) for party in self.parties]
        end = time.monotonic() + GIVE_UP_SECONDS + 30
        while any(len(party.acknowledged) < had + moves for party, had in zip(self.parties, before, strict=True)):
            self.expect_no_trouble()
            assert time.monotonic() < end, "somebody is stuck"
            time.sleep(0.01)

    def expect_no_trouble(self) -> None:
        troubles = [party.trouble for party in self.parties if party.trouble]
        assert not troubles, troubles

    def stop(self) -> None:
        for party in self.parties:
            party.over.set()
        for party in self.parties:
            party.join(GIVE_UP_SECONDS + 30)

    @property
    def acknowledged(self) -> list[Move]:
        return [move for party in self.parties for move in party.acknowledged]

    @property
    def told(self) -> Counter[str]:
        return sum((party.told for party in self.parties), Counter[str]())

    def longest(self, kind: str) -> float:
        """Seconds from asking to the answer, or until a bot moved."""
        return max(max(party.waits[kind]) for party in self.parties)

    @property
    def stuck(self) -> int:
        return sum(bool(party.trouble) or party.is_alive() for party in self.parties)


@contextmanager
def playing(
    address: str, tables: int = 6, holders: Sequence[Sequence[str]] = (TWO_PEOPLE,), think: float = 0.0
) -> Iterator[People]:
    """People at so many tables, at every other one with pages. All have stopped when this ends."""
    parties = [
        Party(address, number, holders[number % len(holders)], number % 2 == 0, think) for number in range(tables)
    ]
    people = People(parties)
    for party in parties:
        party.start()
    try:
        people.go_on()
        yield people
    finally:
        people.stop()


def written(database: str) -> dict[str, list[tuple[int, int, str, int, str]]]:
    """The whole log by table: number, seat, what the request was called, move, kind."""
    query = 'SELECT "match", number, seat, action_id, move, kind FROM log ORDER BY "match", number'
    if database.startswith("postgresql"):
        with psycopg.connect(libpq_address(database), client_encoding="utf8") as there:
            rows = there.execute(query).fetchall()
    else:
        with closing(sqlite3.connect(database)) as here:
            assert here.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            rows = here.execute(query).fetchall()
    log: dict[str, list[tuple[int, int, str, int, str]]] = {}
    for table, *row in rows:
        log.setdefault(table, []).append((row[0], row[1], row[2], row[3], row[4]))
    return log


def lost(people: People, database: str) -> list[Move]:
    """The acknowledged moves that the log does not hold as they were made."""
    log = written(database)
    held = Counter(
        (table, seat, called, move)
        for table, rows in log.items()
        for _, seat, called, move, kind in rows
        if kind == "move"
    )
    assert set(held.values()) <= {1}, "a move was written twice"
    return [move for move in people.acknowledged if move not in held]


def expect_sound(database: str) -> None:
    """No table misses a row or has two with one number, and every log is a game that can be played and written down."""
    seeds = "SELECT id, game, seats, options, seed FROM matches"
    if database.startswith("postgresql"):
        with psycopg.connect(libpq_address(database), client_encoding="utf8") as there:
            matches = there.execute(seeds).fetchall()
    else:
        with closing(sqlite3.connect(database)) as here:
            matches = here.execute(seeds).fetchall()
    log = written(database)
    for table, name, seats, options, seed in matches:
        rows = log.get(table, [])
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), table
        if any(row[4] not in ("move", "sit") for row in rows):
            continue  # whoever takes moves back is tested elsewhere
        moves = [(row[1], row[3]) for row in rows if row[4] == "move"]
        rules = game(name)
        Record.of(rules, seats, int(seed), json.loads(options), moves).verify(rules)


def drained(stream: Any) -> list[str]:
    """What a process says, line by line, so that it never waits for a reader."""
    said: list[str] = []

    def listen() -> None:
        with suppress(ValueError):  # closed
            said.extend(stream)

    threading.Thread(target=listen, daemon=True).start()
    return said

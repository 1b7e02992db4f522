"""Processes die under load, one that serves and one that thinks every ten seconds: nothing is lost, nobody is stuck.

`TABLERO_FAULT_SECONDS=60 pytest -m long tests/faults/test_processes.py` is a shorter form.
"""

import os
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from tablero.site.job_queue import connection_words
from tablero.site.settings import Settings
from tests.site.family import children, kill, sites, thinkers, wait_until
from tests.site.server import Served

SECONDS = float(os.environ.get("TABLERO_FAULT_SECONDS", "300"))
EVERY = 10.0
PLAYERS = 10
LEVELS = ("level1", "level2", "level3", "level4")  # the last one thinks for most of a second
THINKS = 0.5  # seconds between an answer and a player's next move
LONGEST_WAIT = 5.0
PATIENCE = 60.0  # seconds after which a player gives up and the test fails


@dataclass
class Player(threading.Thread):
    """Plays one game after the other against bots, and asks again when nobody answers."""

    address: str
    number: int
    over: threading.Event
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    waits: dict[str, list[float]] = field(default_factory=lambda: {"move": [], "bot": []})
    trouble: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.luck = random.Random(self.number)

    __hash__ = threading.Thread.__hash__

    def run(self) -> None:
        try:
            while not self.over.is_set():
                self.play_a_game()
        except Exception as error:
            self.trouble.append(f"player {self.number}: {error!r}")

    def play_a_game(self) -> None:
        self.client = httpx.Client(base_url=self.address, timeout=10)
        wanted = {"game": "yaxha", "seats": 2, "holders": ["me", LEVELS[self.number % len(LEVELS)]]}
        seated = self.ask("POST", "/api/tables", wanted)
        place = f"/api/tables/{seated['id']}"
        self.client.headers["Authorization"] = f"Bearer {seated['token']}"
        while True:
            self.wait_for_bot(place)
            offers = self.ask("GET", f"{place}/moves")
            if self.over.is_set() or not offers["moves"]:
                return
            self.over.wait(THINKS)
            move = self.luck.choice(offers["moves"])["move"]
            request = {"version": offers["version"], "move": move, "action_id": str(uuid4())}
            began = time.monotonic()
            self.ask("POST", f"{place}/play", request)
            self.waits["move"].append(time.monotonic() - began)
            self.acknowledged.append((seated["id"], request["action_id"]))

    def wait_for_bot(self, place: str) -> None:
        """Until it is our turn, or the game is over."""
        began = moved = time.monotonic()
        seen = -1
        while (table := self.ask("GET", place))["actors"] not in ([], [0]) and 0 not in table["actors"]:
            if table["version"] != seen:
                seen, moved = table["version"], time.monotonic()
            assert time.monotonic() - began < PATIENCE, f"the bot at {place} does not answer"
            time.sleep(0.25)
            self.waits["bot"].append(time.monotonic() - moved)

    def ask(self, method: str, place: str, body: dict[str, Any] | None = None) -> Any:
        """The answer, however often one has to ask."""
        began = time.monotonic()
        while True:
            try:
                answer = self.client.request(method, place, json=body)
                if answer.status_code < 500:
                    return answer.raise_for_status().json()
                last = answer.text
            except httpx.TransportError as error:
                last = repr(error)
            assert time.monotonic() - began < PATIENCE, f"{method} {place}: {last}"
            time.sleep(0.05)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_processes_are_killed_under_load(postgresql: str) -> None:
    settings = Settings(processes=3, thinkers=2, bot_pause=0)
    server = Served(postgresql, settings)
    parent, port = server.process.pid, server.port
    said: list[str] = []
    assert server.process.stderr is not None
    threading.Thread(target=said.extend, args=[server.process.stderr], daemon=True).start()  # nobody blocks on its log
    luck, over = random.Random(1), threading.Event()
    wait_until(lambda: len(sites(parent, port)) == 3 and len(thinkers(parent, port)) == 2, 60)
    players = [Player(server.address, number, over) for number in range(PLAYERS)]
    try:
        for player in players:
            player.start()
        killed = 0
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and not any(player.trouble for player in players):
            over.wait(EVERY)
            serve, think = sorted(sites(parent, port)), sorted(thinkers(parent, port))
            assert serve, "no process serves"
            assert think, "no process thinks"
            kill({luck.choice(serve), luck.choice(think)})
            killed += 2
        over.set()
        for player in players:
            player.join(PATIENCE + 30)
        assert [player.trouble for player in players if player.trouble] == []
        assert not any(player.is_alive() for player in players)
        wait_until(lambda: len(children(parent)) == 5, 60)
    finally:
        over.set()
        server.stop()
    said = [line for line in said if " info: " not in line]
    acknowledged = [move for player in players for move in player.acknowledged]
    moves, bots = ([wait for player in players for wait in player.waits[kind]] for kind in ("move", "bot"))
    print(
        f"\n{killed} killed, {len(acknowledged)} moves acknowledged; the longest wait for an acknowledgement "
        f"{max(moves):.2f} s, for a bot's move {max(bots):.2f} s\n"
        + "".join(said[-40:])
    )
    with psycopg.connect(connection_words(postgresql), client_encoding="utf8") as connection:
        written = set(connection.execute('SELECT "match", action_id FROM log').fetchall())
    assert set(acknowledged) - written == set()
    assert len(acknowledged) == len(set(acknowledged))
    assert max(moves) < LONGEST_WAIT
    assert max(bots) < LONGEST_WAIT

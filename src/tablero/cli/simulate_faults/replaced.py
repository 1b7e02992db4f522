"""What a simulation replaces: time, chance, the drivers of the database, and processes in which bots think.

Everything else is the server's own code. Names are replaced where they are used, and put back afterwards.
"""

from __future__ import annotations

import functools
import os
import random
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from tablero.bots import turn
from tablero.cli.simulate_faults.database import SimulatedDatabase
from tablero.cli.simulate_faults.event_loop import InlineExecutor, VirtualLoop
from tablero.core.game import Game
from tablero.core.luck import seeded
from tablero.people.notification_policy import ChannelPolicy
from tablero.site.bots import audience, fair_queue, worker_pool
from tablero.site.notifications.safe_http import SafeHttpClient
from tablero.site.notifications.webhooks import WebhookChannel
from tablero.site.table import access
from tablero.store import errors, store
from tablero.store.database import writer
from tablero.table import terms

MOST_MOVES = 1_000_000
MESSAGES_APART = 6.0  # seconds between two messages to a person


@contextmanager
def simulated(loop: VirtualLoop, luck: Random, database: SimulatedDatabase, moves: int, post: Any) -> Iterator[None]:
    """Replace what is not drawn from a seed inside this context. Games begin `moves` moves before their end;
    `post(client, address, body, headers)` takes webhooks."""
    turn._minds.clear()
    errors._logged.clear()
    with ExitStack() as stack:
        for target, name, value in _replacements(loop, luck, database, moves, post):
            stack.enter_context(patch.object(target, name, value))
        yield


def _replacements(
    loop: VirtualLoop, luck: Random, database: SimulatedDatabase, moves: int, post: Any
) -> list[tuple[Any, str, Any]]:
    def token_bytes(number: int | None = None) -> bytes:
        return luck.randbytes(32 if number is None else number)

    def token_hex(number: int | None = None) -> str:
        return token_bytes(number).hex()

    def token_urlsafe(number: int | None = None) -> str:
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        return "".join(luck.choices(letters, k=((number or 32) * 4 + 2) // 3))

    interrupts = SimpleNamespace(get_context=lambda _: SimpleNamespace(Event=threading.Event))
    return [
        (time, "time", loop.time_of_day),
        (time, "monotonic", loop.time),
        (time, "perf_counter", loop.work_time),
        *([(time, "clock_gettime", lambda _: loop.time())] if hasattr(time, "clock_gettime") else []),
        (audience.Audience.__init__, "__defaults__", (loop.time,)),
        (fair_queue.FairQueue.__init__, "__defaults__", (loop.time,)),
        (os, "urandom", luck.randbytes),
        (secrets, "token_bytes", token_bytes),
        (secrets, "token_hex", token_hex),
        (secrets, "token_urlsafe", token_urlsafe),
        (secrets, "randbits", luck.getrandbits),
        (secrets, "randbelow", luck.randrange),
        (secrets, "choice", luck.choice),
        (secrets, "SystemRandom", lambda: luck),
        (random, "uniform", luck.uniform),
        (store, "open_engine", database.open_engine),
        (writer, "writing_engine", database.writing_engine),
        (worker_pool, "ProcessPoolExecutor", InlineExecutor),
        (worker_pool, "multiprocessing", interrupts),
        (access, "qr_code", lambda link: link),  # the same for every schedule, and dear
        (terms, "MINUTE_SECONDS", 5.0),  # the shortest clocks: they run out within a schedule
        (SafeHttpClient, "post", post),
        (WebhookChannel, "policy", ChannelPolicy("tell_webhook", grace=3.0, apart=MESSAGES_APART)),
        (Game, "start", _late_start(Game.start, moves)),
    ]


def _late_start(start: Any, moves: int) -> Any:
    """Return a `Game.start` that has played all but the last moves of a game at random: a schedule has its end too."""
    known: dict[Any, Any] = {}

    @functools.wraps(start)
    def begun(
        self: Game, seats: Any, seed: Any = None, options: Any = None, listen: bool = False, rules: Any = None
    ) -> Any:
        if seed is None or seats == 1:
            return start(self, seats, seed, options, listen, rules)
        key = (self.name, seats, seed, str(options), rules)
        if key not in known:
            played = _play(start(self, seats, seed, options, False, rules), seed, MOST_MOVES)
            state = start(self, seats, seed, options, False, rules)
            _play(state, seed, max(0, played - moves))
            known[key] = state
        state = known[key].copy()
        state.journal = [] if listen else None
        return state

    return begun


def _play(state: Any, seed: int, most: int) -> int:
    luck, made = seeded(seed + 1), 0
    while made < most and (actors := state.actors()):
        seat = actors[luck.below(len(actors))]
        moves = state.moves(seat)
        state.play(seat, moves[luck.below(len(moves))])
        made += 1
    return made

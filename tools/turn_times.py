"""Measure a bot's whole turn at a table of the site: `tools/turn_times.py tzolkin [--seats 4] [--level 8]`.

One seat is a person who answers at once, all others are bots; a turn lasts from the moment when a bot owes a move
until nothing is asked of it any more, thinking, waiting for a place to think, pause and database included.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

from tablero.bots import Greedy, glimpse
from tablero.core.luck import seeded
from tablero.games import game as find_game
from tablero.site.bots.backend import LocalBots
from tablero.site.bots.scheduler import BotScheduler
from tablero.site.settings import Settings
from tablero.store import Store
from tablero.table import Holder


async def measure(game: str, seats: int, level: int, turns: int) -> list[float]:
    """Return the seconds of `turns` turns of bots."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(str(Path(folder) / "tables.db"))
        bots = BotScheduler(store, LocalBots(store, Settings().bot_pause))
        took: list[float] = []
        seed = 0
        while len(took) < turns:
            holders = [Holder("person", "Ana", person="ana")]
            holders += [Holder("bot", f"Bot {seat}", level=level) for seat in range(1, seats)]
            took += await one_game(
                store, await store.open_table(game, seats, {}, holders, "ana"), turns - len(took), seed
            )
            seed += 1
        await bots.close()
        await store.close()
        return took


async def one_game(store: Store, id: str, turns: int, seed: int) -> list[float]:
    """Play the player's seat until the game or the measurement is over; return the seconds of the bots' turns."""
    luck, since, took = seeded(seed), dict[int, float](), list[float]()
    changed = asyncio.Event()
    unsubscribe = store.subscribe(lambda *_: changed.set(), own=True)
    while len(took) < turns:
        changed.clear()
        table = await store.table(id)
        owing, now = set(table.actors()), time.perf_counter()
        for seat in set(since) - owing:
            took.append(now - since.pop(seat))
        for seat in owing - {0}:
            since.setdefault(seat, now)
        if table.over:
            break
        if 0 in owing:
            move = Greedy().choose(glimpse(table.state, 0, luck), luck)
            await store.play(id, 0, move, table.version_for(0), f"{seed} {table.version}")
        else:
            await changed.wait()
    unsubscribe()
    return took


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game")
    reader.add_argument("--seats", type=int)
    reader.add_argument("--level", type=int, default=8)
    reader.add_argument("--turns", type=int, default=40)
    given = reader.parse_args()
    seats = given.seats or find_game(given.game).seats[-1]
    took = sorted(asyncio.run(measure(given.game, seats, given.level, given.turns)))
    nine = took[int(0.9 * (len(took) - 1))]
    print(
        f"{given.game}, {seats} seats, level {given.level}: {len(took)} turns, median {median(took):.2f} s, "
        f"nine in ten below {nine:.2f} s, worst {took[-1]:.2f} s"
    )


if __name__ == "__main__":
    main()

"""Fill a database with made-up finished games, and measure how long each query of the pages takes.

    python tools/measure_results.py                        100,000 games in a temporary SQLite file
    python tools/measure_results.py --data postgresql://…  the same in an empty PostgreSQL database
    python tools/measure_results.py --games 2000 --data FILE

Figures of a run are in docs/ratings.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import insert, text

from tablero.games import games
from tablero.store import Store
from tablero.store.database import schema

PEOPLE = 300
DAY = 86400.0
TOGETHER = 1000  # games in one insert
OPENINGS = 8
NAMES = ("Ixchel", "Balam", "Nicté", "Kinich", "Itzel", "Yaxk'in")
SOURCES = {
    "yaxha": ("Orange group", "Blue group", "Green group", "Yellow group", "Grey group"),
    "maya": ("maize", "potato", "squash", "pepper", "closed cities"),
    "tzolkin": (
        "Temple steps",
        "Highest in a temple",
        "Buildings",
        "Technologies",
        "Monuments",
        "Corn and blocks left",
    ),
    "amritsar": ("Donations", "Majorities", "Market", "Bridge", "Knowledge", "Objectives"),
}


def person(number: int) -> str:
    return f"person-{number}"


def a_game(
    number: int, luck: random.Random, now: float
) -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]:
    """Return a match, its seats and its results. Person 0 plays in one game of a hundred, like a daily player."""
    game = luck.choice(games())
    seats = luck.choice([n for n in game.seats if n > 1])
    ended = now - luck.random() * 700 * DAY
    id = f"m{number:08d}"
    sitting: list[tuple[str, int]] = [(person(0 if luck.random() < 0.04 else luck.randrange(1, PEOPLE)), 0)]
    for _ in range(1, seats):
        human = luck.random() < 0.25
        other = person(luck.randrange(PEOPLE // 20 if luck.random() < 0.5 else 1, PEOPLE))
        sitting.append((other, 0) if human and other not in [who for who, _ in sitting] else ("", luck.randint(1, 8)))
    luck.shuffle(sitting)
    # A seat is worth a little, a level more: figures that a page can show.
    strength = [luck.gauss(50, 11) + 2.2 * (level or 4.5) - seat for seat, (_, level) in enumerate(sitting)]
    best = max(strength)
    seconds, moves = luck.lognormvariate(7.6, 0.4), luck.randint(60, 240)
    match = {
        "id": id,
        "game": game.name,
        "rules": game.rules,
        "facts": game.own_facts,
        "seats": seats,
        "options": "{}",
        "seed": "1",
        "salt": "",
        "host": sitting[0][0],
        "invite": f"i{number:08d}",
        "created": ended - seconds,
        "updated": ended,
        "version": moves,
        "stage": "over",
        "actors": "[]",
        "scores": json.dumps([round(one) for one in strength]),
        "winners": json.dumps([strength.index(best)]),
        "start": None,
        "hints": "against_bots",
    }
    chairs, results = [], []
    for seat, (who, level) in enumerate(sitting):
        place = 1 + sum(other > strength[seat] for other in strength)
        parts = [luck.random() for _ in SOURCES[game.name]]
        sources = {
            name: round(strength[seat] * part / sum(parts))
            for name, part in zip(SOURCES[game.name], parts, strict=True)
        }
        feats = (
            [feat.name for feat in game.memory.feats if game.memory and who and luck.random() < 0.02]
            if game.memory
            else []
        )
        if place == 1 and who:
            feats += ["won", *(["close"] if luck.random() < 0.1 else []), *(["full-table"] if seats == 4 else [])]
        name = NAMES[seat] if level else "Ana" if who == person(0) else f"Guest {who[7:]}"
        chairs.append(
            {
                "match": id,
                "seat": seat,
                "kind": "bot" if level else "person",
                "name": name,
                "person": who,
                "level": level,
            }
        )
        results.append(
            {
                "match": id,
                "seat": seat,
                "game": game.name,
                "seats": seats,
                "person": who,
                "level": level,
                "score": float(round(strength[seat])),
                "place": place,
                "won": float(strength[seat] == best),
                "ended": ended,
                "seconds": seconds,
                "moves": moves,
                "opening": f"opening-{luck.randrange(OPENINGS)}",
                "absent": "",
                "rated": 0,
                "sources": json.dumps(sources),
                "feats": json.dumps(dict.fromkeys(feats, moves // 2)),
            }
        )
    return match, chairs, results


async def fill(store: Store, number: int) -> int:
    """So many games; how many results that are."""
    luck, now, added = random.Random(7), time.time(), 0
    for start in range(0, number, TOGETHER):
        made = [a_game(n, luck, now) for n in range(start, min(number, start + TOGETHER))]
        async with store._writer.alone() as connection:
            await connection.execute(insert(schema.matches), [match for match, _, _ in made])
            await connection.execute(insert(schema.seats), [chair for _, chairs, _ in made for chair in chairs])
            await connection.execute(insert(schema.results), [row for _, _, results in made for row in results])
        added += sum(len(results) for _, _, results in made)
    async with store._engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(text("ANALYZE" if store.kind == "sqlite" else "VACUUM ANALYZE"))
    return added


async def measure(store: Store) -> dict[str, float]:
    """Milliseconds of each question, the quickest of seven: what else the machine does is no part of it."""
    me, game = person(0), games()[0].name
    questions: dict[str, Callable[[], Awaitable[Any]]] = {
        "my page: places": lambda: store.results.places(me),
        "my page: latest games": lambda: store.results.finished(me, most=8),
        "my page: points over time": lambda: store.results.points(me, game),
        "my page: sources": lambda: store.results.sources(me, game),
        "my page: people": lambda: store.results.against_people(me, 6),
        "my page: games with people": lambda: store.results.with_people(me),
        "my page: levels": lambda: store.results.against_levels(me),
        "my page: first times": lambda: store.results.firsts(me),
        "my page: ratings": lambda: store.ratings.of(me),
        "my games: the last page": lambda: store.results.finished(me, skip=900, most=20),
        "page of a game: all but levels": lambda: store.statistics.played(game),
        "page of a game: levels": lambda: store.statistics.levels(game),
        "at a start: the next 500 tables": lambda: store.results._after(""),
        "every minute: games to be rated": store.ratings.catch_up,
    }
    found = {}
    for name, ask in questions.items():
        times = []
        for _ in range(7):
            began = time.perf_counter()
            await ask()
            times.append(1000 * (time.perf_counter() - began))
        found[name] = min(times)
    return found


async def run(database: str, number: int) -> None:
    store = await Store.open(database)
    try:
        began = time.perf_counter()
        results = await fill(store, number)
        mine = await store.results.count(person(0))
        print(
            f"{number} games, {results} results in {store.kind}, {mine} games of one person, "
            f"filled in {time.perf_counter() - began:.0f} s"
        )
        for name, milliseconds in (await measure(store)).items():
            print(f"{name:<36} {milliseconds:8.1f} ms")
    finally:
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--data", default="", help="a database without games; without it a file that goes away")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tablero-") as folder:
        asyncio.run(run(given.data or str(Path(folder) / "games.db"), given.games))


if __name__ == "__main__":
    main()

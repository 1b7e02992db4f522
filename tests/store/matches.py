"""Matches for tests of the store."""

from sqlalchemy import Engine

from tablero import Luck
from tablero.games import games
from tablero.store import Store
from tablero.store.database.writer import Step
from tablero.table import Holder

ANNA, BEN, CLEO, DORA = (Holder("person", name, f"person-{name}") for name in ("Anna", "Ben", "Cleo", "Dora"))
OPEN = Holder("open")
EVERY = [each.name for each in games()]


def engines(store: Store) -> list[Engine]:
    """All that talk to the database: the one that everybody reads with, and the writer's own."""
    return [engine for engine in (store._engine.sync_engine, store._writer.own) if engine is not None]


async def play_at_random(store: Store, id: str, luck: Luck, limit: int = 10_000) -> int:
    """Random legal moves through the house, each on disk before the next; how many."""
    for made in range(limit):
        table = await store.table(id)
        actors = table.actors()
        if not actors:
            return made
        seat = actors[luck.below(len(actors))]
        moves = table.state.moves(seat)
        move = moves[luck.below(len(moves))]
        await store.play(id, seat, move, table.version_for(seat), f"random-{made}-{table.version}")
    return limit


async def play_quickly(store: Store, id: str, luck: Luck, limit: int = 10_000) -> None:
    """The same for tests about what comes after: all moves in one transaction."""
    table = (await store.table(id)).copy()
    steps: list[Step] = []
    for _ in range(limit):
        actors = table.actors()
        if not actors:
            break
        seat = actors[luck.below(len(actors))]
        moves = table.state.moves(seat)
        move = moves[luck.below(len(moves))]
        row = table.play(seat, move, table.version_for(seat), f"quick-{table.version}", bot=table.represented(seat))
        table.apply(row, checked=True)
        steps += store._new_row(table, row, None)
    await store._writer.write(steps, lambda: store._on_written(table))

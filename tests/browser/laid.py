"""Tables laid in the middle of a game: what a test wants to see there need not be played up to by clicks."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import tablero
from tablero.site.web.identity import IDENTITY_COOKIE, Signer
from tablero.store import Store
from tablero.store.tables.write_statements import insert_table, new_link
from tablero.table import Holder
from tablero.table.invitations import Invitations
from tablero.table.table import Table
from tests.browser.conftest import Server, beside

Played = tuple[int, int]  # a seat and its move
NAME = "Inés"


@lru_cache
def random_game(name: str, seats: int, seed: int) -> tuple[tuple[Played, ...], tuple[int, ...]]:
    """A whole game of random moves, and after how many of them the first seat alone had something to choose."""
    game = tablero.game(name)
    state, luck = game.start(seats, seed), tablero.seeded(seed)
    made: list[Played] = []
    asked = []
    while actors := state.actors():
        seat = actors[-1]
        moves = state.moves(seat)
        if tuple(actors) == (0,) and len(moves) > 1:
            asked.append(len(made))
        made.append((seat, moves[luck.below(len(moves))]))
        state.play(*made[-1])
    return tuple(made), tuple(asked)


def moves_before(name: str, seats: int, seed: int, share: float) -> tuple[Played, ...]:
    """The moves up to a decision of the first seat: 0 for its first one, 0.5 in the middle, 1 for its last."""
    made, asked = random_game(name, seats, seed)
    return made[: asked[round(share * (len(asked) - 1))]]


def lay(
    server: Server, name: str, seats: int, made: Sequence[Played], seed: int, level: int = 1, own: int = 0
) -> tuple[str, dict[str, Any]]:
    """A table at which these moves have been made, a person at the seat `own` and bots at the others: its path, and the
    cookie of that person."""
    return beside(_lay(str(server.database), server.address, name, seats, made, seed, level, own))


async def _lay(
    database: str, address: str, name: str, seats: int, made: Sequence[Played], seed: int, level: int, own: int
) -> tuple[str, dict[str, Any]]:
    game, person = tablero.game(name), secrets.token_urlsafe(16)
    holders = [Holder("bot", f"Bot {seat}", level=level) for seat in range(seats)]
    holders[own] = Holder("person", NAME, person)
    table = Table(
        secrets.token_urlsafe(16),
        game,
        seats,
        game.settle_options(seats, None),
        holders,
        seed,
        "salt",
        person,
        invitations=Invitations(new_link()),
    )
    store = await Store.open(database)
    try:
        # All at once: one commit instead of one for each move.
        steps = insert_table(table)
        for number, (seat, move) in enumerate(made):
            row = table.play(seat, move, table.version_for(seat), f"move-{number}")
            table.apply(row, checked=True)
            steps += store._new_row(table, row, None)
        await store._writer.write(steps, lambda: None)
        value = Signer(await store.secrets.of("cookies")).sign("guest", {"id": person, "name": NAME})
    finally:
        await store.close()
    return f"/t/{table.id}", {"name": IDENTITY_COOKIE, "value": value, "url": address}

"""Tables at which players sit, laid straight into the store, with the cookie of each."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

import tablero
from tablero.site.web.identity import IDENTITY_COOKIE, Signer
from tablero.store import Store
from tablero.store.tables.write_statements import insert_table, new_link
from tablero.table import Holder, Terms
from tablero.table.invitations import Invitations
from tablero.table.table import Table
from tests.browser.conftest import Server, beside
from tests.browser.laid import Played

NAMES = ("Ana", "Marco", "Cy")

Cookies = list[dict[str, Any]]


def seat_players(
    server: Server, game: str, seats: int = 2, made: Sequence[Played] = (), seed: int = 3, terms: Terms | None = None
) -> tuple[str, Cookies, int | None]:
    """Lay a table of players at which these moves have been made, opened now by the server's clock.

    Returns its path, the cookie of each seat, and the seat that has to move."""
    return beside(_seat_players(server, game, seats, made, seed, terms or Terms()))


async def _seat_players(
    server: Server, name: str, seats: int, made: Sequence[Played], seed: int, terms: Terms
) -> tuple[str, Cookies, int | None]:
    game, people = tablero.game(name), [secrets.token_urlsafe(16) for _ in range(seats)]
    holders = [Holder("person", NAMES[seat], person) for seat, person in enumerate(people)]
    clock = time.time if server.now is None else lambda: server.now
    store = await Store.open(str(server.database), clock=clock)
    try:
        if not made:
            id = await store.open_table(name, seats, None, holders, people[0], terms=terms)
        else:
            id = await _lay_moves(store, game, holders, made, seed)
        signer = Signer(await store.secrets.of("cookies"))
        actors = (await store.table(id)).actors()
    finally:
        await store.close()
    cookies = [
        {
            "name": IDENTITY_COOKIE,
            "value": signer.sign("guest", {"id": person, "name": NAMES[seat]}),
            "url": server.address,
        }
        for seat, person in enumerate(people)
    ]
    return f"/t/{id}", cookies, actors[0] if actors else None


async def _lay_moves(store: Store, game: tablero.Game, holders: list[Holder], made: Sequence[Played], seed: int) -> str:
    """All at once: one commit instead of one for each move."""
    seats = len(holders)
    table = Table(
        secrets.token_urlsafe(16),
        game,
        seats,
        game.settle_options(seats, None),
        holders,
        seed,
        "salt",
        holders[0].person,
        invitations=Invitations(new_link()),
    )
    steps = insert_table(table)
    for number, (seat, move) in enumerate(made):
        row = table.play(seat, move, table.version_for(seat), f"move-{number}")
        table.apply(row, checked=True)
        steps += store._new_row(table, row, None)
    await store._writer.write(steps, lambda: None)
    return table.id

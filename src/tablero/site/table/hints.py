"""Hints: which players may ask for one, and the search behind it."""

from __future__ import annotations

import secrets

from tablero.analysis.hints import DEEPER_SECONDS, HINT_SECONDS, MoveChance, MoveHint, hint_for_imagined
from tablero.core.luck import seeded
from tablero.site.bots.worker_pool import WorkerPool
from tablero.site.web.rate_limit import RateLimit
from tablero.table import Table
from tablero.ui.hint_text import check_hint

AT_ONCE = 4  # requests that may wait for the one process that answers them
USER_BURST, PER_SECOND = 16, 0.5  # requests of a user at once, and after that


class HintService:
    """Finds hints for players, in a process of its own that starts with the first request."""

    def __init__(self) -> None:
        self._pool = WorkerPool(1, limit=AT_ONCE, rate=RateLimit(USER_BURST, PER_SECOND))

    async def find_hint(self, table: Table, seat: int, who: str, deeper: bool = False) -> MoveHint:
        """Return what the strongest level would do at a seat, at once or after a deeper search. Raises Refusal if it
        owes no decision, or if the table gives no hints."""
        check_hint(table, seat)
        return await hint_from_pool(self._pool, table, seat, who, deeper)

    def close(self) -> None:
        self._pool.close()


async def hint_from_pool(pool: WorkerPool, table: Table, seat: int, user: str, deeper: bool) -> MoveHint:
    """Return what the strongest level would do at a seat that owes a decision; a forced move needs no worker. The
    worker gets an imagined position."""
    moves = table.state.moves(seat)
    if len(moves) == 1:
        return MoveHint((MoveChance(moves[0], 1.0),))
    imagined = table.state.imagine(seat, seeded(secrets.randbits(128))).dump()
    seconds = DEEPER_SECONDS if deeper else HINT_SECONDS
    seed = secrets.randbits(128)
    return await pool.run(hint_for_imagined, table.game.name, imagined, seat, seed, seconds, user=user)

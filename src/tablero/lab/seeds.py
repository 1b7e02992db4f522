"""Seeds of deals: which belong to batches, which are drawn, and which are reserved for evaluation.

Five ranges that do not meet:

- batches deal by `batch_seed`, below 2**62: 2**31 deals for each seed, so that workers seeded 0 to 15 share none;
- environments that are reset without a seed draw one from 2**62 to 2**63 - 1 from their generator;
- `RESERVED_SEEDS`, from 2**63 on, is for measuring alone: what trains, tunes or gathers refuses it (`refuse_reserved`);
- `PUZZLE_SEEDS`, after those, deals the games in which puzzles are found; it is refused like the one before;
- `GATE_SEEDS`, after those, is for the matches that decide whether a change of a bot is kept: what was chosen on them
  is reported on `RESERVED_SEEDS`. They are refused like the others.

Commands that take `--seed` count on from it, in the first range unless they are asked for others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from tablero.core.integers import whole
from tablero.lab.errors import ArenaError

if TYPE_CHECKING:
    import numpy as np

DEALS = 1 << 31  # of each seed of a batch, and how many seeds there are
DRAWN = range(DEALS * DEALS, 2 * DEALS * DEALS)
RESERVED_SEEDS = range(DRAWN.stop, DRAWN.stop + DEALS)
PUZZLE_SEEDS = range(RESERVED_SEEDS.stop, RESERVED_SEEDS.stop + DEALS)
GATE_SEEDS = range(PUZZLE_SEEDS.stop, PUZZLE_SEEDS.stop + DEALS)


def batch_seed(seed: SupportsIndex, number: int) -> int:
    """Return the seed of a deal of a batch, by its number."""
    given = whole(seed, "a seed")
    if not 0 <= given < DEALS:
        raise ValueError(f"the seed of a batch is a number from 0 to {DEALS - 1}, not {given}")
    return given * DEALS + number


def drawn(chance: np.random.Generator) -> int:
    """Return a seed drawn from a generator."""
    return DRAWN.start + int(chance.integers(DRAWN.stop - DRAWN.start))


def refuse_reserved(first: SupportsIndex, count: SupportsIndex = 1) -> None:
    """Raise ArenaError if any of these seeds is reserved for evaluation, for puzzles or for gates."""
    begin = whole(first, "a seed")
    if begin < GATE_SEEDS.stop and begin + whole(count, "a number of seeds") > RESERVED_SEEDS.start:
        raise ArenaError(f"seeds from {RESERVED_SEEDS.start} on are reserved for evaluation: take smaller ones")

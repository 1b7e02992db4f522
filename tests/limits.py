"""How long tests wait for what must come, widened by how slow the machine is when they begin.

Events end every wait: a limit only ends what hangs. So limits are far above what anything takes, and a machine that is
busy with other work gets more, in proportion to the time of a fixed piece of work.
"""

import os
import time

KEPT = "TABLERO_TEST_SLOWNESS"  # measured once, by the process that starts the others
REFERENCE = 0.15  # seconds that `work` takes on one quiet core of 2026
MOST = 10.0


def work() -> int:
    """Return a sum that takes about as long as a small test."""
    found = 0
    for number in range(1_200_000):
        found += number & 7
    return found


def slowness() -> float:
    """Return how many times as long as on a quiet machine work takes here: at least 1, at most `MOST`."""
    if KEPT not in os.environ:
        began = time.perf_counter()
        work()
        os.environ[KEPT] = str(min(MOST, max(1.0, (time.perf_counter() - began) / REFERENCE)))
    return float(os.environ[KEPT])


# Seconds: for one wait in a test, and for a whole test.
LIMIT = 180.0 * slowness()
TEST_LIMIT = 600.0 * slowness()

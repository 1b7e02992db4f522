"""How long the long forms are: `TABLERO_FAULT_SIZE=0.1` makes all of them a tenth as long."""

import os
from typing import Any

import pytest

SHARE = float(os.environ.get("TABLERO_FAULT_SIZE", "1"))


def long(times: int) -> Any:
    """So many faults, or a share of them, when the long forms are run."""
    return pytest.param(sized(times), marks=[pytest.mark.long, pytest.mark.timeout(3600)])


def sized(times: int) -> int:
    return max(1, round(times * SHARE))

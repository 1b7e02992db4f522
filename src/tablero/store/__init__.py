"""Where tables are kept: one SQLite file by default, PostgreSQL for many hosts."""

from tablero.store.errors import (
    StoreAway,
    StoreBusy,
    StoreDamaged,
    StoreDisk,
    StoreError,
    StoreFull,
    StoreReadOnly,
)
from tablero.store.house import House, Played
from tablero.store.summary import Summary

__all__ = [
    "House", "Played", "StoreAway", "StoreBusy", "StoreDamaged", "StoreDisk", "StoreError", "StoreFull", "StoreReadOnly",
    "Summary",
]  # fmt: skip

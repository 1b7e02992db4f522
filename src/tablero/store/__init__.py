"""Storage of tables and people: one SQLite file by default, PostgreSQL for several processes."""

from tablero.store.errors import (
    StoreAway,
    StoreBusy,
    StoreDamaged,
    StoreDenied,
    StoreDisk,
    StoreError,
    StoreFull,
    StoreOutdated,
    StoreReadOnly,
)
from tablero.store.store import Store
from tablero.store.tables.summary import Summary

__all__ = [
    "Store",
    "StoreAway",
    "StoreBusy",
    "StoreDamaged",
    "StoreDenied",
    "StoreDisk",
    "StoreError",
    "StoreFull",
    "StoreOutdated",
    "StoreReadOnly",
    "Summary",
]

"""Storage of tables and people: one SQLite file by default, PostgreSQL for several processes."""

from tablero.store.errors import StoreAway, StoreBusy, StoreDamaged, StoreDisk, StoreError, StoreFull, StoreReadOnly
from tablero.store.store import Store
from tablero.store.tables.summary import Summary

__all__ = [
    "Store",
    "StoreAway",
    "StoreBusy",
    "StoreDamaged",
    "StoreDisk",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "Summary",
]

"""Where tables are kept: one SQLite file by default, PostgreSQL for many hosts."""

from tablero.store.errors import StoreBusy, StoreError, StoreFull
from tablero.store.house import House, Played
from tablero.store.summary import Summary

__all__ = ["House", "Played", "StoreBusy", "StoreError", "StoreFull", "Summary"]

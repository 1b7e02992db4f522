"""The writer: what it puts together."""

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tablero.store.database.writer import Change, Writer

pytestmark = pytest.mark.anyio


async def test_tables_are_written_in_the_order_of_their_names() -> None:
    """Two processes that write the same tables, in whichever order they heard of them, never wait for each other."""
    row, standing = text("row"), text("standing")
    writer = Writer(create_async_engine("sqlite+aiosqlite://"), [row, standing])
    future = asyncio.get_running_loop().create_future()
    changes = [
        Change([(row, {"match": table, "number": 1}), (standing, {"at_match": table})], lambda: None, future)
        for table in ("c", "a", "b", "a")
    ]
    (_, rows), (_, standings) = writer._sorted(changes)
    assert [line["match"] for line in rows] == ["a", "a", "b", "c"]
    assert [line["at_match"] for line in standings] == ["a", "a", "b", "c"]
    future.cancel()
    await writer.close()

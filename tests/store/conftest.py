from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete

from tablero.store import Store
from tablero.store.database import schema
from tablero.store.people.accounts import FIRST_ACCOUNT
from tests.schema import copied


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="package", autouse=True)
def schema_made_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with copied(tmp_path_factory.mktemp("schema")):
        yield


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(str(tmp_path / "games.db"))
    yield opened
    await opened.close()


@pytest.fixture(params=["sqlite", "postgresql"])
async def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """The same test on both databases, each without a row but its secrets."""
    if request.param == "sqlite":
        database = str(tmp_path / "games.db")
    else:
        database = request.getfixturevalue("postgresql")
    opened = await Store.open(database)
    async with opened._writer.transaction() as connection:
        for table in reversed(schema.metadata.sorted_tables):
            if table is not schema.secrets:
                await connection.execute(delete(table))
        await connection.execute(delete(schema.secrets).where(schema.secrets.c.name == FIRST_ACCOUNT))
    yield opened
    await opened.close()

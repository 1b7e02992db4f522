from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.site.app import create_app
from tablero.site.settings import Settings
from tablero.store import House


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[AsyncTestClient[Litestar]]:
    async with AsyncTestClient(create_app(Settings(database=str(tmp_path / "games.db"), bot_pause=0))) as opened:
        opened.app.state.house._alone = False  # tests write to the same file from beside
        yield opened


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Tables without pages; beside a client, the very same ones."""
    opened = await House.open(str(tmp_path / "games.db"))
    yield opened
    await opened.close()

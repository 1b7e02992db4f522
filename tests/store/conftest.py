from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tablero.store import House


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    opened = await House.open(str(tmp_path / "games.db"))
    yield opened
    await opened.close()

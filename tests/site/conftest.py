from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from unittest import mock

import pytest
from argon2 import PasswordHasher
from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import AsyncTestClient

from tablero.people import passwords
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.site.web.services import services_of
from tablero.store import Store
from tests.schema import copied
from tests.site.websockets import that_wait


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="package", autouse=True)
def schema_made_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with copied(tmp_path_factory.mktemp("schema")):
        yield


@pytest.fixture(scope="package", autouse=True)
def websockets_that_wait() -> Iterator[None]:
    with that_wait():
        yield


@pytest.fixture(scope="package", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Hash in no time: a real hash takes as long as everything else of a request. tests/people has the real ones."""

    class CheapHasher(PasswordHasher):
        def __init__(self, **_: int) -> None:
            super().__init__(time_cost=1, memory_cost=128, parallelism=1)

    with mock.patch.object(passwords, "PasswordHasher", CheapHasher):
        yield


@pytest.fixture(scope="session")
def built() -> Litestar:
    """The site, put together once: that takes longer than most tests."""
    return create_app(Settings(bot_pause=0))


@pytest.fixture
async def client(built: Litestar, tmp_path: Path) -> AsyncIterator[AsyncTestClient[Litestar]]:
    built.state = State({"settings": Settings(database=str(tmp_path / "games.db"), bot_pause=0)})
    async with AsyncTestClient(built) as opened:
        services_of(opened.app).store._single_process = False  # tests write to the same file from beside
        yield opened


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Tables without pages; beside a client, the very same ones."""
    opened = await Store.open(str(tmp_path / "games.db"))
    yield opened
    await opened.close()

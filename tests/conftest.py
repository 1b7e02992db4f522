from collections.abc import Iterator

import pytest

from tests.postgresql import own_postgresql


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL of our own, for all tests of this run."""
    with own_postgresql() as address:
        yield address

from collections.abc import Iterator

import pytest

from tests.postgresql import Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of our own, for all tests of this run."""
    made = Cluster()
    try:
        yield made
    finally:
        made.remove()


@pytest.fixture(scope="session")
def postgresql(cluster: Cluster) -> str:
    """Its address."""
    return cluster.address

from collections.abc import Iterator

import pytest

from tests.postgresql import Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    try:
        yield made
    finally:
        made.remove()


@pytest.fixture(scope="session")
def postgresql(cluster: Cluster) -> str:
    """The address of a database of our own."""
    return cluster.address

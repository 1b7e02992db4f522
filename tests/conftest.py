import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.limits import TEST_LIMIT
from tests.postgresql import Cluster

pytest_plugins = ["tests.places", "tests.times"]
os.environ.setdefault("PYTEST_TIMEOUT", str(TEST_LIMIT))  # what pytest-timeout reads

ROOT = Path(__file__).parent
# Tests of what is compiled: `make test` runs them compiled, `make plain` as plain Python, and one test compares the
# answers of both (test_compiled_and_plain.py). Pictures, motion and words never are compiled.
ENGINE = (
    "test_every_game.py",
    "test_every_lesson.py",
    "test_every_tensor.py",
    "core/",
    "games/",
    "bots/test_search.py",
    "bots/test_network_input.py",
)
ONCE = (
    "compiled_and_plain",
    "drawn",
    "worded",
    "test_drawing",
    "test_animation",
    "test_guide",
    "test_reference_tables",
    "test_words.py",
    "test_telling.py",
    # What they repeat hundreds of times is asserted of plain Python by others.
    "every_number_of_the_facts",
    "everything_that_the_facts",
    "commands_refuse_a_damaged",
    "go_hungry",
    "teaches_what_is_true",
)
# Those that take longest begin first, so that none is left alone at the end: workers take over what lies at an end.
FIRST = (
    "test_package.py",
    "site/server/test_processes.py",
    "cli/test_load.py",
    "browser/",
    "site/",
    "cli/",
    "store/",
    "test_every",
)
# Play on and on what others have played once.
CHANCE = ("random_games", "cannot_know", "said_once", "teaches_what_is_true", "go_hungry", "same_seed")


def engine_alone(config: pytest.Config) -> bool:
    """Whether nothing but the engine's tests is asked for."""
    return str(config.option.markexpr).startswith("engine")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Rules keep a core busy. Everything else waits for browsers, servers and disks: three can share two cores."""
    return None if engine_alone(config) else (3 * (os.cpu_count() or 1) + 1) // 2


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Whoever runs the engine's tests alone need not load the others first."""
    if not engine_alone(config) or not collection_path.is_relative_to(ROOT) or collection_path == ROOT:
        return None
    name = collection_path.relative_to(ROOT).as_posix()
    wanted = any(name.startswith(place) or place.startswith(name) for place in ENGINE)
    return None if wanted and not any(word in name for word in ONCE) else True


def name_of(item: pytest.Item) -> str:
    return item.nodeid.removeprefix("tests/")


def begins(item: pytest.Item) -> int:
    """How late a test begins; within that, tests stay in their order."""
    own = name_of(item)
    return next((place for place, name in enumerate(FIRST) if own.startswith(name)), len(FIRST))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the engine's tests, and let those run without a tracer that cover nothing which others do not: tracing takes
    as long as the test itself. Compiled code leaves no trace; what a browser is served runs in the site's own tests."""
    plain = bool(os.environ.get("TABLERO_PLAIN"))
    items.sort(key=begins)
    for item in items:
        name = name_of(item)
        engine = name.startswith(ENGINE) and not any(word in name for word in ONCE)
        if engine:
            item.add_marker("engine")
        if (engine and not plain) or name.startswith("browser/") or any(word in name for word in CHANCE):
            item.add_marker("no_cover")


def pytest_collection_finish() -> None:
    """What all tests are made of stays: each search for garbage would go through all of it."""
    gc.collect()
    gc.freeze()


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

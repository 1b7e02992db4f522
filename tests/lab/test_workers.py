"""Work is shared out over processes and over Ray, and whoever is lost on the way changes nothing in the result."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tablero
from tablero.lab.errors import ArenaError
from tablero.lab.gathering import Gathering
from tablero.lab.tournament import Tournament
from tablero.lab.workers import MAX_LOST_PROCESSES, ONE_THREAD, _runtime_env, cluster, share_out

# As in pyproject.toml: elsewhere it is installed, and that it cannot be imported is a fault.
NEEDS_RAY = pytest.mark.skipif(
    sys.platform == "win32" or sys.version_info >= (3, 14),
    reason="Ray is not made for Windows, nor yet for Python 3.14",
)

MAYA = tablero.game("maya")
# A bot that kills its own process the first time that somebody plays it, and plays at random ever after.
MORTAL = """
import os, signal
from pathlib import Path
from tablero.bots import Random

def Mortal():
    mark = Path({mark!r})
    if not mark.exists():
        mark.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return Random()
"""


def squared(number: int) -> int:
    return number * number


def fails_at_five(number: int) -> int:
    if number == 5:
        raise ArenaError("five is too much")
    return number


def dies_at(item: tuple[int, str]) -> int:
    """Three is deadly, as often as its file does not say enough."""
    number, file = item
    if number == 3:
        with Path(file).open("a") as deaths:
            deaths.write("x")
        if len(Path(file).read_text()) < int(Path(file).suffix[1:]):
            os.kill(os.getpid(), signal.SIGKILL)
    return number


def results(tournament: Tournament, **how: Any) -> list[Any]:
    played = tournament.play(3, **how)
    return [
        (pair, one.seed, one.share, one.hero_scores, one.rival_scores, one.ranks)
        for pair, match in played.items()
        for one in match.outcomes
    ]


# ---------------------------------------------------------------- processes


def threads(name: str) -> str | None:
    return os.environ.get(name)


def test_algebra_has_one_thread_in_every_process_unless_somebody_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ONE_THREAD:
        monkeypatch.setenv(name, "1")  # so that it is put back
        monkeypatch.delenv(name)
    monkeypatch.setenv("MKL_NUM_THREADS", "3")
    assert sorted(share_out(threads, iter(ONE_THREAD), processes=2)) == ["1", "1", "3"]
    assert _runtime_env(())["env_vars"].items() >= {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "3"}.items()


def test_a_lost_process_is_replaced_and_its_work_done_again(tmp_path: Path) -> None:
    deaths = tmp_path / "deaths.2"  # once, and the second time it is done
    items = [(number, str(deaths)) for number in range(8)]
    assert sorted(share_out(dies_at, iter(items), processes=2)) == list(range(8))
    assert deaths.read_text() == "xx"


def test_work_that_costs_too_many_lives_is_given_up(tmp_path: Path) -> None:
    deaths = tmp_path / "deaths.9"
    with pytest.raises(ArenaError, match=f"has cost {MAX_LOST_PROCESSES} processes their lives.*--processes"):
        list(share_out(dies_at, iter([(number, str(deaths)) for number in range(8)]), processes=2))
    assert deaths.read_text() == MAX_LOST_PROCESSES * "x"


def test_what_work_complains_of_is_heard() -> None:
    with pytest.raises(ArenaError, match="five is too much"):
        list(share_out(fails_at_five, iter(range(1, 9)), processes=2))


# ---------------------------------------------------------------- Ray


@NEEDS_RAY
def test_a_cluster_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(ArenaError, match=r"Ray cannot be used at 127.0.0.1:1 .*refused.*starts a cluster here"):
        list(share_out(squared, iter([1]), ray="127.0.0.1:1"))


def test_without_ray_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaError, match=r"Ray is not installed here: pip install 'tablero\[ray\]'"):
        list(share_out(squared, iter([1]), ray="auto"))


@pytest.fixture(scope="module")
def mark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cluster of two workers that knows the module `mortal`. The file names the process that the bot ended."""
    home = tmp_path_factory.mktemp("bots")
    mark = home / "mark"
    (home / "mortal.py").write_text(MORTAL.format(mark=str(mark)))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        patch.syspath_prepend(home)
        with cluster("local", 2, ("mortal",)):
            yield mark


@NEEDS_RAY
def test_a_tournament_on_ray_outlives_a_worker_and_ends_as_it_does_here(mark: Path) -> None:
    mark.write_text("nobody dies while the bots are made here")
    tournament = Tournament(MAYA, ("search:6", "mortal:Mortal"), seed=3)
    here = results(tournament)
    mark.unlink()
    assert results(tournament, ray="local") == here
    killed = int(mark.read_text())
    assert killed != os.getpid()
    with pytest.raises(ProcessLookupError):
        os.kill(killed, 0)


@NEEDS_RAY
def test_a_dataset_made_on_ray_is_the_same_byte_for_byte(mark: Path, tmp_path: Path) -> None:
    gathering = Gathering(MAYA, ("search:4", "greedy"), shard=1)
    for folder, ray in (("here", None), ("there", "local")):
        gathering.fill(tmp_path / folder, 3, ray=ray)
    here, there = ({path.name: path.read_bytes() for path in (tmp_path / one).iterdir()} for one in ("here", "there"))
    assert len(here) == 5
    assert here == there


@NEEDS_RAY
def test_what_work_on_ray_complains_of_is_heard_in_the_same_words(mark: Path) -> None:
    mark.write_text("nobody dies")
    tournament = Tournament(MAYA, ("random", "mortal:Mortal"))
    object.__setattr__(tournament, "bots", ("random", "mortal:Other"))  # which nobody has looked at here
    with pytest.raises(ArenaError, match=r"the module mortal \(.*\) has no Other"):
        tournament.play(1, ray="local")

"""A tournament plays what is wanted, once, and can be left and taken up again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tablero
from tablero.lab import tournament
from tablero.lab.arena import Match, Outcome
from tablero.lab.errors import ArenaError
from tablero.lab.tournament import Running, Task, Tournament
from tablero.lab.workers import share_out

GAME = tablero.game("yaxha")
TWO = Tournament(GAME, ("greedy", "random"))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """What was played; nothing really is: the hero always wins."""
    done: list[Task] = []

    def play(task: Task) -> tuple[Task, Outcome]:
        done.append(task)
        return task, Outcome(task.seed, 1.0, (9, 9), (7.0, 7.0), ((1, 2), (2, 1)))

    monkeypatch.setattr(tournament, "play_task", play)
    return done


def test_everybody_plays_everybody_or_the_one_before_or_a_yardstick() -> None:
    bots = ("random", "greedy", "level1", "level2")
    assert Tournament(GAME, bots).pairs == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    assert Tournament(GAME, bots, ladder=True).pairs == ((1, 0), (2, 1), (3, 2))
    assert Tournament(GAME, bots, yardstick=True).pairs == ((0, 3), (1, 3), (2, 3))


def test_nobody_fights_alone() -> None:
    with pytest.raises(ArenaError, match="two bots or more"):
        Tournament(GAME, ("greedy",))
    with pytest.raises(ArenaError, match="two seats or more"):
        Tournament(tablero.game("maya"), ("greedy", "random"), seats=1)
    with pytest.raises(ArenaError, match="there is no bot 'deep blue'"):
        Tournament(GAME, ("greedy", "deep blue"))


def test_a_folder_goes_on_where_it_was_left(tmp_path: Path, played: list[Task]) -> None:
    folder = tmp_path / "new" / "folder"
    heard: list[int] = []
    assert TWO.play(3, folder=folder)[0, 1].games == 6
    assert [task.seed for task in played] == [0, 1, 2]
    assert TWO.play(5, folder=folder, progress=lambda done, _: heard.append(done))[0, 1].games == 10
    assert [task.seed for task in played] == [0, 1, 2, 3, 4]
    assert heard == [3, 4, 5]
    assert TWO.play(2, folder=folder)[0, 1].games == 4
    assert len(played) == 5


def test_a_torn_last_line_is_played_again(tmp_path: Path, played: list[Task]) -> None:
    TWO.play(3, folder=tmp_path)
    file = tmp_path / tournament.OUTCOMES_FILE
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    assert TWO.play(3, folder=tmp_path)[0, 1].games == 6
    assert [task.seed for task in played] == [0, 1, 2, 2]
    assert file.read_bytes() == whole
    file.write_bytes(whole.replace(b'"seed":1', b'"seed":'))
    with pytest.raises(ArenaError, match=r"line 2 of .*outcomes.jsonl is damaged"):
        TWO.play(3, folder=tmp_path)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Tournament(GAME, ("greedy", "level1")), r'bots was \["greedy", "random"\] and is \["greedy", "level1"\] now'),
        (Tournament(GAME, ("greedy", "random"), seed=5), "seed was 0 and is 5 now"),
        (Tournament(GAME, ("greedy", "random"), seats=3), "seats was 2 and is 3 now"),
        (Tournament(GAME, ("greedy", "random"), options={"cards": "beginner"}), "options was .*beginner"),
        (Tournament(tablero.game("maya"), ("greedy", "random")), 'game was "yaxha" and is "maya" now'),
    ],
)
def test_another_tournament_is_refused_in_the_same_folder(
    other: Tournament, words: str, tmp_path: Path, played: list[Task]
) -> None:
    TWO.play(1, folder=tmp_path)
    with pytest.raises(ArenaError, match=words):
        other.play(1, folder=tmp_path)
    assert len(played) == 1


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path, played: list[Task]) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ArenaError, match="holds other things than a tournament"):
        TWO.play(1, folder=tmp_path)
    with pytest.raises(ArenaError, match="cannot be used"):
        TWO.play(1, folder=tmp_path / "letter.txt")
    assert not played


def test_who_is_interrupted_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(task: Task) -> tuple[Task, Outcome]:
        if task.seed == 2:
            raise KeyboardInterrupt
        return task, Outcome(task.seed, 0.5, (9, 9), (7.0, 7.0))

    monkeypatch.setattr(tournament, "play_task", play)
    with pytest.raises(KeyboardInterrupt):
        TWO.play(5, folder=tmp_path)
    lines = (tmp_path / tournament.OUTCOMES_FILE).read_text("utf-8").splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [0, 1]


def test_a_match_is_decided_by_its_first_seeds_in_whatever_order_they_come() -> None:
    shares = [1.0, 0.5] * 20
    outcomes = [Outcome(seed, share, (9,), (7.0,)) for seed, share in enumerate(shares)]
    forwards, backwards = (Running(2, range(40), (0, 50)) for _ in range(2))
    for outcome in outcomes:
        forwards.hear(outcome)
    for outcome in reversed(outcomes):
        assert backwards.wants(outcome.seed)
        backwards.hear(outcome)
    assert forwards.row == backwards.row
    assert Match.of(2, forwards.row).sprt(0, 50) == "high"
    assert 2 < len(forwards.row) < 40
    assert not forwards.wants(39)
    assert forwards.settled == 40


def test_several_processes_play_the_same_games() -> None:
    bots = Tournament(GAME, ("greedy", "random"), seed=3)

    def results(matches: dict[tuple[int, int], Match]) -> list[Any]:
        return [(one.seed, one.share, one.hero_scores, one.ranks) for one in matches[0, 1].outcomes]

    assert results(bots.play(3, processes=2)) == results(bots.play(3))


def test_work_is_asked_for_only_when_somebody_is_free() -> None:
    asked: list[int] = []

    def items() -> Iterator[int]:
        for number in range(5):
            asked.append(number)
            yield number

    done = share_out(str, items())
    assert next(done) == "0"
    assert asked == [0]
    assert list(done) == ["1", "2", "3", "4"]

"""The command that measures a bot on reserved seeds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablero.cli import main
from tablero.lab.seeds import RESERVED_SEEDS


def told(capsys: pytest.CaptureFixture[str], *words: object) -> dict[str, Any]:
    """Run the command and return its JSON."""
    with pytest.raises(SystemExit) as left:
        main(["evaluate", *map(str, words), "--json"])
    assert left.value.code == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_bot_meets_every_opponent_under_reserved_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "greedy", "--game", "maya", "--seats", 3, "--games", 9, "--against", "random,greedy")
    assert (found["seats"], found["seeds"], found["first_seed"]) == (3, 3, RESERVED_SEEDS.start)
    weak, even = found["rows"]
    assert (weak["opponent"], weak["games"]) == ("random", 9)
    assert weak["share"] > 0.7
    assert weak["low"] <= weak["share"] <= weak["high"]
    assert weak["elo_low"] < weak["elo"] <= weak["elo_high"]
    assert even["share"] == pytest.approx(1 / 3)


def test_the_hash_says_whether_the_same_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--game", "yaxha", "--games", 4, "--against", "random,level2")
    first = told(capsys, "greedy", *words)
    again = told(capsys, "greedy", *words, "--processes", 2)
    for row in (*first["rows"], *again["rows"]):
        del row["ms_per_turn"]
    assert first == again, "on two processes too"
    digests = {first["sha256"]}
    for other in (("random", *words), ("greedy", *words[:3], 2, *words[4:]), ("greedy", *words[:-1], "random")):
        digests.add(told(capsys, *other)["sha256"])
    assert len(digests) == 4


def test_for_people_there_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["evaluate", "random", "--game", "maya", "--games", "2", "--against", "random"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    assert "random: Maya" in said
    assert "SHA-256 of what was played" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("clever --game maya", "there is no bot 'clever'"),
        ("greedy --game chess", "there is no game 'chess'"),
        ("greedy --game maya --games 0", "--games is 1 or more, not 0"),
        ("greedy --game maya --seats 9", "seats, not 9"),
        ("greedy --game amritsar --seats 1", "an evaluation needs two seats or more"),
        ("greedy --game maya --against random,random", "name one opponent or more, each of them once"),
        ("greedy --game maya --games 9999999999", "an evaluation has 1 to 2147483648 seeds"),
    ],
)
def test_what_cannot_be_evaluated_is_refused_in_a_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["evaluate", *words.split()])
    assert left.value.code == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("tablero: ")
    assert sentence in said.err

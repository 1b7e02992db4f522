"""Whatever is in a file, reading it as a record says in a sentence what is wrong with it."""

from contextlib import suppress
from pathlib import Path

import pytest

import tablero
from tablero.cli import main
from tablero.core import BadOption, BadRecord, Record
from tests.core.damage import damaged

FEW, MANY = range(400), range(400, 12_000)


def check(seed: int) -> bool:
    """Whether a damaged record can be read; it raises nothing but what is promised."""
    text = damaged(seed).decode("utf-8", "surrogateescape")
    try:
        record = Record.from_text(text)
    except BadRecord:
        return False
    record.to_text().encode()
    try:
        record.verify(tablero.game(record.game))
    except (BadRecord, BadOption):
        return False
    return True


def test_a_damaged_record_is_refused_with_the_promised_error() -> None:
    fine = sum(check(seed) for seed in FEW)
    assert 0 < fine < len(FEW) / 4, "some are whole, most are not"


@pytest.mark.long
def test_many_damaged_records_are_refused_with_the_promised_error() -> None:
    for seed in MANY:
        check(seed)


def test_commands_refuse_a_damaged_record_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in FEW[::9]:
        path = tmp_path / f"{seed}.tablero"
        path.write_bytes(damaged(seed))
        for command in (
            ["verify", str(path), "--json"],
            ["verify", str(path)],
            ["replay", str(path)],
            ["show", str(path)],
        ):
            try:
                main(command)
                status = 0
            except SystemExit as left:
                status = int(left.code or 0)
            told = capsys.readouterr()
            assert status in (0, 1), command
            if "--json" in command:
                assert f'"ok": {"false" if status else "true"}' in told.out
            elif status:
                assert told.err.startswith("tablero: "), seed
                assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('"seats": 2', '"seats": Infinity', "not JSON"),
        ('"seats": 2', '"seats": 2.0', "damaged"),
        ('"rules": 1', '"rules": true', "damaged"),
        ('"seats": 2', '"seats": 3, "seats": 2', "twice"),
        ('"seed": "7"', '"seed": ' + "[" * 100_000, "nested"),
        ('"seed": "7"', '"seed": "\\ud800"', "damaged"),
        ('"Ana"', '"\\ud800"', "damaged"),
        ('"0 take', '"9223372036854775808 take', "damaged"),
    ],
)
def test_what_is_wrong_is_named(before: str, after: str, words: str) -> None:
    record = Record("yaxha", 1, 2, {}, 7, ((0, "take tile 1"),), players=("Ana", "Bo"))
    with pytest.raises(BadRecord, match=words):
        Record.from_text(record.to_text().replace(before, after))


@pytest.mark.parametrize("wrong", [2**63, -(2**63) - 1, float("inf"), None, [[]], "x"])
def test_a_damaged_position_is_refused_with_the_promised_error(wrong: object) -> None:
    for game in tablero.games():
        dump = game.start(game.seats[0], seed=1).dump()
        for key, value in dump.items():
            with suppress(BadRecord, BadOption):
                game.load({**dump, key: [wrong] * len(value) if isinstance(value, list) else wrong})

"""Records, positions and settings that somebody has made up: each is read, or refused with a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import tablero
from tablero.cli.console import Refused
from tablero.cli.settings import read_file
from tablero.core.errors import BadOption, BadRecord
from tablero.core.record import Record
from tablero.table import Terms

RECORDS = sorted(file for file in (Path(__file__).parent / "records").glob("*/*.json") if file.stem != "perft")
GAMES = ("yaxha", "maya", "tzolkin", "amritsar")
# The same ones in every run; the long forms take others each time.
QUICK = settings(
    max_examples=60,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=True,
)
LONG = settings(QUICK, max_examples=4000, derandomize=False)
NUMBERS = st.integers(-3, 70) | st.integers() | st.sampled_from([2**31, 2**63 - 1, 2**63, -(2**63), 10**400])
TEXTS = st.text(max_size=12) | st.sampled_from(["", "\0", "a" * 5000, "9" * 5000, "0 take", "\u0663"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)


def check_sentence(error: Exception) -> None:
    assert str(error).strip()


@cache
def record(number: int) -> Record:
    return Record.from_text(RECORDS[number % len(RECORDS)].read_text("utf-8"))


def check_text(number: int, at: int, length: int, instead: str) -> None:
    text = RECORDS[number % len(RECORDS)].read_text("utf-8")
    at %= len(text)
    changed = text[:at] + instead + text[at + length :]
    try:
        read = Record.from_text(changed)
    except BadRecord as error:
        check_sentence(error)
    else:
        assert read == Record.from_text(text), "what is changed has another checksum"


def check_record(number: int, change: dict[str, Any], move: tuple[int, int, str]) -> None:
    """A record with a checksum of its own, as its writer wants it."""
    known = record(number)
    moves = list(known.moves)
    at, seat, words = move
    moves[at % len(moves)] = (seat, words)
    try:
        made = replace(known, **{"moves": tuple(moves), **change})
        read = Record.from_text(made.to_text())
        read.verify(tablero.game(known.game))
    except BadRecord as error:
        check_sentence(error)
    except (TypeError, ValueError, AttributeError):
        with pytest.raises((TypeError, ValueError, AttributeError)):
            made.to_text()  # it could not even be written


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "rules": NUMBERS,
        "seats": st.integers(-1, 9),
        "options": st.dictionaries(TEXTS, TEXTS, max_size=3),
        "seed": NUMBERS,
        "scores": st.lists(NUMBERS, max_size=5).map(tuple),
        "winners": st.lists(NUMBERS, max_size=5).map(tuple),
        "facts": TEXTS,
        "start": st.dictionaries(TEXTS, VALUES, max_size=4),
    },
)
MOVES = st.tuples(st.integers(0, 400), st.integers(0, 4), TEXTS)
CUTS = (st.integers(0, 99), st.integers(0, 20_000), st.integers(0, 60), TEXTS | VALUES.map(lambda v: json.dumps(v)))


@QUICK
@given(*CUTS)
def test_a_changed_record_is_refused(number: int, at: int, length: int, instead: str) -> None:
    check_text(number, at, length, instead)


@pytest.mark.long
@LONG
@given(*CUTS)
def test_a_changed_record_is_refused_for_long(number: int, at: int, length: int, instead: str) -> None:
    check_text(number, at, length, instead)


@QUICK
@given(st.integers(0, 99), CHANGES, MOVES)
def test_a_made_up_record_is_refused(number: int, change: dict[str, Any], move: tuple[int, int, str]) -> None:
    check_record(number, change, move)


@pytest.mark.long
@settings(LONG, max_examples=1500)
@given(st.integers(0, 99), CHANGES, MOVES)
def test_a_made_up_record_is_refused_for_long(number: int, change: dict[str, Any], move: tuple[int, int, str]) -> None:
    check_record(number, change, move)


@cache
def position(name: str) -> str:
    state = tablero.game(name).start(seats=2, seed=1)
    for _ in range(6):
        seat = state.actors()[0]
        state.play(seat, state.moves(seat)[0])
    return json.dumps(state.dump())


def check_position(name: str, field: int, value: Any) -> None:
    """A position with one field, or a part of one, that somebody has chosen."""
    body = json.loads(position(name))
    keys = sorted(body)
    key = keys[field % len(keys)]
    if isinstance(body[key], list) and body[key] and field % 2:
        body[key][field % len(body[key])] = value
    else:
        body[key] = value
    game = tablero.game(name)
    known = Record(name, game.rules, 2, {}, 1, ((0, "nothing"),), ("Ana", "Ben"), start=body)
    for record in (known, replace(known, moves=())):
        try:
            record.verify(game)
        except (BadOption, BadRecord) as error:
            check_sentence(error)


@QUICK
@given(st.sampled_from(GAMES), st.integers(0, 10_000), VALUES)
def test_a_made_up_position_is_read_or_refused(name: str, field: int, value: Any) -> None:
    check_position(name, field, value)


@pytest.mark.long
@LONG
@given(st.sampled_from(GAMES), st.integers(0, 10_000), VALUES)
def test_a_made_up_position_is_read_or_refused_for_long(name: str, field: int, value: Any) -> None:
    check_position(name, field, value)


SETTINGS = st.dictionaries(st.sampled_from(["port", "database", "limits", "public", "x"]), VALUES, max_size=4)


@QUICK
@given(st.text(max_size=80) | SETTINGS.map(lambda found: "\n".join(f"{k} = {json.dumps(v)}" for k, v in found.items())))
def test_a_made_up_file_of_settings_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    file = tmp_path_factory.getbasetemp() / "made-up.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        assert isinstance(read_file(file), dict)
    except Refused as error:
        check_sentence(error)


@QUICK
@given(st.dictionaries(st.sampled_from([*Terms.__dataclass_fields__, "x"]), VALUES, max_size=6))
def test_made_up_terms_are_read_or_refused(terms: dict[str, Any]) -> None:
    try:
        found = Terms.of(terms)
    except BadOption as error:
        check_sentence(error)
    else:
        assert Terms.stored(found.as_json()) == found

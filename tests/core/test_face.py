"""The public API is the same compiled and plain: what `help` shows, which numbers are taken, errors for wrong ones."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablero
from tablero.bots import Glimpse, bot, glimpse
from tablero.core import BadFacts, BadOption, BadRecord, Game, IllegalMove, Luck, Record, Result, State, seeded
from tablero.core.playout import play_at_random
from tablero.games import OWN_FACTS
from tests.limits import LIMIT

GAMES = tablero.games()
SOURCE = Path(tablero.__file__).parent.parent


def told_both_ways(script: str) -> list[Any]:
    """What a script prints as JSON, plain and as it is installed here."""
    told = []
    for plain in ("1", ""):
        place = {**os.environ, "TABLERO_PLAIN": plain, "PYTHONPATH": str(SOURCE)}
        done = subprocess.run([sys.executable, "-c", script], env=place, capture_output=True, text=True, timeout=LIMIT)
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout))
    return told


# ---------------------------------------------------------------- help and signatures

FACE = """
import inspect, json, re, tablero, tablero.bots
def signature(one):
    try:
        found = inspect.signature(one)
    except (TypeError, ValueError):
        return None
    given = [p for p in found.parameters.values() if p.name != "self"]
    return [(p.name, str(p.kind), re.sub(' at 0x\\w+', '', repr(p.default))) for p in given]
told = {}
for door in (tablero, tablero.bots):
    for name in door.__all__:
        one = getattr(door, name)
        told[name] = inspect.getdoc(one), signature(one) if callable(one) else None
        if inspect.isclass(one):
            for part in dir(one):
                if not part.startswith("_") and callable(getattr(one, part)):
                    told[f"{name}.{part}"] = inspect.getdoc(getattr(one, part)), signature(getattr(one, part))
print(json.dumps(told))
"""


def test_help_tells_the_same_compiled_and_plain() -> None:
    plain, here = told_both_ways(FACE)
    assert here == plain
    # What an exception or a tuple brings along itself needs no word of ours.
    silent = [
        name for name, (text, _) in plain.items() if not text and not name.endswith(("with_traceback", "add_note"))
    ]
    assert silent == []
    for name in ("State.play", "State.view", "State.imagine", "Luck.below", "seeded", "Game.start", "Record.verify"):
        assert plain[name][1], f"{name} has no signature"


def test_help_of_a_game_s_own_state_tells_what_the_contract_says() -> None:
    import inspect

    for game in GAMES:
        state = game.start(game.seats[0], 1)
        for name in ("play", "moves", "view", "legal", "apply", "copy", "standing"):
            assert inspect.getdoc(getattr(state, name)), f"{game.name}: {name}"


# ---------------------------------------------------------------- odd numbers

ODD = """
import json, numpy, tablero
from tablero.bots import glimpse
from tablero.core import seeded, Luck, Record
told = {}
class Seven:
    def __index__(self):
        return 7
odd = {"None": None, "'0'": "0", "1.5": 1.5, "True": True, "10**30": 10**30, "-1": -1, "9": 9, "list": [0],
       "int64": numpy.int64(1), "int8": numpy.int8(1), "float64": numpy.float64(1.0), "uint": numpy.uint64(1),
       "7": Seven()}
for game in tablero.games():
    seats = game.seats[-1]
    first = game.start(seats, 3)
    actor, legal = first.actors()[0], first.moves(first.actors()[0])[0]
    def position():
        return first.copy()
    doors = {
        "moves": lambda x: position().moves(x),
        "why_not seat": lambda x: position().why_not(x, legal),
        "why_not move": lambda x: position().why_not(actor, x),
        "play seat": lambda x: position().play(x, legal),
        "play move": lambda x: position().play(actor, x),
        "view": lambda x: position().view(x),
        "imagine": lambda x: position().imagine(x, seeded(1)).dump(),
        "glimpse": lambda x: glimpse(position(), x, seeded(1)).moves,
        "start seats": lambda x: game.start(x, 3).dump(),
        "start seed": lambda x: x is None or game.start(seats, x).dump(),
        "start rules": lambda x: game.start(seats, 3, rules=x).dump(),
        "start options": lambda x: game.start(seats, 3, x).dump(),
        "settle_options": lambda x: game.settle_options(x),
        "write": lambda x: game.write(position(), 0, x),
        "read": lambda x: game.read(position(), 0, x),
        "load": lambda x: game.load(x),
        "load luck": lambda x: game.load(position().dump() | {"luck": [1, 2, 3, x]}).luck.words(),
        "record": lambda x: Record.of(game, x, x, {}, []).to_text(),
        "seeded": lambda x: seeded(x).words(),
    }
    for door, enter in doors.items():
        for name, value in odd.items():
            try:
                answer = [json.dumps(enter(value), sort_keys=True)]
            except Exception as error:
                answer = [type(error).__name__, str(error).replace(repr(value), name)]
            told[f"{game.name} {door} {name}"] = answer
print(json.dumps(told))
"""

# Compiled, a native integer refuses by itself what plain Python would look at first: the same kind of error, other
# words.
NATIVE = """
import json, numpy
from tablero.core import seeded, Luck
told = {}
odd = {"None": None, "'0'": "0", "1.5": 1.5, "0": 0, "-1": -1, "2**31 + 1": 2**31 + 1, "5": 5,
       "int64": numpy.int64(5)}
for name, value in odd.items():
    for door, enter in {"below": lambda x: int(seeded(1).below(x)), "Luck": lambda x: Luck(x, 2, 3, 4).words()}.items():
        try:
            told[f"{door} {name}"] = enter(value)
        except (TypeError, ValueError) as error:
            told[f"{door} {name}"] = type(error).__name__
print(json.dumps(told))
"""


def test_odd_numbers_are_taken_or_refused_alike_compiled_and_plain() -> None:
    plain, here = told_both_ways(ODD)
    assert here == plain
    kinds = {answer[0] for answer in plain.values() if len(answer) == 2}
    assert kinds <= {"TypeError", "ValueError", "IllegalMove", "BadOption", "BadRecord"}
    for game in GAMES:
        for door in ("moves", "why_not seat", "play seat", "view", "imagine", "glimpse"):
            assert len(plain[f"{game.name} {door} int64"]) == 1 or door == "play seat"
            for wrong in ("'0'", "1.5", "list", "float64"):
                assert plain[f"{game.name} {door} {wrong}"] == ["TypeError", f"a seat is a whole number, not {wrong}"]
            for wrong in ("-1", "9"):
                kind, sentence = plain[f"{game.name} {door} {wrong}"]
                assert kind == ("IllegalMove" if door == "play seat" else "ValueError")
                assert sentence == f"a seat is a number from 0 to {game.seats[-1] - 1}, not {wrong}"


def test_luck_refuses_what_is_no_number_of_its_own_compiled_and_plain() -> None:
    plain, here = told_both_ways(NATIVE)
    assert here == plain
    assert {plain[f"below {wrong}"] for wrong in ("None", "'0'", "1.5")} == {"TypeError"}
    assert {plain[f"below {wrong}"] for wrong in ("0", "-1", "2**31 + 1")} == {"ValueError"}
    assert plain["below int64"] == plain["below 5"]
    assert plain["Luck -1"] == "ValueError"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_numpy_plays_a_whole_game(game: Game) -> None:
    state = game.start(np.int64(game.seats[-1]), np.int64(4))
    luck, moves = seeded(np.int32(5)), []
    while actors := state.actors():
        seat = np.int64(actors[-1])
        legal = np.array(state.moves(seat))
        moves.append((seat, legal[luck.below(np.int64(len(legal)))]))
        assert state.why_not(*moves[-1]) is None
        state.play(*moves[-1])
    record = Record.of(game, np.int64(game.seats[-1]), np.int64(4), {}, moves)
    assert Record.from_text(record.to_text()).verify(game) == state


# ---------------------------------------------------------------- equal, copied, pickled


def middle(game: Game, seed: int = 2) -> State:
    state = game.start(game.seats[-1], seed, listen=True)
    play_at_random(state, seeded(seed), 25)
    return state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_is_equal_to_its_copies_until_one_goes_on(game: Game) -> None:
    state = middle(game)
    copies = [copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.copy()]
    for other in copies:
        assert other == state
        assert type(other) is type(state)
        assert other.game is state.game
    assert [other.journal == state.journal for other in copies] == [True, True, True, False]
    assert all(other.journal is not state.journal for other in copies)
    seat = state.actors()[0]
    for other in copies:
        other.play(seat, other.moves(seat)[0])
        assert other != state
    assert len({str(other.dump()) for other in copies}) == 1
    assert state != middle(game, 3)
    assert state != state.dump()
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


def test_positions_of_different_games_differ() -> None:
    starts = [game.start(2, 1) for game in GAMES]
    assert all((a == b) == (i == k) for i, a in enumerate(starts) for k, b in enumerate(starts))


def test_luck_is_equal_copied_and_pickled_by_its_words() -> None:
    luck = seeded(9)
    luck.next()
    for other in (copy.copy(luck), copy.deepcopy(luck), pickle.loads(pickle.dumps(luck)), eval(repr(luck))):
        assert other == luck
        assert other is not luck
        assert other.next() == luck.copy().next()
        assert other != luck
    assert luck != 7
    with pytest.raises(TypeError, match="unhashable"):
        hash(luck)


def test_everything_public_can_be_pickled() -> None:
    result = Result.of_scores([3, 5], "ten rounds")
    state = middle(tablero.game("maya"))
    record = Record.of(tablero.game("maya"), 2, 1, {}, [])
    for one in (result, record, bot("level4"), tablero.game("maya"), state):
        assert pickle.loads(pickle.dumps(one)) == one
    assert copy.deepcopy(tablero.game("yaxha")) is tablero.game("yaxha") is copy.copy(tablero.game("yaxha"))
    move = pickle.loads(pickle.dumps(IllegalMove("turn", "not yours")))
    assert (type(move), move.rule, str(move)) == (IllegalMove, "turn", "not yours")
    option = pickle.loads(pickle.dumps(BadOption("there is no game '{name}'", name="chess")))
    assert (option.parts, str(option)) == ({"name": "chess"}, "there is no game 'chess'")


def test_a_pickle_is_read_only_where_the_same_component_data_are_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = pickle.dumps(tablero.game("yaxha").start(2, 1))
    store = (SOURCE / "tablero/games/yaxha/facts.toml").read_text("utf-8")
    own = tmp_path / "own.toml"
    own.write_text(store.replace("[0, 1, 2, 4,", "[0, 1, 2, 5,"), "utf-8")
    monkeypatch.setenv(OWN_FACTS, f"yaxha={own}")
    with pytest.raises(BadFacts, match="pickled with the house's component data of Yaxha"):
        pickle.loads(kept)
    other = pickle.dumps(tablero.game("yaxha").start(2, 1))
    assert pickle.loads(other).game.own_facts
    monkeypatch.delenv(OWN_FACTS)
    with pytest.raises(BadFacts, match="pickled with the facts file"):
        pickle.loads(other)


def test_a_game_with_a_sense_of_its_own_cannot_be_found_by_name() -> None:
    game = tablero.game("yaxha")
    with pytest.raises(TypeError, match="sense of its own"):
        pickle.dumps(replace(game, sense=tablero.game("maya").sense))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "chess"}, 'must say "game": "yaxha"'),
        ({"phase": "midnight"}, "damaged"),
        ({"luck": [1, 2]}, "damaged"),
        ({"luck": [1, 2, 3, -4]}, "damaged"),
        ({"players": None}, "damaged"),
        ({"options": None}, "damaged"),
    ],
)
def test_what_is_no_position_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    game = tablero.game("yaxha")
    with pytest.raises(BadRecord, match=words):
        game.load(game.start(2, 1).dump() | change)
    with pytest.raises(BadOption, match="under rules 1, not 9"):
        game.load(game.start(2, 1).dump() | {"rules": 9})


# ---------------------------------------------------------------- a glimpse is never made of a true state


def test_a_glimpse_is_made_by_its_own_names_alone() -> None:
    state = tablero.game("maya").start(2, 1)
    with pytest.raises(TypeError, match="glimpse\\(state, seat, luck\\)"):
        Glimpse(state, 0)
    seen = glimpse(state, np.int64(0), seeded(1))
    assert (seen.seat, seen.moves) == (0, state.moves(0))
    assert Glimpse.of_imagined(state.imagine(0, Luck(1, 2, 3, 4)), 0).moves == state.moves(0)

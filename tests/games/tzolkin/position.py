"""Positions of Tzolk'in built with a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import tablero
from tablero.core import State
from tablero.games.tzolkin.layout import GEAR_IDS, MATERIALS, TEMPLES, TRACKS

GAME = tablero.game("tzolkin")
BUILDINGS = [tile["id"] for tile in GAME.facts["buildings"]]
MONUMENTS = [tile["id"] for tile in GAME.facts["monuments"]]
WEALTH = [tile["id"] for tile in GAME.facts["wealth"]]


def bits(numbers: Sequence[int]) -> int:
    return sum(1 << number for number in numbers)


def on_gears(places: Mapping[str, Sequence[int]]) -> list[int]:
    return [bits(places.get(gear, ())) for gear in GEAR_IDS]


def player(
    on: Mapping[str, Sequence[int]] | None = None,
    workers: int = 3,
    temples: Sequence[int] = (1, 1, 1),
    levels: Mapping[str, int] | None = None,
    built: Sequence[str] = (),
    monuments: Sequence[str] = (),
    **more: Any,
) -> dict[str, Any]:
    """One seat: goods by name, workers by gear, technologies by name; what is not named is as at the start."""
    found = on_gears(on or {})
    return {
        "goods": [more.pop(name, 0) for name in MATERIALS],
        "score": more.pop("score", 0),
        "workers": workers,
        "hand": workers - sum(count.bit_count() for count in found),
        "temples": list(temples),
        "levels": [(levels or {}).get(track, 0) for track in TRACKS],
        "on": found,
        "corn_tiles": 0,
        "wood_tiles": 0,
        "built": bits([BUILDINGS.index(tile) for tile in built]),
        "monuments": bits([MONUMENTS.index(tile) for tile in monuments]),
        "free": 0,
        "discount": 0,
        "light": 1,
        "kept": 0,
        "dealt": [-1] * 4,
        "choice": 0,
        **more,
    }


def position(
    *players: dict[str, Any],
    day: int = 2,
    active: int = 0,
    row: Sequence[str] = (),
    monuments: Sequence[str] = (),
    jungle: Sequence[int] = (0, 2, 2, 0, 2, 0, 2, 0),
    dummies: Mapping[str, Sequence[int]] | None = None,
    claimed: int = -1,
    options: Mapping[str, str] | None = None,
    rules: int | None = None,
    **more: Any,
) -> State:
    """A position at the start of a turn. Missing seats are filled up with idle ones, to two in all."""
    seated = [*players, *[player() for _ in range(2 - len(players))]]
    if claimed >= 0:
        seated[claimed]["hand"] -= 1
    standing = on_gears(dummies or {})
    food_days = sum(day > when for when in (8, 14, 21, 27))
    age = 1 if food_days < 2 else 2
    ages = [bits([i for i, tile in enumerate(GAME.facts["buildings"]) if tile["age"] == a]) for a in (1, 2)]
    for tile in row:
        ages[0] &= ~(1 << BUILDINGS.index(tile))
        ages[1] &= ~(1 << BUILDINGS.index(tile))
    held = sum(seat["goods"][4] for seat in seated) + more.get("offered", 0).bit_count()
    dump = {
        "game": "tzolkin",
        "rules": rules or GAME.rules,
        "seats": len(seated),
        "options": GAME.settle_options(len(seated), options),
        "luck": [1, 2, 3, 4],
        "settled": 10,
        "phase": "play",
        "frames": [["turn", 0, 0]],
        "jungle": list(jungle),
        "dummies": standing,
        "taken": [standing[g] | sum(seat["on"][g] for seat in seated) for g in range(5)],
        "day": day,
        "food_days": food_days,
        "age": age,
        "first": active,
        "active": active,
        "mode": 0,
        "placed": 0,
        "claimed": claimed,
        "pile": 0,
        "skulls": 13 - held,
        "offered": 0,
        "decks": ages,
        "unseen": 0,
        "box": 0,
        "turns": 0,
        "drawn": 0,
        "row": [BUILDINGS.index(tile) for tile in row] + [-1] * (6 - len(row)),
        "monuments": [MONUMENTS.index(tile) for tile in monuments] + [-1] * (6 - len(monuments)),
        "players": seated,
    }
    return GAME.load(dump | more)


def play(state: State, text: str) -> State:
    """Moves of whoever is on the move, with semicolons between them."""
    for words in text.split(";"):
        (seat,) = state.actors()
        state.play(seat, GAME.moves.read(words))
    return state


def legal(state: State, beginning: str = "") -> list[str]:
    """The legal moves of whoever is on the move, in words."""
    (seat,) = state.actors()
    found = [GAME.moves.write(move) for move in state.moves(seat)]
    return [words for words in found if words.startswith(beginning)]


def refused(state: State, words: str) -> str | None:
    """The rule that forbids a move."""
    return state.why_not(state.actors()[0], GAME.moves.read(words))


def seat(state: State, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = state.view(None)["players"][number]
    return found


def goods(state: State, number: int = 0) -> dict[str, int]:
    """What a seat owns, without what it has none of."""
    found = seat(state, number)
    return {name: found[name] for name in MATERIALS if found[name]}


def temples(state: State, number: int = 0) -> dict[str, int]:
    return dict(zip(TEMPLES, seat(state, number)["temples"], strict=True))


def levels(state: State, number: int = 0) -> dict[str, int]:
    return dict(zip(TRACKS, seat(state, number)["levels"], strict=True))


def pass_round(state: State) -> State:
    """Everybody takes the first legal moves and ends the turn, until the calendar has turned."""
    day = state.dump()["day"]
    while state.actors() and state.dump()["day"] == day:
        found = legal(state)
        play(state, "end turn" if "end turn" in found else found[0])
    return state

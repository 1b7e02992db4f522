"""The words in which claims about Amritsar are written."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import tablero
from tablero.core.state import State

GAME = tablero.game("amritsar")
LEARNER = 0
DISTRICTS = ("north", "east", "south", "west")
COLOURS = ("yellow", "blue", "white", "green")
SLOTS = ("left", "centre", "right")


def spoken(value: Any) -> Any:
    """A view whose parts are named with dots, so that a claim reads like a sentence."""
    if isinstance(value, dict):
        return SimpleNamespace(**{str(key): spoken(part) for key, part in value.items()})
    if isinstance(value, list | tuple):
        return [spoken(part) for part in value]
    return value


def legal(state: State) -> list[str]:
    """What the learner may do, in words."""
    return [GAME.write(state, LEARNER, move) for move in state.moves(LEARNER)] if LEARNER in state.actors() else []


def stop_of(state: State) -> str:
    """Where the last worker in hand stops if it does not jump."""
    state = state.copy()
    while state.view(LEARNER)["phase"] == "sow":
        state.play(LEARNER, state.moves(LEARNER)[0])
    ahead = state.view(LEARNER)["hand"]["next"]
    places = [words.removeprefix("land ") for words in legal(state)]
    return min(places, key=lambda place: (_number(place) - ahead) % 8)


def _number(section: str) -> int:
    district, number = section.split()
    return 2 * DISTRICTS.index(district) + int(number) - 1


def unladen(state: State) -> list[str]:
    """What the learner might do if the elephant carried no counters."""
    dump = state.dump()
    dump["players"][LEARNER]["load"] = 0
    return legal(GAME.load({**dump, "rules": GAME.rules}))


def onward(state: State) -> list[str]:
    """What the learner may still do when the action at hand has been finished one way or another."""
    state = state.copy()
    while state.view(LEARNER)["phase"] != "actions":
        state.play(LEARNER, state.moves(LEARNER)[-1])
    return legal(state)


def names(old: State, new: State, events: Sequence[dict[str, Any]], words: str) -> dict[str, Any]:
    """What a claim may speak of: the positions before and after, what happened between, the move of an answer.

    `me` and `was` are the learner now and before, `foe` and `foewas` the other player (the last of three); `told` lists
    what the events of a kind say."""
    before, now = spoken(old.view(LEARNER)), spoken(new.view(LEARNER))

    def tile(name: str) -> Any:
        district, slot = name.split()
        return now.districts[DISTRICTS.index(district)].tiles[SLOTS.index(slot)]

    def then(*moves: str) -> Any:
        """The learner after some more moves."""
        state = new.copy()
        for move in moves:
            state.play(LEARNER, GAME.read(state, LEARNER, move))
        return spoken(state.view(LEARNER)["players"][LEARNER])

    return {
        "v": now,
        "vwas": before,
        "me": now.players[LEARNER],
        "was": before.players[LEARNER],
        "foe": now.players[-1],
        "foewas": before.players[-1],
        "told": lambda kind, *keys: [tuple(event[key] for key in keys) for event in events if event["kind"] == kind],
        "tile": tile,
        "section": lambda name: now.sections[_number(name)],
        "then": then,
        "stop": lambda: stop_of(new),
        "onward": lambda: onward(new),
        "unladen": lambda: unladen(new),
        **{name.upper(): number for number, name in enumerate(DISTRICTS)},
        **{name.upper(): number for number, name in enumerate(COLOURS)},
    }

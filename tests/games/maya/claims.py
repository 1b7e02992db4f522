"""The words in which claims about Maya are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.state import State
from tablero.core.teaching.start_position import start_position_at
from tablero.games.maya.layout import DIRECTIONS
from tablero.table.lesson_session import LEARNER_SEAT
from tests.games.maya.position import CROPS, GAME, do, why

KINDS = [crop + double for crop in CROPS for double in ("", "2")]


def rack(state: State, seat: int) -> list[str]:
    """The tiles in a seat's rack, by crop."""
    held = state.dump()["players"][seat]["rack"]
    return [kind for kind, count in zip(KINDS, held, strict=True) for _ in range(count)]


def city(state: State, name: str) -> Mapping[str, Any]:
    return next(one for one in state.view(None)["cities"] if one["name"] == name)


def space(text: str) -> tuple[int, int]:
    q, r = text.split(",")
    return int(q), int(r)


def free(state: State, name: str) -> list[str]:
    """The empty spaces beside a city."""
    spaces = state.view(None)["map"]["spaces"]
    return sorted("{},{}".format(*spaces[number]) for number in city(state, name)["free"])


def around(text: str) -> list[tuple[int, int]]:
    q, r = space(text)
    return [(q + right, r + down) for right, down in DIRECTIONS]


def feeds(state: State, text: str) -> set[str]:
    """The cities that a space touches."""
    view, near = state.view(None), around(text)
    spaces = view["map"]["spaces"]
    return {one["name"] for one in view["cities"] if any(tuple(spaces[number][:2]) in near for number in one["spaces"])}


def shore(state: State, text: str) -> list[str]:
    """What ends the map beside a space: jungle (limit tiles) or sea."""
    given = state.view(None)["map"]
    land = {tuple(one[:2]) for one in given["spaces"]}
    jungle = {tuple(given["spaces"][number][:2]) for tile in given["limits"] for number in tile}
    return sorted({"jungle" if at in jungle else "sea" for at in around(text) if at in jungle or at not in land})


def tile(state: State, text: str) -> tuple[int, str] | None:
    """Who has planted what on a space."""
    view = state.view(None)
    for number, seat, crop, count in view["tiles"]:
        if tuple(view["map"]["spaces"][number][:2]) == space(text):
            return seat, CROPS[crop] + ("2" if count == 2 else "")
    return None


def colours(state: State, spaces: Sequence[Sequence[int]]) -> set[str]:
    """The colours of the areas in which spaces lie."""
    given = state.view(None)["map"]
    areas = {(q, r): given["areas"][area] for q, r, area in given["spaces"]}
    return {areas[q, r] for q, r in spaces}


def beyond(state: State) -> list[list[int]]:
    """The spaces on which the limit tiles lie."""
    given = state.view(None)["map"]
    return [given["spaces"][number][:2] for limit in given["limits"] for number in limit]


def shown(state: State, spaces: Sequence[Sequence[int]]) -> int:
    """How many crops the tiles on these spaces show."""
    view = state.view(None)
    return sum(
        count for number, _, _, count in view["tiles"] if list(view["map"]["spaces"][number][:2]) in map(list, spaces)
    )


def elsewhere(position: str, *moves: str) -> State:
    """What comes of another position of the lessons: some rules apply nowhere in the lesson that tells them."""
    state = start_position_at(GAME.package, position).state(GAME)
    do(state, *moves)
    return state


def offer(state: State, words: str) -> Mapping[str, Any]:
    """What the learner is told of a legal move."""
    return next(
        one for one in state.view(LEARNER_SEAT)["offers"] if GAME.write(state, LEARNER_SEAT, one["move"]) == words
    )


def turns(state: State, path: tuple[str, ...] = (), settled: int | None = None) -> list[tuple[tuple[str, ...], State]]:
    """Every way to play to the end of this turn, or of the set-up, with the position that follows."""
    since = state.settled if settled is None else settled
    if path and (state.settled > since or not state.owes(LEARNER_SEAT)):
        return [(path, state)]
    found = []
    for move in state.moves(LEARNER_SEAT):
        further = state.copy()
        further.play(LEARNER_SEAT, move)
        found += turns(further, (*path, GAME.write(state, LEARNER_SEAT, move)), since)
    return found


def closing(state: State, name: str) -> list[State]:
    """The positions after every way to close a city this turn."""
    return [end for _, end in turns(state) if city(end, name)["closed"]]


def endings(state: State) -> dict[tuple[str, ...], list[int]]:
    """Every way to end the game this turn, with the points of all."""
    results = {way: end.result() for way, end in turns(state)}
    return {way: list(result.scores) for way, result in results.items() if result is not None}


def names(old: State, new: State, events: Sequence[dict[str, Any]], words: str) -> dict[str, Any]:
    """What a claim may speak of: the positions before and after, what happened between, the move of an answer."""
    result = new.result()
    return {
        "rack": lambda seat, state=new: rack(state, seat),
        "left": lambda seat, state=new: state.view(None)["players"][seat],
        "score": lambda seat, state=new: state.view(None)["players"][seat]["score"],
        "points": lambda state=new: [player["score"] for player in state.view(None)["players"]],
        "city": lambda name, state=new: city(state, name),
        "size": lambda name, state=new: city(state, name)["size"],
        "crops": lambda name, state=new: city(state, name)["crops"],
        "free": lambda name, state=new: free(state, name),
        "founded": lambda state=new: {one["name"] for one in state.view(None)["cities"]},
        "feeds": lambda text, state=new: feeds(state, text),
        "shore": lambda text: shore(new, text),
        "near": lambda one, other: space(one) in around(other),
        "tile": lambda text, state=new: tile(state, text),
        "colours": lambda spaces: colours(new, spaces),
        "beyond": lambda: beyond(new),
        "shown": lambda spaces: shown(new, spaces),
        "elsewhere": elsewhere,
        "refused": lambda position, *moves: why(elsewhere(position, *moves[:-1]), moves[-1]),
        "offer": lambda move, state=new: offer(state, move),
        "held": None if (kind := new.view(LEARNER_SEAT)["mine"]["held"]) is None or kind >= len(KINDS) else KINDS[kind],
        "turns": lambda: turns(new),
        "closing": lambda name: closing(new, name),
        "endings": lambda: endings(new),
        "winners": None if result is None else list(result.winners),
        "tie": None if result is None else new.view(None)["result"]["tie"],
    }

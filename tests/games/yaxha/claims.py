"""The words in which claims about Yaxha are written.

A state given last is asked instead of the position after: `size(0, 'blue', old)`. Cubes are written by their colours'
letters: O, B, G, Y and W for grey.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import tablero
from tablero.core.state import State

GAME = tablero.game("yaxha")
COLOURS = ("orange", "blue", "green", "yellow", "grey")
LETTERS = "OBGYW"
CUBE = re.compile(r"(\w+) (-?\d+),(-?\d+) level (\d)")


def names(old: State, new: State, events: Sequence[dict[str, Any]], words: str) -> dict[str, Any]:
    """What a claim may speak of: the positions before and after, what happened between, the move of an answer."""

    def offer(move: str, state: State = old) -> dict[str, Any]:
        """What the learner reads at a move, before it is made."""
        offers = state.view(0)["offers"]
        return next(offer for offer in offers if GAME.write(state, 0, offer["move"]) == move)

    def pyramid(seat: int, state: State = new) -> dict[str, Any]:
        return dict(state.view(seat)["pyramids"][seat])

    def card(name: str, state: State = new) -> dict[str, Any]:
        return next(dict(card) for card in state.view(0)["cards"] if card["id"] == name)

    def places(colour: str, state: State = new) -> list[str]:
        """Where the learner may place a cube of a colour."""
        moves = (GAME.write(state, 0, move) for move in state.moves(0))
        return [move for move in moves if move.startswith(colour)]

    def could(move: str) -> bool:
        """Whether the learner could already make a move before."""
        return old.why_not(0, GAME.read(old, 0, move)) is None

    return {
        "offer": offer,
        "places": places,
        "could": could,
        "below": lambda move, state=old: below(move, state),
        "beside": lambda move, state=old: beside(move, state),
        "size": lambda seat, colour, state=new: pyramid(seat, state)["sizes"][COLOURS.index(colour)],
        "worth": lambda seat, colour, state=new: pyramid(seat, state)["points"][COLOURS.index(colour)],
        "groups": lambda seat, state=new: sum(pyramid(seat, state)["points"]),
        "total": lambda seat, state=new: state.view(seat)["standing"][seat],
        "hidden": lambda seat, state=new: hidden(pyramid(seat, state)),
        "cubes": lambda seat, state=new: len(pyramid(seat, state)["cubes"]),
        "levels": lambda seat, state=new: [level(pyramid(seat, state), z) for z in range(4)],
        "frame": lambda seat, state=new: pyramid(seat, state)["frame"],
        "box": lambda seat, state=new: letters(pyramid(seat, state)["discarded"]),
        "hand": lambda seat, state=new: letters(state.view(seat)["mine"]["hand"]),
        "market": ["".join(LETTERS[colour] for colour in tile["cubes"]) for tile in new.view(None)["market"]],
        "owners": [tile["owner"] for tile in new.view(None)["market"]],
        "wanted": [tile["wanted"] for tile in new.view(None)["market"]],
        "stones": new.view(None)["initiative"],
        "won": lambda name, state=new: card(name, state)["won"],
        "values": lambda name, state=new: card(name, state)["values"],
        "table": GAME.facts["scoring"]["points_by_group_size"],
        "actors": list(new.actors()),
        "winners": [] if (result := new.result()) is None else list(result.winners),
        "events_of": lambda kind: [event for event in events if event["kind"] == kind],
        "ways": ways,
        "outlook": win_chances,
        "duel": duel,
    }


def letters(counts: Sequence[int]) -> str:
    return "".join(LETTERS[colour] * count for colour, count in enumerate(counts))


def hidden(pyramid: dict[str, Any]) -> list[str]:
    """The colours of the hidden cubes, in the order of the alphabet."""
    colours = {(x, y, z): COLOURS[colour] for x, y, z, colour in pyramid["cubes"]}
    return sorted(colours[x, y, z] for x, y, z in pyramid["hidden"])


def level(pyramid: dict[str, Any], z: int) -> str:
    """The cubes of a level, in the order of the alphabet."""
    return "".join(sorted(LETTERS[colour] for _, _, at, colour in pyramid["cubes"] if at == z))


# ---------------------------------------------------------------- what touches a cell


def _near(move: str, state: State, steps: Sequence[tuple[int, int, int]]) -> str:
    found = CUBE.fullmatch(move)
    assert found, f"{move} places no cube"
    x, y, z = int(found[2]), int(found[3]), int(found[4]) - 1
    colours = {(a, b, c): LETTERS[colour] for a, b, c, colour in state.view(0)["pyramids"][0]["cubes"]}
    return "".join(sorted(colours.get((x + a, y + b, z + c), "") for a, b, c in steps))


def below(move: str, state: State) -> str:
    """The cubes of the learner on which a cube would lie, in the order of the alphabet."""
    return _near(move, state, ((0, 0, -1), (1, 0, -1), (0, 1, -1), (1, 1, -1)))


def beside(move: str, state: State) -> str:
    """The cubes of the learner that would touch its sides, in the order of the alphabet."""
    return _near(move, state, ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)))


# ---------------------------------------------------------------- what would come of it


def _chosen(state: State, tiles: Sequence[int]) -> State:
    """The position after seats have chosen these tiles, where they had not chosen yet."""
    found = state.copy()
    for seat, tile in enumerate(tiles):
        if found.view(None)["phase"] == "choose" and seat in found.actors():
            found.play(seat, tile - 1)
    return found


def _buildings(state: State, seat: int) -> Iterator[tuple[State, list[int]]]:
    """Every way in which a seat can place its cubes, with what comes of it before it finishes."""
    todo: list[tuple[State, list[int]]] = [(state, [])]
    while todo:
        built, moves = todo.pop()
        for move in built.moves(seat):
            if GAME.write(built, seat, move) == "finish":
                yield built, moves
                continue
            further = built.copy()
            further.play(seat, move)
            todo.append((further, [*moves, move]))


def ways(state: State) -> list[tuple[list[str], int]]:
    """Every way in which the learner can place what is left in hand, with the points it brings them to."""
    return [
        ([GAME.write(state, 0, move) for move in moves], built.view(0)["standing"][0])
        for built, moves in _buildings(state, 0)
    ]


def win_chances(state: State, seat: int, tiles: Sequence[int]) -> int:
    """The most points a seat can stand at after this round, when these tiles are chosen by the seats in order."""
    return max(built.view(seat)["standing"][seat] for built, _ in _buildings(_chosen(state, tiles), seat))


def duel(state: State, tiles: Sequence[int]) -> tuple[int, int]:
    """The last round of two: the scores when seat 0 builds as well as it can against the best that seat 1 can do."""
    start = _chosen(state, tiles)
    answers = [moves for _, moves in _buildings(start, 1)]
    results = []
    for built, _ in _buildings(start, 0):
        built = built.copy()
        built.play(0, GAME.read(built, 0, "finish"))
        ends = []
        for moves in answers:
            end = built.copy()
            for move in moves:
                end.play(1, move)
            end.play(1, GAME.read(end, 1, "finish"))
            result = end.result()
            assert result is not None
            ends.append((result.scores[0] - result.scores[1], *result.scores))
        results.append(min(ends))
    _, mine, theirs = max(results)
    return int(mine), int(theirs)

"""Common part of the views and events of all games, as plain JSON values. Each game's `view_types` adds its own."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class OfferedMove(TypedDict):
    """A legal move; each game adds what it means here and what it would bring."""

    move: int


# `for` is a word of Python, hence this way of writing it.
Prompt = TypedDict("Prompt", {"kind": str, "for": NotRequired[list[int]]})
Prompt.__doc__ = """What the game asks of the viewer: `kind` names it (`wait` and `over` in every game); `for` lists the
seats waited for. Each game adds what belongs to the question."""


class GameEnding(TypedDict):
    """How the game ended, by seat; ranks begin with 1 and ties share one."""

    scores: list[int]
    ranks: list[int]
    winners: list[int]
    why: str


class View(TypedDict):
    """What a viewer may see of a position."""

    game: str
    rules: int  # the number of the rules that this game is played under
    seats: int
    seat: int | None  # the viewer; None is a spectator
    options: dict[str, str]
    phase: str
    round: int
    settled: int  # irreversible point: grows whenever something can no longer be undone
    actors: list[int]  # the seats that owe a decision
    standing: list[int]  # the points of each seat as the table counts them so far
    moves: list[int]  # the viewer's legal moves
    offers: list[Any]  # the same moves with their meaning: OfferedMove and the game's own part
    forced: int | None  # the only choice inside a move already begun: the page makes it by itself
    closing: int | None  # the move that ends the viewer's turn, legal already or not yet
    prompt: Any  # Prompt and the game's own part
    result: Any  # GameEnding, once it is over, and the game's own part


class Event(TypedDict):
    """Something that happened. `to` is the only seat that may read it; without it the event is public."""

    kind: str
    seat: NotRequired[int]
    to: NotRequired[int]
    round: NotRequired[int]  # a round begins

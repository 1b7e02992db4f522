"""View and Event: what every game tells about a position and about what happened, as plain JSON values.

A game adds its own part: the class beside its `views` says which.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Offer(TypedDict):
    """A legal move; each game adds what it means here and what it would bring."""

    move: int


# `for` is a word of Python, hence this way of writing it.
Prompt = TypedDict("Prompt", {"kind": str, "for": NotRequired[list[int]]})
Prompt.__doc__ = """What the game asks of the viewer: a word for it (`wait` and `over` in every game); while waiting, for which
seats. Each game adds what belongs to the question."""


class Ending(TypedDict):
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
    seat: int | None  # who looks; None is a spectator
    options: dict[str, str]
    phase: str
    round: int
    settled: int  # grows whenever something can no longer be taken back
    actors: list[int]  # the seats that owe a decision
    standing: list[int]  # the points of each seat as the table counts them so far
    moves: list[int]  # the viewer's legal moves
    offers: list[Any]  # the same moves with what they mean: Offer and the game's own part
    forced: int | None  # the one way to make a choice inside a move already begun: the page makes it for the person
    closing: int | None  # the move that ends the viewer's turn, legal already or not yet
    prompt: Any  # Prompt and the game's own part
    result: Any  # Ending, once it is over, and the game's own part


class Event(TypedDict):
    """Something that happened. `to` is the only seat that may read it; without it everybody may."""

    kind: str
    seat: NotRequired[int]
    to: NotRequired[int]
    round: NotRequired[int]  # a round begins

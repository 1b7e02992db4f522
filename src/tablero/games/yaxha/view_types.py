"""What a view and an event of Yaxha contain, beside what every game has (core/view.py).

A colour is 0 orange, 1 blue, 2 green, 3 yellow or 4 grey. A cube is [x, y, z, colour], a cell [x, y, z]: column and row
are counted from the very first cube of a pyramid, z from 0, the base; a cube of level z + 1 lies on the four cubes at
(x, y), (x + 1, y), (x, y + 1) and (x + 1, y + 1) of level z.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from tablero.core.view import Event, GameEnding, Prompt, View


class Tile(TypedDict):
    """A tile of the market."""

    cubes: list[int]  # their colours
    owner: int | None  # the seat that has taken it
    wanted: list[int]  # the seats that had chosen it, once the choices are shown


class Pyramid(TypedDict):
    """What a seat has built, as far as the viewer may know."""

    cubes: list[list[int]]  # levels first
    hidden: list[list[int]]  # the cells of cubes that do not show
    last: list[list[int]]  # the cubes of the latest building
    sizes: list[int]  # of the largest visible group, by colour
    points: list[int]  # what they give
    discarded: list[int]  # how many cubes went to the box, by colour
    frame: list[int]  # the lowest and highest column, the lowest and highest row that the base may still use


class BonusCard(TypedDict):
    """One of the three bonus cards."""

    id: str
    points: int  # what it brings
    values: list[int]  # what each seat has of the thing it asks for
    won: list[bool]  # who scores it as things stand


class Mine(TypedDict):
    """What belongs to the viewer."""

    chosen: int | None  # the tile
    hand: list[int]  # cubes still to place, by colour
    placed: list[list[int]]  # the cubes placed in this round


# `from` is a word of Python, hence this way of writing it.
YaxhaOffer = TypedDict(
    "YaxhaOffer",
    {
        "move": int,
        "tile": NotRequired[int],  # to choose, or to take
        "finish": NotRequired[bool],  # ends building
        "cube": NotRequired[list[int]],  # to place; what follows goes with it
        "gain": NotRequired[int],  # colour points that it brings in all
        "total": NotRequired[int],  # the same with bonus cards as things stand
        "wins": NotRequired[list[str]],  # bonus cards that the viewer would score then and does not now
        "loses": NotRequired[list[str]],  # the other way round
        "from": NotRequired[int],  # the largest group of its colour before
        "to": NotRequired[int],  # and after
        "hides": NotRequired[int],  # cubes that it hides
        "points": NotRequired[list[int]],  # what the groups give afterwards, by colour
    },
)


class YaxhaPrompt(Prompt):
    """choose, leftover, build or finish; while building: how far the viewer is."""

    placed: NotRequired[int]
    left: NotRequired[list[int]]  # the colours of the cubes in hand


class YaxhaView(View):
    """A position; its phase is choose, leftover, build or over."""

    rounds: int  # how many there are in all
    ready: list[bool]  # who has done its part of the step
    bag: list[int]  # cubes by colour
    initiative: list[int]  # the stone of each seat
    market: list[Tile]
    pyramids: list[Pyramid]  # by seat
    cards: list[BonusCard]
    mine: Mine | None  # None for a spectator
    offers: list[YaxhaOffer]
    prompt: YaxhaPrompt
    result: GameEnding | None


VIEW = YaxhaView


# ---------------------------------------------------------------- events, in the order in which they happen


class Start(Event):
    """Bonus cards and initiative are dealt."""

    cards: list[str]
    initiative: list[int]


class Market(Event):
    """A round begins: new cubes on the tiles."""

    tiles: list[list[int]]  # the colours on each


class Chose(Event):
    """A seat has chosen a tile in secret."""

    tile: int


class Reveal(Event):
    """All choices are shown."""

    tiles: list[int]  # by seat
    market: list[list[int]]  # the colours on each tile
    initiative: list[int]  # the stones that will decide


class Claim(Event):
    """A seat gets the tile that it has chosen."""

    tile: int
    rivals: list[int]  # who had chosen it too
    initiative: list[int]  # the stones that decided


class Leftover(Event):
    """A seat takes one of the tiles that are left over."""

    tile: int
    forced: bool  # it was the last one


class Swap(Event):
    """Initiative stones change hands."""

    seats: list[int]  # who wanted the same tile, by their stones before
    initiative: list[int]  # the stones after that


class Shared(Event):
    """Every player has a tile, and the stones lie where they belong: the whole of it once more."""

    market: list[list[int]]  # the colours on each tile
    wanted: list[int]  # the tile chosen, by seat
    taken: list[int]  # the tile got, by seat
    before: list[int]  # the stones that decided
    initiative: list[int]  # the stones after that


class Placed(Event):
    """A seat places a cube."""

    cube: list[int]


class Finished(Event):
    """A seat has finished building."""


class Built(Event):
    """What a seat has built in this round, shown to all."""

    cubes: list[list[int]]
    discarded: list[int]  # the colours of the cubes that fit nowhere
    gain: int  # colour points that they bring in all


class Bonus(Event):
    """The end: who scores a bonus card."""

    card: str
    seats: list[int]
    points: int


class End(Event):
    """The game is over."""

    scores: list[int]
    winners: list[int]


EVENTS: dict[str, type] = {
    "start": Start,
    "market": Market,
    "chose": Chose,
    "reveal": Reveal,
    "claim": Claim,
    "leftover": Leftover,
    "swap": Swap,
    "shared": Shared,
    "placed": Placed,
    "finished": Finished,
    "built": Built,
    "bonus": Bonus,
    "end": End,
}

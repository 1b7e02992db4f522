"""What a view and an event of Maya contain, beside what every game has (core/view.py).

A space is its number in `map.spaces`; in events, which outlive a map, it is [q, r]. A crop is 0 maize, 1 potato, 2
squash or 3 pepper, a kind of tile 2 * crop, and one more when it shows two.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from tablero.core.view import Event, GameEnding, OfferedMove, Prompt, View


class Map(TypedDict):
    """The map, the same throughout a game."""

    spaces: list[list[int]]  # [q, r, area]
    areas: list[str]
    temples: list[list[str | int]]  # [name, space], by temple
    limits: list[list[int]]  # the one or two spaces that each limit tile covers
    reconstructed: bool  # not compared with the printed one


class City(TypedDict):
    """A temple that stands, and the tiles that belong to it."""

    temple: int
    name: str
    spaces: list[int]  # the temple first
    size: int
    closed: bool
    free: list[int]  # the empty spaces beside it
    crops: list[int]  # of each seat beside it
    first: int  # what it pays at this size
    second: int
    points: list[int]  # what each seat would get now, or has got


class Player(TypedDict):
    """Public information about a seat."""

    rack: int  # tiles
    reserve: int
    score: int
    turns: int  # taken


class Mine(TypedDict):
    """What only the viewer knows: tiles by kind."""

    rack: list[int]
    held: int | None  # the kind in hand; 8 is an unseen tile of the reserve
    unknown: list[int]  # what the reserve and blind tiles hold together


class Closing(TypedDict):
    """A city that would score, and what each seat would get."""

    city: str
    points: list[int]


class MayaOffer(OfferedMove):
    """A legal move. Which keys it has depends on its kind."""

    crop: NotRequired[int]  # taking a tile: what it shows
    number: NotRequired[int]
    face_down: NotRequired[bool]
    count: NotRequired[int]  # drawing, expanding: how many tiles are drawn
    blind: NotRequired[bool]  # expanding: with an unseen tile of the reserve
    space: NotRequired[int]  # a place for a temple or for the tile in hand
    founds: NotRequired[list[str]]  # temples that rise beside it
    closes: NotRequired[list[Closing]]  # also of ending a turn: cities that score then
    points: NotRequired[int]  # planting, ending a turn: what the group brings
    gain: NotRequired[int]  # planting: what the tile adds to what this turn brings already, closed cities included
    group: NotRequired[list[int]]  # planting: the spaces of the group
    beside: NotRequired[list[str]]  # planting: cities that the space touches
    city: NotRequired[str]  # expanding: which city
    size: NotRequired[int]  # and how large it becomes


class MayaPrompt(Prompt):
    """The kinds are found, choose, must_plant, must_expand, draw, pass, more, end, plant, turn, expand and confirm."""

    count: NotRequired[int]  # draw, choose, must_expand, confirm: tiles that will be drawn, or would be by expanding
    joining: NotRequired[str]  # plant, after the first tile: connected or one_group


class MayaEnding(GameEnding):
    """How the game ended."""

    tie: str | None  # what decided between seats with most points: tiles left, fewer turns, or who played last


class MayaView(View):
    """What a viewer may see of a position of Maya."""

    turn: int
    map: Map
    in_play: list[str]  # areas
    tiles: list[list[int]]  # plantations: [space, seat, crop, number]
    cities: list[City]
    table: list[list[int]]  # what a city pays for first and second place, by size from 1
    players: list[Player]
    new: list[int]  # spaces filled this turn
    old: list[int]  # and in the turn before
    crop: int | None  # what is planted this turn
    pending: int | None  # what the group of this turn brings so far
    rack_limit: int
    mine: Mine | None  # None for spectators
    offers: list[MayaOffer]
    prompt: MayaPrompt
    result: MayaEnding | None


VIEW = MayaView


class Start(Event):
    """The areas in play, and who begins."""

    areas: list[str]
    first: int


class Round(Event):
    """A round begins."""


class Drew(Event):
    """A seat has drawn so many tiles."""

    count: int


class Got(Event):
    """Which tiles they are, for the seat itself: [crop, number]."""

    tiles: list[list[int]]


class Founded(Event):
    """A temple rises."""

    temple: int
    name: str
    space: list[int]


class Planted(Event):
    """A tile was planted."""

    space: list[int]
    crop: int
    number: int


class Expanded(Event):
    """A tile was put face down."""

    space: list[int]
    city: str
    blind: bool  # it came from the reserve, unseen
    size: int  # of the city now


class Turned(Event):
    """What that tile shows, for the seat itself."""

    crop: int
    number: int


class Harvest(Event):
    """The group of a turn brings points."""

    crop: int
    tiles: int  # planted this turn
    group: list[list[int]]  # the spaces of all tiles that score
    points: int


class Closed(Event):
    """A city is shut in and scores."""

    space: list[int]  # of its temple
    spaces: list[list[int]]  # all of its spaces, the temple first
    city: str
    size: int
    crops: list[int]  # of each seat beside it
    points: list[int]


class NoSpace(Event):
    """A seat with an empty rack finds no space for a blind tile."""


class Passed(Event):
    """A seat can do nothing."""


class End(Event):
    """The game is over."""

    why: str
    scores: list[int]
    winners: list[int]
    tie: str | None  # as in the result of a view
    left: list[int]  # tiles of each seat in rack and reserve
    turns: list[int]  # taken by each seat


EVENTS: dict[str, type] = {
    "start": Start,
    "round": Round,
    "drew": Drew,
    "got": Got,
    "founded": Founded,
    "planted": Planted,
    "expanded": Expanded,
    "turned": Turned,
    "harvest": Harvest,
    "closed": Closed,
    "no_space": NoSpace,
    "passed": Passed,
    "end": End,
}

"""Maya's board: what everything else counts with, and where things lie in the flat state.

The map is a list of spaces, numbered as in the facts file. Sets of spaces are four words of 48 bits each (space s is
bit s % 48 of word s // 48), because the map of another edition may have up to 192 spaces. What lies on a space is one
number: 0 nothing, 1 + 8 * seat + kind a plantation, CITY + c a tile of the city round temple c (the temple itself or a
tile turned face down). A kind is 2 * crop for one crop on the tile, 2 * crop + 1 for two.

The reserve is kept as counts, and luck chooses when a tile is drawn: no player can tell that from a shuffled pile.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

# ---------------------------------------------------------------- constants

WORDS: Final[i64] = 4
MOST_SPACES: Final[i64] = 192
MOST_TEMPLES: Final[i64] = 16
MOST_ALIKE: Final[i64] = 120  # tiles of one crop that a seat may have
DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
CROPS: Final[i64] = 4
KINDS: Final[i64] = 8
NONE: Final[i64] = -1
BLIND: Final[i64] = 8  # the tile in hand is the top of the reserve, seen by no seat
CITY: Final[i64] = 64

FOUND: Final[i64] = 0  # choosing where the first temples stand (variants)
CHOOSE: Final[i64] = 1  # plant, expand, or end a turn in which something was planted
PLANT: Final[i64] = 2  # a tile is in hand, to be planted
TURN: Final[i64] = 3  # expanding: which tile goes face down
EXPAND: Final[i64] = 4  # expanding: the tile is in hand
CONFIRM: Final[i64] = 5  # the city has grown; the turn can be ended or taken back
OVER: Final[i64] = 6
PHASES: Final = ("found", "choose", "plant", "turn", "expand", "confirm", "over")

# The space of moves.
END: Final[i64] = 0
GROW: Final[i64] = 1  # begin to expand a city
DRAW: Final[i64] = 2
PASS: Final[i64] = 3
TAKE: Final[i64] = 4  # + kind: take this tile to plant it
HIDE: Final[i64] = 12  # + kind: take this tile to put it face down
AT: Final[i64] = 20  # + space
MOVES: Final[i64] = 212

# Where things are in the flat state.
LIES: Final[i64] = 0  # what lies on each space
EMPTY: Final[i64] = 192  # spaces in play with nothing on them, temple spaces included
FRONT: Final[i64] = 196  # where a tile may be planted first
NEAR: Final[i64] = 200  # where a further tile of this turn may be planted
ONCE: Final[i64] = 204  # spaces beside at least one city
TWICE: Final[i64] = 208  # spaces beside at least two cities
GUARD: Final[i64] = 212  # spaces beside an empty temple space
TOWNS: Final[i64] = 216  # the first city's block
TOWN: Final[i64] = 6  # the length of a city's block
NEW: Final[i64] = 312  # spaces filled this turn, 8 places
OLD: Final[i64] = 320  # spaces filled in the turn before
SEAT: Final[i64] = 328  # the first seat's block
STRIDE: Final[i64] = 35
# Inside a city's block.
SIZE: Final[i64] = 0
CLOSED: Final[i64] = 1
RING: Final[i64] = 2  # all spaces beside the city, a set
# Inside a seat's block.
RACK: Final[i64] = 0  # 8 counts, one for each kind
RESERVE: Final[i64] = 8
HIDDEN: Final[i64] = 16  # tiles that the seat itself put face down
UNSEEN: Final[i64] = 24  # tiles put face down from the reserve, unknown to all seats
SCORE: Final[i64] = 32
TURNS: Final[i64] = 33
LATEST: Final[i64] = 34  # the number of the latest turn taken

# ---------------------------------------------------------------- tables

# `1 << c` is compiled wrongly for native c above 30, hence tables.
WORD_OF: Final[vec[i64]] = vec[i64]([s // 48 for s in range(192)])
BIT_OF: Final[vec[i64]] = vec[i64]([1 << (s % 48) for s in range(192)])
# The index of a lone bit is WHICH[bit % 67]: 2 is a primitive root of 67.
WHICH: Final[vec[i64]] = vec[i64]([next((c for c in range(63) if (1 << c) % 67 == r), 0) for r in range(67)])
BLANK: Final[vec[i64]] = vec[i64]([0] * (328 + 4 * 35))


def _words(spaces: list[int]) -> list[int]:
    """A set of spaces as four words."""
    words = [0, 0, 0, 0]
    for space in spaces:
        words[space // 48] |= 1 << (space % 48)
    return words


class Tables:
    """What the facts file says and the rules count with, for one selection of areas."""

    def __init__(
        self,
        spaces: list[list[int]],
        area_of: list[int],
        areas: list[str],
        in_play: list[bool],
        beside: list[list[int]],
        temples: list[int],
        names: list[str],
        highlighted: list[bool],
        first: int,
        tiles: list[int],
        firsts: list[int],
        seconds: list[int],
        starting_rack: int,
        rack_limit: int,
        draw: int,
        draw_blind: int,
        limits: list[list[int]],
        reconstructed: bool,
    ) -> None:
        count = len(spaces)
        self.spaces = spaces
        self.area_of = area_of
        self.areas = areas
        self.in_play = in_play
        self.temples = temples
        self.names = names
        self.highlighted = highlighted
        self.first: i64 = first
        self.tiles: vec[i64] = vec[i64](tiles)
        self.firsts: vec[i64] = vec[i64](firsts)
        self.seconds: vec[i64] = vec[i64](seconds)
        self.starting_rack: i64 = starting_rack
        self.rack_limit: i64 = rack_limit
        self.draw: i64 = draw
        self.draw_blind: i64 = draw_blind
        self.limits = limits
        # As views show it: the same object in each of them.
        self.map: dict[str, Any] = {
            "spaces": [[space[0], space[1], area] for space, area in zip(spaces, area_of, strict=True)],
            "areas": list(areas),
            "temples": [[name, space] for name, space in zip(names, temples, strict=True)],
            "limits": [list(tile) for tile in limits],
            "reconstructed": reconstructed,
        }
        self.count: i64 = count
        inside = [s for s in range(count) if in_play[area_of[s]]]
        self.inside: vec[i64] = vec[i64](_words(inside))
        self.land: vec[i64] = vec[i64](_words([s for s in inside if s not in temples]))
        # For each space its neighbours in play: as a list of six (-1 where there is none), as a set, and as a set
        # without temple spaces.
        around: list[int] = []
        nearby: list[int] = []
        arable: list[int] = []
        shrines: list[int] = []
        for s in range(count):
            around += beside[s] + [-1] * (6 - len(beside[s]))
            nearby += _words(beside[s])
            arable += _words([n for n in beside[s] if n not in temples])
            # Temples are at least two steps apart, so a space touches at most three.
            touched = [t for t, space in enumerate(temples) if space in beside[s]]
            shrines += touched + [-1] * (3 - len(touched))
        self.around: vec[i64] = vec[i64](around)
        self.nearby: vec[i64] = vec[i64](nearby)
        self.arable: vec[i64] = vec[i64](arable)
        self.shrines: vec[i64] = vec[i64](shrines)
        self.temple_at: vec[i64] = vec[i64](temples)
        # Temples of unused areas are never founded.
        self.usable: vec[i64] = vec[i64]([t for t, space in enumerate(temples) if in_play[area_of[space]]])


def append_spaces(out: vec[i64], word: i64, w: i64) -> vec[i64]:
    """Append the moves to the spaces of one word of a set."""
    first: i64 = AT + 48 * w
    left: i64 = word
    while left != 0:
        low: i64 = left & -left
        left ^= low
        out = append(out, first + WHICH[low % 67])
    return out

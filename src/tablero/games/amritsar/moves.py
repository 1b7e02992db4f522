"""The moves of Amritsar: their fixed space and their notation.

0            stay                       the elephant stays
1 to 4       walk north                 the elephant walks to, or is first placed in, a district
5 to 8       token north                discard the movement token: place the elephant anywhere
9 to 12      leap north                 the same by a warehouse
13 to 20     pick west 1                pick up a group of workers; after a long jump: the section without a coin
21 to 24     drop yellow                drop a worker of this colour on the next section
25 to 32     land north 2               the last worker stops here
33 to 35     main left                  main action of a tile
36 to 38     secondary left             secondary action of a tile
39 to 41     elephant left              the elephant does the main action of a tile
42 to 45     use yellow                 use the mahout on this colour's space
46 to 49     exchange marble copper     the exchange warehouse
50 to 55     buy gold, sell gold        a deal
56           coin                       take the coin before the deals
57 to 59     take gold                  choose a resource
60 to 63     discard coin               what has no slot
64 to 66     study money                a step on a track
67 to 81     build wh_exchange          a warehouse
82 to 85     aim A                      an objective of this type
86 to 92     hire mh_market             a mahout tile
93 to 96     space 1                    where it goes; 1 to 4 in the order of colours or objective spaces
97 to 99     pay gold                   what an upgrade is paid with
100 to 123   donate level 2 cell 3      a cell of the donation tile under the elephant
124 to 127   follow, pass, done, skip
"""

from __future__ import annotations

from collections.abc import Iterable

from tablero.games.amritsar import layout as at

DISTRICTS = ("north", "east", "south", "west")
SECTIONS = tuple(f"{district} {k}" for district in DISTRICTS for k in (1, 2))
COLOURS = ("yellow", "blue", "white", "green")
RESOURCES = ("marble", "copper", "gold")
SLOTS = ("left", "centre", "right")
TRACKS = ("development", "resources", "money")
HOUSES = (
    "wh_coin_resource",
    "wh_marble2",
    "wh_knowledge2",
    "wh_wild_yellow",
    "wh_wild_blue",
    "wh_wild_green",
    "wh_buy_discount",
    "wh_tax_discount",
    "wh_free_jump",
    "wh_no_maharaja_penalty",
    "wh_future_bridges",
    "wh_knowledge_swap",
    "wh_exchange",
    "wh_any_upgrade_resource",
    "wh_teleport",
)
MAHOUTS = ("mh_donate", "mh_upgrade", "mh_coin_pp", "mh_market", "mh_coin_marble", "mh_any_resource", "mh_knowledge")


def _each(verb: str, things: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{verb} {thing}" for thing in things)


def _notation() -> list[str]:
    """Every move in words, by its number."""
    families: dict[int, tuple[str, ...]] = {
        at.STAY: ("stay",),
        at.WALK: _each("walk", DISTRICTS),
        at.SPEND_TOKEN: _each("token", DISTRICTS),
        at.LEAP: _each("leap", DISTRICTS),
        at.PICK: _each("pick", SECTIONS),
        at.DROP: _each("drop", COLOURS),
        at.LAND: _each("land", SECTIONS),
        at.MAIN: _each("main", SLOTS),
        at.SECOND: _each("secondary", SLOTS),
        at.ACTIVATE: _each("elephant", SLOTS),
        at.USE: _each("use", COLOURS),
        at.EXCHANGE: _each("exchange", ("marble copper", "copper marble", "copper gold", "gold copper")),
        at.BUY: _each("buy", RESOURCES),
        at.SELL: _each("sell", RESOURCES),
        at.COIN_FIRST: ("coin",),
        at.TAKE: _each("take", RESOURCES),
        at.DISCARD: _each("discard", ("coin", *RESOURCES)),
        at.STEP: _each("study", TRACKS),
        at.BUILD: _each("build", HOUSES),
        at.AIM: _each("aim", "ABCD"),
        at.HIRE: _each("hire", MAHOUTS),
        at.SPACE: _each("space", "1234"),
        at.PAY: _each("pay", RESOURCES),
        at.DONATE_ON: tuple(f"donate level {level} cell {cell}" for level in range(1, 5) for cell in range(1, 7)),
        at.FOLLOW: ("follow",),
        at.PASS: ("pass",),
        at.DONE: ("done",),
        at.SKIP: ("skip",),
    }
    return [words for first in sorted(families) for words in families[first]]


WORDS = _notation()
NUMBERS = {words.lower(): move for move, words in enumerate(WORDS)}


class AmritsarMoves:
    """The 128 moves of Amritsar."""

    size = int(at.MOVES)

    def write(self, move: int) -> str:
        """
        >>> AmritsarMoves().write(13), AmritsarMoves().write(82), AmritsarMoves().write(108)
        ('pick north 1', 'aim A', 'donate level 2 cell 3')
        """
        if not 0 <= move < self.size:
            raise ValueError(f"moves are numbered from 0 to {self.size - 1}, not {move}")
        return WORDS[move]

    def read(self, text: str) -> int:
        move = NUMBERS.get(" ".join(text.split()).lower())
        if move is None:
            raise ValueError(f"{text!r} is no move of Amritsar: say 'pick west 1', 'land north 2' or 'main left'")
        return move

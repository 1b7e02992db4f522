"""The moves of Tzolk'in: their fixed space and their notation.

0 to 5       keep 1,3               two of the four wealth tiles dealt
6 to 8       beg brown              up to 3 corn, one step down in that temple
9 to 14      place tikal            on the lowest empty position; `place start` is the starting-player space
15 to 57     pick uxmal 3           the own worker on that position
58 to 67     no action, action 4    what that worker does
68 to 71     take corn tile, take corn, take wood tile, burn
72 to 77     down green, up green   a step in a temple
78 to 81     advance theology
82 to 100    blocks wood gold       pay or take these
101 to 118   build 3, build 3 plain, monument 2
119 to 127   save wood, sell wood, buy gold
128 to 147   copy tikal 2           an action of another gear
148 to 151   done, end turn, one day, two days
"""

from __future__ import annotations

from collections.abc import Iterable

from tablero.games.tzolkin import layout as at

# Families in the order of the space: name, first move, how many.
FAMILIES = (
    ("keep", 0, 6), ("beg", 6, 3), ("place", 9, 5), ("claim", 14, 1), ("pick", 15, 43), ("nothing", 58, 1),
    ("act", 59, 9), ("harvest", 68, 4), ("descend", 72, 3), ("climb", 75, 3), ("advance", 78, 4), ("blocks", 82, 19),
    ("raise", 101, 6), ("raise-plain", 107, 6), ("raise-monument", 113, 6), ("save", 119, 3), ("sell", 122, 3),
    ("buy", 125, 3), ("copy", 128, 20), ("done", 148, 1), ("end", 149, 1), ("days", 150, 2),
)  # fmt: skip
_FAMILY = [(name, index) for name, _, size in FAMILIES for index in range(size)]


def family(move: int) -> tuple[str, int]:
    """The family of a move and its number within it.

    >>> family(13), family(60)
    (('place', 4), ('act', 1))
    """
    if not 0 <= move < len(_FAMILY):
        raise ValueError(f"moves are numbered from 0 to {len(_FAMILY) - 1}, not {move}")
    return _FAMILY[move]


def worker_of(move: int) -> tuple[int, int]:
    """The gear and the position of a `pick` move."""
    gear = max(g for g in range(5) if at.FIRST_PICK[g] <= move)
    return gear, int(move - at.FIRST_PICK[gear])


def blocks_of(move: int) -> list[int]:
    """How much wood, stone and gold a `blocks` move names."""
    mix = move - int(at.MIX)
    return [int(at.MIX_WOOD[mix]), int(at.MIX_STONE[mix]), int(at.MIX_GOLD[mix])]


def _each(verb: str, things: Iterable[str]) -> list[str]:
    return [f"{verb} {thing}" for thing in things]


def _texts() -> dict[str, list[str]]:
    """The notation of each family, in the order of its moves."""
    workers = [worker_of(move) for move in range(int(at.FIRST_PICK[0]), int(at.FIRST_PICK[0]) + 43)]
    mixes = [zip(at.RESOURCES, blocks_of(int(at.MIX) + k), strict=True) for k in range(19)]
    rows = "123456"
    return {
        "keep": [f"keep {a + 1},{b + 1}" for a, b in zip(at.PAIR_A, at.PAIR_B, strict=True)],
        "beg": _each("beg", at.TEMPLES),
        "place": _each("place", at.GEAR_IDS),
        "claim": ["place start"],
        "pick": [f"pick {at.GEAR_IDS[gear]} {position}" for gear, position in workers],
        "nothing": ["no action"],
        "act": _each("action", "123456789"),
        "harvest": ["take corn tile", "take corn", "take wood tile", "burn"],
        "descend": _each("down", at.TEMPLES),
        "climb": _each("up", at.TEMPLES),
        "advance": _each("advance", at.TRACKS),
        "blocks": [" ".join(["blocks", *(block for block, n in mix for _ in range(n))]) for mix in mixes],
        "raise": _each("build", rows),
        "raise-plain": [f"build {slot} plain" for slot in rows],
        "raise-monument": _each("monument", rows),
        **{name: _each(name, at.RESOURCES) for name in ("save", "sell", "buy")},
        "copy": [f"copy {gear} {action}" for gear in at.GEAR_IDS[:4] for action in range(1, 6)],
        "done": ["done"],
        "end": ["end turn"],
        "days": ["one day", "two days"],
    }


def _in_order(words: list[str]) -> str:
    """Blocks and tiles may be named in any order."""
    name, *rest = words or [""]
    if name == "blocks":
        rest.sort(key=lambda block: at.RESOURCES.index(block) if block in at.RESOURCES else 0)
    elif name == "keep":
        rest = [",".join(sorted(" ".join(rest).replace(",", " ").split()))]
    return " ".join([name, *rest])


class TzolkinMoves:
    """The 152 moves of Tzolk'in."""

    size = int(at.MOVES)

    def __init__(self) -> None:
        texts = _texts()
        self._texts = [text for name, _, _ in FAMILIES for text in texts[name]]
        self._moves = {text: move for move, text in enumerate(self._texts)}

    def write(self, move: int) -> str:
        """
        >>> TzolkinMoves().write(0), TzolkinMoves().write(50), TzolkinMoves().write(90)
        ('keep 1,2', 'pick chichen_itza 3', 'blocks gold gold')
        """
        if not 0 <= move < self.size:
            raise ValueError(f"moves are numbered from 0 to {self.size - 1}, not {move}")
        return self._texts[move]

    def read(self, text: str) -> int:
        """
        >>> TzolkinMoves().read("keep 3,1") == TzolkinMoves().read("keep 1,3")
        True
        """
        words = _in_order(text.lower().split())
        if words not in self._moves:
            known = "say 'place tikal', 'pick uxmal 3', 'action 2' or 'end turn'"
            raise ValueError(f"{text!r} is no move of Tzolk'in: {known}")
        return self._moves[words]

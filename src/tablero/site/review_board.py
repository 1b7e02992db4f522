"""The board of one moment as a still picture, and the places that a line of moves touches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from tablero.core.drawing import Panels
from tablero.core.game import Game
from tablero.core.state import State
from tablero.site.examples import pictures, still

BOARD = 400  # what is narrower, in its own units, is no board
_BOX = re.compile(r'viewBox="\s*(\S+)[\s,]+(\S+)[\s,]+(\S+)[\s,]+(\S+?)\s*"')
_CLASS = re.compile(r'class="([^"]*)"')

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Walked:
    """What a line of moves does to the picture: the move that begins it, and the places that it changes, in their order."""

    first: int
    places: tuple[str, ...]


def walked(game: Game, state: State, seat: int, line: Sequence[int]) -> Walked:
    """Follow a line up to where luck or others come in."""
    after = state.copy()
    settled, after.journal = int(after.settled), []
    for move in line:
        if not after.owes(seat) or move not in after.moves(seat):
            break
        known = len(after.journal)
        after.apply(seat, move)
        if int(after.settled) != settled:
            del after.journal[known:]
            break
    places = game.motion(after.journal, 0).places if game.motion is not None and after.journal else ()
    return Walked(line[0], tuple(dict.fromkeys(places)))


def board_of(drawn: Panels, moves: Sequence[int], prefix: str) -> Markup:
    """The board with nothing in it that could be clicked; beside it what else offers one of these moves."""
    board = drawn.slots["board"]
    found = pictures(board)
    parts = [_laid(found)] + [picture for picture in found[1:] if _beside(picture, found[0])]
    out = "".join(still(part, f"{prefix}-{number}") for number, part in enumerate(parts))
    for slot in ("above", "hand"):
        html = drawn.slots.get(slot, "")
        if any(f'data-move="{move}"' in html and f'data-move="{move}"' not in board for move in moves):
            out += f'<div class="whole">{still(html, f"{prefix}-{slot}")}</div>'
            break
    return Markup(out)


def _box(picture: str) -> Box:
    found = _BOX.search(picture)
    assert found is not None  # else it is no picture
    x, y, width, height = map(float, found.groups())
    return x, y, width, height


def _beside(picture: str, first: str) -> bool:
    """Whether a picture is another part of the board: neither a small one nor the same once more."""
    box = _box(picture)
    return not _placed(picture) and box[2] >= BOARD and box != _box(first)


def _placed(picture: str) -> bool:
    """Whether a part says itself where it lies in the first one."""
    return "--x:" in picture.partition(">")[0]


def _laid(found: Sequence[str]) -> str:
    """The first picture with the parts laid into it that say where they lie."""
    head, _, rest = found[0].partition(">")
    inner = ""
    for part in found[1:]:
        if _placed(part):
            x, y, width, height = (f"{each:g}" for each in _box(part))
            inside = part.partition(">")[2].rpartition("</svg>")[0]
            inner += f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}">{inside}</svg>'
    body = rest.rpartition("</svg>")[0]
    x, y, width, height = (f"{each:g}" for each in _box(head + ">"))
    kind = found_class[1] if (found_class := _CLASS.search(head)) else ""
    ratio = float(width) / float(height)
    return f'<svg class="{kind}" viewBox="{x} {y} {width} {height}" style="--ratio:{ratio:.3f}">{body}{inner}</svg>'

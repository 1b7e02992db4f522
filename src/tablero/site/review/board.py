"""Board of one moment as a static picture, and the places that a line of moves changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from tablero.core.drawing.drawing import Panels
from tablero.core.game import Game
from tablero.core.state import State
from tablero.ui.rules.examples import pictures, still

MIN_BOARD_WIDTH = 400  # in units of the picture: a narrower one is no board
_BOX = re.compile(r'viewBox="\s*(\S+)[\s,]+(\S+)[\s,]+(\S+)[\s,]+(\S+?)\s*"')
_CLASS = re.compile(r'class="([^"]*)"')

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class LineMarks:
    """Marks of a line of moves on the board: its first move, and the places that it changes, in their order."""

    first: int
    places: tuple[str, ...]


def line_marks(game: Game, state: State, seat: int, line: Sequence[int]) -> LineMarks:
    """Play a line on a copy of the position, up to where luck is drawn or another seat moves."""
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
    return LineMarks(line[0], tuple(dict.fromkeys(places)))


def board_of(drawn: Panels, moves: Sequence[int], prefix: str) -> Markup:
    """Return the board without anything clickable, and the slot beside it that offers one of these moves."""
    board = drawn.slots["board"]
    found = pictures(board)
    parts = [_combined(found)] + [picture for picture in found[1:] if _is_board_part(picture, found[0])]
    out = "".join(still(part, f"{prefix}-{number}") for number, part in enumerate(parts))
    for slot in ("above", "hand"):
        html = drawn.slots.get(slot, "")
        if any(f'data-move="{move}"' in html and f'data-move="{move}"' not in board for move in moves):
            out += f'<div class="whole">{still(html, f"{prefix}-{slot}")}</div>'
            break
    return Markup(out)


def _box(picture: str) -> Box:
    found = _BOX.search(picture)
    assert found is not None
    x, y, width, height = map(float, found.groups())
    return x, y, width, height


def _is_board_part(picture: str, first: str) -> bool:
    """Return whether a picture is another part of the board: neither small nor the first one again."""
    box = _box(picture)
    return not _is_placed(picture) and box[2] >= MIN_BOARD_WIDTH and box != _box(first)


def _is_placed(picture: str) -> bool:
    """Return whether a picture carries its position inside the first one."""
    return "--x:" in picture.partition(">")[0]


def _combined(found: Sequence[str]) -> str:
    """Return the first picture with all pictures inside it that carry a position there."""
    head, _, rest = found[0].partition(">")
    inner = ""
    for part in found[1:]:
        if _is_placed(part):
            x, y, width, height = (f"{each:g}" for each in _box(part))
            inside = part.partition(">")[2].rpartition("</svg>")[0]
            place = f'x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"'
            inner += f"<svg {place}>{inside}</svg>"
    body = rest.rpartition("</svg>")[0]
    x, y, width, height = (f"{each:g}" for each in _box(head + ">"))
    kind = found_class[1] if (found_class := _CLASS.search(head)) else ""
    ratio = float(width) / float(height)
    return f'<svg class="{kind}" viewBox="{x} {y} {width} {height}" data-css="--ratio:{ratio:.3f}">{body}{inner}</svg>'

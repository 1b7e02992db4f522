"""Where the calendar and its gears lie, on the wide board and on the small wheel of a narrow page."""

from __future__ import annotations

from typing import NamedTuple

from tablero.games.tzolkin.drawing.pieces import ADDENDUM, Point, polar
from tablero.games.tzolkin.names import remembered

TEETH = 26
PITCH = 360 / TEETH
# Where each gear meshes, in calendar teeth clockwise from the day marker.
OFFSETS = (-5, -9, -13, 9, 4)
COUNTS = (10, 10, 10, 10, 13)
WIDE_AT = (6.75, 391.0, 304.0)  # half a module and the middle of the calendar
NARROW_AT = (3.86, 180.0, 155.0)
WHEEL = (760, 682)  # the wide board with its gears
SIDES = (424, 682)  # temples, technologies, buildings and monuments beside it
SMALL = 14.4  # no text of the wide board is smaller: it is 11 pixels high in a window of 1280 x 720


class Place(NamedTuple):
    """Where a gear lies and how many teeth it has; `mesh` is the angle towards the calendar."""

    number: int
    teeth: int
    cx: float
    cy: float
    mesh: float
    u: float

    @property
    def last(self) -> int:
        return 10 if self.teeth == 13 else 7

    @property
    def outer(self) -> float:
        return (self.teeth + ADDENDUM) * self.u

    def angle(self, position: int) -> float:
        """A calendar tooth enters the gap between the two unnumbered slots."""
        return self.mesh + (position - (self.teeth - 1.5)) * 360 / self.teeth

    @remembered
    def slot(self, position: int, wide: bool) -> Point:
        return polar(self.cx, self.cy, (self.teeth - (3.72 if wide else 3.5)) * self.u, self.angle(position))


@remembered
def layout(u: float, cx: float, cy: float) -> tuple[Place, ...]:
    out = []
    for number in range(5):
        a = -90 + OFFSETS[number] * PITCH
        x, y = polar(cx, cy, (TEETH + COUNTS[number]) * u, a)
        out.append(Place(number, COUNTS[number], x, y, a + 180, u))
    return tuple(out)

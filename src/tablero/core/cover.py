"""Cover: the pictures of the games in the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablero.core.ink import LIGHT, seat_path, short

WIDTH: Final = 336
HEIGHT: Final = 172
INK: Final = LIGHT["ink"]
SEATS: Final = tuple(LIGHT[f"seat-{seat + 1}"] for seat in range(4))
SEATS_DARK: Final = ("#8f2b18", "#124a7e", "#9a6c06", "#3c2259")


@dataclass(frozen=True)
class Cover:
    """What stands in a game's picture, WIDTH by HEIGHT, and the colour behind it."""

    inside: str
    ground: str

    def picture(self) -> str:
        """The picture on a game's card, a document that stands alone: serve it as an image."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{self.ground}"/>{self.inside}</svg>'
        )


def seat_shape(number: int, x: float, y: float, r: float, ring: float = 1.2) -> str:
    """A seat's shape in its daylight colour."""
    return (
        f'<path d="{seat_path(number, x, y, r)}" fill="{SEATS[number]}" stroke="#fffaf0" stroke-width="{short(ring)}" '
        f'stroke-linejoin="round" paint-order="stroke"/>'
    )


def tree(x: float, y: float, scale: float, tone: str) -> str:
    return (
        f'<g transform="translate({short(x)} {short(y)}) scale({short(scale)})"><path d="M0 5V11" stroke="#5f4423" '
        f'stroke-width="2.4"/><g fill="{tone}"><circle cx="-4.5" cy="2" r="5"/><circle cx="4.5" cy="2" r="5"/>'
        f'<circle cy="-3.5" r="6.2"/></g><path d="M-3.5-5.5a4.5 4.5 0 0 1 4-2.5M-7 .5a3 3 0 0 1 1.6-1.7" fill="none" '
        f'stroke="#fff" stroke-opacity=".45" stroke-width="1.4" stroke-linecap="round"/></g>'
    )

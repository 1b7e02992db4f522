"""Cover pictures of the games in the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablero.core.drawing.shapes import LIGHT_THEME, seat_path, short

COVER_WIDTH: Final = 336
COVER_HEIGHT: Final = 172
INK_COLOUR: Final = LIGHT_THEME["ink"]
SEAT_COLOURS: Final = tuple(LIGHT_THEME[f"seat-{seat + 1}"] for seat in range(4))
SEATS_DARK: Final = ("#8f2b18", "#124a7e", "#9a6c06", "#3c2259")


@dataclass(frozen=True)
class Cover:
    """The inside of a cover, COVER_WIDTH by COVER_HEIGHT, and its background colour."""

    inside: str
    ground: str

    def picture(self) -> str:
        """Return a complete SVG document, to be served as an image."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{COVER_WIDTH}" height="{COVER_HEIGHT}" viewBox="0 0 '
            f'{COVER_WIDTH} {COVER_HEIGHT}">'
            f'<rect width="{COVER_WIDTH}" height="{COVER_HEIGHT}" fill="{self.ground}"/>{self.inside}</svg>'
        )


def seat_shape(number: int, x: float, y: float, r: float, ring: float = 1.2) -> str:
    """Draw a seat's shape in its colour of the light theme."""
    return (
        f'<path d="{seat_path(number, x, y, r)}" fill="{SEAT_COLOURS[number]}" stroke="#fffaf0" '
        f'stroke-width="{short(ring)}" '
        f'stroke-linejoin="round" paint-order="stroke"/>'
    )


def tree(x: float, y: float, scale: float, tone: str) -> str:
    return (
        f'<g transform="translate({short(x)} {short(y)}) scale({short(scale)})"><path d="M0 5V11" stroke="#5f4423" '
        f'stroke-width="2.4"/><g fill="{tone}"><circle cx="-4.5" cy="2" r="5"/><circle cx="4.5" cy="2" r="5"/>'
        f'<circle cy="-3.5" r="6.2"/></g><path d="M-3.5-5.5a4.5 4.5 0 0 1 4-2.5M-7 .5a3 3 0 0 1 1.6-1.7" fill="none" '
        f'stroke="#fff" stroke-opacity=".45" stroke-width="1.4" stroke-linecap="round"/></g>'
    )

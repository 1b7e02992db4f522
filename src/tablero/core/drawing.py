"""Drawing: a game's pictures, pure functions of a view, and what each of them is made with."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

from tablero.core.icons import icon
from tablero.core.ink import escape, fill
from tablero.core.look import Look
from tablero.core.speech import Speech

MOST_DRAWN = 4000  # parts of some kilobytes

_DRAWN: dict[Hashable, str] = {}


@dataclass(frozen=True)
class Panels:
    """A picture in parts for the table page: slot -> HTML, and the legal moves that have a place in it. The slot `ways` is
    what the prompt offers beside its buttons."""

    slots: Mapping[str, str]
    moves: frozenset[int]


class Drawing(Protocol):
    """A game's pictures: pure functions of a view."""

    def draw(self, view: Mapping[str, Any], look: Look = ...) -> str:
        """A complete picture, an SVG document that stands alone."""

    def panels(self, view: Mapping[str, Any], look: Look) -> Panels:
        """The picture in parts for the table page."""

    def sheet(self, view: Mapping[str, Any], look: Look, events: Sequence[Mapping[str, Any]]) -> str:
        """What has just happened, where it deserves a sheet of its own over the board: choices turned over, a food day,
        the end of a decade. Its first heading names it. Empty for everything else."""

    def symbols(self) -> str:
        """The static art that the panels use, an SVG with <symbol> and gradient definitions, sent once."""

    def text(self, view: Mapping[str, Any]) -> str:
        """The position as a text board."""


class Names(Protocol):
    """The part of a game's words that a picture needs."""

    def move(self, move: int, view: Mapping[str, Any], say: Speech) -> str:
        """The accessible name of a legal move."""


class Scene:
    """A view, seen by somebody: what every part of a picture asks. Each game's own scene adds to it."""

    words: ClassVar[Names]

    def __init__(self, view: Mapping[str, Any], look: Look) -> None:
        self.view = view
        self.look = look
        self.say = look.say
        self.seats = range(int(view["seats"]))
        self.me: int | None = view["seat"]
        self.main: int = 0 if self.me is None else self.me  # whose board is shown large
        self.phase: str = view["phase"]
        self.offers: dict[int, Mapping[str, Any]] = {offer["move"]: offer for offer in view["offers"]}
        self.hot: Mapping[str, Any] | None = None if look.hot is None else self.offers.get(look.hot)
        self.placed: set[int] = set()  # the legal moves that have a place in the picture so far

    def name(self, seat: int) -> str:
        """Who sits there, safe in HTML."""
        if seat < len(self.look.names):
            return escape(self.look.names[seat])
        return fill(self.say("Seat {number}"), number=seat + 1)

    def called(self, move: int) -> str:
        """What the game's words call a move."""
        return self.words.move(move, self.view, self.say)

    def label(self, move: int) -> str:
        """The accessible name of a move, with the names of the seats, safe in HTML."""
        text = escape(self.say.fit(self.called(move), self.look.names))
        if "@" not in text:
            return text
        for seat in self.seats:
            text = text.replace(f"@{seat}", self.name(seat))
        return text

    def choice(self, move: int, kind: str = "") -> str:
        """The attributes of something that may be chosen: `<g {scene.choice(move)}>`."""
        self.placed.add(move)
        hot = "hot" if self.look.hot == move else ""
        style = " ".join(filter(None, ("can", kind, hot)))
        return f'class="{style}" data-move="{move}" role="button" tabindex="-1" aria-label="{self.label(move)}"'

    def tried(self, move: int) -> str:
        """The attribute of a place that cannot be chosen now: which move a click there would mean. The page asks why not."""
        return f'data-try="{move}"'

    def badge(self, seat: int) -> str:
        """Who it is that sits there: the viewer, a bot and its level; and the place where a page shows who is here and whose clock runs."""
        say = self.say
        place = f'<span class="sits" data-person="{seat}"></span>'
        if seat == self.me:
            return f'<small class="badge you">{escape(say("you"))}</small>{place}'
        if seat in self.look.bots:
            level = self.look.bots[seat]
            heard = escape(say("a bot of level {n}", n=level))
            return f'<small class="badge bot" role="img" aria-label="{heard}" title="{heard}">{escape(say("bot"))} {level}</small>{place}'
        return place

    def enlarge(self, seat: int) -> str:
        """A button that opens the nearest board around it (`data-board`) large, over the page."""
        words = fill(self.say("Enlarge the board of {name}"), name=self.name(seat))
        return f'<button class="btn ghost sq enlarge" type="button" aria-label="{words}" title="{words}">{icon("zoom", 18)}</button>'

    def once(self, draw: Callable[[Self], str], *seen: Any) -> str:
        """A part without choices that shows these values and nothing else of the view: drawn once for all moments at which
        those who sit there see the same. What the move under the pointer would change is never kept."""
        if self.hot is not None:
            return draw(self)
        look = self.look
        key = (draw, self.me, look.names, look.say, look.turn, tuple(look.bots.items()), marshal.dumps(seen, 2))
        known = _DRAWN.get(key)
        if known is None:
            if len(_DRAWN) >= MOST_DRAWN:
                _DRAWN.clear()
            known = _DRAWN[key] = draw(self)
        return known

    def panels(self, slots: Mapping[str, str]) -> Panels:
        """The finished parts; everything that may be chosen has been drawn by now."""
        return Panels(slots, frozenset(self.placed))

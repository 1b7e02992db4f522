"""Drawing: the pictures of a game as pure functions of a view; Scene: what their parts share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol, Self, TypeVar

from tablero.core.drawing.icons import icon
from tablero.core.drawing.kept_parts import KeptParts
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.drawing.shapes import escape, fill, in_ascii
from tablero.core.i18n.translator import Translator

Drawn = TypeVar("Drawn")
_Kept = tuple[Drawn, frozenset[int]]  # a part, and the legal moves that can be clicked in it


@dataclass(frozen=True)
class Panels:
    """The parts of the table page: slot -> HTML, and the legal moves that can be clicked in them. The slot `ways` is
    shown beside the buttons of the prompt.

    The HTML of a slot comes in pieces, as many in each drawing where possible: only those that have changed are sent.
    """

    pieces: Mapping[str, Sequence[str]]
    moves: frozenset[int]

    @cached_property
    def slots(self) -> Mapping[str, str]:
        return {slot: "".join(pieces) for slot, pieces in self.pieces.items()}


class Drawing(Protocol):
    """A game's pictures: pure functions of a view."""

    def draw(self, view: Mapping[str, Any], render: RenderOptions = ...) -> str:
        """Return the whole position as a standalone SVG document."""

    def glance(self, view: Mapping[str, Any]) -> tuple[float, float, float, float]:
        """Return the part of `draw` that a small picture shows, round the latest change where only a part of the board
        fits: x, y, width, height."""

    def panels(self, view: Mapping[str, Any], render: RenderOptions) -> Panels:
        """Return the picture in parts for the table page."""

    def sheet(self, view: Mapping[str, Any], render: RenderOptions, events: Sequence[Mapping[str, Any]]) -> str:
        """Return HTML of a sheet over the board for events that deserve one (choices turned over, a food day, the end
        of a decade), with a heading first; an empty string for all others."""

    def symbols(self) -> str:
        """Return the static art that panels use: an SVG with <symbol> and gradient definitions, sent once."""

    def text(self, view: Mapping[str, Any]) -> str:
        """Return the position as a text board."""


class Names(Protocol):
    """The part of a game's `Words` that pictures need."""

    def move(self, move: int, view: Mapping[str, Any], say: Translator) -> str:
        """Return the accessible name of a legal move."""


def tried(move: int) -> str:
    """Return the attribute of a place that cannot be chosen now: the page asks why not that move."""
    return f'data-try="{move}"'


class Scene:
    """A view with render options, and what all parts of a picture ask of them. Each game extends it."""

    words: ClassVar[Names]

    def __init__(self, view: Mapping[str, Any], render: RenderOptions) -> None:
        self.view = view
        self.render = render
        self.say = render.say
        self.seats = range(int(view["seats"]))
        self.me: int | None = view["seat"]
        self.main: int = 0 if self.me is None else self.me  # whose board is shown large
        self.phase: str = view["phase"]
        self.offers: dict[int, Mapping[str, Any]] = {offer["move"]: offer for offer in view["offers"]}
        self.hot: Mapping[str, Any] | None = None if render.hot is None else self.offers.get(render.hot)
        self.placed: set[int] = set()  # the legal moves that can be clicked so far
        self._labels: dict[int, str] = {}  # a move may have its place more than once
        self._kept = None if render.hot is not None else render.kept
        if self._kept is not None:
            self._kept.forget_unless((self.me, render.names, render.say, render.turn, render.bots))

    def name(self, seat: int) -> str:
        """Return the player's name, escaped for HTML."""
        if seat < len(self.render.names):
            return escape(self.render.names[seat])
        return fill(self.say("Seat {number}"), number=seat + 1)

    def called(self, move: int) -> str:
        """Return the name of a move as plain text."""
        return self.words.move(move, self.view, self.say)

    def label(self, move: int) -> str:
        """Return the accessible name of a move with the players' names, escaped for HTML."""
        if move not in self._labels:
            self._labels[move] = self.with_names(self.called(move))
        return self._labels[move]

    def with_names(self, sentence: str) -> str:
        """Return a sentence with the players' names at @0 to @3, escaped for HTML."""
        text = escape(self.say.fit(sentence, self.render.names))
        if "@" not in text:
            return text
        for seat in self.seats:
            text = text.replace(f"@{seat}", self.name(seat))
        return text

    def choice(self, move: int, kind: str = "") -> str:
        """Return the attributes of an element that makes a move: `<g {scene.choice(move)}>`."""
        self.placed.add(move)
        hot = "hot" if self.render.hot == move else ""
        style = " ".join(filter(None, ("can", kind, hot)))
        return f'class="{style}" data-move="{move}" role="button" tabindex="-1" aria-label="{self.label(move)}"'

    def tried(self, move: int) -> str:
        """Return the attribute of a place that cannot be chosen now: the page asks why not that move."""
        return tried(move)

    def badge(self, seat: int) -> str:
        """Return the label of the viewer's own seat or of a bot and its level, and an empty element in which the page
        shows presence and clock."""
        say = self.say
        place = f'<span class="sits" data-person="{seat}"></span>'
        if seat == self.me:
            return f'<small class="badge you">{escape(say("you"))}</small>{place}'
        if seat in self.render.bots:
            level = self.render.bots[seat]
            heard = escape(say("a bot of level {n}", n=level))
            return (
                f'<small class="badge bot" role="img" aria-label="{heard}" title="{heard}">{escape(say("bot"))} '
                f"{level}</small>{place}"
            )
        return place

    def enlarge(self, seat: int) -> str:
        """Return a button that enlarges the board around it (`data-board`) over the page."""
        words = fill(self.say("Enlarge the board of {name}"), name=self.name(seat))
        return (
            f'<button class="btn ghost sq enlarge" type="button" aria-label="{words}" '
            f'title="{words}">{icon("zoom", 18)}</button>'
        )

    def once(self, draw: Callable[[Self], Drawn], *seen: Any) -> Drawn:
        """Draw a part, or return it as it was drawn last on this page if the values `seen` are the same: the part must
        show nothing else of the view. Nothing is kept while a move is hovered."""
        if self._kept is None:
            return draw(self)
        known: _Kept[Drawn] = self._kept.find(draw, seen) or self._draw(self._kept, draw, seen, lambda: draw(self))
        return self._shown(known)

    def each(self, draw: Callable[[Self, int], Drawn], number: int, *seen: Any) -> Drawn:
        """`once` for one of several parts alike (a seat, a gear), which `draw` is told by its number."""
        if self._kept is None:
            return draw(self, number)
        name = draw, number
        known: _Kept[Drawn] = self._kept.find(name, seen) or self._draw(
            self._kept, name, seen, lambda: draw(self, number)
        )
        return self._shown(known)

    def _draw(self, kept: KeptParts, name: Hashable, seen: tuple[Any, ...], draw: Callable[[], Drawn]) -> _Kept[Drawn]:
        """Draw a part and keep it with the legal moves that can be clicked in it."""
        others, self.placed = self.placed, set()
        drawn = draw(), frozenset(self.placed)
        self.placed = others
        kept.keep(name, seen, drawn)
        return drawn

    def _shown(self, known: _Kept[Drawn]) -> Drawn:
        drawn, placed = known
        if placed:
            self.placed |= placed
        return drawn

    def panels(self, slots: Mapping[str, str | Sequence[str]]) -> Panels:
        """Return the finished parts with all moves that were placed in them."""
        drawn = {slot: (html,) if isinstance(html, str) else tuple(html) for slot, html in slots.items()}
        for slot, pieces in drawn.items():
            if not all(map(str.isascii, pieces)):
                drawn[slot] = tuple(map(in_ascii, pieces))
        return Panels(drawn, frozenset(self.placed))

"""Staging: what happened, one thing after the other, for a page that tells it: who, what, where, what it brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tablero.core.game import Game
from tablero.core.look import Look
from tablero.core.motion import Motion
from tablero.site.telling import Told

LOOKED_BACK = 6  # turns that a spectator is told of


@dataclass(frozen=True)
class Stage:
    """All that is needed to tell what happened up to a position, as one viewer may know it."""

    game: Game
    view: Mapping[str, Any]
    look: Look
    seat: int | None
    turns: Sequence[Told]
    events: Sequence[Mapping[str, Any]]

    def steps(self, known: int) -> list[dict[str, Any]]:
        """The events from number `known` on, as steps."""
        out = []
        for number in range(len(self.turns) - 1, -1, -1):
            turn = self.turns[number]
            if turn.last <= known:
                break
            out.append(self._step(number, turn, max(known, turn.first)))
        return out[::-1]

    def since(self) -> list[dict[str, Any]]:
        """The turns of the others since the viewer's own last one, each with the position after it. What the viewer has
        done of the present turn does not count as one."""
        last = len(self.turns)
        first = max(0, last - LOOKED_BACK)
        if self.seat is not None:
            own = [number for number, turn in enumerate(self.turns) if turn.made and turn.seat == self.seat]
            while own and own[-1] == last - 1:
                last = own.pop()
            first = own[-1] + 1 if own else 0
        return [
            {**self._step(number, turn, turn.first), "k": turn.k}
            for number, turn in enumerate(self.turns[first:last], first)
            if turn.words and (turn.seat is None or turn.seat != self.seat)
        ]

    def places(self, event: int) -> tuple[str, ...]:
        """The places that the turn which begins with this event has changed."""
        turn = next((turn for turn in self.turns if turn.first <= event < turn.last), None)
        return self._motion(turn.first, turn.last).places if turn is not None else ()

    def _motion(self, first: int, last: int) -> Motion:
        return Motion() if self.game.motion is None else self.game.motion(self.events[:last], first)

    def _step(self, number: int, turn: Told, first: int) -> dict[str, Any]:
        motion = self._motion(first, turn.last)
        own = turn.seat is not None and turn.seat == self.seat
        step = {
            "turn": number, "seat": turn.seat, "text": "" if own else turn.words,
            "places": motion.places, "flights": [asdict(flight) for flight in motion.flights], "style": motion.style,
            "sheet": self.game.drawing.sheet(self.view, self.look, self.events[first : turn.last]),
        }  # fmt: skip
        return {name: value for name, value in step.items() if value not in ("", (), [])}

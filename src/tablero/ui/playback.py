"""Playback of what happened, step by step: who, what, where, what it brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablero.core.drawing.animation import Animation
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.game import Game
from tablero.ui.log_text import TurnText

LOOKED_BACK = 6  # turns that a spectator can play back


@dataclass(slots=True)
class Playback:
    """What is needed to play back the way to a position, as one viewer may know it."""

    game: Game
    view: Mapping[str, Any]
    render_options: RenderOptions
    seat: int | None
    turns: Sequence[TurnText]
    events: Sequence[Mapping[str, Any]]

    def steps(self, known: int) -> list[dict[str, Any]]:
        """Return the events from number `known` on, as steps."""
        out = []
        for number in range(len(self.turns) - 1, -1, -1):
            turn = self.turns[number]
            if turn.last <= known:
                break
            out.append(self._step(number, turn, max(known, turn.first)))
        return out[::-1]

    def since(self) -> list[dict[str, Any]]:
        """Return the turns since the viewer's last one, each with its count of moves: those of other players, and those
        that a bot made in the viewer's name. The viewer's unfinished turn does not count."""
        last = len(self.turns)
        first = max(0, last - LOOKED_BACK)
        if self.seat is not None:
            own = [number for number, turn in enumerate(self.turns) if turn.made and self._own(turn)]
            while own and own[-1] == last - 1:
                last = own.pop()
            first = own[-1] + 1 if own else 0
        return [
            {**self._step(number, turn, turn.first), "k": turn.k}
            for number, turn in enumerate(self.turns[first:last], first)
            if turn.words and not self._own(turn)
        ]

    def _own(self, turn: TurnText) -> bool:
        """Whether the viewer has made a turn, and not a bot in the viewer's name."""
        return turn.seat is not None and turn.seat == self.seat and not turn.stood_in

    def places(self, event: int) -> tuple[str, ...]:
        """Return the places that the turn with this event has changed."""
        turn = next((turn for turn in self.turns if turn.first <= event < turn.last), None)
        return self._animation(turn.first, turn.last).places if turn is not None else ()

    def _animation(self, first: int, last: int) -> Animation:
        return Animation() if self.game.motion is None else self.game.motion(self.events[:last], first)

    def _step(self, number: int, turn: TurnText, first: int) -> dict[str, Any]:
        motion = self._animation(first, turn.last)
        step = {
            "turn": number,
            "seat": turn.seat,
            "text": "" if self._own(turn) else turn.words,
            "places": motion.places,
            "flights": [dict(vars(flight)) for flight in motion.flights],
            "style": motion.style,
            "sheet": self.game.drawing.sheet(self.view, self.render_options, self.events[first : turn.last]),
        }
        return {name: value for name, value in step.items() if value not in ("", (), [])}

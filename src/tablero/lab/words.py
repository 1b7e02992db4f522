"""Games in words, for language models: what a seat sees, what it may do, and moves in notation.

>>> from tablero.lab.words import Talk
>>> talk = Talk("yaxha", seats=2, seed=7)
>>> seat, told = talk.told()
>>> print(told.splitlines()[0])
You are seat 0 of 2 in a game of Yaxha.
>>> talk.answer("take tile 2")
>>> talk.told()[0]
1
>>> talk.answer("take all tiles")  # doctest: +ELLIPSIS
Traceback (most recent call last):
tablero.core.errors.IllegalMove: 'take all tiles' is no move of Yaxha: say 'take tile 2', 'finish' or ...

The text is made from the view of the seat and the events that it may read, and contains nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, SupportsIndex

import tablero
from tablero.core import Game, IllegalMove, State
from tablero.core.i18n.translator import translator_for
from tablero.lab.vectorized import rewards

SEAT = re.compile(r"@(\d)")


class Talk:
    """One game by question and answer: `told` returns the next question and its seat, `answer` takes the answer."""

    def __init__(
        self,
        game: Game | str,
        seats: SupportsIndex = 2,
        seed: SupportsIndex | None = None,
        *,
        options: Mapping[str, str] | None = None,
        language: str = "en",
    ) -> None:
        self.game = tablero.game(game) if isinstance(game, str) else game
        self.say = translator_for(self.game.package, language)
        self.state: State = self.game.start(seats, seed, options, listen=True)
        self._shown = [0] * int(self.state.seats)  # events that each seat has been shown

    def told(self) -> tuple[int, str]:
        """Return the seat that has to decide and its question; -1 and the result when the game is over."""
        actors = self.state.actors()
        if not actors:
            return -1, self.result()
        return actors[0], self.question(actors[0])

    def question(self, seat: int) -> str:
        """Return the events since the last question to this seat, the board, the prompt, and the legal moves with their
        effects."""
        state, words = self.state, self.game.words
        view = state.view(seat)
        headline, detail = words.prompt(view, self.say)
        moves = [f"- {self.game.moves.write(move)}: {words.move(move, view, self.say)}" for move in view["moves"]]
        parts = [
            f"You are seat {seat} of {view['seats']} in a game of {self.game.title}.",
            "\n".join(self._news(seat)),
            self.game.drawing.text(view),
            self._own(view),
            f"{headline}\n{detail}".strip(),
            "\n".join(["Your moves:", *moves]) if moves else "",
        ]
        return self._named("\n\n".join(part for part in parts if part))

    def rules(self) -> str:
        """Return the rules in Markdown, with the numbers of this game's options."""
        return self.game.guide(self.say.language, dict(self.state.options))

    def answer(self, text: str) -> None:
        """Make the move that these words mean. Raise IllegalMove, with the reason in a sentence, if it is not legal."""
        seat = self.state.actors()[0]
        move = self.game.read(self.state, seat, text)
        rule = self.state.why_not(seat, move)
        if rule is not None:
            raise IllegalMove(rule, self._named(self.game.words.refusal(rule, self.say)))
        self.state.play(seat, move)

    def result(self) -> str:
        """Return the result in words."""
        result = self.state.result()
        if result is None:
            return "The game is not over."
        scores = ", ".join(f"seat {seat}: {points}" for seat, points in enumerate(result.scores))
        won = " and ".join(f"seat {seat}" for seat in result.winners) or "nobody"
        return f"The game is over. Points: {scores}. Won by {won}."

    def rewards(self) -> list[float]:
        """Return the rewards of the finished game: 1 for a win, shared by winners; the others lose as much."""
        if self.state.actors():
            raise RuntimeError("the game is not over, so that nothing is paid yet: ask when told() gives seat -1")
        return rewards(self.state, False)

    def _news(self, seat: int) -> list[str]:
        """Return the lines of the log that this seat has not been shown yet."""
        journal = self.state.journal or []
        events = [event for event in journal[self._shown[seat] :] if event.get("to", seat) == seat]
        self._shown[seat] = len(journal)
        return [line for event in events if (line := self.game.words.line(event, self.say))]

    def _own(self, view: Mapping[str, Any]) -> str:
        """Return what only this seat knows, with the names of the view."""
        own = view.get("mine") or {"objectives": view["players"][view["seat"]]["objectives"]}
        return f"Known to you alone: {json.dumps(own)}"

    def _named(self, text: str) -> str:
        return SEAT.sub(r"seat \1", text)

"""A game in words, for language models: what a seat sees, what it may do, and moves as people write them.

>>> from tablero.lab.words import Talk
>>> talk = Talk("yaxha", seats=2, seed=7)
>>> seat, told = talk.told()
>>> print(told.splitlines()[0])
You are seat 0 of 2 in a game of Yaxha.
>>> talk.answer("take tile 2")
>>> talk.told()[0]
1
>>> talk.answer("take all tiles")
Traceback (most recent call last):
tablero.core.errors.IllegalMove: 'take all tiles' is no move of Yaxha: say 'take tile 2', 'finish' or 'grey 1,-2 level 3'

What is told follows from the view of the seat and the journal that it may read, so that it holds nothing more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, SupportsIndex

import tablero
from tablero.core import Game, IllegalMove, State
from tablero.core.speech import speaker
from tablero.lab.rows import rewards

SEAT = re.compile(r"@(\d)")


class Talk:
    """One game by question and answer: `told` is the next question and whom it is for, `answer` the answer."""

    def __init__(
        self, game: Game | str, seats: SupportsIndex = 2, seed: SupportsIndex | None = None, *,
        options: Mapping[str, str] | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        self.game = tablero.game(game) if isinstance(game, str) else game
        self.say = speaker(self.game.package, language)
        self.state: State = self.game.start(seats, seed, options, listen=True)
        self._heard = [0] * int(self.state.seats)  # how much of the journal each seat has been told

    def told(self) -> tuple[int, str]:
        """The seat that has to decide, and all that it needs for that; -1 and the result when the game is over."""
        actors = self.state.actors()
        if not actors:
            return -1, self.result()
        return actors[0], self.question(actors[0])

    def question(self, seat: int) -> str:
        """What happened since the seat was last asked, the board, what is asked, and the legal moves with what they bring."""
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
        """The rules retold, in Markdown, with the numbers of this game's options."""
        return self.game.guide(self.say.language, dict(self.state.options))

    def answer(self, text: str) -> None:
        """Make the move that these words mean; IllegalMove says in a sentence why that cannot be, and nothing has changed."""
        seat = self.state.actors()[0]
        move = self.game.read(self.state, seat, text)
        rule = self.state.why_not(seat, move)
        if rule is not None:
            raise IllegalMove(rule, self._named(self.game.words.refusal(rule, self.say)))
        self.state.play(seat, move)

    def result(self) -> str:
        """How it ended, in words."""
        result = self.state.result()
        if result is None:
            return "The game is not over."
        scores = ", ".join(f"seat {seat}: {points}" for seat, points in enumerate(result.scores))
        won = " and ".join(f"seat {seat}" for seat in result.winners) or "nobody"
        return f"The game is over. Points: {scores}. Won by {won}."

    def rewards(self) -> list[float]:
        """What the finished game brings to each seat: 1 for a win, shared, and the others lose as much."""
        if self.state.actors():
            raise RuntimeError("the game is not over, so that nothing is paid yet: ask when told() gives seat -1")
        return rewards(self.state, False)

    def _news(self, seat: int) -> list[str]:
        """The lines of the log that this seat has not been told yet."""
        journal = self.state.journal or []
        events = [event for event in journal[self._heard[seat] :] if event.get("to", seat) == seat]
        self._heard[seat] = len(journal)
        return [line for event in events if (line := self._line(event))]

    def _own(self, view: Mapping[str, Any]) -> str:
        """What the seat alone knows, in the names of the view."""
        own = view.get("mine") or {"objectives": view["players"][view["seat"]]["objectives"]}
        return f"Known to you alone: {json.dumps(own)}"

    def _line(self, event: Mapping[str, Any]) -> str:
        return self.game.words.line(event, self.say)

    def _named(self, text: str) -> str:
        return SEAT.sub(r"seat \1", text)

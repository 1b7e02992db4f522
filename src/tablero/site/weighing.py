"""Weighing: the thoughts behind what-if boards, in processes of their own, so many at once and no more."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from tablero.core.luck import seeded
from tablero.core.state import State
from tablero.insight.advice import Advice, Choice
from tablero.insight.worth import Worth
from tablero.site import whatif_thought
from tablero.site.bot_thought import advise
from tablero.site.questions import Questions
from tablero.table import Refusal, Table

AT_ONCE = 8  # questions of all people that may wait for an answer
QUESTIONS, PER_SECOND = 40, 1.0  # that somebody may ask at once, and after that


class Weighing:
    """Thinks for those who try things out; its processes are started when somebody asks first."""

    def __init__(self) -> None:
        # Two processes: a bot's answer need not wait until a position has been weighed.
        self._questions = Questions(2, AT_ONCE, QUESTIONS, PER_SECOND)

    async def worth(self, state: State, who: str) -> Worth:
        """What a position is worth to every seat."""
        seat = max(0, int(state.actor()))
        return await self._questions.ask(who, whatif_thought.worth, state.game.name, state.dump(), seat, secrets.randbits(128))

    async def answers(self, state: State, mine: Collection[int], level: int, who: str) -> list[tuple[int, int]]:
        """What bots do until a seat in `mine` owes a decision, or for a while."""
        given = (state.game.name, state.dump(), tuple(mine), level, secrets.randbits(128))
        return await self._questions.ask(who, whatif_thought.answers, *given)

    async def advice(self, table: Table, seat: int, who: str) -> Advice:
        """What the strongest level would do at a seat that owes a decision, and why."""
        if not table.state.owes(seat):
            raise Refusal("it is not your turn: ask when something is asked of you")
        moves = table.state.moves(seat)
        if len(moves) == 1:
            return Advice((Choice(moves[0], 1.0),))
        imagined = table.state.imagine(seat, seeded(secrets.randbits(128))).dump()
        return await self._questions.ask(who, advise, table.game.name, imagined, seat, secrets.randbits(128))

    def close(self) -> None:
        self._questions.close()

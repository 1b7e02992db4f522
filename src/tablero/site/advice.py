"""Hints: who may ask what to do, what the strongest level would do, and why, in words."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from markupsafe import escape

from tablero.core.aspect import Reason
from tablero.core.game import Game
from tablero.core.icons import icon
from tablero.core.luck import seeded
from tablero.insight.advice import Advice, Choice
from tablero.insight.reasons import told
from tablero.site.bot_thought import advise
from tablero.site.language import Tongue
from tablero.site.messages import sentence
from tablero.site.questions import Questions
from tablero.site.seats import seat_names
from tablero.site.telling import tell
from tablero.table import Refusal, Table

AT_ONCE = 4  # questions that may wait for the one process that answers them
QUESTIONS, PER_SECOND = 8, 0.25  # that somebody may ask at once, and after that
LEVEL = 0.02  # chances that lie no further apart are about the same


def bulb(asked: bool, tongue: Tongue) -> str:
    """The button that asks for a hint; it keeps its place while nothing is asked of the person."""
    words = escape(tongue.say("Hint"))
    off = "" if asked else " disabled"
    return (
        f'<button class="btn bulb" type="button" data-do="advise" aria-label="{words}" aria-keyshortcuts="H" title="{words} (H)"{off}>'
        f"{icon('bulb', 20)}<span>{words}</span></button>"
    )


def told_reasons(game: Game, reasons: Sequence[Reason], tongue: Tongue) -> str:
    """Reasons as one sentence about the better move; last, after a but, what it costs. Empty when there are none."""
    say = tongue.of(game)
    words = [(reason.change > 0, told(game, reason, say)) for reason in reasons]
    gains = tongue.say.every([text for better, text in words if better and text])
    price = tongue.say.every([text for better, text in words if not better and text])
    if not gains:
        return ""
    return sentence(tongue.say("{gains}, but {price}", gains=gains, price=price) if price else gains)


def told_advice(table: Table, seat: int, advice: Advice, tongue: Tongue) -> dict[str, Any]:
    """Advice as a page shows it: the best move with what speaks for it, and all that come into question with their worth."""
    say, names = tongue.of(table.game), seat_names(table, tongue)

    def name(move: int) -> str:
        return str(tell(table.game.words.move(move, table.view(seat), say), names, say, marks=False).unescape())

    first = advice.best[0]
    named = [
        {"move": choice.move, "words": name(choice.move), "chance": round(100 * choice.chance)}
        for choice in advice.best
    ]
    return {
        "advice": {
            "move": first.move,
            "words": name(first.move),
            "why": told_reasons(table.game, advice.reasons, tongue),
            "other": _compared(advice, "" if advice.against is None else name(advice.against), tongue),
            "best": named if len(named) > 1 else [],
        }
    }


def _compared(advice: Advice, other: str, tongue: Tongue) -> str:
    """With what the best move was compared, and how far apart the two are where nothing else could be said."""
    if not other:
        return tongue.say("Nothing else comes into question.")
    if advice.reasons:
        return tongue.say("Compared with: {other}", other=other)
    if advice.best[0].chance - advice.best[1].chance <= LEVEL:
        return tongue.say("About as good: {other}", other=other)
    return tongue.say("It pays later. The next best: {other}", other=other)


class Adviser:
    """Thinks for people who ask what to do, in a process of its own that is started when somebody asks first."""

    def __init__(self) -> None:
        self._questions = Questions(1, AT_ONCE, QUESTIONS, PER_SECOND)

    async def advice(self, table: Table, seat: int, who: str) -> Advice:
        """What the strongest bot would do at a seat that owes a decision. It thinks about an imagined position."""
        if not table.started or not table.state.owes(seat):
            raise Refusal("it is not your turn: ask when something is asked of you")
        if not table.gives_hints(seat):
            raise Refusal(
                "at this table everybody decides alone: hints are given where all others are bots, or where they were allowed when it was opened"
            )
        moves = table.state.moves(seat)
        if len(moves) == 1:
            return Advice((Choice(moves[0], 1.0),))
        imagined = table.state.imagine(seat, seeded(secrets.randbits(128))).dump()
        return await self._questions.ask(who, advise, table.game.name, imagined, seat, secrets.randbits(128))

    def close(self) -> None:
        self._questions.close()

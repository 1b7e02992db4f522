"""Hints in words: the button that asks for one, the best move, and the reasons for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import escape

from tablero.analysis.hints import MoveHint
from tablero.analysis.move_reasons import reason_text
from tablero.core.aspect import Reason
from tablero.core.drawing.icons import icon
from tablero.core.game import Game
from tablero.table import Refusal, Table
from tablero.ui.language import Language
from tablero.ui.log_text import fill_names
from tablero.ui.messages import sentence
from tablero.ui.names import brief_pair, rest_of_name, seat_names

SIMILAR_CHANCES = 0.02  # chances no further apart are about the same


def hint_button(asked: bool, language: Language) -> str:
    """Return the button that asks for a hint; disabled, it keeps its place while the player owes no decision."""
    words = escape(language.say("Hint"))
    off = "" if asked else " disabled"
    return (
        f'<button class="btn bulb" type="button" data-do="advise" aria-label="{words}" aria-keyshortcuts="H" '
        f'title="{words} (H)"{off}>{icon("bulb", 20)}<span>{words}</span></button>'
    )


def reasons_sentence(game: Game, reasons: Sequence[Reason], language: Language) -> str:
    """Return one sentence about what the better move gains and, after a "but", what it costs; empty without gains."""
    words = _reasons(game, reasons, language)
    return sentence(words) if words else ""


def _reasons(game: Game, reasons: Sequence[Reason], language: Language) -> str:
    """Return the same as the end of a sentence about the move."""
    say = language.of(game)
    words = [(reason.change > 0, reason_text(game, reason, say)) for reason in reasons]
    gains = language.say.every([text for better, text in words if better and text])
    price = language.say.every([text for better, text in words if not better and text])
    if not gains:
        return ""
    return language.say("{gains}, but {price}", gains=gains, price=price) if price else gains


def hint_message(table: Table, seat: int, hint: MoveHint, language: Language) -> dict[str, Any]:
    """Return the hint as JSON for the page: the best move with its reasons, and the candidates with their chances."""
    say, names = language.of(table.game), seat_names(table, language)

    def name(move: int) -> str:
        return str(fill_names(table.game.words.move(move, table.view(seat), say), names, say, marks=False).unescape())

    first, why = hint.best[0], _reasons(table.game, hint.reasons, language)
    move, other = brief_pair(name(first.move), "" if hint.against is None else name(hint.against))
    named = [
        {"move": choice.move, "words": name(choice.move), "chance": round(100 * choice.chance)} for choice in hint.best
    ]
    return {
        "advice": {
            "move": first.move,
            "words": rest_of_name(name(first.move), move) if why else name(first.move),
            "why": sentence(language.say("{move}: {reasons}", move=move, reasons=why)) if why else "",
            "other": _compared(hint, other, language),
            "best": named if len(named) > 1 else [],
        }
    }


def _compared(hint: MoveHint, other: str, language: Language) -> str:
    """Return a sentence about the move that the best one was compared with."""
    if not other:
        return language.say("Nothing else is sensible here.")
    if hint.reasons:
        return language.say("Not as good: {other}", other=other)
    if hint.best[0].chance - hint.best[1].chance <= SIMILAR_CHANCES:
        return language.say("About as good: {other}", other=other)
    return language.say("It pays later. The next best: {other}", other=other)


def check_hint(table: Table, seat: int) -> None:
    """Raise Refusal if a seat owes no decision, or if the table gives no hints."""
    if not table.started or not table.state.owes(seat):
        raise Refusal("it is not your turn: ask when something is asked of you")
    if not table.gives_hints(seat):
        raise Refusal(
            "at this table everybody decides alone: hints are given where all others are bots, "
            "or where they were allowed when it was opened"
        )

"""Puzzles in words: how hard they are, what a turn does, why one is better, what is gained in them most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from tablero.analysis.move_reasons import reason_text
from tablero.analysis.puzzles import EASY_BELOW, MEDIUM_BELOW
from tablero.core.aspect import Reason
from tablero.core.game import Game
from tablero.core.i18n.translator import Translator
from tablero.table import Table
from tablero.table.puzzle_session import PuzzleSession
from tablero.ui.language import Language
from tablero.ui.log_text import LogText, TurnText, fill_names
from tablero.ui.messages import sentence
from tablero.ui.names import seat_names


@dataclass(frozen=True)
class ReasonWords:
    """A reason in words, and whether it speaks for the better turn or is its price."""

    gain: bool
    words: str


def difficulty(rating: int, say: Translator) -> str:
    """Return how hard a puzzle is."""
    return say("Easy") if rating < EASY_BELOW else say("Medium") if rating < MEDIUM_BELOW else say("Hard")


def reason_words(game: Game, reasons: Sequence[Reason], language: Language) -> list[ReasonWords]:
    """Return reasons for a better turn, the weightiest first."""
    said = [(reason.change > 0, reason_text(game, reason, language.of(game))) for reason in reasons]
    return [ReasonWords(gain, sentence(words)) for gain, words in said if words]


def turn_words(session: PuzzleSession, turns: Sequence[Sequence[int]], language: Language) -> list[str]:
    """Return what each of some turns does, in one sentence each; where two sound alike, by their moves."""
    told = [_told(session, turn, language) for turn in turns]
    for tell in (_moves_in_brief, _moves):
        told = [
            tell(session, turn, language) or words if not words or told.count(words) > 1 else words
            for turn, words in zip(turns, told, strict=True)
        ]
    return told


def answers_words(session: PuzzleSession, language: Language) -> list[Markup]:
    """Return what the others answer to the last try, turn by turn; HTML."""
    if session.verdict is None:
        return []
    table = session.table.copy()
    known = len(table.log(session.seat))
    for seat, move in session.verdict.answers:
        table.make(seat, move)
    return [Markup(turn.words) for turn in _turns(table, session.seat, language, known) if turn.words]


def _told(session: PuzzleSession, turn: Sequence[int], language: Language) -> str:
    table = session.table_at_start()
    for move in turn:
        table.make(session.seat, move)
    found = [one for one in _turns(table, session.seat, language, 0) if one.seat == session.seat and one.made]
    return str(Markup(" ").join(Markup(one.words) for one in found).striptags()) if found else ""


def _turns(table: Table, seat: int, language: Language, first: int) -> list[TurnText]:
    text = LogText(table.game, language.of(table.game))
    entries, makers = table.log(seat)[first:], table.makers(seat)[first:]
    return list(text.turns(entries, makers[: len(entries)], seat_names(table, language)))


def _moves_in_brief(session: PuzzleSession, turn: Sequence[int], language: Language) -> str:
    """Return the first sentence about each move of a turn that was chosen."""
    return _moves(session, turn, language, brief=True)


def _moves(session: PuzzleSession, turn: Sequence[int], language: Language, brief: bool = False) -> str:
    """Return the moves of a turn that were chosen, in words."""
    table, game, seat, said = session.table_at_start(), session.game, session.seat, list[str]()
    names = seat_names(table, language)
    for move in turn:
        view = table.view(seat)
        if len(view["moves"]) > 1:
            words = fill_names(game.words.move(move, view, language.of(game)), names, language.of(game), marks=False)
            told = str(words.unescape())
            said.append((told.split(". ")[0] if brief else told).rstrip("."))
        table.make(seat, move)
    return "; ".join(said)


def percent(chance: float) -> int:
    return round(100 * chance)


def minutes(seconds: float) -> str:
    """Return a time as minutes and seconds.

    >>> minutes(92.4)
    '1:32'
    """
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"

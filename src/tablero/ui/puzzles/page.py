"""The page of a puzzle: a table page with a card that says what is asked, and what became of a try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import escape

from tablero.core.drawing.icons import icon
from tablero.table import Table
from tablero.ui.language import Language
from tablero.ui.menu import StatusPrompt
from tablero.ui.puzzles.text import answers_words, difficulty, minutes, percent, reason_words, turn_words
from tablero.ui.rendering import render
from tablero.ui.result_sheet import ResultSheet
from tablero.ui.table_page import Perspective, TablePage, TablePageBuilder

if TYPE_CHECKING:
    from tablero.ui.puzzles.room import PuzzleRoom


class PuzzlePageBuilder(TablePageBuilder):
    """Builds the page of a puzzle for its solver."""

    def __init__(self, room: PuzzleRoom, table: Table, perspective: Perspective) -> None:
        super().__init__(table, perspective)
        self._room = room
        self._session = room.session

    def ended(self) -> bool:
        return False

    def ending(self) -> ResultSheet | None:
        return None

    def gives_hints(self) -> bool:
        return False

    def players(self) -> str:
        return ""

    def history(self) -> str:
        return ""

    def can_undo(self) -> bool:
        return self._session.asking and bool(self._session.made) and not self.past

    def made_alone(self) -> str:
        return ""

    def status_prompt(self) -> StatusPrompt | None:
        """Return what became of the turn, once it is over."""
        say = self.language.say
        headlines = {
            "judging": say("Your turn is judged ..."),
            "right": say("Solved"),
            "wrong": say("Not the best turn"),
            "shown": say("The best turn"),
        }
        stage = self._session.stage
        return StatusPrompt(str(escape(headlines[stage])), "", self._next()) if stage in headlines else None

    def buttons(self, instead: StatusPrompt | None) -> str:
        if self.past:
            return super().buttons(instead)
        return instead.buttons if instead else self._help()

    def _sentences(self, ending: ResultSheet | None, instead: StatusPrompt | None) -> tuple[str, str]:
        headline, detail = super()._sentences(ending, instead)
        lit = self.language.say("The light shows where the best turn goes on.")
        return headline, str(escape(lit)) if self._session.lit is not None and not self.past else detail

    def _help(self) -> str:
        """Return the buttons that help with the turn."""
        say, out = self.language.say, ""
        for what, sign, words, key in (
            ("hint", "bulb", say("A hint"), ' aria-keyshortcuts="H"'),
            ("show", "eye", say("Show me"), ""),
        ):
            named = f'aria-label="{escape(words)}" title="{escape(words)}"'
            out += (
                f'<button class="btn dk" type="button" data-puzzle="{what}"{key} {named}>{icon(sign, 19)}'
                f"<span>{escape(words)}</span></button>"
            )
        return out

    def _next(self) -> str:
        say, session = self.language.say, self._session
        if session.stage == "wrong":
            words = escape(say("Try again"))
            return f'<button class="btn pri" type="button" data-puzzle="again">{icon("replay", 18)}{words}</button>'
        if session.done:
            words = escape(say("Next puzzle"))
            href = f"/puzzles/{self.game.name}/next"
            return f'<a class="btn pri" href="{href}" data-next-puzzle>{words}{icon("arrow", 18)}</a>'
        return ""

    def more_parts(self) -> dict[str, str]:
        return {"puzzle": puzzle_card(self._room, self.language)}

    def _read_view(self) -> None:
        super()._read_view()
        if not self._session.asking:  # what comes after the turn is not asked
            self.view = {**self.view, "moves": [], "offers": [], "closing": None}
            self.asked = False

    def _title(self) -> str:
        return f"{self.language.say('Puzzle')} · {self.game.title} · Tablero"


class PuzzlePages:
    """The pages of a puzzle, for its connections."""

    def __init__(self, room: PuzzleRoom) -> None:
        self._room = room

    def page(self, table: Table, perspective: Perspective, rematch: str | None = None) -> TablePage:
        return PuzzlePageBuilder(self._room, table, perspective).build()


def puzzle_card(room: PuzzleRoom, language: Language) -> str:
    """Return what the page says about a puzzle and the last try, as HTML."""
    session, game, say = room.session, room.session.game, language.say
    puzzle, verdict = session.puzzle, session.verdict
    bars = []
    if session.done and verdict is not None:
        turns = {puzzle.moves(turn): turn for turn in puzzle.turns}
        own = tuple(session.made)
        if verdict.turn not in turns.values() and own not in turns:
            turns[own] = verdict.turn
        ranked = sorted(turns, key=lambda moves: (not turns[moves].right, -turns[moves].chance))
        for moves, words in zip(ranked, turn_words(session, ranked, language), strict=True):
            turn = turns[moves]
            yours = session.stage == "right" and turn == verdict.turn
            note = (
                say("your turn")
                if yours
                else say("counts as solved too")
                if turn.right and turn != puzzle.best
                else say("the best turn")
                if turn == puzzle.best
                else ""
            )
            bars.append({"words": words, "note": note, "percent": percent(turn.chance), "right": turn.right})
    judged = verdict is not None and not session.asking and session.stage != "judging"
    if verdict is None:
        why = []
    elif session.stage == "wrong":
        why = reason_words(game, verdict.reasons, language)
    else:
        why = reason_words(game, puzzle.reasons, language)
    return render(
        "puzzles/parts/card.jinja",
        language,
        game=game,
        room=room,
        session=session,
        puzzle=puzzle,
        verdict=verdict if judged else None,
        standing=room.standing,
        level=difficulty(puzzle.rating, say),
        bars=bars,
        why=why if judged else [],
        answers=answers_words(session, language) if judged else [],
        own_words=turn_words(session, [session.made], language)[0] if judged and session.stage == "wrong" else "",
        percent=percent,
        give=max(1, percent(max(turn.give for turn in puzzle.turns))),
        time=minutes(room.seconds) if room.seconds else "",
        trouble=say(room.trouble) if room.trouble else "",
    )

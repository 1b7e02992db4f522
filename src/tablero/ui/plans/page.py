"""The page on which a plan is made: a table page with the plan's lines beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from tablero.core.drawing.icons import icon
from tablero.core.state import State
from tablero.table import Table
from tablero.table.plan_board import PlanBoard, Trail, form_of
from tablero.table.plans import PlanLine
from tablero.ui.language import Language
from tablero.ui.log_text import LogText, fill_names
from tablero.ui.menu import StatusPrompt
from tablero.ui.rendering import render
from tablero.ui.result_sheet import ResultSheet
from tablero.ui.table_page import Perspective, TablePage, TablePageBuilder

if TYPE_CHECKING:
    from tablero.ui.plans.room import PlanRoom

LETTERS = "ABCDEFGH"


class PlanPageBuilder(TablePageBuilder):
    """Builds the page of a plan for its owner."""

    def __init__(self, room: PlanRoom, table: Table, perspective: Perspective) -> None:
        super().__init__(table, perspective)
        self._room = room

    def ended(self) -> bool:
        return False

    def ending(self) -> ResultSheet | None:
        return None

    def gives_hints(self) -> bool:
        return False

    def looks_on(self) -> str:
        return ""

    def status_prompt(self) -> StatusPrompt | None:
        return None

    def players(self) -> str:
        return ""

    def history(self) -> str:
        return ""

    def can_undo(self) -> bool:
        return bool(self._room.board.path)

    def buttons(self, instead: StatusPrompt | None) -> str:
        say = self.language.say
        keep, back = escape(say("Keep this line")), escape(say("Back to the table"))
        return (
            f'<a class="btn dk leave-what" href="/t/{escape(self._room.match)}" aria-label="{back}" title="{back}">'
            f'{icon("arrow", 19)}<span>{back}</span></a><button class="btn pri keep-line" type="button" '
            f'data-what="keep" aria-keyshortcuts="K" title="{keep} (K)">{icon("check", 19)}<span>{keep}</span></button>'
        )

    def _sentences(self, ending: ResultSheet | None, instead: StatusPrompt | None) -> tuple[str, str]:
        """Return what is tried so far, and whose choice comes next."""
        board, say = self._room.board, self.language.say
        headline, detail = super()._sentences(ending, instead)
        owing = self.table.state.actors()
        mover = board.seat if board.seat in owing or not owing else owing[0]
        if mover == board.seat:
            led = say("Plan: what you do then")
        else:
            led = say("Plan: if {name} ...", name=board.names[mover])
        return str(escape(led)), " · ".join(filter(None, (headline, detail)))

    def more_parts(self) -> dict[str, str]:
        return {"branches": plan_cards(self._room, self.language), "what-note": "", "worth": ""}

    def _title(self) -> str:
        return f"{self.language.say('Plan')} · {self.game.title} · Tablero"


class PlanPages:
    """The pages of a plan, for its connections."""

    def __init__(self, room: PlanRoom) -> None:
        self._room = room

    def page(self, table: Table, perspective: Perspective, rematch: str | None = None) -> TablePage:
        return PlanPageBuilder(self._room, table, perspective).build()


def plan_cards(room: PlanRoom, language: Language) -> str:
    """Return the lines of a plan, its switch and what cancels it, as HTML."""
    board, say = room.board, language.say
    return render(
        "plans/parts/plan.jinja",
        language,
        state=room.state,
        lines=_rows(board, room.state.lines, (), board.base.copy(), language),
        stopped=_why_stopped(room.state.stopped, language),
        forms=(
            ("exact", say("exactly that")),
            ("kind", say("something else of that kind")),
            ("any", say("whatever happens")),
        ),
        game=board.game,
    )


def _why_stopped(reason: str, language: Language) -> str:
    say = language.say
    return {
        "": "",
        "done": say("The plan has been played to its end."),
        "asked": say("You wanted to be asked here."),
        "otherwise": say("Something happened that no line names."),
        "surprise": say("Something came to light that nobody could know."),
        "moved": say("You moved yourself."),
        "illegal": say("The planned move is not allowed any more."),
    }.get(reason, say("The game is not as it was on the board where the plan was made."))


def _rows(
    board: PlanBoard, lines: Sequence[PlanLine], trail: Trail, state: State, language: Language
) -> list[dict[str, Any]]:
    """Return the lines of one turn, each with what the template shows."""
    out = []
    for place, line in enumerate(lines):
        after = state.copy()
        others = told(board, after, line.example, language)
        own = told(board, after, [(board.seat, words) for words in line.then], language)
        here = (*trail, place)
        out.append(
            {
                "trail": ".".join(map(str, here)),
                "letter": LETTERS[place % len(LETTERS)],
                "if": others or Markup(escape(_named(board, line))),
                "form": form_of(line),
                "but": any(condition.but for condition in line.when),
                "then": own or Markup(escape(", ".join(line.then))),
                "asks": not line.then,
                "first": place == 0,
                "last": place == len(lines) - 1,
                "after": _rows(board, line.after, here, after, language),
            }
        )
    return out


def _named(board: PlanBoard, line: PlanLine) -> str:
    """Return the conditions of a line that was not made on the board, in notation."""
    named = [(board.names[one.seat], ", ".join(one.did) or one.kind) for one in line.when]
    return "; ".join(f"{name}: {words}" for name, words in named if words)


def told(board: PlanBoard, state: State, moves: Sequence[tuple[int, str]], language: Language) -> Markup:
    """Make moves in a position, and return in sentences what they did; empty where they cannot be made."""
    say, names, game = language.of(board.game), board.names, board.game
    entries: list[tuple[int, dict[str, Any]]] = []
    makers: list[tuple[int, int]] = []
    for number, (mover, words) in enumerate(moves, 1):
        try:
            move = game.read(state, mover, words)
            state.journal = []
            state.play(mover, move)
        except ValueError:
            state.journal = None
            return Markup()
        public = [event for event in state.journal or [] if event.get("to", board.seat) == board.seat]
        entries += [(number, event) for event in public]
        makers += [(mover, number)] * len(public)
    state.journal = None
    movers = {mover for mover, _ in moves}
    turns = LogText(game, say).turns(entries, makers, names)
    shown = [turn.words for turn in turns if turn.words and turn.seat in movers]
    lines = (str(fill_names(game.words.line(event, say), names, say)) for _, event in entries)
    return Markup(" ".join(shown) or next((line for line in lines if line), ""))

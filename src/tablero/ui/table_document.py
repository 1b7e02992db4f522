"""What the template of a whole table page is given: of a match, a lesson, a puzzle or a what-if tree."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from tablero.core.game import Game
from tablero.table import Table
from tablero.ui.coach import rule_address
from tablero.ui.language import Language
from tablero.ui.table_page import TablePage


def table_context(table: Table, seat: int | None, shown: TablePage, language: Language) -> dict[str, Any]:
    """Return what every table page shows; each kind of page adds to it."""
    game = table.game
    return {
        "page": shown,
        "seat": seat,
        "game": game,
        "tabs": _tabs(game, language, seat),
        "symbols": Markup(game.drawing.symbols()),
        "rule": rule_address(table, table.view(seat)) if table.started else f"/rules/{game.name}",
        "commitment": "",
        "lesson": "",
        "leave": "",
        "trial": False,
        "beginner": False,
    }


def _tabs(game: Game, language: Language, seat: int | None) -> dict[str, str]:
    """Return the names of the tabs on a phone; spectators have no rivals."""
    say = language.say
    tabs = {"board": say("Board"), "market": say("Market"), "players": say("Table")}
    named = {part: language.of(game)(name) for part, name in game.tabs.items()}
    return tabs | {part: name for part, name in named.items() if seat is not None or part != "players"}

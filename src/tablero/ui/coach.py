"""The coach of a player's first games: what a step is good for, and what a move brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from tablero.core.drawing.icons import icon
from tablero.table import Table
from tablero.ui.language import Language
from tablero.ui.log_text import fill_names
from tablero.ui.names import seat_names

FIRST_GAMES = 2  # games of a kind with a coach


def rule_address(table: Table, view: Mapping[str, Any]) -> str:
    """Return the address of the rule that governs what a viewer is asked, with the way back to the table."""
    back = f"?table={table.id}" if table.id else ""
    return f"/rules/{table.game.name}{back}#{table.game.words.rule(view)}"


def coach_line(
    table: Table, view: Mapping[str, Any], seat: int | None, language: Language, names: Sequence[str]
) -> str:
    """Return the HTML of one sentence on what this step is good for; empty where the game has none."""
    say = language.of(table.game)
    purpose = table.game.words.purpose(view, say) if seat is not None else ""
    if seat is None or not purpose:
        return ""
    ask, off = escape(language.say("What would you do?")), escape(language.say("Switch the coach off"))
    lang = f' lang="{say.language.replace("_", "-")}"' if say.language != language.say.language else ""
    asking = (
        f'<button class="btn sm ask" type="button" data-do="advise" aria-label="{ask}">{icon("bulb", 19)}'
        f"<span>{ask}</span></button>"
        if table.gives_hints(seat)
        else ""
    )
    return (
        f'<p class="purpose"{lang}>{fill_names(purpose, names, say, marks=False)}</p>{asking}'
        f'<button class="btn ghost sq" type="button" data-coach="off" aria-label="{off}" title="{off}">'
        f"{icon('close', 18)}</button>"
    )


def move_gain(table: Table, seat: int, move: int, language: Language) -> tuple[int, list[Markup]]:
    """Return the points that a legal move brings, and the game's sentences about it as HTML."""
    view, say = table.view(seat), language.of(table.game)
    after = table.preview(seat, move)
    offer: Mapping[str, Any] = next((offer for offer in view["offers"] if offer["move"] == move), {})
    gain = 0 if after["settles"] else offer.get("gain", after["gain"])  # what may still change stands in the lines
    names = seat_names(table, language)
    return gain, [fill_names(line, names, say, marks=False) for line in table.game.words.hint(move, view, say)]

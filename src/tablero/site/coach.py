"""The coach of somebody's first games: what a step is good for, and what a move brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from tablero.core.icons import icon
from tablero.site.language import Tongue
from tablero.site.seats import seat_names
from tablero.site.telling import tell
from tablero.table import Table

FIRST_GAMES = 2  # so many games somebody is a beginner


def rule_address(table: Table, view: Mapping[str, Any]) -> str:
    """The rule that governs what a viewer is asked, with the way back to the table."""
    back = f"?table={table.id}" if table.id else ""
    return f"/rules/{table.game.name}{back}#{table.game.words.rule(view)}"


def coach_line(table: Table, view: Mapping[str, Any], seat: int | None, tongue: Tongue, names: Sequence[str]) -> str:
    """One sentence on what this step is good for; empty where there is nothing to say."""
    say = tongue.of(table.game)
    purpose = table.game.words.purpose(view, say) if seat is not None else ""
    if seat is None or not purpose:
        return ""
    ask, off = escape(tongue.say("What would you do?")), escape(tongue.say("Switch the coach off"))
    lang = f' lang="{say.language.replace("_", "-")}"' if say.language != tongue.say.language else ""
    asking = (
        f'<button class="btn sm ask" type="button" data-do="advise" aria-label="{ask}">{icon("bulb", 19)}'
        f"<span>{ask}</span></button>"
        if table.gives_hints(seat)
        else ""
    )
    return (
        f'<p class="purpose"{lang}>{tell(purpose, names, say, marks=False)}</p>{asking}<button class="btn ghost sq" type="button" '
        f'data-coach="off" aria-label="{off}" title="{off}">{icon("close", 18)}</button>'
    )


def brings(table: Table, seat: int, move: int, tongue: Tongue) -> tuple[int, list[Markup]]:
    """What a legal move brings: points, and what the game's words say about it."""
    view, say = table.view(seat), tongue.of(table.game)
    after = table.preview(seat, move)
    offer: Mapping[str, Any] = next((offer for offer in view["offers"] if offer["move"] == move), {})
    gain = 0 if after["settles"] else offer.get("gain", after["gain"])  # what may still change is told in the lines
    names = seat_names(table, tongue)
    return gain, [tell(line, names, say, marks=False) for line in table.game.words.hint(move, view, say)]

"""The lobby's lists of tables."""

from __future__ import annotations

from dataclasses import replace

from tablero.games import GAME_NAMES
from tablero.site.table.list_line import TableLine, host_name, table_line
from tablero.site.table.presence import Presence
from tablero.site.web.identity import Guest
from tablero.store import Store, Summary
from tablero.ui.language import Language
from tablero.ui.rendering import render

MAX_LINES_SHOWN = 12
MAX_OWN_SHOWN = 4  # of the visitor's own tables
MAX_RUNNING_SHOWN = 50


async def lists_for(store: Store, guest: Guest, language: Language) -> dict[str, str]:
    """Return the lists of the lobby as HTML, by the id of their element."""
    mine = [one for one in await store.tables_of(guest.id) if one.game in GAME_NAMES]
    unfinished = [one for one in mine if not one.over]
    lines = sorted((table_line(one, guest.id, language, store.now()) for one in unfinished), key=_urgency)
    known = {one.id for one in mine}
    invited = [one for one in await store.invitations_of(guest.id) if one.game in GAME_NAMES]
    known |= {one.id for one in invited}
    others = [one for one in await store.open_tables() if one.game in GAME_NAMES and one.id not in known]
    free = [_invitation(summary, guest.id, language) for summary in invited]
    free += [table_line(summary, guest.id, language) for summary in others]
    waiting = sum(line.turn for line in lines)
    by_days = any(one.terms.pace == "days" and one.started for one in unfinished)
    return {
        "mine": render(
            "lobby/parts/my-tables.jinja",
            language,
            lines=lines[:MAX_OWN_SHOWN],
            total=len(lines),
            waiting=waiting,
            by_days=by_days,
        ).strip(),
        "free": render("lobby/parts/open-tables.jinja", language, lines=free[:MAX_LINES_SHOWN]).strip(),
    }


async def running_list(store: Store, presence: Presence, language: Language) -> str:
    """Return the running tables that may be watched, as HTML: those of more people first, then by their latest move."""
    tables = [table for table in await store.watchable() if table.game in GAME_NAMES and table.terms.watched]
    # The sort is stable: the latest stay first.
    tables.sort(key=lambda table: -sum(holder.kind == "person" for holder in table.holders))
    lines = [table_line(table, "", language) for table in tables[:MAX_RUNNING_SHOWN]]
    watching = {table.id: presence.watching(table.id, [holder.person for holder in table.holders]) for table in tables}
    return render("lobby/parts/running-tables.jinja", language, lines=lines, watching=watching)


def _urgency(line: TableLine) -> tuple[bool, bool, bool, float]:
    return (not line.turn, not line.kept, not line.summary.started, -line.summary.updated)


def _invitation(summary: Summary, person: str, language: Language) -> TableLine:
    """Return the line of a table to which the visitor is invited by name."""
    host = host_name(summary, language.say) or language.say("Somebody")
    return replace(table_line(summary, person, language), invited_by=host)

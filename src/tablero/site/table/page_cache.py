"""The pages of one table in memory, each built once per perspective."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from dataclasses import replace
from typing import Any

from tablero import metrics
from tablero.site.table.access import DelayedTables
from tablero.site.table.presence import Presence
from tablero.table import Table
from tablero.ui.log_text import SharedSentences
from tablero.ui.players import clocks_shown
from tablero.ui.presence import TablePresence
from tablero.ui.table_page import PageMemory, Perspective, TablePage, build_table_page

MAX_PAGES = 64  # of one table in memory: its seats and spectators, in their languages, from their sides


class PageCache:
    """The pages of one table, each built once per perspective."""

    def __init__(self, presence: Presence, delayed_tables: DelayedTables) -> None:
        self._presence = presence
        self._delayed_tables = delayed_tables
        # By perspective without presence; what the page shows, the page, and the perspective with presence.
        self._built: OrderedDict[Perspective, tuple[Any, TablePage, Perspective]] = OrderedDict()
        self._memories: dict[tuple[int | None, str], PageMemory] = {}
        self._sentences: defaultdict[str, SharedSentences] = defaultdict(SharedSentences)  # by language

    def page(self, table: Table, perspective: Perspective, rematch: str | None) -> TablePage:
        """Return the page for a perspective: the same object as long as nothing has changed for it."""
        seat, language = perspective.seat, perspective.language
        presence = TablePresence.at(table, self._presence)
        table = self._delayed_tables.shown_to(table, seat)
        # Drawing is the costly part: an unchanged view needs none.
        with metrics.timed("view"):
            choices = 0 if seat is None else table.automatic.get(seat, 0)
            seen = (
                presence,
                _setup_of(table),
                table.view(seat),
                table.log(seat),
                table.checkpoints(seat),
                rematch,
                choices,
            )
        known = self._built.get(perspective)
        if known is not None and known[0] == seen:
            self._built.move_to_end(perspective)
            return known[1]
        key = (seat, language.code)
        if key not in self._memories:
            self._memories[key] = PageMemory(table, language, self._sentences[language.code])
        present = known[2] if known is not None and known[2].presence == presence else None
        present = present or replace(perspective, presence=presence)
        with metrics.timed("draw"):
            built = build_table_page(table, present, rematch, self._memories[key])
        self._built[perspective] = seen, built, present
        self._built.move_to_end(perspective)
        if len(self._built) > MAX_PAGES:
            self._built.popitem(last=False)
        return built


def _setup_of(table: Table) -> tuple[Any, ...]:
    """Return what pages show besides the position."""
    return (
        table.holders,
        table.stood_in,
        table.resigned,
        table.for_end,
        table.declined,
        table.for_pause,
        table.over,
        table.options,
        table.terms,
        table.hints,
        table.host,
        table.invitations,
        clocks_shown(table),
    )

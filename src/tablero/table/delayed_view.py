"""Delayed copy of a match for spectators, `terms.delay` turns behind, against coaching from the audience."""

from __future__ import annotations

from tablero.table.log_row import LogRow
from tablero.table.table import Table
from tablero.table.undo import in_force


class DelayedTable:
    """A table of its own to which the moves of the true one are applied up to a settled point some turns ago, so that
    it contains nothing later."""

    def __init__(self, table: Table) -> None:
        self._shown = table.rebuilt()

    def of(self, table: Table) -> Table:
        """Return the delayed table; the true one before the start and after the end."""
        if table.over or not table.started:
            return table
        count = table.settled_before(table.terms.delay)
        moves = in_force(table.rows)[:count]
        shown = self._shown
        if shown.moves_made > count or shown.options != table.options:
            shown = table.rebuilt()
        else:
            shown = shown.copy()
        for seat, move in moves[shown.moves_made :]:
            shown.apply(LogRow(shown.version + 1, seat, "move", move, f"later-{shown.version}", 0.0))
        shown.holders, shown.stood_in, shown.resigned = table.holders, table.stood_in, table.resigned
        self._shown = shown
        return shown

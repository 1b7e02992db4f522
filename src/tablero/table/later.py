"""Later: a match as those see it who are shown it some turns late, so that nobody can tell a player what a secret hand should do."""

from __future__ import annotations

from dataclasses import replace

from tablero.table.row import Row
from tablero.table.table import Table
from tablero.table.takeback import in_force


class Later:
    """A table some turns ago. It is a table of its own that is played after the true one, up to a settled point: what has not been shown yet
    is nowhere in it."""

    def __init__(self, table: Table) -> None:
        self._shown = _blank(table)

    def of(self, table: Table) -> Table:
        """The table as it is shown now: the true one before the start and when it is over."""
        if table.over or not table.started:
            return table
        count = table.settled_before(table.terms.delay)
        moves = in_force(table.rows)[:count]
        shown = self._shown
        if shown.moves_made > count or shown.options != table.options:
            shown = _blank(table)
        else:
            shown = shown.fork()
        for seat, move in moves[shown.moves_made :]:
            shown.take(Row(shown.version + 1, seat, "move", move, f"later-{shown.version}", 0.0))
        shown.holders, shown.stood_in, shown.resigned = table.holders, table.stood_in, table.resigned
        self._shown = shown
        return shown


def _blank(table: Table) -> Table:
    """The same match before its first move."""
    return Table(
        table.id, table.game, table.seats, table.options, table.holders, table.seed, table.salt, table.host, rules=table.rules,
        start=table.start, hints=table.hints, terms=replace(table.terms), clock=table.clock,
    )  # fmt: skip

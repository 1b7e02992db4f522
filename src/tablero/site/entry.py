"""Entry: the tables that a visitor may see."""

from __future__ import annotations

from litestar.exceptions import NotFoundException

from tablero.site.language import Connection
from tablero.site.people import guest_of
from tablero.site.watching import check_watching
from tablero.store import House
from tablero.table import NoSuchTable, Table


class GivenUp(NotFoundException):
    """A table that is there no longer: it was cancelled, or nobody began it."""

    def __init__(self, forgotten: bool) -> None:
        words = (
            "this table was cleared away, because nobody began the game"
            if forgotten
            else "this table was cancelled before the game began"
        )
        super().__init__(words)
        self.forgotten = forgotten


async def find_table(connection: Connection, id: str) -> Table:
    """A table that the visitor may see. Private says that those who sit there are among themselves."""
    house: House = connection.app.state.house
    table = await house.table(id)
    if table.given_up:
        raise GivenUp(table.forgotten)
    check_watching(table, guest_of(connection, id))
    return table


async def find_page(connection: Connection, id: str) -> Table:
    """The same where a page is asked for."""
    try:
        return await find_table(connection, id)
    except NoSuchTable:
        raise NotFoundException from None

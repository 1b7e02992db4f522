"""The lobby: open tables, lists of tables, opening a table."""

from tablero.site.lobby import live, pages

HANDLERS = (*pages.HANDLERS, *live.HANDLERS)
API = ()

__all__ = ["API", "HANDLERS"]

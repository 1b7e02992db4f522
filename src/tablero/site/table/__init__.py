"""The table page: its connection, its API, chat, hints, presence."""

from tablero.site.table import cleanup, glance, live, pages
from tablero.site.table.actions_api import TableActionsApi
from tablero.site.table.api import TablesApi
from tablero.site.table.chat_api import ChatApi
from tablero.site.table.spectator_api import SpectatorApi

HANDLERS = (*pages.HANDLERS, *glance.HANDLERS, *live.HANDLERS)
API = (TablesApi, TableActionsApi, ChatApi, SpectatorApi)
lifespan = cleanup.lifespan

__all__ = ["API", "HANDLERS", "lifespan"]

"""The websocket of a table page."""

from __future__ import annotations

from functools import partial

from litestar import websocket
from litestar.params import FromPath

from tablero import metrics
from tablero.site.table.access import GivenUp, Private, VisitorSeatResolver, find_table, perspective_of
from tablero.site.table.action_messages import ActionMessages
from tablero.site.table.chat import ChatConnection
from tablero.site.table.heartbeat import Heartbeat
from tablero.site.web.services import services_of
from tablero.site.web.sockets import TRY_AGAIN_LATER, PageSocket, Socket, accept_socket, cut_when_revoked, send_message
from tablero.store import StoreError
from tablero.table import NoSuchTable, OtherRules
from tablero.ui.client_view import ClientView
from tablero.ui.connection import TableConnection
from tablero.ui.messages import count_of
from tablero.ui.rendering import asset


@websocket("/t/{id:str}/live", opt={"person": False, "scope": "play"})
async def table_live(socket: Socket, id: FromPath[str]) -> None:
    """Serve the connection of a table page."""
    guest = await accept_socket(socket, id)
    if guest is None:
        return
    services = services_of(socket)
    query = socket.query_params
    # A page that was open while the site was upgraded would read the new messages in its own way. Programs send no
    # Origin and say no build.
    if socket.headers.get("origin") and query.get("build") != asset("table.js").rpartition("/")[2]:
        await send_message(socket, {"reload": True})
        await socket.close()
        return
    try:
        table = await find_table(socket, id)
        seats = VisitorSeatResolver(guest, services.signer, query.get("hand", ""))
        turn, at = count_of(query.get("turn", "")), count_of(query.get("move", ""))
        perspective = await perspective_of(socket, guest, table, seats.access(table), (turn or 0) % 4, at)
    except Private as error:
        await socket.close(code=4403, reason=error.detail)
        return
    except (NoSuchTable, GivenUp):
        await socket.close(code=4404, reason="no such table")
        return
    except OtherRules as error:
        await socket.close(code=4409, reason=str(error)[:120])
        return
    except StoreError as error:
        await socket.close(code=TRY_AGAIN_LATER, reason=str(error)[:120])
        return
    store, presence, broadcast = services.store, services.presence, services.broadcasts.of(id)
    with metrics.open_socket("table"), services.audience.watching(id), presence.open_page(id, guest.id) as page:
        async with cut_when_revoked(socket, guest):
            send = partial(send_message, socket)
            await TableConnection(
                PageSocket(socket),
                store,
                broadcast,
                ClientView(guest.id, perspective, broadcast.pages, seats),
                hints=services.hints,
                meter=Heartbeat(presence, id, page, store.now),
                chat=ChatConnection(
                    store, services.chat_limit.at(socket), broadcast.table, guest, perspective.language, send
                ),
                actions=ActionMessages(socket, guest, id),
            ).run()


HANDLERS = (table_live,)

"""The websocket of pages of lists: the lobby, tables to watch, tournaments."""

from __future__ import annotations

import asyncio

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect

from tablero import metrics
from tablero.people.notification_policy import LOBBY_ID
from tablero.site.lobby.lists import lists_for, running_list
from tablero.site.tournaments.lists import TOURNAMENT_POLL_SECONDS, tournament_lists
from tablero.site.web.language import language_of
from tablero.site.web.services import services_of
from tablero.site.web.sockets import SOCKET_ERRORS, Socket, accept_socket, cut_when_revoked, send, sending_changes
from tablero.ui.frames import framed
from tablero.ui.messages import BadMessage, number, read


@websocket("/live")
async def lobby_live(socket: Socket) -> None:
    """Serve the connection of a page of lists: send the lists whenever they change."""
    guest = await accept_socket(socket)
    if guest is None:
        return
    store, presence = services_of(socket).store, services_of(socket).presence
    changed = asyncio.Event()
    unsubscribe = [store.subscribe(lambda id, version: changed.set())]
    language = language_of(socket)
    shown = socket.query_params.get("page")
    in_lobby = shown not in ("watch", "cups")  # the others do not show which tables wait for the visitor

    async def lists() -> dict[str, str]:
        if shown == "watch":
            return {"running": await running_list(store, presence, language)}
        if shown == "cups":
            return {"cups": await tournament_lists(store, guest, language)}
        return await lists_for(store, guest, language)

    if shown == "cups":
        unsubscribe.append(store.tournaments.subscribe(lambda key: changed.set()))
    # Other processes announce changes of tables, not of tournaments.
    max_wait = TOURNAMENT_POLL_SECONDS if shown == "cups" and not store.single_process else None
    try:
        with metrics.open_socket("lobby"), presence.open_page(LOBBY_ID, guest.id) as page:
            page.visible = in_lobby
            async with sending_changes(socket, lists, changed, max_wait), cut_when_revoked(socket, guest):
                while True:
                    try:
                        message = read(await socket.receive_text())
                        idle = number(message, "idle") if "idle" in message else 0
                    except BadMessage:
                        continue
                    presence.on_ping(LOBBY_ID, page, idle, in_lobby and message.get("visible") is not False)
                    await send(socket, framed({"ack": message["n"], "ok": message["do"] == "ping"}))
    except (WebSocketDisconnect, *SOCKET_ERRORS):
        pass
    finally:
        for stop in unsubscribe:
            stop()


HANDLERS = (lobby_live,)

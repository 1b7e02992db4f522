"""Watching for programs: the tables that are played now, and a link that shows one's hand."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody

from tablero.site.answers import as_json
from tablero.site.api import PROBLEMS, ActionId, Ask, Id, TableCard, my_seat, table_card
from tablero.site.door import address_of
from tablero.site.watching import hand_key
from tablero.store import House


class Hand(msgspec.Struct):
    """Whether whoever has the link sees your hand. Everybody at the table is told."""

    shown: bool
    action_id: ActionId


class HandLink(msgspec.Struct):
    """The link for those whom you teach; null when nobody sees your hand."""

    address: str | None


def _house(request: Ask) -> House:
    house: House = request.app.state.house
    return house


class WatchingApi(Controller):
    path = "/api"
    request_class = Ask
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/running", responses=PROBLEMS, summary="Tables that are played now and that everybody may watch")
    async def running(self, request: Ask) -> list[TableCard]:
        return [table_card(table) for table in await _house(request).watchable() if table.terms.watched]

    @post("/tables/{id:str}/hand", responses=PROBLEMS, status_code=200, summary="Show your hand to whoever has a link", scope="play")
    async def hand(self, request: Ask, id: Id, data: JSONBody[Hand]) -> HandLink:
        _, seat = await my_seat(request, id)
        await _house(request).show_hand(id, seat, data.shown, data.action_id)
        table = await _house(request).table(id)
        if seat not in table.shown:
            return HandLink(None)
        return HandLink(f"{address_of(request)}/t/{id}?hand={hand_key(table, seat, request.app.state.seal)}")

"""The JSON API for spectators: running tables, and a link that shows a hand."""

from __future__ import annotations

import msgspec
from litestar.params import JSONBody

from tablero.site.table.access import hand_key
from tablero.site.table.api import TableCard, my_seat, table_card
from tablero.site.web.api import ActionId, ApiController, ApiRequest, Id, api_get, api_post
from tablero.site.web.page import store_of
from tablero.site.web.proxy import address_of
from tablero.site.web.services import services_of


class Hand(msgspec.Struct):
    """Whether visitors with the link see your hand. All players at the table are told."""

    shown: bool
    action_id: ActionId


class HandLink(msgspec.Struct):
    """The link for those whom you teach; null when no visitor sees your hand."""

    address: str | None


class SpectatorApi(ApiController):
    path = "/api"

    @api_get("/running", summary="Tables that are played now and that everybody may watch")
    async def running(self, request: ApiRequest) -> list[TableCard]:
        return [table_card(table) for table in await store_of(request).watchable() if table.terms.watched]

    @api_post("/tables/{id:str}/hand", status_code=200, summary="Show your hand to whoever has a link", scope="play")
    async def hand(self, request: ApiRequest, id: Id, data: JSONBody[Hand]) -> HandLink:
        _, seat = await my_seat(request, id)
        action_id = data.action_id
        await store_of(request).append(id, seat, action_id, lambda t: t.show_hand(seat, data.shown, action_id))
        table = await store_of(request).table(id)
        if seat not in table.shown:
            return HandLink(None)
        return HandLink(f"{address_of(request)}/t/{id}?hand={hand_key(table, seat, services_of(request).signer)}")

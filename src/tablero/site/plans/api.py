"""JSON API of plans: read, keep and delete the own one."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody

from tablero.site.plans.service import keep_plan, proposed, remove_plan, switch
from tablero.site.table.api import my_seat
from tablero.site.web.api import ApiController, ApiRequest, Id, api_delete, api_get, api_put
from tablero.site.web.page import store_of
from tablero.table.automatic import plays_plan
from tablero.table.plans import MAX_LINES, PlanLine, read


class NewPlan(msgspec.Struct):
    """What you do in your next turns, by what the others do: the first line that fits counts, and where none fits you
    are asked. `play`: the server makes the moves, also while you are away; else they are only proposed."""

    lines: Annotated[list[PlanLine], msgspec.Meta(max_length=MAX_LINES)]
    play: bool = False


class PlanView(msgspec.Struct):
    """Your plan. `stopped` says why it has come to its end: done, asked, otherwise (no line fitted), surprise, moved
    (by you), illegal, changed; `now` is the move that it says now, in notation."""

    lines: list[PlanLine]
    play: bool
    stopped: str
    now: str


class PlansApi(ApiController):
    path = "/api/tables/{id:str}/plan"

    @api_get("", summary="Your plan")
    async def view(self, request: ApiRequest, id: Id) -> PlanView:
        return await self._now(request, id)

    @api_put("", summary="Keep a plan for your next turns", scope="play")
    async def keep(self, request: ApiRequest, id: Id, data: JSONBody[NewPlan]) -> PlanView:
        table, seat = await my_seat(request, id)
        await keep_plan(store_of(request), table, seat, data.lines)
        if data.play != plays_plan(table, seat):
            await switch(store_of(request), id, seat, data.play)
        return await self._now(request, id)

    @api_delete("", summary="Delete your plan", scope="play")
    async def remove(self, request: ApiRequest, id: Id) -> None:
        table, seat = await my_seat(request, id)
        await remove_plan(store_of(request), table, seat)

    async def _now(self, request: ApiRequest, id: str) -> PlanView:
        table, seat = await my_seat(request, id)
        stored = await store_of(request).plans.of(id, seat)
        if stored is None:
            raise NotFoundException("you have no plan at this table")
        plan = read(stored.body)
        return PlanView(list(plan.lines), plays_plan(table, seat), stored.stopped, proposed(plan, stored, table, seat))

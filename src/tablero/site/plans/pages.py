"""The page on which a player makes a plan, and its websocket."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from litestar import Response, get, websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tablero import metrics
from tablero.core.luck import seeded
from tablero.site.plans.service import check_may_plan, keep_plan, proposed, remove_plan, switch
from tablero.site.table.access import GivenUp, Private, find_page
from tablero.site.table.pages import table_response
from tablero.site.web.identity import Guest, guest_of
from tablero.site.web.language import Connection, language_of
from tablero.site.web.page import HtmlRequest, page, store_of
from tablero.site.web.sockets import PageSocket, Socket, accept_socket, cut_when_revoked
from tablero.store import Store
from tablero.table import NoSuchTable, OtherRules, Refusal, Table
from tablero.table.automatic import plays_plan
from tablero.table.plan_board import PlanBoard
from tablero.table.plans import PlanLine, TurnPlan, new_plan, read
from tablero.ui.messages import count_of, sentence
from tablero.ui.names import seat_names
from tablero.ui.plans.page import PlanPageBuilder
from tablero.ui.plans.room import PlanConnection, PlanRoom, PlanState
from tablero.ui.table_page import Perspective


def _own_seat(table: Table, guest: Guest) -> int:
    """Return the visitor's seat. Raise Refusal for spectators, and where no plans are made."""
    seat = guest.seat_at(table)
    if seat is None:
        raise Refusal("you are watching this game: only those who sit at the table can move")
    check_may_plan(table, seat)
    return seat


async def _room(connection: Connection, table: Table, seat: int, guest: Guest) -> PlanRoom:
    """Return the board of a player, at the position for which the plan was made, else at the present one."""
    store, id = store_of(connection), table.id
    stored = await store.plans.of(id, seat)
    plan = new_plan(table, seat, ()) if stored is None else read(stored.body)
    known = 0 <= plan.since <= table.checkpoints(seat)[-1][0]
    # The same luck whenever the page is opened: what was tried can be shown again.
    base = table.imagined_at(plan.since if known else table.checkpoints(seat)[-1][0], seat, seeded(int(plan.facts, 16)))
    names = tuple(seat_names(table, language_of(connection)))
    board = PlanBoard(table.game, names, guest.id, seat, base)
    state = await _state(store, id, seat)
    return PlanRoom(id, board, state, partial(_keep, store, id, seat, plan), partial(_switch, store, id, seat))


async def _state(store: Store, id: str, seat: int) -> PlanState:
    table, stored = await store.table(id), await store.plans.of(id, seat)
    if stored is None:
        return PlanState()
    plan = read(stored.body)
    return PlanState(plan.lines, plays_plan(table, seat), stored.stopped, bool(proposed(plan, stored, table, seat)))


async def _keep(store: Store, id: str, seat: int, base: TurnPlan, lines: Sequence[PlanLine]) -> PlanState:
    table = await store.table(id)
    if lines:
        await keep_plan(store, table, seat, lines, base)
    else:
        await remove_plan(store, table, seat)
    return await _state(store, id, seat)


async def _switch(store: Store, id: str, seat: int, on: bool) -> PlanState:
    if await store.plans.of(id, seat) is None:
        raise Refusal("there is no plan to play: make one first")
    await switch(store, id, seat, on)
    return await _state(store, id, seat)


@get("/t/{id:str}/plan")
async def plan_page(request: HtmlRequest, id: FromPath[str]) -> Response[str]:
    table, guest = await find_page(request, id), guest_of(request, id)
    language = language_of(request)
    try:
        seat = _own_seat(table, guest)
    except Refusal as error:
        told = sentence(language.say(str(error)))
        return page("web/error.jinja", request, 403, headline=language.say("No plan here"), detail=told, again=0)
    room = await _room(request, table, seat, guest)
    board = room.now
    shown = PlanPageBuilder(room, board, Perspective(seat=guest.seat_at(board), language=language)).build()
    return table_response(request, board, guest.seat_at(board), shown, what=True, plan=True)


@websocket("/t/{id:str}/plan/live", opt={"person": False, "scope": "play"})
async def plan_live(socket: Socket, id: FromPath[str]) -> None:
    guest = await accept_socket(socket, id)
    if guest is None:
        return
    try:
        table = await find_page(socket, id)
        seat = _own_seat(table, guest)
        room = await _room(socket, table, seat, guest)
    except (NotFoundException, NoSuchTable, GivenUp, Private, Refusal):
        await socket.close(code=4404, reason="no plan here")
        return
    except OtherRules as error:
        await socket.close(code=4409, reason=str(error)[:120])
        return
    turn = (count_of(socket.query_params.get("turn", "")) or 0) % 4
    perspective = Perspective(seat=guest.seat_at(room.now), language=language_of(socket), turn=turn)
    with metrics.open_socket("plan"):
        async with cut_when_revoked(socket, guest):
            await PlanConnection(PageSocket(socket), guest.id, room, perspective).run()


HANDLERS = (plan_page, plan_live)

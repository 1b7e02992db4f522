"""The JSON API of actions at a table other than moves."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from litestar.params import JSONBody

from tablero.site.table.access import find_table
from tablero.site.table.actions import TableActions, dispatch
from tablero.site.table.api import Done, NewTerms, read_holder, table_for
from tablero.site.web.api import ActionId, ApiController, ApiRequest, Id, Name, SeatNumber, api_post
from tablero.site.web.identity import guest_of
from tablero.site.web.page import store_of
from tablero.site.web.rate_limit import check_invite_limit
from tablero.table.log_row import AppendResult
from tablero.table.pregame import SetupChange


class Request(msgspec.Struct):
    """Something to be done once, however often it is asked for."""

    action_id: ActionId


class EndRequest(msgspec.Struct):
    """Whether you agree to end the game here."""

    action_id: ActionId
    agrees: bool = True


class OfSeat(msgspec.Struct):
    """Something about a seat."""

    action_id: ActionId
    seat: SeatNumber


class NewHolder(msgspec.Struct):
    """Who is to have a seat: `me` (at an open one, instead of yours), `open` (in place of a bot), `level1` to
    `level8`, `level5:farmer` for a character of the game, `level5:surprise` for any of them."""

    action_id: ActionId
    seat: SeatNumber
    holder: Annotated[str, msgspec.Meta(max_length=24)]


class NewOrder(msgspec.Struct):
    """Seat n gets the player of seat order[n]; without an order they are shuffled."""

    action_id: ActionId
    order: Annotated[list[SeatNumber], msgspec.Meta(max_length=16)] | None = None


class NewOptions(msgspec.Struct):
    """What to change before the game begins; what is not said stays as it is."""

    action_id: ActionId
    seats: SeatNumber | None = None
    options: dict[str, str] | None = None
    hints: Literal["against_bots", "everybody", "nobody"] | None = None
    terms: NewTerms | None = None


class NewChoice(msgspec.Struct):
    """Something that the server is to do for you by itself from now on, or no longer: `end_turn` makes the only legal
    move wherever nothing else can be chosen, `plan` plays your plan; a game may have standing answers (Amritsar:
    `follow` or `pass`)."""

    action_id: ActionId
    choice: Annotated[str, msgspec.Meta(max_length=16)]
    on: bool


class OfPerson(msgspec.Struct):
    """An action about a user with an account."""

    action_id: ActionId
    name: Name


class Link(msgspec.Struct):
    """The invitation that counts now."""

    invite: str


class TableActionsApi(ApiController):
    path = "/api/tables/{id:str}"
    opt: ClassVar[dict[str, Any]] = {"scope": "play"}  # type: ignore[misc]

    @api_post("/leave", status_code=200, summary="Leave: before the start for good, later for a while")
    async def leave(self, request: ApiRequest, id: Id, data: JSONBody[Request]) -> Done:
        return await _do(request, id, "leave", data.action_id)

    @api_post("/back", status_code=200, summary="Come back to your seat")
    async def back(self, request: ApiRequest, id: Id, data: JSONBody[Request]) -> Done:
        return await _do(request, id, "back", data.action_id)

    @api_post("/resign", status_code=200, summary="Resign: a bot plays on for the others")
    async def resign(self, request: ApiRequest, id: Id, data: JSONBody[Request]) -> Done:
        return await _do(request, id, "resign", data.action_id)

    @api_post("/end", status_code=200, summary="Agree to end the game, or no longer")
    async def end(self, request: ApiRequest, id: Id, data: JSONBody[EndRequest]) -> Done:
        return await _do(request, id, "end" if data.agrees else "go on", data.action_id)

    @api_post("/automatic", status_code=200, summary="Have the server move for you where nothing is left to choose")
    async def automatic(self, request: ApiRequest, id: Id, data: JSONBody[NewChoice]) -> Done:
        return await _do(request, id, "auto", data.action_id, choice=data.choice, on=data.on)

    @api_post("/kick", status_code=200, summary="Send somebody away before the game begins")
    async def kick(self, request: ApiRequest, id: Id, data: JSONBody[OfSeat]) -> Done:
        return await _do(request, id, "kick", data.action_id, seat=data.seat)

    @api_post("/seats", status_code=200, summary="Take another seat; fill one with a bot; open one again")
    async def seats(self, request: ApiRequest, id: Id, data: JSONBody[NewHolder]) -> Done:
        actions = await _actions(request, id)
        table = await find_table(request, id)
        holder = read_holder(data.holder, guest_of(request, id), table.game, data.seat)
        name = {"person": "move", "open": "free", "bot": "fill"}[holder.kind]
        character = data.holder.partition(":")[2]
        fields: dict[str, Any] = {"level": holder.level, "character": character} if holder.kind == "bot" else {}
        return await _done(request, id, await dispatch(actions, name, data.action_id, seat=data.seat, **fields))

    @api_post("/order", status_code=200, summary="Arrange or shuffle the seats")
    async def order(self, request: ApiRequest, id: Id, data: JSONBody[NewOrder]) -> Done:
        return await _do(request, id, "shuffle", data.action_id, order=data.order)

    @api_post("/options", status_code=200, summary="Change options and terms before the game begins")
    async def options(self, request: ApiRequest, id: Id, data: JSONBody[NewOptions]) -> Done:
        actions = await _actions(request, id)
        terms = None if data.terms is None else data.terms.agreed()
        what = SetupChange(data.seats, data.options, data.hints, terms)
        return await _done(request, id, await dispatch(actions, "agree", data.action_id, what=what))

    @api_post("/begin", status_code=200, summary="Begin the game, where that waits for your word")
    async def begin(self, request: ApiRequest, id: Id, data: JSONBody[Request]) -> Done:
        return await _do(request, id, "begin", data.action_id)

    @api_post("/cancel", status_code=200, summary="Cancel a table before its game begins")
    async def cancel(self, request: ApiRequest, id: Id, data: JSONBody[Request]) -> Done:
        actions = await _actions(request, id)
        return Done((await dispatch(actions, "cancel", data.action_id)).number, repeated=False)

    @api_post("/invite", status_code=200, summary="Invite somebody by the name of the account")
    async def invite(self, request: ApiRequest, id: Id, data: JSONBody[OfPerson]) -> Done:
        check_invite_limit(request)
        return await _do(request, id, "invite", data.action_id, name=data.name)

    @api_post("/withdraw", status_code=200, summary="Withdraw an invitation")
    async def withdraw(self, request: ApiRequest, id: Id, data: JSONBody[OfPerson]) -> Done:
        return await _do(request, id, "withdraw", data.action_id, name=data.name)

    @api_post("/decline", status_code=200, summary="Decline an invitation")
    async def decline(self, request: ApiRequest, id: Id, data: JSONBody[Request]) -> Done:
        actions = await _actions(request, id)
        return Done((await actions.decline(data.action_id)).number, repeated=False)

    @api_post("/link", status_code=200, summary="A new invitation link: the old one leads nowhere")
    async def link(self, request: ApiRequest, id: Id, data: JSONBody[Request]) -> Link:
        actions = await _actions(request, id)
        await dispatch(actions, "renew", data.action_id)
        return Link(await actions.store.invite(id))


async def _actions(request: ApiRequest, id: str) -> TableActions:
    _, guest, seat = await table_for(request, id)
    return TableActions(store_of(request), id, guest.id, seat)


async def _do(request: ApiRequest, id: str, name: str, action_id: str, /, **fields: Any) -> Done:
    """Do the action of this name in `ACTIONS`."""
    return await _done(request, id, await dispatch(await _actions(request, id), name, action_id, **fields))


async def _done(request: ApiRequest, id: str, result: AppendResult) -> Done:
    table = await store_of(request).table(id)
    return Done(table.version_for(guest_of(request, id).seat_at(table)), result.repeated)

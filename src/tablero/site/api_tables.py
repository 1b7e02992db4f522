"""The JSON API for what people do at a table besides moving: leaving, ending, and all that is arranged before the game begins."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from litestar import Controller, post
from litestar.params import JSONBody

from tablero.site.answers import as_json
from tablero.site.api import PROBLEMS, ActionId, Ask, Done, Id, Name, NewTerms, SeatNumber, read_holder, table_for
from tablero.site.people import guest_of
from tablero.site.shield import check_inviting
from tablero.site.table_deeds import Deeds
from tablero.store import House
from tablero.table.gathering import Agreement


class Request(msgspec.Struct):
    """Something to be done once, however often it is asked for."""

    action_id: ActionId


class Ending(msgspec.Struct):
    """Whether you agree to end the game here."""

    action_id: ActionId
    agrees: bool = True


class OfSeat(msgspec.Struct):
    """Something about a seat."""

    action_id: ActionId
    seat: SeatNumber


class NewHolder(msgspec.Struct):
    """Who is to have a seat: `me` (at an open one, instead of yours), `open` (in place of a bot), `level1` to `level8`."""

    action_id: ActionId
    seat: SeatNumber
    holder: Annotated[str, msgspec.Meta(max_length=16)]


class NewOrder(msgspec.Struct):
    """At seat n sits whoever sat at order[n]; without an order they are shuffled."""

    action_id: ActionId
    order: Annotated[list[SeatNumber], msgspec.Meta(max_length=16)] | None = None


class NewOptions(msgspec.Struct):
    """What to change before the game begins; what is not said stays as it is."""

    action_id: ActionId
    seats: SeatNumber | None = None
    options: dict[str, str] | None = None
    hints: Literal["against_bots", "everybody", "nobody"] | None = None
    terms: NewTerms | None = None


class OfPerson(msgspec.Struct):
    """Something about somebody with an account."""

    action_id: ActionId
    name: Name


class Link(msgspec.Struct):
    """The invitation that counts now."""

    invite: str


class TableApi(Controller):
    path = "/api/tables/{id:str}"
    request_class = Ask
    opt: ClassVar[dict[str, Any]] = {"scope": "play"}  # type: ignore[misc]
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @post("/leave", responses=PROBLEMS, status_code=200, summary="Leave: before the start for good, later for a while")
    async def leave(self, request: Ask, id: Id, data: JSONBody[Request]) -> Done:
        deeds = await _deeds(request, id)
        return await _done(request, id, (await deeds.leave(data.action_id)).repeated)

    @post("/back", responses=PROBLEMS, status_code=200, summary="Come back to your seat")
    async def back(self, request: Ask, id: Id, data: JSONBody[Request]) -> Done:
        deeds = await _deeds(request, id)
        return await _done(request, id, (await deeds.come_back(data.action_id)).repeated)

    @post("/resign", responses=PROBLEMS, status_code=200, summary="Resign: a bot plays on for the others")
    async def resign(self, request: Ask, id: Id, data: JSONBody[Request]) -> Done:
        deeds = await _deeds(request, id)
        return await _done(request, id, (await deeds.resign(data.action_id)).repeated)

    @post("/end", responses=PROBLEMS, status_code=200, summary="Agree to end the game, or no longer")
    async def end(self, request: Ask, id: Id, data: JSONBody[Ending]) -> Done:
        deeds = await _deeds(request, id)
        return await _done(request, id, (await deeds.agree_to_end(data.agrees, data.action_id)).repeated)

    @post("/kick", responses=PROBLEMS, status_code=200, summary="Send somebody away before the game begins")
    async def kick(self, request: Ask, id: Id, data: JSONBody[OfSeat]) -> Done:
        deeds = await _deeds(request, id)
        return await _done(request, id, (await deeds.send_away(data.seat, data.action_id)).repeated)

    @post("/seats", responses=PROBLEMS, status_code=200, summary="Take another seat; fill one with a bot; open one again")
    async def seats(self, request: Ask, id: Id, data: JSONBody[NewHolder]) -> Done:
        deeds = await _deeds(request, id)
        holder = read_holder(data.holder, guest_of(request, id))
        if holder.kind == "person":
            played = await deeds.move(data.seat, data.action_id)
        elif holder.kind == "open":
            played = await deeds.free(data.seat, data.action_id)
        else:
            played = await deeds.fill(data.seat, holder.level, data.action_id)
        return await _done(request, id, played.repeated)

    @post("/order", responses=PROBLEMS, status_code=200, summary="Arrange or shuffle the seats")
    async def order(self, request: Ask, id: Id, data: JSONBody[NewOrder]) -> Done:
        deeds = await _deeds(request, id)
        return await _done(request, id, (await deeds.arrange(data.order, data.action_id)).repeated)

    @post("/options", responses=PROBLEMS, status_code=200, summary="Change options and terms before the game begins")
    async def options(self, request: Ask, id: Id, data: JSONBody[NewOptions]) -> Done:
        deeds = await _deeds(request, id)
        terms = None if data.terms is None else data.terms.agreed()
        what = Agreement(data.seats, data.options, data.hints, terms)
        return await _done(request, id, (await deeds.agree(what, data.action_id)).repeated)

    @post("/begin", responses=PROBLEMS, status_code=200, summary="Begin the game, where that waits for your word")
    async def begin(self, request: Ask, id: Id, data: JSONBody[Request]) -> Done:
        deeds = await _deeds(request, id)
        return await _done(request, id, (await deeds.begin(data.action_id)).repeated)

    @post("/cancel", responses=PROBLEMS, status_code=200, summary="Cancel a table before its game begins")
    async def cancel(self, request: Ask, id: Id, data: JSONBody[Request]) -> Done:
        deeds = await _deeds(request, id)
        return Done((await deeds.cancel(data.action_id)).number, repeated=False)

    @post("/invite", responses=PROBLEMS, status_code=200, summary="Invite somebody by the name of the account")
    async def invite(self, request: Ask, id: Id, data: JSONBody[OfPerson]) -> Done:
        check_inviting(request)
        deeds = await _deeds(request, id)
        return await _done(request, id, (await deeds.invite(data.name, data.action_id)).repeated)

    @post("/withdraw", responses=PROBLEMS, status_code=200, summary="Withdraw an invitation")
    async def withdraw(self, request: Ask, id: Id, data: JSONBody[OfPerson]) -> Done:
        deeds = await _deeds(request, id)
        return await _done(request, id, (await deeds.withdraw(data.name, data.action_id)).repeated)

    @post("/decline", responses=PROBLEMS, status_code=200, summary="Decline an invitation")
    async def decline(self, request: Ask, id: Id, data: JSONBody[Request]) -> Done:
        deeds = await _deeds(request, id)
        return Done((await deeds.decline(data.action_id)).number, repeated=False)

    @post("/link", responses=PROBLEMS, status_code=200, summary="A new invitation link: the old one leads nowhere")
    async def link(self, request: Ask, id: Id, data: JSONBody[Request]) -> Link:
        deeds = await _deeds(request, id)
        await deeds.renew_link(data.action_id)
        return Link(await deeds.house.invite(id))


async def _deeds(request: Ask, id: str) -> Deeds:
    _, guest, seat = await table_for(request, id)
    house: House = request.app.state.house
    return Deeds(house, id, guest.id, seat)


async def _done(request: Ask, id: str, repeated: bool) -> Done:
    house: House = request.app.state.house
    table = await house.table(id)
    return Done(table.version_for(guest_of(request, id).seat_at(table)), repeated)

"""The JSON API of tables: open, join, view, move, take back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from tablero.bots import LEVELS
from tablero.core.errors import BadOption, IllegalMove
from tablero.core.game import Game
from tablero.core.i18n.translator import untranslated
from tablero.games import game as find_game
from tablero.games import games
from tablero.people.names import GUEST_NAME, tidy_name
from tablero.site.table.access import find_table
from tablero.site.table.actions import bot_holder, check_names_here, check_rated, people_named
from tablero.site.web.api import (
    PROBLEM_RESPONSES,
    ActionId,
    ApiController,
    ApiRequest,
    Count,
    Id,
    MoveNumber,
    Name,
    SeatNumber,
    api_get,
    api_post,
)
from tablero.site.web.errors import BrokenRule, refusal_problem
from tablero.site.web.identity import Guest, guest_of, rename, seat_token
from tablero.site.web.page import store_of
from tablero.site.web.rate_limit import check_invite_limit, check_table_limit
from tablero.site.web.services import services_of
from tablero.store import Summary
from tablero.table import Holder, NoSuchSeat, Table, Terms
from tablero.table.automatic import choices_on
from tablero.table.terms import Pace, Visibility
from tablero.ui.hint_text import reasons_sentence
from tablero.ui.language import Language
from tablero.ui.players import clocks_shown
from tablero.ui.presence import TablePresence


class GameCard(msgspec.Struct):
    """A game that can be played here."""

    name: str
    title: str
    seats: list[int]
    rules: int
    options: dict[str, list[str]]


class SeatCard(msgspec.Struct):
    """Who sits at a seat."""

    kind: str
    name: str
    level: int


class TableCard(msgspec.Struct):
    """A table as lists show it."""

    id: str
    game: str
    seats: list[SeatCard]
    started: bool
    over: bool
    actors: list[int]
    scores: list[int] | None


class NewTerms(msgspec.Struct):
    """What a table agrees on besides the rules; what is not said is as usual. Times are in seconds. `visibility`: who
    may come. `pace`: how time is kept, `live` with `bank` and `bonus`, by `days` with `span` for a turn. `stand_in`:
    the level of the bot that plays for a player who is away, after `absence`. `delay`: turns by which spectators see
    it later. `held`: it begins when its host says so."""

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    visibility: Visibility = "listed"
    pace: Pace = "none"
    bank: float = Terms.bank
    bonus: float = Terms.bonus
    span: float = Terms.span
    absence: float = Terms.absence
    stand_in: int = Terms.stand_in
    watched: bool = True
    delay: int = 0
    rated: bool = False
    held: bool = False

    def agreed(self) -> Terms:
        return Terms.of(msgspec.structs.asdict(self))


class NewTable(msgspec.Struct):
    """A table to open. `holders` fills the seats in order: me, open, level1 to level8; here:NAME is another player at
    your device. `hints` says who may ask for one. `invited` are names of accounts."""

    game: Annotated[str, msgspec.Meta(max_length=32)]
    seats: SeatNumber
    holders: Annotated[list[str], msgspec.Meta(max_length=16)]
    options: dict[str, str] = {}
    name: Name = ""
    hints: Literal["against_bots", "everybody", "nobody"] = "against_bots"
    terms: NewTerms | None = None
    invited: Annotated[list[Name], msgspec.Meta(max_length=20)] = []


class Joining(msgspec.Struct):
    """Sitting down, at the first open seat unless one is named."""

    name: Name = ""
    seat: SeatNumber | None = None


class Seated(msgspec.Struct):
    """Your seat (None when you only host) and the token that plays it: `Authorization: Bearer <token>`."""

    id: str
    seat: int | None
    token: str
    invite: str
    commitment: str


class TableView(msgspec.Struct):
    """The table as you may see it. `version` is what a move is answered against."""

    id: str
    game: str
    seat: int | None
    version: int
    started: bool
    over: bool
    actors: list[int]
    can_undo: bool
    commitment: str
    hints: str
    holders: list[SeatCard]
    view: dict[str, Any] | None
    terms: dict[str, Any]
    represented: list[int]  # the people's seats that bots play now
    resigned: list[int]
    for_end: list[int]  # who agrees to end it
    broken_off: bool
    time: float  # the server's, which counts
    clocks: list[dict[str, Any]]  # of each seat: moments at which it ends, or what it has used
    presence: list[str | None]  # of each seat: here, idle or away; null for bots
    paused: bool
    automatic: list[str]  # what the server does for you by itself


class Offer(msgspec.Struct):
    """A legal move, as a number and in words."""

    move: int
    words: str
    about: str


class Offers(msgspec.Struct):
    """Your legal moves now."""

    version: int
    moves: list[Offer]


class NewMove(msgspec.Struct):
    """A move by its number, or in words."""

    version: Count
    action_id: ActionId
    move: MoveNumber | None = None
    words: Annotated[str, msgspec.Meta(max_length=200)] = ""


class GoodMove(msgspec.Struct):
    """A move that comes into question, and the chance of winning after it, from 0 to 1."""

    move: int
    words: str
    about: str
    chance: float


class Hint(msgspec.Struct):
    """What the strongest level would do: up to three moves, the best first, and why that one. `version` is what it
    holds for."""

    version: int
    best: list[GoodMove]
    why: str


class Takeback(msgspec.Struct):
    action_id: ActionId


class Done(msgspec.Struct):
    """It is on disk. `repeated` when this action_id had been answered before."""

    version: int
    repeated: bool


class Happening(msgspec.Struct):
    """An event of the log, and the line that tells it."""

    k: int
    event: dict[str, Any]
    line: str


class RecordFile(msgspec.Struct):
    """A game written down (docs/records.md). While it runs, `seed` is null and only `commitment` binds it; once it is
    over, `salt`, `scores` and `winners` are told too."""

    tablero: int
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    seed: str | None
    players: list[str]
    moves: list[str]
    checksum: str
    facts: str | msgspec.UnsetType = msgspec.UNSET
    salt: str | msgspec.UnsetType = msgspec.UNSET
    commitment: str | msgspec.UnsetType = msgspec.UNSET
    scores: list[int] | msgspec.UnsetType = msgspec.UNSET
    winners: list[int] | msgspec.UnsetType = msgspec.UNSET


# The text itself is sent, with a move a line: it is what the checksum and `tablero verify` know.
RECORD = {**PROBLEM_RESPONSES, 200: ResponseSpec(RecordFile, generate_examples=False, description="The record.")}


def _seat_card(holder: Holder) -> SeatCard:
    return SeatCard(holder.kind, holder.name, holder.level)


def table_card(summary: Summary) -> TableCard:
    return TableCard(
        summary.id,
        summary.game,
        [_seat_card(holder) for holder in summary.holders],
        summary.started,
        summary.over,
        list(summary.actors),
        None if summary.scores is None else list(summary.scores),
    )


def read_holder(word: str, guest: Guest, game: Game, seat: int, taken: Sequence[str] = ()) -> Holder:
    """Return the holder that one word of a request names, for a seat of a table at which these names are taken."""
    if word == "me":
        return Holder("person", guest.name or GUEST_NAME, guest.id)
    if word == "open":
        return Holder("open")
    if word.startswith("here:") and tidy_name(word.removeprefix("here:")):
        return Holder("person", tidy_name(word.removeprefix("here:")), guest.id)
    level, _, character = word.partition(":")
    if level in [f"level{level.number}" for level in LEVELS]:
        if character:
            return bot_holder(game, seat, int(level[-1]), character, taken)
        return Holder("bot", f"Bot {level[-1]}", level=int(level[-1]))
    raise BadOption(
        "a seat is filled by me, open, here:NAME or level1 to level{most}, not by '{word}'", most=len(LEVELS), word=word
    )


async def table_for(request: ApiRequest, id: str) -> tuple[Table, Guest, int | None]:
    """Return the table as the visitor may see it, the visitor, and the visitor's seat there."""
    guest = guest_of(request, id)
    table = await find_table(request, id)
    seat = guest.seat_at(table)
    return services_of(request).broadcasts.delayed_tables.shown_to(table, seat), guest, seat


async def my_seat(request: ApiRequest, id: str) -> tuple[Table, int]:
    """Return the table and the visitor's seat. Raises NoSuchSeat for spectators."""
    table, _, seat = await table_for(request, id)
    if seat is None:
        raise NoSuchSeat("you do not sit at this table: join it, or show the token of your seat")
    return table, seat


class TablesApi(ApiController):
    path = "/api"

    @api_get("/games", summary="The games")
    async def list_games(self) -> list[GameCard]:
        return [
            GameCard(g.name, g.title, list(g.seats), g.rules, {o.name: list(o.choices) for o in g.options.values()})
            for g in games()
        ]

    @api_get("/tables", summary="Tables that wait for somebody")
    async def list_open(self, request: ApiRequest) -> list[TableCard]:
        return [table_card(summary) for summary in await store_of(request).open_tables()]

    @api_post("/tables", summary="Open a table", scope="play")
    async def open_table(self, request: ApiRequest, data: JSONBody[NewTable]) -> Seated:
        check_table_limit(request)
        guest = await rename(request, data.name)
        if data.holders.count("me") > 1:
            raise BadOption("you can sit at one seat only")
        holders, game = list[Holder](), find_game(data.game)
        for seat, word in enumerate(data.holders):
            holders.append(read_holder(word, guest, game, seat, [holder.name for holder in holders]))
        terms, store = data.terms.agreed() if data.terms else None, store_of(request)
        if data.invited or any(word.startswith("here:") for word in data.holders):
            check_invite_limit(request)
        await check_names_here(store, guest.name, holders)
        if terms is not None and terms.rated:
            await check_rated(store, [holder for holder in holders if holder.kind == "person"])
        id = await store.open_table(
            data.game,
            data.seats,
            data.options,
            holders,
            guest.id,
            hints=data.hints,
            terms=terms,
            invited=await people_named(store, data.invited),
        )
        return await self._seated(request, id, guest)

    @api_post("/tables/{id:str}/join", summary="Sit down at an open seat", scope="play")
    async def join(self, request: ApiRequest, id: Id, data: JSONBody[Joining]) -> Seated:
        return await self._sit(request, id, data)

    @api_post("/invitations/{key:str}/join", summary="Sit down by invitation", scope="play")
    async def join_by_key(self, request: ApiRequest, key: Id, data: JSONBody[Joining]) -> Seated:
        return await self._sit(request, await store_of(request).find_invite(key), data, key)

    async def _sit(self, request: ApiRequest, id: str, data: Joining, link: str = "") -> Seated:
        guest = await rename(request, data.name, id)
        if guest.table and guest.seat_at(await store_of(request).table(id)) is None:
            raise NoSuchSeat("this token plays no seat here: to sit down, come without it")
        await store_of(request).sit(id, guest.id, guest.name or GUEST_NAME, data.seat, link)
        return await self._seated(request, id, guest)

    async def _seated(self, request: ApiRequest, id: str, guest: Guest) -> Seated:
        table = await store_of(request).table(id)
        seat = table.seat_of(guest.id)
        token = await seat_token(request, id, -1 if seat is None else seat, guest)
        return Seated(id, seat, token, await store_of(request).invite(id), table.commitment)

    @api_get("/tables/{id:str}", summary="Look at a table")
    async def view(self, request: ApiRequest, id: Id) -> TableView:
        table, _, seat = await table_for(request, id)
        services_of(request).audience.count_request(id)
        return TableView(
            id=id,
            game=table.game.name,
            seat=seat,
            version=table.version_for(seat),
            started=table.started,
            over=table.over,
            actors=list(table.actors()),
            can_undo=seat is not None and table.can_undo(seat),
            commitment=table.commitment,
            hints=table.hints,
            holders=[_seat_card(holder) for holder in table.holders],
            view=table.view(seat) if table.started else None,
            terms=asdict(table.terms),
            represented=sorted({*table.stood_in, *table.resigned}),
            resigned=sorted(table.resigned),
            for_end=sorted(table.for_end),
            broken_off=table.started and table.broken_off,
            time=store_of(request).now(),
            clocks=clocks_shown(table),
            presence=list(TablePresence.at(table, services_of(request).presence).states),
            paused=table.paused,
            automatic=choices_on(table, seat),
        )

    @api_get("/tables/{id:str}/moves", summary="Your legal moves")
    async def moves(self, request: ApiRequest, id: Id) -> Offers:
        table, seat = await my_seat(request, id)
        view = table.view(seat)
        legal = table.state.moves(seat) if seat in table.actors() else []
        offers = [
            Offer(m, table.game.write(table.state, seat, m), table.game.words.move(m, view, untranslated))
            for m in legal
        ]
        return Offers(table.version_for(seat), offers)

    @api_post("/tables/{id:str}/play", status_code=200, summary="Make a move", scope="play")
    async def play(self, request: ApiRequest, id: Id, data: JSONBody[NewMove]) -> Done:
        table, seat = await my_seat(request, id)
        if (data.move is None) == (data.words == ""):
            raise BadOption("name a move by its number or in words, one of the two")
        try:
            move = data.move if data.move is not None else table.game.read(table.state, seat, data.words)
            played = await store_of(request).play(id, seat, move, data.version, data.action_id)
        except IllegalMove as error:
            raise BrokenRule(table.game.name, error.rule, refusal_problem(table.game.name, error).error) from None
        return await self._done(request, id, seat, played.repeated)

    @api_post("/tables/{id:str}/hint", status_code=200, summary="What the strongest level would do", scope="play")
    async def hint(self, request: ApiRequest, id: Id) -> Hint:
        table, seat = await my_seat(request, id)
        found = await services_of(request).hints.find_hint(table, seat, table.holders[seat].person)
        about, view = table.game.words.move, table.view(seat)
        best = [
            GoodMove(c.move, table.game.write(table.state, seat, c.move), about(c.move, view, untranslated), c.chance)
            for c in found.best
        ]
        return Hint(table.version_for(seat), best, reasons_sentence(table.game, found.reasons, Language("en")))

    @api_post("/tables/{id:str}/undo", status_code=200, summary="Take back your last move", scope="play")
    async def undo(self, request: ApiRequest, id: Id, data: JSONBody[Takeback]) -> Done:
        _, seat = await my_seat(request, id)
        played = await store_of(request).undo(id, seat, data.action_id)
        return await self._done(request, id, seat, played.repeated)

    @api_post("/tables/{id:str}/restart", status_code=200, summary="Take back your whole turn", scope="play")
    async def restart(self, request: ApiRequest, id: Id, data: JSONBody[Takeback]) -> Done:
        _, seat = await my_seat(request, id)
        played = await store_of(request).restart(id, seat, data.action_id)
        return await self._done(request, id, seat, played.repeated)

    async def _done(self, request: ApiRequest, id: str, seat: int, repeated: bool) -> Done:
        return Done((await store_of(request).table(id)).version_for(seat), repeated)

    @api_get("/tables/{id:str}/log", summary="What happened, as far as you may know")
    async def log(self, request: ApiRequest, id: Id) -> list[Happening]:
        table, _, seat = await table_for(request, id)
        if not table.started:
            return []
        line = table.game.words.line
        return [Happening(k, event, line(event, untranslated)) for k, event in table.log(seat)]

    @api_get("/tables/{id:str}/record", responses=RECORD, summary="The game as a file; with its seed once it is over")
    async def record(self, request: ApiRequest, id: Id) -> Response[str]:
        table, _, _ = await table_for(request, id)
        return Response(
            table.record().to_text(),
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="{table.game.name}-{id[:8]}.json"'},
        )

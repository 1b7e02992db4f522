"""The JSON API for programs: list games, open, join, look, play, take back, save. Described at /api/openapi.json."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.exceptions import ValidationException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter

from tablero.bots import LEVELS
from tablero.core.errors import BadOption, IllegalMove
from tablero.core.speech import plainly
from tablero.games import games
from tablero.people.names import GUEST, tidy_name
from tablero.site.advice import Adviser, told_reasons
from tablero.site.answers import BrokenRule, Problem, as_json, refusal_words
from tablero.site.entry import find_table
from tablero.site.language import Tongue
from tablero.site.people import Guest, guest_of, rename, seat_token
from tablero.site.players import There, clocks_shown
from tablero.site.shield import check_inviting, check_opening
from tablero.site.showing import Showings
from tablero.site.table_deeds import check_rated, people_named
from tablero.store import House, Summary
from tablero.table import Holder, NoSuchSeat, Table, Terms
from tablero.table.terms import Pace, Visibility


class Ask(Request[Any, Any, Any]):
    """A request of a program; what cannot be read as JSON is its fault, not ours."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise ValidationException("this JSON is nested too deeply") from None
        except UnicodeDecodeError:
            raise ValidationException("JSON is written in UTF-8") from None


Id = Annotated[str, Parameter(description="The id of a table.", max_length=64)]
MoveNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
ActionId = Annotated[str, msgspec.Meta(min_length=1, max_length=128, description="Yours; the same twice counts once.")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
Name = Annotated[str, msgspec.Meta(max_length=200)]

PROBLEMS = {
    400: ResponseSpec(Problem, description="The request cannot be understood, or names what does not exist."),
    401: ResponseSpec(Problem, description="The token opens no seat."),
    403: ResponseSpec(Problem, description="Not your seat, or a request from another site."),
    404: ResponseSpec(Problem, description="No such table."),
    409: ResponseSpec(Problem, description="Not now: out of turn, stale version, nothing to take back, seat taken."),
    413: ResponseSpec(Problem, description="More than a request may carry."),
    422: ResponseSpec(Problem, description="The rules forbid this move; `rule` and `guide` say which."),
    429: ResponseSpec(Problem, description="Too many requests."),
    503: ResponseSpec(Problem, description="The database is busy or full; nothing was changed."),
}


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
    """What a table agrees on besides the rules; what is not said is as usual. Times are in seconds. `visibility`: who may come.
    `pace`: how time is kept, `live` with `bank` and `bonus`, by `days` with `span` for a turn. `stand_in`: the level of the bot
    that plays for somebody who is away, after `absence`. `delay`: turns by which spectators see it later. `held`: it begins when
    whoever opened it says so."""

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
    """A table to open. `holders` fills the seats in order: me, open, level1 to level8; here:NAME is somebody else at your
    device. `hints` says who may ask for one. `invited` are names of accounts."""

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


class Sight(msgspec.Struct):
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
    """What the strongest level would do: up to three moves, the best first, and why that one. `version` is what it holds for."""

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
RECORD = {**PROBLEMS, 200: ResponseSpec(RecordFile, generate_examples=False, description="The record.")}


def _house(request: Ask) -> House:
    house: House = request.app.state.house
    return house


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


def read_holder(word: str, guest: Guest) -> Holder:
    """A seat's holder from one word."""
    if word == "me":
        return Holder("person", guest.name or GUEST, guest.id)
    if word == "open":
        return Holder("open")
    if word.startswith("here:") and tidy_name(word.removeprefix("here:")):
        return Holder("person", tidy_name(word.removeprefix("here:")), guest.id)
    if word in [f"level{level.number}" for level in LEVELS]:
        return Holder("bot", f"Bot {word[-1]}", level=int(word[-1]))
    raise BadOption("a seat is filled by me, open, here:NAME or level1 to level{most}, not by '{word}'", most=len(LEVELS), word=word)


async def table_for(request: Ask, id: str) -> tuple[Table, Guest, int | None]:
    """The table, who asks, and the seat that this guest holds there."""
    guest = guest_of(request, id)
    table = await find_table(request, id)
    seat = guest.seat_at(table)
    showings: Showings = request.app.state.showings
    return showings.delays.seen(table, seat), guest, seat


async def my_seat(request: Ask, id: str) -> tuple[Table, int]:
    table, _, seat = await table_for(request, id)
    if seat is None:
        raise NoSuchSeat("you do not sit at this table: join it, or show the token of your seat")
    return table, seat


class Api(Controller):
    path = "/api"
    request_class = Ask
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/games", responses=PROBLEMS, summary="The games")
    async def list_games(self) -> list[GameCard]:
        return [
            GameCard(g.name, g.title, list(g.seats), g.rules, {o.name: list(o.choices) for o in g.options.values()})
            for g in games()
        ]

    @get("/tables", responses=PROBLEMS, summary="Tables that wait for somebody")
    async def list_open(self, request: Ask) -> list[TableCard]:
        return [table_card(summary) for summary in await _house(request).open_tables()]

    @post("/tables", responses=PROBLEMS, summary="Open a table", scope="play")
    async def open_table(self, request: Ask, data: JSONBody[NewTable]) -> Seated:
        check_opening(request)
        guest = await rename(request, data.name)
        if data.holders.count("me") > 1:
            raise BadOption("you can sit at one seat only")
        holders = [read_holder(word, guest) for word in data.holders]
        terms, house = data.terms.agreed() if data.terms else None, _house(request)
        if terms is not None and terms.rated:
            await check_rated(house, [holder for holder in holders if holder.kind == "person"])
        if data.invited:
            check_inviting(request)
        id = await house.open_table(
            data.game, data.seats, data.options, holders, guest.id, hints=data.hints, terms=terms,
            invited=await people_named(house, data.invited),
        )  # fmt: skip
        return await self._seated(request, id, guest)

    @post("/tables/{id:str}/join", responses=PROBLEMS, summary="Sit down at an open seat", scope="play")
    async def join(self, request: Ask, id: Id, data: JSONBody[Joining]) -> Seated:
        return await self._sit(request, id, data)

    @post("/invitations/{key:str}/join", responses=PROBLEMS, summary="Sit down by invitation", scope="play")
    async def join_by_key(self, request: Ask, key: Id, data: JSONBody[Joining]) -> Seated:
        return await self._sit(request, await _house(request).find_invite(key), data, key)

    async def _sit(self, request: Ask, id: str, data: Joining, link: str = "") -> Seated:
        guest = await rename(request, data.name, id)
        if guest.table and guest.seat_at(await _house(request).table(id)) is None:
            raise NoSuchSeat("this token plays no seat here: to sit down, come without it")
        await _house(request).sit(id, guest.id, guest.name or GUEST, data.seat, link)
        return await self._seated(request, id, guest)

    async def _seated(self, request: Ask, id: str, guest: Guest) -> Seated:
        table = await _house(request).table(id)
        seat = table.seat_of(guest.id)
        token = await seat_token(request, id, -1 if seat is None else seat, guest)
        return Seated(id, seat, token, await _house(request).invite(id), table.commitment)

    @get("/tables/{id:str}", responses=PROBLEMS, summary="Look at a table")
    async def view(self, request: Ask, id: Id) -> Sight:
        table, _, seat = await table_for(request, id)
        request.app.state.audience.glance(id)
        return Sight(
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
            time=_house(request).now(),
            clocks=clocks_shown(table),
            presence=list(There.at(table, request.app.state.presence).states),
            paused=table.paused,
        )

    @get("/tables/{id:str}/moves", responses=PROBLEMS, summary="Your legal moves")
    async def moves(self, request: Ask, id: Id) -> Offers:
        table, seat = await my_seat(request, id)
        view = table.view(seat)
        legal = table.state.moves(seat) if seat in table.actors() else []
        offers = [
            Offer(m, table.game.write(table.state, seat, m), table.game.words.move(m, view, plainly)) for m in legal
        ]
        return Offers(table.version_for(seat), offers)

    @post("/tables/{id:str}/play", responses=PROBLEMS, status_code=200, summary="Make a move", scope="play")
    async def play(self, request: Ask, id: Id, data: JSONBody[NewMove]) -> Done:
        table, seat = await my_seat(request, id)
        if (data.move is None) == (data.words == ""):
            raise BadOption("name a move by its number or in words, one of the two")
        try:
            move = data.move if data.move is not None else table.game.read(table.state, seat, data.words)
            played = await _house(request).play(id, seat, move, data.version, data.action_id)
        except IllegalMove as error:
            raise BrokenRule(table.game.name, error.rule, refusal_words(table.game.name, error).error) from None
        return await self._done(request, id, seat, played.repeated)

    @post("/tables/{id:str}/hint", responses=PROBLEMS, status_code=200, summary="What the strongest level would do", scope="play")
    async def hint(self, request: Ask, id: Id) -> Hint:
        table, seat = await my_seat(request, id)
        adviser: Adviser = request.app.state.adviser
        advice = await adviser.advice(table, seat, table.holders[seat].person)
        about, view = table.game.words.move, table.view(seat)
        best = [
            GoodMove(c.move, table.game.write(table.state, seat, c.move), about(c.move, view, plainly), c.chance)
            for c in advice.best
        ]
        return Hint(table.version_for(seat), best, told_reasons(table.game, advice.reasons, Tongue("en")))

    @post("/tables/{id:str}/undo", responses=PROBLEMS, status_code=200, summary="Take back your last move", scope="play")
    async def undo(self, request: Ask, id: Id, data: JSONBody[Takeback]) -> Done:
        _, seat = await my_seat(request, id)
        played = await _house(request).undo(id, seat, data.action_id)
        return await self._done(request, id, seat, played.repeated)

    @post("/tables/{id:str}/restart", responses=PROBLEMS, status_code=200, summary="Take back your whole turn", scope="play")
    async def restart(self, request: Ask, id: Id, data: JSONBody[Takeback]) -> Done:
        _, seat = await my_seat(request, id)
        played = await _house(request).restart(id, seat, data.action_id)
        return await self._done(request, id, seat, played.repeated)

    async def _done(self, request: Ask, id: str, seat: int, repeated: bool) -> Done:
        return Done((await _house(request).table(id)).version_for(seat), repeated)

    @get("/tables/{id:str}/log", responses=PROBLEMS, summary="What happened, as far as you may know")
    async def log(self, request: Ask, id: Id) -> list[Happening]:
        table, _, seat = await table_for(request, id)
        if not table.started:
            return []
        line = table.game.words.line
        return [Happening(k, event, line(event, plainly)) for k, event in table.log(seat)]

    @get("/tables/{id:str}/record", responses=RECORD, summary="The game as a file; with its seed once it is over")
    async def record(self, request: Ask, id: Id) -> Response[str]:
        table, _, _ = await table_for(request, id)
        return Response(
            table.record().to_text(),
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="{table.game.name}-{id[:8]}.json"'},
        )

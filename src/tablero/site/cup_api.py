"""Tournaments for programs: list, open, join, add bots, start, withdraw, standings, pairings."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody, Parameter

from tablero.games import NAMES
from tablero.people.cup import FILLER, Cup, Rules
from tablero.people.names import GUEST
from tablero.site.answers import as_json
from tablero.site.api import PROBLEMS, Ask, Name, SeatNumber
from tablero.site.people import guest_of, rename
from tablero.site.shield import check_opening
from tablero.store import House
from tablero.store.cup_rounds import invite, withdraw

Key = Annotated[str, Parameter(description="The key of a tournament.", max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class CupPlayer(msgspec.Struct):
    """Who takes part. `level` is a bot's, 0 for people; `state` is invited, playing or withdrawn."""

    number: int
    name: str
    level: int
    state: str
    me: bool


class CupCard(msgspec.Struct):
    """A tournament. `stage` is open, running, over or closed; `rounds` is 0 until it is known; `opener` says whether that is you."""

    key: str
    name: str
    game: str
    options: dict[str, str]
    kind: str
    seats: int
    rounds: int
    final: bool
    fill: int
    terms: dict[str, Any]
    listed: bool
    stage: str
    round: int
    opener: bool
    players: list[CupPlayer]


class NewCup(msgspec.Struct):
    """A tournament to open. `kind`: swiss or robin (each against each; `rounds` 0 is as many as that takes). `fill`: the level of
    bots for empty seats, 0 for smaller tables. `terms`: what its tables agree on, as pace, bank, bonus, span."""

    name: Name
    game: Annotated[str, msgspec.Meta(max_length=32)]
    seats: SeatNumber
    rounds: Number
    kind: Literal["swiss", "robin"] = "swiss"
    options: dict[str, str] = {}
    final: bool = False
    fill: Number = 0
    terms: dict[str, str | float | int | bool] = {}
    listed: bool = True


class JoiningCup(msgspec.Struct):
    name: Name = ""


class Invitation(msgspec.Struct):
    """The name of an account."""

    name: Name


class NewBot(msgspec.Struct):
    level: Number


class Somebody(msgspec.Struct):
    """A player by number. With a `level`, a bot of that level plays on in that place; without, the player is withdrawn."""

    number: Number
    level: Number = 0


class Standing(msgspec.Struct):
    """A line of the standings. `places` by round: null where nothing is decided, 0 for a bye. `share` is the tie-break: game points,
    100 a round for the table's average."""

    place: int
    number: int
    name: str
    places: list[int | None]
    points: float
    share: float


class CupSeat(msgspec.Struct):
    """A seat of a table; `number` is 0 for a bot that only fills it."""

    number: int
    name: str


class CupGame(msgspec.Struct):
    """A table that was drawn; `id` is the table's, empty for a bye. `ranks` and `scores` by seat once it is over."""

    round: int
    number: int
    id: str
    stage: str
    seats: list[CupSeat]
    ranks: list[int] | None
    scores: list[int] | None


class Pairings(msgspec.Struct):
    """Which tables were drawn, and which would be next if everything ended as it is now (null: none)."""

    drawn: list[CupGame]
    next: list[list[CupSeat]] | None


def _house(request: Ask) -> House:
    house: House = request.app.state.house
    return house


def _card(cup: Cup, person: str) -> CupCard:
    players = [CupPlayer(p.number, p.name, p.level, p.state, p.person == person) for p in cup.players]
    rules = cup.rules
    return CupCard(
        cup.key, cup.name, rules.game, dict(rules.options), rules.kind, rules.seats, rules.rounds, rules.final, rules.fill,
        dict(rules.terms), cup.listed, cup.stage, cup.round, cup.host == person, players,
    )  # fmt: skip


def _seat(cup: Cup, number: int) -> CupSeat:
    player = cup.player(number)
    return CupSeat(FILLER, "Bot") if player is None else CupSeat(number, player.name)


class CupApi(Controller):
    path = "/api/cups"
    request_class = Ask
    opt: ClassVar[dict[str, Any]] = {"scope": "play"}  # type: ignore[misc]
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/", responses=PROBLEMS, summary="Tournaments that everybody may find, and your own")
    async def list_cups(self, request: Ask) -> list[CupCard]:
        person = guest_of(request).id
        mine = await _house(request).cups.of(person)
        known = {cup.key for cup in mine}
        found = [*mine, *(cup for cup in await _house(request).cups.listed() if cup.key not in known)]
        return [_card(cup, person) for cup in found if cup.rules.game in NAMES]

    @post("/", responses=PROBLEMS, summary="Open a tournament")
    async def open_cup(self, request: Ask, data: JSONBody[NewCup]) -> CupCard:
        check_opening(request)
        person = guest_of(request).id
        rules = Rules(
            data.game, data.seats, data.rounds, data.kind, data.options, data.final, data.fill, _floats(data.terms)
        )  # fmt: skip
        key = await _house(request).cups.open(person, data.name, rules, data.listed)
        return await self._shown(request, key, person)

    @get("/{key:str}", responses=PROBLEMS, summary="Look at a tournament")
    async def look(self, request: Ask, key: Key) -> CupCard:
        return await self._shown(request, key, guest_of(request).id)

    @post("/{key:str}/join", responses=PROBLEMS, status_code=200, summary="Take part")
    async def join(self, request: Ask, key: Key, data: JSONBody[JoiningCup]) -> CupCard:
        guest = await rename(request, data.name)
        await _house(request).cups.join(key, guest.id, guest.name or GUEST)
        return await self._shown(request, key, guest.id)

    @post("/{key:str}/bots", responses=PROBLEMS, status_code=200, summary="Add a bot to a tournament of yours")
    async def add_bot(self, request: Ask, key: Key, data: JSONBody[NewBot]) -> CupCard:
        person = guest_of(request).id
        await _house(request).cups.add_bot(key, person, data.level, [f"Bot {data.level}"])
        return await self._shown(request, key, person)

    @post("/{key:str}/invite", responses=PROBLEMS, status_code=200, summary="Keep a place for somebody with an account")
    async def invite(self, request: Ask, key: Key, data: JSONBody[Invitation]) -> CupCard:
        person = guest_of(request).id
        await invite(_house(request), key, person, data.name)
        return await self._shown(request, key, person)

    @post("/{key:str}/start", responses=PROBLEMS, status_code=200, summary="Start a tournament of yours")
    async def start(self, request: Ask, key: Key) -> CupCard:
        person = guest_of(request).id
        await _house(request).cups.start(key, person)
        return await self._shown(request, key, person)

    @post(
        "/{key:str}/withdraw",
        responses=PROBLEMS,
        status_code=200,
        summary="Withdraw yourself, or somebody from a tournament of yours",
    )
    async def withdraw(self, request: Ask, key: Key, data: JSONBody[Somebody]) -> CupCard:
        person, house = guest_of(request).id, _house(request)
        if data.level:
            await house.cups.replace(key, person, data.number, data.level, [f"Bot {data.level}"])
        else:
            await withdraw(house, key, person, data.number)
        return await self._shown(request, key, person)

    @post("/{key:str}/close", responses=PROBLEMS, status_code=200, summary="End a tournament of yours early")
    async def close(self, request: Ask, key: Key) -> CupCard:
        person = guest_of(request).id
        await _house(request).cups.close(key, person)
        return await self._shown(request, key, person)

    @get("/{key:str}/standings", responses=PROBLEMS, summary="The standings")
    async def standings(self, request: Ask, key: Key) -> list[Standing]:
        cup = await _house(request).cups.find(key)
        return [
            Standing(
                line.place, line.player, _seat(cup, line.player).name,
                [None if cell is None else cell.place for cell in line.cells], float(line.points), round(float(line.share), 1),
            )
            for line in cup.standings()
        ]  # fmt: skip

    @get("/{key:str}/pairings", responses=PROBLEMS, summary="Who meets whom: drawn, and next if it ended now")
    async def pairings(self, request: Ask, key: Key) -> Pairings:
        cup = await _house(request).cups.find(key)
        outlook = await request.app.state.outlooks.of(cup)
        games = [
            CupGame(
                table.round, table.number, table.match, table.stage, [_seat(cup, number) for number in table.players],
                None if table.ranks is None else list(table.ranks), None if table.scores is None else list(table.scores),
            )
            for table in cup.tables
        ]  # fmt: skip
        following = outlook.pairings
        return Pairings(games, None if following is None else [[_seat(cup, n) for n in table] for table in following])

    async def _shown(self, request: Ask, key: str, person: str) -> CupCard:
        return _card(await _house(request).cups.find(key), person)


def _floats(terms: dict[str, str | float | int | bool]) -> dict[str, object]:
    """Terms as a table keeps them: times are numbers with a point."""
    times = ("bank", "bonus", "span", "absence")
    return {
        name: float(value) if name in times and isinstance(value, int | float) else value for name, value in terms.items()
    }  # fmt: skip

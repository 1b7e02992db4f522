"""JSON API of tournaments."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from litestar.params import JSONBody, Parameter

from tablero.games import GAME_NAMES
from tablero.people.names import GUEST_NAME
from tablero.site.tournaments.rounds import invite, withdraw
from tablero.site.web.api import ApiController, ApiRequest, Name, SeatNumber, api_get, api_post
from tablero.site.web.identity import guest_of, rename
from tablero.site.web.rate_limit import check_invite_limit, check_table_limit
from tablero.site.web.services import services_of
from tablero.store.tournaments.tournaments import TournamentStore
from tablero.tournaments.tournament import FILLER_NUMBER, Rules, Tournament

Key = Annotated[str, Parameter(description="The key of a tournament.", max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class CupPlayer(msgspec.Struct):
    """A participant. `level` is a bot's, 0 for users; `state` is invited, playing or withdrawn."""

    number: int
    name: str
    level: int
    state: str
    me: bool


class CupCard(msgspec.Struct):
    """A tournament. `stage` is open, running, over or closed; `rounds` is 0 until known; `opener`: you opened it."""

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
    """A tournament to open. `kind`: swiss or robin (all against all; `rounds` 0 is as many as that takes). `fill`: the
    level of bots for empty seats, 0 for smaller tables. `terms`: of its tables, as pace, bank, bonus, span."""

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
    """A player by number. With a `level`, a bot of that level plays on there; without, the player is withdrawn."""

    number: Number
    level: Number = 0


class Standing(msgspec.Struct):
    """A line of the standings. `places` by round: null without a result, 0 for a bye. `share` is the tie-break: game
    points, 100 a round for the table's average."""

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
    """A drawn table; `id` is the table's, empty for a bye. `ranks` and `scores` by seat once it is over."""

    round: int
    number: int
    id: str
    stage: str
    seats: list[CupSeat]
    ranks: list[int] | None
    scores: list[int] | None


class Pairings(msgspec.Struct):
    """The drawn tables, and those that would be next if all ended as it is now (null: none)."""

    drawn: list[CupGame]
    next: list[list[CupSeat]] | None


def _tournaments(request: ApiRequest) -> TournamentStore:
    return services_of(request).store.tournaments


async def _answer(request: ApiRequest, key: str) -> CupCard:
    return _card(await _tournaments(request).find(key), guest_of(request).id)


def _card(tournament: Tournament, person: str) -> CupCard:
    players = [CupPlayer(p.number, p.name, p.level, p.state, p.person == person) for p in tournament.players]
    rules = tournament.rules
    return CupCard(
        tournament.key,
        tournament.name,
        rules.game,
        dict(rules.options),
        rules.kind,
        rules.seats,
        rules.rounds,
        rules.final,
        rules.fill,
        dict(rules.terms),
        tournament.listed,
        tournament.stage,
        tournament.round,
        tournament.host == person,
        players,
    )


def _seat(tournament: Tournament, number: int) -> CupSeat:
    player = tournament.player(number)
    return CupSeat(FILLER_NUMBER, "Bot") if player is None else CupSeat(number, player.name)


class TournamentApi(ApiController):
    path = "/api/cups"
    opt: ClassVar[dict[str, Any]] = {"scope": "play"}  # type: ignore[misc]

    @api_get("/", operation_id="ApiCupsListCups", summary="Tournaments that everybody may find, and your own")
    async def list_tournaments(self, request: ApiRequest) -> list[CupCard]:
        person = guest_of(request).id
        found = {one.key: one for one in await _tournaments(request).of(person)}
        for one in await _tournaments(request).listed():
            found.setdefault(one.key, one)
        return [_card(one, person) for one in found.values() if one.rules.game in GAME_NAMES]

    @api_post("/", operation_id="ApiCupsOpenCup", summary="Open a tournament")
    async def open_tournament(self, request: ApiRequest, data: JSONBody[NewCup]) -> CupCard:
        check_table_limit(request)
        rules = Rules(data.game, data.seats, data.rounds, data.kind, data.options, data.final, data.fill, data.terms)
        key = await _tournaments(request).open(guest_of(request).id, data.name, rules, data.listed)
        return await _answer(request, key)

    @api_get("/{key:str}", summary="Look at a tournament")
    async def look(self, request: ApiRequest, key: Key) -> CupCard:
        return await _answer(request, key)

    @api_post("/{key:str}/join", status_code=200, summary="Take part")
    async def join(self, request: ApiRequest, key: Key, data: JSONBody[JoiningCup]) -> CupCard:
        guest = await rename(request, data.name)
        await _tournaments(request).join(key, guest.id, guest.name or GUEST_NAME)
        return await _answer(request, key)

    @api_post("/{key:str}/bots", status_code=200, summary="Add a bot to a tournament of yours")
    async def add_bot(self, request: ApiRequest, key: Key, data: JSONBody[NewBot]) -> CupCard:
        await _tournaments(request).add_bot(key, guest_of(request).id, data.level, [f"Bot {data.level}"])
        return await _answer(request, key)

    @api_post("/{key:str}/invite", status_code=200, summary="Keep a place for somebody with an account")
    async def invite(self, request: ApiRequest, key: Key, data: JSONBody[Invitation]) -> CupCard:
        check_invite_limit(request)
        await invite(services_of(request).store, key, guest_of(request).id, data.name)
        return await _answer(request, key)

    @api_post("/{key:str}/start", status_code=200, summary="Start a tournament of yours")
    async def start(self, request: ApiRequest, key: Key) -> CupCard:
        await _tournaments(request).start(key, guest_of(request).id)
        return await _answer(request, key)

    @api_post(
        "/{key:str}/withdraw", status_code=200, summary="Withdraw yourself, or somebody from a tournament of yours"
    )
    async def withdraw(self, request: ApiRequest, key: Key, data: JSONBody[Somebody]) -> CupCard:
        person, store = guest_of(request).id, services_of(request).store
        if data.level:
            await store.tournaments.replace(key, person, data.number, data.level, [f"Bot {data.level}"])
        else:
            await withdraw(store, key, person, data.number)
        return await _answer(request, key)

    @api_post("/{key:str}/close", status_code=200, summary="End a tournament of yours early")
    async def close(self, request: ApiRequest, key: Key) -> CupCard:
        await _tournaments(request).close(key, guest_of(request).id)
        return await _answer(request, key)

    @api_get("/{key:str}/standings", summary="The standings")
    async def standings(self, request: ApiRequest, key: Key) -> list[Standing]:
        tournament = await _tournaments(request).find(key)
        return [
            Standing(
                line.place,
                line.player,
                _seat(tournament, line.player).name,
                [None if cell is None else cell.place for cell in line.cells],
                float(line.points),
                round(float(line.share), 1),
            )
            for line in tournament.standings()
        ]

    @api_get("/{key:str}/pairings", summary="Who meets whom: drawn, and next if it ended now")
    async def pairings(self, request: ApiRequest, key: Key) -> Pairings:
        tournament = await _tournaments(request).find(key)
        forecast = await services_of(request).forecasts.of(tournament)
        games = [
            CupGame(
                table.round,
                table.number,
                table.match,
                table.stage,
                [_seat(tournament, number) for number in table.players],
                None if table.ranks is None else list(table.ranks),
                None if table.scores is None else list(table.scores),
            )
            for table in tournament.tables
        ]
        following = forecast.pairings
        return Pairings(
            games, None if following is None else [[_seat(tournament, n) for n in table] for table in following]
        )

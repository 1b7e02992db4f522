"""JSON API of profiles and statistics, as /me, /people/NAME and /games/NAME show them, without ids of users."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter
from litestar.response import Stream

from tablero.core.i18n.translator import untranslated
from tablero.games import GAME_NAMES
from tablero.games import game as find_game
from tablero.people import Share
from tablero.people.names import GUEST_NAME
from tablero.people.ratings import MIN_RATED_GAMES
from tablero.site.profiles.game_page import how_played
from tablero.site.profiles.pages import PAGE_SIZE, records_response, visible_account
from tablero.site.profiles.summary import GameSummary, PlayerSummary, player_summary
from tablero.site.table.api import TableCard, table_card
from tablero.site.web.api import PROBLEM_RESPONSES, ApiController, ApiRequest, api_get, api_patch
from tablero.site.web.identity import guest_of
from tablero.site.web.page import store_of
from tablero.store.people.ratings import RatingStanding
from tablero.store.tables.results import FinishedGame
from tablero.store.tables.statistics import ValueSpread

GameName = Annotated[str, Parameter(description="One of the games here, or empty for all.", max_length=32)]
PersonName = Annotated[str, Parameter(description="The name of an account.", max_length=80)]
Skip = Annotated[int, Parameter(description="How many of the latest to leave out.", ge=0, le=1_000_000)]
Most = Annotated[int, Parameter(description="How many at most.", ge=1, le=100)]
ZIP = {
    **PROBLEM_RESPONSES,
    200: ResponseSpec(
        bytes, description="A zip file with a record for each finished game.", media_type="application/zip"
    ),
}


class ShareCard(msgspec.Struct):
    """A share of the wins from 0 to 1, and between which it lies in nineteen cases of twenty."""

    games: int
    share: float
    low: float
    high: float


class RatingCard(msgspec.Struct):
    """A rating, give or take so many points in nineteen cases of twenty. Of few games it says little: `early`."""

    rating: int
    give_or_take: int
    games: int
    early: bool


class SeatsCard(msgspec.Struct):
    """Results with so many seats; `places` counts how often the first, the second and so on was reached."""

    seats: int
    places: list[int]
    won: ShareCard


class SourceCard(msgspec.Struct):
    """What brought points in recent games, on average: to this player, and to all players at these tables."""

    source: str
    own: float
    table: float


class LevelCard(msgspec.Struct):
    """Games with bots of a level at the table, and how many of them were won."""

    level: int
    games: int
    wins: int


class GameResults(msgspec.Struct):
    """A person's results in a game. `points` are those of the latest games, the earliest first."""

    game: str
    games: int
    wins: int
    places: list[int]
    by_seats: list[SeatsCard]
    points: list[float]
    sources: list[SourceCard]
    levels: list[LevelCard]
    rating: RatingCard | None


class CompanionCard(msgspec.Struct):
    """A player who often sat at the table, and what was won then. `account` when it is the name of an account."""

    name: str
    account: bool
    won: ShareCard


class FirstCard(msgspec.Struct):
    """Something that happens once: where and after how many moves, or null when it has not happened or the table is
    not listed.
    """

    game: str | None
    name: str
    title: str
    about: str
    done: bool
    ended: float | None
    table: str | None
    move: int | None


class FinishedCard(msgspec.Struct):
    """A finished game.

    `won` is 1, or a part of it where a victory was shared; `table` is null when it is not listed.
    """

    table: str | None
    game: str
    seats: int
    seat: int
    points: float
    place: int
    won: float
    ended: float
    players: list[str]


class ProfileSettings(msgspec.Struct):
    """What a person has chosen about the own page: whether others may see it, and whether ratings are shown."""

    shows_page: bool
    wants_rating: bool


class NewSettings(msgspec.Struct):
    """What to choose otherwise; what is left out stays as it is."""

    shows_page: bool | None = None
    wants_rating: bool | None = None


class PersonCard(msgspec.Struct):
    """A person's page."""

    name: str
    since: float | None
    games: int
    wins: int
    with_people: int
    rating: RatingCard | None
    results: list[GameResults]
    often: list[CompanionCard]
    firsts: list[FirstCard]
    latest: list[FinishedCard]


class MyCard(PersonCard):
    """My page: with the tables that are not over, and with what I have chosen. Guests have no settings."""

    unfinished: list[TableCard]
    settings: ProfileSettings | None


class MyGames(msgspec.Struct):
    """My games: those that go on, and a part of the finished ones, the latest first."""

    unfinished: list[TableCard]
    total: int
    finished: list[FinishedCard]


class SpreadCard(msgspec.Struct):
    """How figures are spread: the middle one, between which half of them lie, and the outermost."""

    least: int
    quarter: int
    middle: int
    three_quarters: int
    most: int


class OpeningCard(msgspec.Struct):
    """A first turn, and how those fared who began so."""

    tag: str
    words: str
    won: ShareCard


class PlayedCard(msgspec.Struct):
    """A game with so many seats: lengths, points, and shares of the wins by seat and by opening."""

    seats: int
    games: int
    minutes: SpreadCard | None
    moves: SpreadCard | None
    points: SpreadCard | None
    winning_points: SpreadCard | None
    by_seat: list[ShareCard]
    openings: list[OpeningCard]


class LevelShare(msgspec.Struct):
    """Bots of a level (0: people), and what is due to a seat where all are equal."""

    level: int
    due: float
    won: ShareCard


class Statistics(msgspec.Struct):
    """How a game is played here, counted over all finished games at a moment."""

    game: str
    games: int
    counted: float
    by_seats: list[PlayedCard]
    levels: list[LevelShare]


def _share(share: Share) -> ShareCard:
    low, high = share.interval
    return ShareCard(share.games, share.part, low, high)


def _rating(standing: RatingStanding | None, wanted: bool) -> RatingCard | None:
    if standing is None or not wanted:
        return None
    rating = standing.rating
    return RatingCard(rating.points, rating.give_or_take, standing.games, standing.games < MIN_RATED_GAMES)


def _game(one: GameSummary, rated: bool) -> GameResults:
    return GameResults(
        one.game.name,
        one.games,
        one.wins,
        list(one.places),
        [SeatsCard(row.seats, list(row.places), _share(row.share)) for row in one.by_seats],
        [scored.score for scored in one.points],
        [SourceCard(source.name, source.own, source.table) for source in one.sources],
        [LevelCard(level, number, wins) for level, (number, wins) in one.levels.items()],
        _rating(one.standing, rated),
    )


def _finished(one: FinishedGame, own: bool) -> FinishedCard:
    shown = own or one.listed
    return FinishedCard(
        one.match if shown else None,
        one.game,
        one.seats,
        one.seat,
        one.score,
        one.place,
        one.won,
        one.ended,
        [player.name for player in one.players] if shown else [],
    )


def _person(found: PlayerSummary, name: str, since: float | None, rated: bool, own: bool) -> dict[str, Any]:
    return {
        "name": name,
        "since": since,
        "games": found.games,
        "wins": found.wins,
        "with_people": found.with_people,
        "rating": _rating(found.overall, rated),
        "results": [_game(one, rated) for one in found.by_game],
        "often": [CompanionCard(one.name, bool(one.badge), _share(one.share)) for one in found.often],
        "firsts": [
            FirstCard(
                first.game.name if first.game else None,
                first.feat.name,
                first.feat.title,
                first.feat.about,
                first.done is not None,
                first.done.ended if first.done else None,
                first.done.match if first.done and (own or first.done.listed) else None,
                first.done.move if first.done and (own or first.done.listed) else None,
            )
            for first in found.firsts
        ],
        "latest": [_finished(one, own) for one in found.latest],
    }


def _spread(spread: ValueSpread | None) -> SpreadCard | None:
    if spread is None:
        return None
    return SpreadCard(spread.least, spread.quarter, spread.middle, spread.three_quarters, spread.most)


class ProfileApi(ApiController):
    path = "/api"

    @api_get("/me", summary="My page")
    async def me(self, request: ApiRequest) -> MyCard:
        guest, store = guest_of(request), store_of(request)
        chosen = await store.preferences.of(guest.id)
        rated = chosen.wants_rating and guest.account is not None
        found = _person(
            await player_summary(store, guest.id, untranslated),
            guest.name or GUEST_NAME,
            guest.account.made if guest.account else None,
            rated,
            True,
        )
        unfinished = [table_card(summary) for summary in await store.results.unfinished(guest.id)]
        settings = ProfileSettings(chosen.shows_page, chosen.wants_rating) if guest.account is not None else None
        return MyCard(**found, unfinished=unfinished, settings=settings)

    @api_patch("/me/settings", status_code=200, summary="Who may see my page, and whether ratings are shown")
    async def change(self, request: ApiRequest, data: JSONBody[NewSettings]) -> ProfileSettings:
        guest = guest_of(request)
        if guest.account is None:
            raise PermissionDeniedException(
                "a guest has no page that others could see: choose a name and a password first"
            )
        wanted = {name: value for name in ("shows_page", "wants_rating") if (value := getattr(data, name)) is not None}
        chosen = await store_of(request).preferences.change(guest.id, **wanted)
        return ProfileSettings(chosen.shows_page, chosen.wants_rating)

    @api_get("/me/games", summary="My games")
    async def my_games(
        self, request: ApiRequest, game: GameName = "", skip: Skip = 0, most: Most = PAGE_SIZE
    ) -> MyGames:
        if game and game not in GAME_NAMES:
            raise NotFoundException(f"there is no game '{game}' here; there are {', '.join(GAME_NAMES)}")
        guest, store = guest_of(request), store_of(request)
        unfinished = [one for one in await store.results.unfinished(guest.id) if game in ("", one.game)]
        finished = await store.results.finished(guest.id, game, skip, most)
        total = await store.results.count(guest.id, game)
        return MyGames([table_card(one) for one in unfinished], total, [_finished(one, True) for one in finished])

    @api_get("/me/records", responses=ZIP, summary="The records of all my finished games as one zip file")
    async def records(self, request: ApiRequest) -> Stream:
        return records_response(request, guest_of(request))

    @api_get("/people/{name:str}", summary="Somebody's page, if others may see it")
    async def person(self, request: ApiRequest, name: PersonName) -> PersonCard:
        store = store_of(request)
        account = await visible_account(store, name, guest_of(request).id)
        if account is None:
            raise PermissionDeniedException("this page is kept private")
        chosen = await store.preferences.of(account.person)
        found = await player_summary(store, account.person, untranslated)
        return PersonCard(**_person(found, account.name, account.made, chosen.wants_rating, False))

    @api_get("/games/{name:str}/statistics", summary="How a game is played here")
    async def statistics(self, request: ApiRequest, name: GameName) -> Statistics:
        if name not in GAME_NAMES:
            raise NotFoundException(f"there is no game '{name}' here; there are {', '.join(GAME_NAMES)}")
        game, found = find_game(name), await how_played(request, name)
        cards = [
            PlayedCard(
                seats,
                played.games,
                _spread(played.minutes),
                _spread(played.moves),
                _spread(played.scores),
                _spread(played.winning),
                [_share(share) for share in played.by_seat],
                [
                    OpeningCard(tag, game.memory.opened(tag, untranslated) if game.memory else tag, _share(share))
                    for tag, share in played.openings.items()
                ],
            )
            for seats, played in found.by_seats.items()
        ]
        levels = [LevelShare(number, level.due, _share(level.share)) for number, level in found.levels.items()]
        return Statistics(name, found.games, found.counted, cards, levels)

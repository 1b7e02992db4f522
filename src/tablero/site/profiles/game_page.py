"""The page of a game: statistics of all finished games."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tablero.bots import LEVELS
from tablero.core.game import Game
from tablero.games import GAME_NAMES
from tablero.games import game as find_game
from tablero.people import Share
from tablero.site.profiles import plots
from tablero.site.profiles.summary import MIN_GAMES
from tablero.site.web.language import language_of
from tablero.site.web.page import HtmlRequest, page
from tablero.site.web.services import services_of
from tablero.store import Store
from tablero.store.tables.statistics import LevelStatistics, SeatsStatistics, ValueSpread
from tablero.ui.language import Language

FRESH = 60.0  # seconds after which figures are old


@dataclass(frozen=True)
class GameStatistics:
    """What is known about a game, and when it was counted."""

    counted: float
    by_seats: dict[int, SeatsStatistics]
    levels: dict[int, LevelStatistics]

    @property
    def games(self) -> int:
        return sum(played.games for played in self.by_seats.values())


class StatisticsCache:
    """The figures of all games. A request gets what was counted last; when that is old, it is counted anew
    meanwhile, so that only the first request waits."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, GameStatistics] = {}
        self._tasks: dict[str, asyncio.Task[GameStatistics]] = {}

    async def of(self, game: str) -> GameStatistics:
        known = self._known.get(game)
        if known is not None and known.games and self._store.now() - known.counted < FRESH:
            return known
        task = self._tasks.get(game)
        if task is None:
            task = self._tasks[game] = asyncio.create_task(self._count(game))
        return known if known is not None and known.games else await asyncio.shield(task)

    async def _count(self, game: str) -> GameStatistics:
        try:
            found = GameStatistics(
                self._store.now(), await self._store.statistics.played(game), await self._store.statistics.levels(game)
            )
            self._known[game] = found
            return found
        finally:
            del self._tasks[game]


async def how_played(request: HtmlRequest, game: str) -> GameStatistics:
    counting = services_of(request).statistics
    return await counting.of(game)


def _spread(name: str, spread: ValueSpread, most: float, language: Language) -> dict[str, Any]:
    say = language.say
    half = say("half between {low} and {high}", low=spread.quarter, high=spread.three_quarters)
    label = say(
        "{name}: typically {middle}, half between {low} and {high}, all between {least} and {most}",
        name=name,
        middle=spread.middle,
        low=spread.quarter,
        high=spread.three_quarters,
        least=spread.least,
        most=spread.most,
    )
    bar = plots.spread_bar(spread.least, spread.quarter, spread.middle, spread.three_quarters, spread.most, most, label)
    return {"name": name, "middle": spread.middle, "half": half, "bar": bar}


def _share(name: str, share: Share, due: float, language: Language) -> dict[str, Any]:
    low, high = share.interval
    percent, between = round(100 * share.part), (round(100 * low), round(100 * high))
    label = language.say(
        "{share} % of {n} games, likely {low} to {high} %",
        share=percent,
        n=share.games,
        low=between[0],
        high=between[1],
    )
    bar = plots.share_bar(share.part, low, high, label, due)
    return {"name": name, "games": share.games, "percent": percent, "low": between[0], "high": between[1], "bar": bar}


def _told(game: Game, seats: int, played: SeatsStatistics, language: Language) -> dict[str, Any]:
    """A card: the game with so many seats."""
    say, due = language.say, 1 / seats
    spreads = []
    for name, spread in ((say("Minutes"), played.minutes), (say("Moves"), played.moves)):
        if spread is not None:
            spreads.append(_spread(name, spread, spread.most, language))
    for name, spread in ((say("Points"), played.scores), (say("Winner's points"), played.winning)):
        if spread is not None and played.scores is not None:
            spreads.append(_spread(name, spread, played.scores.most, language))
    spoken = language.of(game)
    opened = game.memory.opened if game.memory is not None else lambda tag, _: tag
    return {
        "seats": seats,
        "games": played.games,
        "spreads": spreads,
        "by_seat": [
            _share(say("Seat {number}", number=seat + 1), share, due, language)
            for seat, share in enumerate(played.by_seat)
        ]
        if seats > 1
        else [],
        "openings": [
            _share(_capital(opened(tag, spoken)), share, due, language) for tag, share in played.openings.items()
        ],
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _levels(levels: dict[int, LevelStatistics], language: Language) -> list[dict[str, Any]]:
    names = {level.number: f"{level.number} {language.say(level.name)}" for level in LEVELS} | {
        0: language.say("People")
    }
    return [
        _share(names.get(number, str(number)), level.share, level.due, language)
        for number, level in levels.items()
        if level.share.games >= MIN_GAMES
    ]


@get("/games/{name:str}")
async def game_page(request: HtmlRequest, name: FromPath[str]) -> Response[str]:
    if name not in GAME_NAMES:
        raise NotFoundException
    game, language = find_game(name), language_of(request)
    found = await how_played(request, name)
    return page(
        "profiles/game.jinja",
        request,
        game=game,
        about=language.of(game)(game.card.about),
        games=found.games,
        wanted=MIN_GAMES,
        cards=[_told(game, seats, one, language) for seats, one in found.by_seats.items() if one.games >= MIN_GAMES],
        few=[(seats, one.games) for seats, one in found.by_seats.items() if one.games < MIN_GAMES],
        levels=_levels(found.levels, language),
    )


HANDLERS = (game_page,)

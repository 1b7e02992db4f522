"""The page of a game: how it is played here, from all finished games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from litestar import Litestar, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tablero.bots import LEVELS
from tablero.core.game import Game
from tablero.games import NAMES
from tablero.games import game as find_game
from tablero.people import Share
from tablero.site import plots
from tablero.site.language import Tongue, tongue_of
from tablero.site.pages import Visit, page
from tablero.store import House
from tablero.store.statistics import Level, Played, Spread

FRESH = 60.0  # seconds after which figures are old


@dataclass(frozen=True)
class HowPlayed:
    """What is known about a game, and when it was counted."""

    counted: float
    by_seats: dict[int, Played]
    levels: dict[int, Level]

    @property
    def games(self) -> int:
        return sum(played.games for played in self.by_seats.values())


class Counting:
    """The figures of all games. Whoever asks is told what was counted last; when that is old, it is counted anew meanwhile, so that
    nobody waits but the first."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: dict[str, HowPlayed] = {}
        self._tasks: dict[str, asyncio.Task[HowPlayed]] = {}

    async def of(self, game: str) -> HowPlayed:
        known = self._known.get(game)
        if known is not None and known.games and self._house.now() - known.counted < FRESH:
            return known
        task = self._tasks.get(game)
        if task is None:
            task = self._tasks[game] = asyncio.create_task(self._count(game))
        return known if known is not None and known.games else await asyncio.shield(task)

    async def _count(self, game: str) -> HowPlayed:
        try:
            found = HowPlayed(
                self._house.now(), await self._house.statistics.played(game), await self._house.statistics.levels(game)
            )
            self._known[game] = found
            return found
        finally:
            del self._tasks[game]


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    app.state.counting = Counting(app.state.house)
    yield


async def how_played(request: Visit, game: str) -> HowPlayed:
    counting: Counting = request.app.state.counting
    return await counting.of(game)


def _spread(name: str, spread: Spread, most: float, tongue: Tongue) -> dict[str, Any]:
    say = tongue.say
    half = say("half of them {low} to {high}", low=spread.quarter, high=spread.three_quarters)
    label = say(
        "{name}: {middle} in the middle, half of them {low} to {high}, all from {least} to {most}",
        name=name, middle=spread.middle, low=spread.quarter, high=spread.three_quarters, least=spread.least, most=spread.most,
    )  # fmt: skip
    bar = plots.spread_bar(spread.least, spread.quarter, spread.middle, spread.three_quarters, spread.most, most, label)
    return {"name": name, "middle": spread.middle, "half": half, "bar": bar}


def _share(name: str, share: Share, due: float, tongue: Tongue) -> dict[str, Any]:
    low, high = share.interval
    percent, between = round(100 * share.part), (round(100 * low), round(100 * high))
    label = tongue.say(
        "{share} % of {n} games, likely {low} to {high} %",
        share=percent,
        n=share.games,
        low=between[0],
        high=between[1],
    )
    bar = plots.share_bar(share.part, low, high, label, due)
    return {"name": name, "games": share.games, "percent": percent, "low": between[0], "high": between[1], "bar": bar}


def _told(game: Game, seats: int, played: Played, tongue: Tongue) -> dict[str, Any]:
    """A card: the game with so many seats."""
    say, due = tongue.say, 1 / seats
    spreads = []
    for name, spread in ((say("Minutes"), played.minutes), (say("Moves"), played.moves)):
        if spread is not None:
            spreads.append(_spread(name, spread, spread.most, tongue))
    for name, spread in ((say("Points"), played.scores), (say("Winner's points"), played.winning)):
        if spread is not None and played.scores is not None:
            spreads.append(_spread(name, spread, played.scores.most, tongue))
    spoken = tongue.of(game)
    opened = game.memory.opened if game.memory is not None else lambda tag, _: tag
    return {
        "seats": seats, "games": played.games, "spreads": spreads,
        "by_seat": [_share(say("Seat {number}", number=seat + 1), share, due, tongue) for seat, share in enumerate(played.by_seat)]
        if seats > 1 else [],
        "openings": [_share(_capital(opened(tag, spoken)), share, due, tongue) for tag, share in played.openings.items()],
    }  # fmt: skip


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _levels(levels: dict[int, Level], tongue: Tongue) -> list[dict[str, Any]]:
    names = {level.number: f"{level.number} {tongue.say(level.name)}" for level in LEVELS} | {0: tongue.say("People")}
    return [_share(names.get(number, str(number)), level.share, level.due, tongue) for number, level in levels.items()]


@get("/games/{name:str}")
async def game_page(request: Visit, name: FromPath[str]) -> Response[str]:
    if name not in NAMES:
        raise NotFoundException
    game, tongue = find_game(name), tongue_of(request)
    found = await how_played(request, name)
    return page(
        "game.jinja", request, game=game, about=tongue.of(game)(game.card.about), games=found.games,
        cards=[_told(game, seats, played, tongue) for seats, played in found.by_seats.items()],
        levels=_levels(found.levels, tongue),
    )  # fmt: skip


HANDLERS = (game_page,)

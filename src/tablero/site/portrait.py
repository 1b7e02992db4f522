"""Portrait: all that a page about a person tells, put together from their results and ratings. Nobody's id is in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tablero.bots import LEVELS
from tablero.core.game import Game
from tablero.core.memory import Feat
from tablero.core.speech import Speech
from tablero.games import games
from tablero.people import Share
from tablero.people.ratings import TOO_EARLY
from tablero.store import House
from tablero.store.ratings import OVERALL, Standing
from tablero.store.results import Finished, First, Placed, Scored

LATEST = 12  # games in the list
OFTEN = 6  # people
PLACES = 4


@dataclass(frozen=True)
class BySeats:
    """A game with so many seats."""

    seats: int
    places: tuple[int, ...]  # how often the first, the second...
    share: Share


@dataclass(frozen=True)
class Source:
    """What brought points, on average in a game."""

    name: str  # English, translatable
    own: float
    table: float


@dataclass(frozen=True)
class OfGame:
    """A person's results in one game."""

    game: Game
    games: int
    wins: int  # shared ones too
    places: tuple[int, ...]
    by_seats: tuple[BySeats, ...]
    points: tuple[Scored, ...]
    sources: tuple[Source, ...]
    standing: Standing | None
    levels: Mapping[int, tuple[int, int]]  # games with bots of a level, and how many of them were won
    level_shares: Mapping[int, Share] = field(default_factory=dict)

    @property
    def share(self) -> Share:
        """What was won of these games, with any number of seats."""
        return Share(self.games, sum(row.share.won for row in self.by_seats))

    @property
    def known(self) -> bool:
        """Whether there is a rating that can be told."""
        return self.standing is not None and self.standing.games >= TOO_EARLY


@dataclass(frozen=True)
class Companion:
    """Somebody who sat at the table: how often, and what the person won then. `badge` and `page` are an account's."""

    name: str
    share: Share
    badge: str = ""
    page: bool = False


@dataclass(frozen=True)
class FirstTime:
    """Something that happens once: done, with its date and place, or not yet."""

    game: Game | None  # None: of any game
    feat: Feat
    done: First | None


@dataclass(frozen=True)
class Portrait:
    """Somebody's results."""

    games: int
    wins: int  # shared ones too
    with_people: int
    of_games: tuple[OfGame, ...]  # those with results
    latest: tuple[Finished, ...]
    often: tuple[Companion, ...]
    firsts: tuple[FirstTime, ...]  # what is done first
    overall: Standing | None

    @property
    def known(self) -> bool:
        return self.overall is not None and self.overall.games >= TOO_EARLY


def common_feats(say: Speech) -> tuple[Feat, ...]:
    """What every game can bring for the first time."""
    return (
        Feat("won", say("A victory"), say("any game, against anybody"), "peak"),
        Feat("full-table", say("A full table"), say("won with every seat taken"), "block"),
        Feat("close", say("By a whisker"), say("won by a point or less"), "aim"),
        Feat(
            "strongest",
            say("The strongest, once"),
            say("won against bots of level {level}", level=len(LEVELS)),
            "steps",
        ),
    )


async def portrait(house: House, person: str, say: Speech) -> Portrait:
    """What can be told about somebody."""
    placed = await house.results.places(person)
    ratings = await house.ratings.of(person)
    levels = await house.results.against_levels(person)
    found = []
    for game in games():
        rows = [row for row in placed if row.game == game.name]
        if not rows:
            continue
        sources = await house.results.sources(person, game.name)
        found.append(
            OfGame(
                game=game,
                games=sum(row.games for row in rows),
                wins=sum(row.wins for row in rows),
                places=_places(rows),
                by_seats=tuple(_by_seats(rows, seats) for seats in sorted({row.seats for row in rows})),
                points=tuple(await house.results.points(person, game.name)),
                sources=() if sources is None else tuple(_sources(sources.own, sources.table)),
                standing=ratings.get(game.name),
                levels={row.level: (row.games, row.wins) for row in levels if row.game == game.name},
                level_shares={row.level: Share(row.games, row.won) for row in levels if row.game == game.name},
            )
        )
    return Portrait(
        games=sum(one.games for one in found),
        wins=sum(one.wins for one in found),
        with_people=await house.results.with_people(person),
        of_games=tuple(sorted(found, key=lambda one: -one.games)),
        latest=tuple(await house.results.finished(person, most=LATEST)),
        often=await companions(house, person),
        firsts=_firsts(await house.results.firsts(person), say),
        overall=ratings.get(OVERALL),
    )


def _places(rows: Sequence[Placed]) -> tuple[int, ...]:
    """How often each place was reached; who plays alone comes second when the rules themselves have won."""
    found = [0] * PLACES
    for row in rows:
        if row.seats == 1:
            found[0] += row.wins
            found[1] += row.games - row.wins
        else:
            found[min(row.place, PLACES) - 1] += row.games
    return tuple(found)


def _by_seats(rows: Sequence[Placed], seats: int) -> BySeats:
    here = [row for row in rows if row.seats == seats]
    share = Share(sum(row.games for row in here), sum(row.won for row in here))
    return BySeats(seats, _places(here)[: max(2, seats)], share)


def _sources(own: Mapping[str, float], table: Mapping[str, float]) -> list[Source]:
    names = dict.fromkeys((*table, *own))
    found = [Source(name, own.get(name, 0.0), table.get(name, 0.0)) for name in names]
    return sorted(found, key=lambda source: -max(abs(source.own), abs(source.table)))


def _firsts(done: Sequence[First], say: Speech) -> tuple[FirstTime, ...]:
    """What has happened, the latest first, then what has not, few of each game."""
    by_feat: dict[tuple[str, str], First] = {}
    for first in done:
        by_feat[first.game, first.feat] = first
    found = []
    for feat in common_feats(say):
        when = [first for first in done if first.feat == feat.name]
        found.append(FirstTime(None, feat, min(when, key=lambda first: first.ended) if when else None))
    for game in games():
        for feat in game.memory.feats if game.memory is not None else ():
            found.append(FirstTime(game, feat, by_feat.get((game.name, feat.name))))
    return tuple(sorted(found, key=lambda one: -one.done.ended if one.done else 1.0))


async def companions(house: House, person: str) -> tuple[Companion, ...]:
    """With whom somebody sits most often. A guest is known by the name at the table only."""
    met = await house.results.against_people(person, OFTEN)
    accounts = await house.accounts.among([one.person for one in met])
    found = []
    for one in met:
        account = accounts.get(one.person)
        if account is None:
            found.append(Companion(one.name, Share(one.games, one.won)))
        else:
            page = (await house.settings.of(one.person)).shows_page
            found.append(Companion(account.name, Share(one.games, one.won), account.badge, page))
    return tuple(found)

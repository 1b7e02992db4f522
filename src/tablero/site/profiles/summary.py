"""Summary of a player's results and ratings, without ids of users."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tablero.bots import LEVELS
from tablero.core.game import Game
from tablero.core.highlights import Achievement
from tablero.core.i18n.translator import Translator
from tablero.games import games
from tablero.people import Share
from tablero.people.ratings import MIN_RATED_GAMES
from tablero.store import Store
from tablero.store.people.ratings import ALL_GAMES, RatingStanding
from tablero.store.tables.results import FinishedGame, FirstAchievement, GameScore, PlaceCount

MIN_GAMES = 10  # fewer tell nothing: shares and lengths are shown from here on
LATEST = 12  # games in the list
OFTEN = 6  # people
PLACES = 4


@dataclass(frozen=True)
class SeatCountSummary:
    """A player's results in a game with this number of seats."""

    seats: int
    places: tuple[int, ...]  # how often the first, the second...
    share: Share


@dataclass(frozen=True)
class PointSource:
    """Average points from one source, of the player and of the table."""

    name: str  # English, translatable
    own: float
    table: float


@dataclass(frozen=True)
class GameSummary:
    """A player's results in one game."""

    game: Game
    games: int
    wins: int  # shared ones too
    places: tuple[int, ...]
    by_seats: tuple[SeatCountSummary, ...]
    points: tuple[GameScore, ...]
    sources: tuple[PointSource, ...]
    standing: RatingStanding | None
    levels: Mapping[int, tuple[int, int]]  # games with bots of a level, and how many of them were won
    level_shares: Mapping[int, Share] = field(default_factory=dict)

    @property
    def share(self) -> Share:
        """The share of wins with any number of seats."""
        return Share(self.games, sum(row.share.won for row in self.by_seats))

    @property
    def known(self) -> bool:
        """Whether there are enough games to show a rating."""
        return self.standing is not None and self.standing.games >= MIN_RATED_GAMES


@dataclass(frozen=True)
class Companion:
    """A frequent fellow player, and the player's share of wins in their games. `badge` and `page` are an account's."""

    name: str
    share: Share
    badge: str = ""
    page: bool = False


@dataclass(frozen=True)
class FirstTime:
    """An achievement: done, with its date and place, or not yet."""

    game: Game | None  # None: of any game
    feat: Achievement
    done: FirstAchievement | None


@dataclass(frozen=True)
class PlayerSummary:
    """All results of a player."""

    games: int
    wins: int  # shared ones too
    with_people: int
    by_game: tuple[GameSummary, ...]  # those with results
    latest: tuple[FinishedGame, ...]
    often: tuple[Companion, ...]
    firsts: tuple[FirstTime, ...]  # what is done first
    overall: RatingStanding | None

    @property
    def known(self) -> bool:
        return self.overall is not None and self.overall.games >= MIN_RATED_GAMES


def common_achievements(say: Translator) -> tuple[Achievement, ...]:
    """Return the achievements of all games."""
    return (
        Achievement("won", say("A victory"), say("any game, against anybody"), "peak"),
        Achievement("full-table", say("A full table"), say("won with every seat taken"), "block"),
        Achievement("close", say("By a whisker"), say("won by a point or less"), "aim"),
        Achievement(
            "strongest",
            say("The strongest, once"),
            say("won against bots of level {level}", level=len(LEVELS)),
            "steps",
        ),
    )


async def player_summary(store: Store, person: str, say: Translator) -> PlayerSummary:
    """Return the summary of a user."""
    placed = await store.results.places(person)
    ratings = await store.ratings.of(person)
    levels = await store.results.against_levels(person)
    found = []
    for game in games():
        rows = [row for row in placed if row.game == game.name]
        if not rows:
            continue
        sources = await store.results.sources(person, game.name)
        found.append(
            GameSummary(
                game=game,
                games=sum(row.games for row in rows),
                wins=sum(row.wins for row in rows),
                places=_places(rows),
                by_seats=tuple(_by_seats(rows, seats) for seats in sorted({row.seats for row in rows})),
                points=tuple(await store.results.points(person, game.name)),
                sources=() if sources is None else tuple(_sources(sources.own, sources.table)),
                standing=ratings.get(game.name),
                levels={row.level: (row.games, row.wins) for row in levels if row.game == game.name},
                level_shares={row.level: Share(row.games, row.won) for row in levels if row.game == game.name},
            )
        )
    return PlayerSummary(
        games=sum(one.games for one in found),
        wins=sum(one.wins for one in found),
        with_people=await store.results.with_people(person),
        by_game=tuple(sorted(found, key=lambda one: -one.games)),
        latest=tuple(await store.results.finished(person, most=LATEST)),
        often=await companions(store, person),
        firsts=_firsts(await store.results.firsts(person), say),
        overall=ratings.get(ALL_GAMES),
    )


def _places(rows: Sequence[PlaceCount]) -> tuple[int, ...]:
    """Return how often each place was reached; a lost solo game counts as second place."""
    found = [0] * PLACES
    for row in rows:
        if row.seats == 1:
            found[0] += row.wins
            found[1] += row.games - row.wins
        else:
            found[min(row.place, PLACES) - 1] += row.games
    return tuple(found)


def _by_seats(rows: Sequence[PlaceCount], seats: int) -> SeatCountSummary:
    here = [row for row in rows if row.seats == seats]
    share = Share(sum(row.games for row in here), sum(row.won for row in here))
    return SeatCountSummary(seats, _places(here)[: max(2, seats)], share)


def _sources(own: Mapping[str, float], table: Mapping[str, float]) -> list[PointSource]:
    names = dict.fromkeys((*table, *own))
    found = [PointSource(name, own.get(name, 0.0), table.get(name, 0.0)) for name in names]
    return sorted(found, key=lambda source: -max(abs(source.own), abs(source.table)))


def _firsts(done: Sequence[FirstAchievement], say: Translator) -> tuple[FirstTime, ...]:
    """Return achievements that are done, the latest first, then the others."""
    by_feat: dict[tuple[str, str], FirstAchievement] = {}
    for first in done:
        by_feat[first.game, first.feat] = first
    found = []
    for feat in common_achievements(say):
        when = [first for first in done if first.feat == feat.name]
        found.append(FirstTime(None, feat, min(when, key=lambda first: first.ended) if when else None))
    for game in games():
        for feat in game.memory.feats if game.memory is not None else ():
            found.append(FirstTime(game, feat, by_feat.get((game.name, feat.name))))
    return tuple(sorted(found, key=lambda one: -one.done.ended if one.done else 1.0))


async def companions(store: Store, person: str) -> tuple[Companion, ...]:
    """Return the most frequent fellow players; guests are known by their name at the table only."""
    met = await store.results.against_people(person, OFTEN)
    accounts = await store.accounts.of_people([one.person for one in met])
    found = []
    for one in met:
        account = accounts.get(one.person)
        if account is None:
            found.append(Companion(one.name, Share(one.games, one.won)))
        else:
            page = (await store.preferences.of(one.person)).shows_page
            found.append(Companion(account.name, Share(one.games, one.won), account.badge, page))
    return tuple(found)

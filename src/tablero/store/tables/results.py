"""Results of finished games by seat, and statistics of a person."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.core.errors import BadRecord
from tablero.store.database import schema
from tablero.store.database.repository import Repository
from tablero.store.database.writer import Step
from tablero.store.tables.reading import read_match, read_summaries
from tablero.store.tables.summary import Summary
from tablero.table import NoSuchTable, OtherRules, Table, Terms
from tablero.table.outcome import SeatOutcome, outcomes

R = schema.results.c
M = schema.matches.c
TOGETHER = 500  # tables that are read together when results of older games are added
MOST_RECORDS = 10_000  # in one file
RECENT = 60  # tables of each game in plots

NEW_RESULT = insert(schema.results)


def new_results(table: Table) -> list[Step]:
    """Return the steps that are written with the last row of a game."""
    return [(NEW_RESULT, row) for row in _rows(table, outcomes(table))]


def _rows(table: Table, found: Sequence[SeatOutcome]) -> list[dict[str, Any]]:
    here = {"match": table.id, "game": table.game.name, "seats": table.seats}
    return [{**here, **vars(one), "sources": _text(one.sources), "feats": _text(one.feats)} for one in found]


def _text(content: Mapping[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True)
class ResultPlayer:
    """A player of a finished table: a person (the id is secret) or a bot of some level."""

    seat: int
    person: str
    name: str
    level: int


@dataclass(frozen=True)
class FinishedGame:
    """A finished game of a person."""

    match: str
    game: str
    seats: int
    seat: int
    score: float
    place: int
    won: float
    ended: float
    absent: str
    listed: bool  # else only its players may know its address
    title: str  # of the table; may be empty
    players: tuple[ResultPlayer, ...]


@dataclass(frozen=True)
class PlaceCount:
    """How often a person reached a place in a game with so many seats."""

    game: str
    seats: int
    place: int
    games: int
    wins: int  # shared ones too
    won: float


@dataclass(frozen=True)
class GameScore:
    """Score of one finished game."""

    ended: float
    score: float
    won: float
    seats: int


@dataclass(frozen=True)
class MetPerson:
    """Games with another person, and wins in them."""

    person: str
    name: str
    games: int
    won: float


@dataclass(frozen=True)
class MetLevel:
    """Games with bots of a level, and wins in them."""

    game: str
    level: int
    games: int
    wins: int
    won: float


@dataclass(frozen=True)
class FirstAchievement:
    """First time that a person reached an achievement: table, and count of moves."""

    game: str
    feat: str
    match: str
    move: int
    ended: float
    listed: bool


@dataclass(frozen=True)
class AverageSources:
    """Average points by source in recent games: of a person, and of all players at these tables."""

    games: int
    own: Mapping[str, float]
    table: Mapping[str, float]


class ResultStore(Repository):
    """Results of all finished games."""

    # ---------------------------------------------------------------- a person's games

    async def unfinished(self, person: str) -> list[Summary]:
        """Return the unfinished tables where a person sits or that the person has opened, the latest first."""
        mine = select(schema.seats.c.match).where(schema.seats.c.person == person)
        async with self._reading() as connection:
            return await read_summaries(connection, (M.stage != "over") & (M.id.in_(mine) | (M.host == person)))

    async def count(self, person: str, game: str = "") -> int:
        """Count the finished games of a person, of one game or of all."""
        async with self._reading() as connection:
            return int(await connection.scalar(select(func.count()).where(*_of(person, game))) or 0)

    async def finished(self, person: str, game: str = "", skip: int = 0, most: int = 20) -> list[FinishedGame]:
        """Return the finished games of a person, the latest first."""
        query = (
            select(R.match, R.game, R.seats, R.seat, R.score, R.place, R.won, R.ended, R.absent, M.visibility, M.terms)
            .join_from(schema.results, schema.matches, M.id == R.match)
            .where(*_of(person, game))
            .order_by(R.ended.desc(), R.match)
            .offset(skip)
            .limit(most)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
            players = await _players(connection, [row.match for row in rows])
        return [
            FinishedGame(
                *row[:9],
                row.visibility == "listed",
                Terms.stored(json.loads(row.terms)).name,
                tuple(players[row.match]),
            )
            for row in rows
        ]

    async def places(self, person: str) -> list[PlaceCount]:
        """Return how often a person reached each place, by game and number of seats."""
        wins = func.count().filter(R.won > 0)
        query = select(R.game, R.seats, R.place, func.count(), wins, func.sum(R.won)).where(R.person == person)
        query = query.group_by(R.game, R.seats, R.place).order_by(R.game, R.seats, R.place)
        async with self._reading() as connection:
            return [PlaceCount(*row) for row in await connection.execute(query)]

    async def points(self, person: str, game: str) -> list[GameScore]:
        """Return the scores of the latest games of a person in chronological order."""
        query = (
            select(R.ended, R.score, R.won, R.seats).where(*_of(person, game)).order_by(R.ended.desc()).limit(RECENT)
        )
        async with self._reading() as connection:
            return [GameScore(*row) for row in reversed((await connection.execute(query)).all())]

    async def sources(self, person: str, game: str) -> AverageSources | None:
        """Return the average sources of points in the latest games of a person; None before the first."""
        latest = select(R.match).where(*_of(person, game)).order_by(R.ended.desc()).limit(RECENT)
        async with self._reading() as connection:
            matches = list((await connection.execute(latest)).scalars())
            query = select(R.person, R.sources).where(R.match.in_(matches))
            rows = (await connection.execute(query)).all()
        mine = [json.loads(row.sources) for row in rows if row.person == person]
        return (
            AverageSources(len(mine), _mean(mine), _mean([json.loads(row.sources) for row in rows])) if mine else None
        )

    async def against_people(self, person: str, most: int = 12) -> list[MetPerson]:
        """Return the people whom a person has met most often."""
        mine, other = schema.results.alias("mine"), schema.results.alias("other")
        games = func.count().label("games")
        query = (
            select(other.c.person, games, func.sum(mine.c.won).label("won"))
            .join_from(mine, other, (other.c.match == mine.c.match) & (other.c.seat != mine.c.seat))
            .where(mine.c.person == person, other.c.person != "", other.c.person != person)
            .group_by(other.c.person)
            .order_by(games.desc(), other.c.person)
            .limit(most)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
            return [
                MetPerson(row.person, await _name(connection, row.person), row.games, float(row.won)) for row in rows
            ]

    async def with_people(self, person: str) -> int:
        """Count the games of a person with other people."""
        other = schema.results.alias("other")
        met = select(other.c.seat).where(other.c.match == R.match, other.c.person != person, other.c.level == 0)
        async with self._reading() as connection:
            return int(await connection.scalar(select(func.count()).where(R.person == person, met.exists())) or 0)

    async def against_levels(self, person: str) -> list[MetLevel]:
        """Return the games and wins of a person with bots of each level at the table."""
        mine, other = schema.results.alias("mine"), schema.results.alias("other")
        met = (
            select(mine.c.match, mine.c.game, mine.c.won, other.c.level)
            .distinct()
            .join_from(mine, other, (other.c.match == mine.c.match) & (other.c.seat != mine.c.seat))
            .where(mine.c.person == person, other.c.level > 0)
            .subquery()
        )
        wins = func.count().filter(met.c.won > 0)
        query = select(met.c.game, met.c.level, func.count(), wins, func.sum(met.c.won))
        query = query.group_by(met.c.game, met.c.level).order_by(met.c.game, met.c.level)
        async with self._reading() as connection:
            return [MetLevel(*row) for row in await connection.execute(query)]

    async def firsts(self, person: str) -> list[FirstAchievement]:
        """Return the first time of each achievement of a person in chronological order."""
        query = (
            select(R.game, R.match, R.ended, R.feats, M.visibility)
            .join_from(schema.results, schema.matches, M.id == R.match)
            .where(R.person == person, R.feats != "{}")
            .order_by(R.ended, R.match)
        )
        found: dict[tuple[str, str], FirstAchievement] = {}
        async with self._reading() as connection:
            for row in await connection.execute(query):
                for feat, move in json.loads(row.feats).items():
                    first = FirstAchievement(row.game, feat, row.match, move, row.ended, row.visibility == "listed")
                    found.setdefault((row.game, feat), first)
        return list(found.values())

    async def records(self, person: str) -> AsyncIterator[tuple[str, str, float, str]]:
        """Yield the records of the finished games of a person, the latest first: table, game, time of the end, text.
        One game is read at a time; those whose rules are not here are left out."""
        query = (
            select(R.match, R.game, R.ended)
            .where(R.person == person)
            .order_by(R.ended.desc(), R.match)
            .limit(MOST_RECORDS)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        for match, game, ended in rows:
            with suppress(OtherRules, NoSuchTable):
                async with self._reading() as connection:
                    table = await read_match(connection, match)
                record = await asyncio.to_thread(table.record)
                yield match, game, ended, record.to_text()

    # ---------------------------------------------------------------- games that ended before results were stored

    async def fill(self, rest: float = 0.0) -> int:
        """Add the results of finished games that have none, and return how many. After each it sleeps `rest` times as
        long as it took. It can be cancelled at any time and continues at the next call."""
        last, added = "", 0
        while some := await self._after(last):
            for id in [id for id, missing in some if missing]:
                began = asyncio.get_running_loop().time()
                added += await self._add(id)
                await asyncio.sleep(rest * (asyncio.get_running_loop().time() - began))
            last = some[-1][0]
        return added

    async def _after(self, last: str) -> list[tuple[str, bool]]:
        """Return the next tables in the order of their ids, and whether they are finished without a result."""
        known = (R.match == M.id) & (R.seat == 0)
        query = select(M.id, M.stage, R.match).outerjoin_from(schema.matches, schema.results, known)
        async with self._reading() as connection:
            rows = await connection.execute(query.where(M.id > last).order_by(M.id).limit(TOGETHER))
            return [(id, stage == "over" and match is None) for id, stage, match in rows]

    async def _add(self, id: str) -> bool:
        try:
            async with self._reading() as connection:
                table = await read_match(connection, id)
            rows = _rows(table, await asyncio.to_thread(outcomes, table))
        except (OtherRules, BadRecord, ValueError):  # other rules, or other component data
            return False
        if not rows:
            return False
        try:
            async with self._writing() as connection:
                await connection.execute(NEW_RESULT, rows)
        except IntegrityError:  # another process was first, or the table has been deleted
            return False
        return True


def _of(person: str, game: str) -> list[ColumnElement[bool]]:
    return [R.person == person, *([R.game == game] if game else [])]


def _mean(several: Sequence[Mapping[str, float]]) -> dict[str, float]:
    names = dict.fromkeys(name for one in several for name in one)
    return {name: sum(one.get(name, 0.0) for one in several) / len(several) for name in names}


async def _players(connection: AsyncConnection, matches: Sequence[str]) -> dict[str, list[ResultPlayer]]:
    s = schema.seats.c
    query: Select[Any] = select(s.match, s.seat, s.person, s.name, s.level).where(s.match.in_(matches))
    found: dict[str, list[ResultPlayer]] = {match: [] for match in matches}
    for match, *player in await connection.execute(query.order_by(s.match, s.seat)):
        found[match].append(ResultPlayer(*player))
    return found


async def _name(connection: AsyncConnection, person: str) -> str:
    """Return the name of a person at the table that ended last."""
    here = (schema.seats.c.match == R.match) & (schema.seats.c.seat == R.seat)
    query = select(schema.seats.c.name).join_from(schema.results, schema.seats, here).where(R.person == person)
    return str(await connection.scalar(query.order_by(R.ended.desc()).limit(1)) or "")

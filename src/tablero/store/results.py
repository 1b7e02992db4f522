"""Results: how games ended, seat by seat, and what follows from it about a person."""

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
from tablero.store import schema
from tablero.store.progress import Connecting
from tablero.store.reading import read_match, read_summaries
from tablero.store.summary import Summary
from tablero.store.writer import Step
from tablero.table import NoSuchTable, OtherRules, Table, Terms
from tablero.table.outcome import Outcome, outcomes

R = schema.results.c
M = schema.matches.c
TOGETHER = 500  # tables that are looked at together when older games are added
MOST_RECORDS = 10_000  # in one file
RECENT = 60  # games of each game in plots

NEW_RESULT = insert(schema.results)


def new_results(table: Table) -> list[Step]:
    """What is written with the last row of a game."""
    return [(NEW_RESULT, row) for row in _rows(table, outcomes(table))]


def _rows(table: Table, found: Sequence[Outcome]) -> list[dict[str, Any]]:
    return [
        {
            "match": table.id, "seat": one.seat, "game": table.game.name, "seats": table.seats, "person": one.person,
            "level": one.level, "score": one.score, "place": one.place, "won": one.won, "ended": one.ended,
            "seconds": one.seconds, "moves": one.moves, "opening": one.opening, "absent": one.absent, "rated": one.rated,
            "sources": _text(one.sources), "feats": _text(one.feats),
        }
        for one in found
    ]  # fmt: skip


def _text(content: Mapping[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True)
class Player:
    """Somebody at a finished table: a person (whose id is nobody else's business) or a bot of some level."""

    seat: int
    person: str
    name: str
    level: int


@dataclass(frozen=True)
class Finished:
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
    listed: bool  # else its address is the business of those who sat there
    title: str  # of the table, if it has one
    players: tuple[Player, ...]


@dataclass(frozen=True)
class Placed:
    """How often somebody came to a place in a game with so many seats."""

    game: str
    seats: int
    place: int
    games: int
    wins: int  # shared ones too
    won: float


@dataclass(frozen=True)
class Scored:
    """The points of one game."""

    ended: float
    score: float
    won: float
    seats: int


@dataclass(frozen=True)
class Met:
    """How often somebody sat with another, and how much was won then."""

    person: str
    name: str
    games: int
    won: float


@dataclass(frozen=True)
class MetLevel:
    """How often somebody sat with bots of a level, and how many of these games were won."""

    game: str
    level: int
    games: int
    wins: int
    won: float


@dataclass(frozen=True)
class First:
    """When something happened to a person first: at which table, after how many moves."""

    game: str
    feat: str
    match: str
    move: int
    ended: float
    listed: bool


@dataclass(frozen=True)
class Sources:
    """Where somebody's points came from in recent games, on average, beside everybody's at these tables."""

    games: int
    own: Mapping[str, float]
    table: Mapping[str, float]


class Results:
    """The results of all finished games."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading = reading
        self._writing = writing

    # ---------------------------------------------------------------- a person's games

    async def unfinished(self, person: str) -> list[Summary]:
        """The tables where a person sits, or that a person has opened, that are not over, the latest first."""
        mine = select(schema.seats.c.match).where(schema.seats.c.person == person)
        async with self._reading() as connection:
            return await read_summaries(connection, (M.stage != "over") & (M.id.in_(mine) | (M.host == person)))

    async def count(self, person: str, game: str = "") -> int:
        """How many games a person has finished, of one game or of all."""
        async with self._reading() as connection:
            return int(await connection.scalar(select(func.count()).where(*_of(person, game))) or 0)

    async def finished(self, person: str, game: str = "", skip: int = 0, most: int = 20) -> list[Finished]:
        """The games that a person has finished, the latest first."""
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
            Finished(
                *row[:9], row.visibility == "listed", Terms.of(json.loads(row.terms)).name, tuple(players[row.match])
            )
            for row in rows
        ]

    async def places(self, person: str) -> list[Placed]:
        """How often a person came to each place, by game and seats."""
        wins = func.count().filter(R.won > 0)
        query = select(R.game, R.seats, R.place, func.count(), wins, func.sum(R.won)).where(R.person == person)
        query = query.group_by(R.game, R.seats, R.place).order_by(R.game, R.seats, R.place)
        async with self._reading() as connection:
            return [Placed(*row) for row in await connection.execute(query)]

    async def points(self, person: str, game: str) -> list[Scored]:
        """The points of a person's latest games of a game, in the order of time."""
        query = (
            select(R.ended, R.score, R.won, R.seats).where(*_of(person, game)).order_by(R.ended.desc()).limit(RECENT)
        )
        async with self._reading() as connection:
            return [Scored(*row) for row in reversed((await connection.execute(query)).all())]

    async def sources(self, person: str, game: str) -> Sources | None:
        """Where a person's points came from in the latest games of a game; None before the first."""
        latest = select(R.match).where(*_of(person, game)).order_by(R.ended.desc()).limit(RECENT)
        async with self._reading() as connection:
            matches = list((await connection.execute(latest)).scalars())
            query = select(R.person, R.sources).where(R.match.in_(matches))
            rows = (await connection.execute(query)).all()
        mine = [json.loads(row.sources) for row in rows if row.person == person]
        return Sources(len(mine), _mean(mine), _mean([json.loads(row.sources) for row in rows])) if mine else None

    async def against_people(self, person: str, most: int = 12) -> list[Met]:
        """With whom a person has sat most often."""
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
            return [Met(row.person, await _name(connection, row.person), row.games, float(row.won)) for row in rows]

    async def with_people(self, person: str) -> int:
        """How many games a person has played with other people."""
        other = schema.results.alias("other")
        met = select(other.c.seat).where(other.c.match == R.match, other.c.person != person, other.c.level == 0)
        async with self._reading() as connection:
            return int(await connection.scalar(select(func.count()).where(R.person == person, met.exists())) or 0)

    async def against_levels(self, person: str) -> list[MetLevel]:
        """How a person fared with bots of each level at the table."""
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

    async def firsts(self, person: str) -> list[First]:
        """What happened to a person for the first time, in the order of time."""
        query = (
            select(R.game, R.match, R.ended, R.feats, M.visibility)
            .join_from(schema.results, schema.matches, M.id == R.match)
            .where(R.person == person, R.feats != "{}")
            .order_by(R.ended, R.match)
        )
        found: dict[tuple[str, str], First] = {}
        async with self._reading() as connection:
            for row in await connection.execute(query):
                for feat, move in json.loads(row.feats).items():
                    first = First(row.game, feat, row.match, move, row.ended, row.visibility == "listed")
                    found.setdefault((row.game, feat), first)
        return list(found.values())

    async def records(self, person: str) -> AsyncIterator[tuple[str, str, float, str]]:
        """The records of the games that a person has finished, the latest first: table, game, when it ended, text. One game is
        read at a time; what rests because its rules are not here is left out."""
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

    # ---------------------------------------------------------------- games that ended before results were kept

    async def fill(self, rest: float = 0.0) -> int:
        """Add the results of games that have none yet, one after the other, and rest between two for `rest` times as long as one has
        taken; how many were added. It can be stopped at any moment and goes on the next time."""
        last, added = "", 0
        while some := await self._after(last):
            for id in [id for id, missing in some if missing]:
                began = asyncio.get_running_loop().time()
                added += await self._add(id)
                await asyncio.sleep(rest * (asyncio.get_running_loop().time() - began))
            last = some[-1][0]
        return added

    async def _after(self, last: str) -> list[tuple[str, bool]]:
        """The next tables in the order of their ids, and whether they are over and have no result yet."""
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
        except (OtherRules, BadRecord, ValueError):  # it rests: other rules, or other component data
            return False
        if not rows:
            return False
        try:
            async with self._writing() as connection:
                await connection.execute(NEW_RESULT, rows)
        except IntegrityError:  # another process was quicker, or the table has been taken away
            return False
        return True


def _of(person: str, game: str) -> list[ColumnElement[bool]]:
    return [R.person == person, *([R.game == game] if game else [])]


def _mean(several: Sequence[Mapping[str, float]]) -> dict[str, float]:
    names = dict.fromkeys(name for one in several for name in one)
    return {name: sum(one.get(name, 0.0) for one in several) / len(several) for name in names}


async def _players(connection: AsyncConnection, matches: Sequence[str]) -> dict[str, list[Player]]:
    s = schema.seats.c
    query: Select[Any] = select(s.match, s.seat, s.person, s.name, s.level).where(s.match.in_(matches))
    found: dict[str, list[Player]] = {match: [] for match in matches}
    for match, *player in await connection.execute(query.order_by(s.match, s.seat)):
        found[match].append(Player(*player))
    return found


async def _name(connection: AsyncConnection, person: str) -> str:
    """What somebody was called at the table that ended last."""
    here = (schema.seats.c.match == R.match) & (schema.seats.c.seat == R.seat)
    query = select(schema.seats.c.name).join_from(schema.results, schema.seats, here).where(R.person == person)
    return str(await connection.scalar(query.order_by(R.ended.desc()).limit(1)) or "")

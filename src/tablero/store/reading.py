"""Reading tables from the database."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.core.errors import BadOption
from tablero.games import game as find_game
from tablero.store import schema
from tablero.store.invitations import read_invitations
from tablero.store.summary import Summary
from tablero.table import Holder, NoSuchTable, OtherRules, Row, Table, Terms

LIST_LENGTH = 200
KEY = re.compile(r"[\w-]{1,64}", re.ASCII)


def is_key(text: str) -> bool:
    """Whether this can be the id of a table or an invitation. Nothing else is put to the database: PostgreSQL takes no
    NUL, SQLite no half of a surrogate pair."""
    return KEY.fullmatch(text) is not None


async def read_match(connection: AsyncConnection, id: str, clock: Callable[[], float] = time.time) -> Table:
    """A table from its settings, its last snapshot and the rows after that."""
    if not is_key(id):
        raise NoSuchTable("there is no such table here")
    found = await connection.execute(select(schema.matches).where(schema.matches.c.id == id))
    match = found.mappings().first()
    if match is None:
        raise NoSuchTable("there is no such table here")
    try:
        game = find_game(match["game"])
    except BadOption as error:
        raise OtherRules(f"this table plays a game that is not here: {error}") from None
    if match["rules"] not in (game.rules, *game.older):
        raise OtherRules(f"this table is played under rules {match['rules']} of {game.title}; here are {game.rules}")
    if game.own_facts != match["facts"]:
        raise OtherRules(f"this table is played with other component data of {game.title}: start with its facts file")
    newest = select(schema.snapshots.c.body).where(schema.snapshots.c.match == id)
    body = await connection.scalar(newest.order_by(schema.snapshots.c.number.desc()).limit(1))
    return Table(
        id,
        game,
        match["seats"],
        json.loads(match["options"]),
        await read_seats(connection, id),
        int(match["seed"]),
        match["salt"],
        match["host"],
        await read_rows(connection, id),
        None if body is None else json.loads(body),
        match["rules"],
        None if match["start"] is None else json.loads(match["start"]),
        match["hints"],
        Terms.of(json.loads(match["terms"])),
        clock,
        match["created"],
        await read_invitations(connection, id, match["invite"]),
    )


async def read_seats(connection: AsyncConnection, id: str) -> tuple[Holder, ...]:
    s = schema.seats.c
    query = select(s.kind, s.name, s.person, s.level).where(s.match == id).order_by(s.seat)
    return tuple(Holder(*row) for row in await connection.execute(query))


async def read_rows(connection: AsyncConnection, id: str, after: int = 0) -> list[Row]:
    r = schema.log.c
    query = select(r.number, r.seat, r.kind, r.move, r.action_id, r.time)
    return [
        Row(*row) for row in await connection.execute(query.where(r.match == id, r.number > after).order_by(r.number))
    ]


async def read_summaries(connection: AsyncConnection, which: ColumnElement[bool]) -> list[Summary]:
    """The latest tables of a kind with who sits there."""
    return await _read_list(connection, select(schema.matches).where(which).order_by(schema.matches.c.updated.desc()))


async def read_waiting_for(connection: AsyncConnection, person: str) -> list[Summary]:
    """The tables where a person owes a decision that no bot makes instead."""
    m, mine = schema.matches.c, select(schema.seats.c.match).where(schema.seats.c.person == person)
    running = select(schema.matches).where(m.stage == "running", m.id.in_(mine)).order_by(m.updated)
    return [
        summary
        for summary in await _read_list(connection, running)
        if any(summary.holders[s].person == person and not summary.bot_plays(s) for s in summary.actors)
    ]


async def read_running(connection: AsyncConnection, after: str) -> list[Summary]:
    """The running tables whose ids come next."""
    m = schema.matches.c
    return await _read_list(connection, select(schema.matches).where(m.stage == "running", m.id > after).order_by(m.id))


async def count_finished(connection: AsyncConnection, person: str, game: str) -> int:
    """The finished tables of a game at which a person sat."""
    m = schema.matches.c
    mine = select(schema.seats.c.match).where(schema.seats.c.person == person)
    query = select(func.count()).select_from(schema.matches).where(m.id.in_(mine), m.game == game, m.stage == "over")
    return int(await connection.scalar(query) or 0)


async def read_waiting_for_bots(connection: AsyncConnection, before: float) -> list[str]:
    """Where bots have owed a decision to people since before that moment (PostgreSQL only)."""
    query = """
        SELECT m.id FROM matches m WHERE m.stage = 'running' AND m.updated < :before
        AND EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND s.kind = 'person')
        AND EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND m.actors::jsonb @> to_jsonb(s.seat)
                    AND (s.kind = 'bot' OR m.represented::jsonb @> to_jsonb(s.seat)))
        ORDER BY m.updated LIMIT :most"""
    return list((await connection.scalars(text(query), {"before": before, "most": LIST_LENGTH})).all())


async def _read_list(connection: AsyncConnection, query: Select[Any]) -> list[Summary]:
    matches = (await connection.execute(query.limit(LIST_LENGTH))).mappings().all()
    s = schema.seats.c
    seats = select(s.match, s.kind, s.name, s.person, s.level).order_by(s.match, s.seat)
    holders: dict[str, list[Holder]] = {match["id"]: [] for match in matches}
    for match, *holder in await connection.execute(seats.where(s.match.in_(list(holders)))):
        holders[match].append(Holder(*holder))
    return [
        Summary(
            id=m["id"],
            game=m["game"],
            seats=m["seats"],
            holders=tuple(holders[m["id"]]),
            host=m["host"],
            started=m["stage"] != "open",
            over=m["stage"] == "over",
            broken_off=m["stage"] == "over" and m["winners"] is None,
            version=m["version"],
            actors=tuple(json.loads(m["actors"])),
            scores=None if m["scores"] is None else tuple(json.loads(m["scores"])),
            winners=None if m["winners"] is None else tuple(json.loads(m["winners"])),
            created=m["created"],
            updated=m["updated"],
            terms=Terms.of(json.loads(m["terms"])),
            represented=tuple(json.loads(m["represented"])),
            resigned=tuple(json.loads(m["resigned"])),
            ends={int(seat): end for seat, end in json.loads(m["ends"]).items()},
        )
        for m in matches
    ]

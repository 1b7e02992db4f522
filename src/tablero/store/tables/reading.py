"""Read tables and their summaries from the database."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.core.errors import BadOption
from tablero.games import game as find_game
from tablero.store.database import schema
from tablero.store.database.keys import is_key
from tablero.store.tables.invitations import read_invitations
from tablero.store.tables.summary import Summary
from tablero.table import Holder, LogRow, NoSuchTable, OtherRules, Table, Terms

LIST_LENGTH = 200


async def read_match(connection: AsyncConnection, id: str, clock: Callable[[], float] = time.time) -> Table:
    """Build a table from its settings, its last snapshot and the rows after it. Raise NoSuchTable or OtherRules."""
    if not is_key(id):
        raise NoSuchTable("there is no such table here")
    # In this order: PostgreSQL shows each statement what is committed by then. Rows newer than who sits there would
    # never be read again; rows older than that are followed by the missing ones.
    newest = select(schema.snapshots.c.body).where(schema.snapshots.c.match == id)
    body = await connection.scalar(newest.order_by(schema.snapshots.c.number.desc()).limit(1))
    rows = await read_rows(connection, id)
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
    return Table(
        id,
        game,
        match["seats"],
        json.loads(match["options"]),
        await read_seats(connection, id),
        int(match["seed"]),
        match["salt"],
        match["host"],
        rows,
        None if body is None else json.loads(body),
        match["rules"],
        None if match["start"] is None else json.loads(match["start"]),
        match["hints"],
        Terms.stored(json.loads(match["terms"])),
        clock,
        match["created"],
        await read_invitations(connection, id, match["invite"]),
    )


async def read_seats(connection: AsyncConnection, id: str) -> tuple[Holder, ...]:
    s = schema.seats.c
    query = select(s.kind, s.name, s.person, s.level).where(s.match == id).order_by(s.seat)
    return tuple(Holder(*row) for row in await connection.execute(query))


async def read_rows(connection: AsyncConnection, id: str, after: int = 0) -> list[LogRow]:
    r = schema.log.c
    query = select(r.number, r.seat, r.kind, r.move, r.action_id, r.time)
    return [
        LogRow(*row)
        for row in await connection.execute(query.where(r.match == id, r.number > after).order_by(r.number))
    ]


async def read_summaries(connection: AsyncConnection, which: ColumnElement[bool]) -> list[Summary]:
    """Return the summaries of the latest tables that fulfil a condition."""
    return await read_list(connection, select(schema.matches).where(which).order_by(schema.matches.c.updated.desc()))


async def read_list(connection: AsyncConnection, query: Select[Any]) -> list[Summary]:
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
            terms=Terms.stored(json.loads(m["terms"])),
            represented=tuple(json.loads(m["represented"])),
            resigned=tuple(json.loads(m["resigned"])),
            ends={int(seat): end for seat, end in json.loads(m["ends"]).items()},
        )
        for m in matches
    ]

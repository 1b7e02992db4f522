"""Statements that write a table, as steps of one change of the writer."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, update

from tablero.core.game import Game
from tablero.store.database import schema
from tablero.store.database.notify import NOTIFY_STATEMENT
from tablero.store.database.writer import Step
from tablero.store.tables.deadlines import PUT_OFF, PUT_OFF_VERSION
from tablero.store.tables.invitations import NEW_INVITATION, OLD_INVITATIONS, invitation_steps
from tablero.store.tables.results import NEW_RESULT, new_results
from tablero.table import Holder, Invitations, LogRow, Table

SNAPSHOT_EVERY = 25  # rows; reading a table replays about so many moves at most

# In the order in which they are executed when several changes are committed together. The row comes before what it
# changes: its key decides between two changes of a table before they could wait for one another.
NEW_MATCH = insert(schema.matches)
OLD_SEATS = delete(schema.seats).where(schema.seats.c.match == bindparam("at_match"))
NEW_SEAT = insert(schema.seats)
NEW_REMATCH = insert(schema.rematches)
NEW_ROW = insert(schema.log)
SIT = update(schema.seats).where(
    schema.seats.c.match == bindparam("at_match"), schema.seats.c.seat == bindparam("at_seat")
)
OLD_SNAPSHOTS = delete(schema.snapshots).where(
    schema.snapshots.c.match == bindparam("at_match"), schema.snapshots.c.number < bindparam("before")
)
NEW_SNAPSHOT = insert(schema.snapshots)
UPDATE_SUMMARY = update(schema.matches).where(schema.matches.c.id == bindparam("at_match"))
OLD_AUTOMATIC = delete(schema.automatic).where(
    schema.automatic.c.match == bindparam("at_match"), schema.automatic.c.seat == bindparam("at_seat")
)
NEW_AUTOMATIC = insert(schema.automatic)
UPDATE_SETUP = update(schema.matches).where(schema.matches.c.id == bindparam("at_match"))
WRITE_STATEMENTS = (
    NEW_MATCH,
    NEW_ROW,
    OLD_SEATS,
    NEW_SEAT,
    NEW_REMATCH,
    SIT,
    OLD_SNAPSHOTS,
    NEW_SNAPSHOT,
    UPDATE_SUMMARY,
    UPDATE_SETUP,
    OLD_AUTOMATIC,
    NEW_AUTOMATIC,
    PUT_OFF,
    PUT_OFF_VERSION,
    OLD_INVITATIONS,
    NEW_INVITATION,
    NEW_RESULT,
    NOTIFY_STATEMENT,
)


def create_table(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    holders: Sequence[Holder],
    host: str,
    clock: Callable[[], float] = time.time,
    id: str = "",
    invited: Mapping[str, str] | None = None,
    **settings: Any,
) -> Table:
    """Return a new table with a random seed; `settings` are further parameters of Table. Nothing is written."""
    id, seed, salt = id or secrets.token_urlsafe(16), secrets.randbits(128), secrets.token_hex(16)
    settings |= {"clock": clock, "created": clock(), "invitations": Invitations(new_link(), dict(invited or {}))}
    return Table(id, game, seats, options, holders, seed, salt, host, **settings)


def new_link() -> str:
    """Return a random key for an invitation link."""
    return secrets.token_urlsafe(16)


def summary_columns(table: Table) -> dict[str, Any]:
    """Return the columns of `matches` that lists show."""
    result = table.result()
    return {
        "version": table.version,
        "stage": _stage(table),
        "actors": str(list(table.actors())),
        "scores": None if result is None else json.dumps(result.scores),
        "winners": None if result is None or table.broken_off else json.dumps(result.winners),
        "represented": str(sorted({*table.stood_in, *table.resigned})),
        "resigned": str(sorted(table.resigned)),
        "deadline": table.deadline(),
        "ends": json.dumps(
            {seat: table.clocks.ends(seat) for seat in sorted(table.clocks.running)}
            if table.terms.pace != "none"
            else {}
        ),
    }


def _stage(table: Table) -> str:
    if not table.started:
        return "gone" if table.closed else "open"
    return "over" if table.over else "running"


def insert_table(table: Table) -> list[Step]:
    """Return the steps that insert a new table with its seats and invitations."""
    now = table.created or table.clock()
    match = {
        "id": table.id,
        "game": table.game.name,
        "rules": table.rules,
        "facts": table.game.own_facts,
        "seed": str(table.seed),
        "salt": table.salt,
        "created": now,
        "updated": now,
        **summary_columns(table),
        "start": None if table.start is None else json.dumps(table.start),
        **_setup_columns(table),
    }
    named = invitation_steps(table.id, table.invitations) if table.invitations.named else []
    return [(NEW_MATCH, match), *_seat_steps(table), *named]


def replace_setup(table: Table) -> list[Step]:
    """Return the steps that replace everything that can be changed before the start."""
    return [
        (OLD_SEATS, {"at_match": table.id}),
        *_seat_steps(table),
        (UPDATE_SETUP, {"at_match": table.id, **_setup_columns(table)}),
        *invitation_steps(table.id, table.invitations),
    ]


def _setup_columns(table: Table) -> dict[str, Any]:
    return {
        "seats": table.seats,
        "options": json.dumps(table.options),
        "host": table.host,
        "hints": table.hints,
        "invite": table.invitations.link,
        "terms": json.dumps(table.terms.as_json()),
        "visibility": table.terms.visibility,
    }


def _seat_steps(table: Table) -> list[Step]:
    return [(NEW_SEAT, {"match": table.id, "seat": seat, **vars(holder)}) for seat, holder in enumerate(table.holders)]


def new_row(table: Table, row: LogRow, change: Holder | Table | None) -> list[Step]:
    """Return the steps of a row with all that follows from it: a new holder or setup, summary, snapshot, results."""
    steps: list[Step] = [
        (NEW_ROW, {"match": table.id, **vars(row)}),
        (UPDATE_SUMMARY, {"at_match": table.id, "updated": row.time, **summary_columns(table)}),
    ]
    if isinstance(change, Table):
        steps += replace_setup(change)
    elif change is not None:
        steps.append((SIT, {"at_match": table.id, "at_seat": row.seat, **vars(change)}))
    if row.kind == "auto":
        steps.append((OLD_AUTOMATIC, {"at_match": table.id, "at_seat": row.seat}))
        if row.move:
            steps.append((NEW_AUTOMATIC, {"match": table.id, "seat": row.seat, "choices": row.move}))
    if row.number >= table.snapshot_at + SNAPSHOT_EVERY and (snapshot := table.snapshot()) is not None:
        table.snapshot_at = row.number
        body = json.dumps(snapshot, separators=(",", ":"))
        steps.append((OLD_SNAPSHOTS, {"at_match": table.id, "before": row.number}))
        steps.append((NEW_SNAPSHOT, {"match": table.id, "number": row.number, "body": body}))
    if table.over:
        steps += new_results(table)
    return steps

"""Laying: what is written about a table, as steps of one change."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, update

from tablero.core.game import Game
from tablero.store import schema
from tablero.store.invitations import NEW_INVITATION, OLD_INVITATIONS, written
from tablero.store.news import ANNOUNCE
from tablero.store.results import NEW_RESULT, new_results
from tablero.store.writer import Step
from tablero.table import HINTS, Holder, Invitations, Row, Table, Terms

SNAPSHOT_EVERY = 25  # rows; reading a table plays at most about so many moves again

# In the order in which they are executed when several changes are committed together. A row comes first: of two changes of a
# table its key decides before they could wait for one another.
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
STANDING = update(schema.matches).where(schema.matches.c.id == bindparam("at_match"))
LAID = update(schema.matches).where(schema.matches.c.id == bindparam("at_match"))
STATEMENTS = (
    NEW_MATCH, NEW_ROW, OLD_SEATS, NEW_SEAT, NEW_REMATCH, SIT, OLD_SNAPSHOTS, NEW_SNAPSHOT, STANDING, LAID,
    OLD_INVITATIONS, NEW_INVITATION, NEW_RESULT, ANNOUNCE,
)  # fmt: skip


def lay(game: Game, seats: int, options: Mapping[str, str], holders: Sequence[Holder], host: str,
         start: Mapping[str, Any] | None = None, hints: str = HINTS[0], terms: Terms | None = None,
         clock: Callable[[], float] = time.time, id: str = "", invited: Mapping[str, str] | None = None) -> Table:  # fmt: skip
    """A new table with luck of its own."""
    id, seed, salt = id or secrets.token_urlsafe(16), secrets.randbits(128), secrets.token_hex(16)
    invitations = Invitations(new_link(), dict(invited or {}))
    return Table(
        id, game, seats, options, holders, seed, salt, host, start=start, hints=hints, terms=terms, clock=clock,
        created=clock(), invitations=invitations,
    )  # fmt: skip


def new_link() -> str:
    """The key of an invitation, which nobody can guess."""
    return secrets.token_urlsafe(16)


def _holder(holder: Holder) -> dict[str, Any]:
    return {"kind": holder.kind, "name": holder.name, "person": holder.person, "level": holder.level}


def standing(table: Table) -> dict[str, Any]:
    """What lists show about a table."""
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
        "ends": json.dumps({seat: table.clocks.ends(seat) for seat in sorted(table.clocks.running)} if table.terms.pace != "none" else {}),
    }


def _stage(table: Table) -> str:
    if not table.started:
        return "gone" if table.closed else "open"
    return "over" if table.over else "running"


def new_table(table: Table) -> list[Step]:
    """A table that has just been laid, with those who sit there."""
    now = table.created or table.clock()
    match = {
        "id": table.id, "game": table.game.name, "rules": table.rules, "facts": table.game.own_facts,
        "seed": str(table.seed), "salt": table.salt, "created": now, "updated": now, **standing(table),
        "start": None if table.start is None else json.dumps(table.start), **_agreed(table),
    }  # fmt: skip
    named = written(table.id, table.invitations) if table.invitations.named else []
    return [(NEW_MATCH, match), *_chairs(table), *named]


def laid_anew(table: Table) -> list[Step]:
    """What can be changed before the start, in place of what was written before."""
    return [
        (OLD_SEATS, {"at_match": table.id}), *_chairs(table),
        (LAID, {"at_match": table.id, **_agreed(table)}), *written(table.id, table.invitations),
    ]  # fmt: skip


def _agreed(table: Table) -> dict[str, Any]:
    return {
        "seats": table.seats, "options": json.dumps(table.options), "host": table.host, "hints": table.hints,
        "invite": table.invitations.link, "terms": json.dumps(table.terms.as_json()), "visibility": table.terms.visibility,
    }  # fmt: skip


def _chairs(table: Table) -> list[Step]:
    return [(NEW_SEAT, {"match": table.id, "seat": seat, **_holder(holder)}) for seat, holder in enumerate(table.holders)]


def new_row(table: Table, row: Row, change: Holder | Table | None) -> list[Step]:
    """A row with all that follows from it: somebody sits there now, or the table is laid anew."""
    steps: list[Step] = [
        (NEW_ROW, {"match": table.id, "number": row.number, "seat": row.seat, "kind": row.kind, "move": row.move,
                   "action_id": row.action_id, "time": row.time}),
        (STANDING, {"at_match": table.id, "updated": row.time, **standing(table)}),
    ]  # fmt: skip
    if isinstance(change, Table):
        steps += laid_anew(change)
    elif change is not None:
        steps.append((SIT, {"at_match": table.id, "at_seat": row.seat, **_holder(change)}))
    if row.number >= table.snapshot_at + SNAPSHOT_EVERY and (snapshot := table.snapshot()) is not None:
        table.snapshot_at = row.number
        body = json.dumps(snapshot, separators=(",", ":"))
        steps.append((OLD_SNAPSHOTS, {"at_match": table.id, "before": row.number}))
        steps.append((NEW_SNAPSHOT, {"match": table.id, "number": row.number, "body": body}))
    if table.over:
        steps += new_results(table)
    return steps

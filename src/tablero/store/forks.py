"""Forks: the what-if trees that people have grown."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select, update

from tablero.store import schema
from tablero.store.progress import Connecting
from tablero.store.reading import is_key

F = schema.forks.c
MOST = 60  # that are kept of one person: the one looked at longest ago makes room


@dataclass(frozen=True)
class Fork:
    """A tree, whose it is, and what it was begun from: `match` is a table's id (empty for lessons and examples), `source` the
    place in words of addresses."""

    key: str
    owner: str
    game: str
    match: str
    source: str
    tree: Mapping[str, Any]


class Forks:
    """The trees of all people."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading = reading
        self._writing = writing

    async def find(self, key: str) -> Fork | None:
        """The tree with this key."""
        return await self._first(F.key == key) if is_key(key) else None

    async def of(self, owner: str, source: str) -> Fork | None:
        """The tree that a person has grown from there, the latest if there are several."""
        return await self._first(F.owner == owner, F.source == source)

    async def _first(self, *where: Any) -> Fork | None:
        query = (
            select(F.key, F.owner, F.game, F.match, F.source, F.tree).where(*where).order_by(F.updated.desc()).limit(1)
        )
        async with self._reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Fork(row.key, row.owner, row.game, row.match, row.source, json.loads(row.tree))

    async def add(self, owner: str, game: str, match: str, source: str, tree: Mapping[str, Any]) -> str:
        """Keep a new tree; its key, which nobody can guess."""
        key, now = secrets.token_urlsafe(16), time.time()
        new = insert(schema.forks).values(
            key=key, owner=owner, game=game, match=match, source=source, tree=_text(tree), created=now, updated=now
        )
        older = select(F.key).where(F.owner == owner).order_by(F.updated.desc(), F.key).offset(MOST).limit(MOST)
        async with self._writing() as connection:
            await connection.execute(new)
            gone = list((await connection.execute(older)).scalars())
            if gone:
                await connection.execute(delete(schema.forks).where(F.key.in_(gone)))
        return key

    async def keep(self, key: str, tree: Mapping[str, Any]) -> None:
        """Write down how a tree has grown."""
        async with self._writing() as connection:
            known = update(schema.forks).where(F.key == key)
            await connection.execute(known.values(tree=_text(tree), updated=time.time()))


def _text(tree: Mapping[str, Any]) -> str:
    return json.dumps(tree, separators=(",", ":"))

"""What-if trees of people."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select, update

from tablero.store.database import schema
from tablero.store.database.keys import is_key
from tablero.store.database.repository import Repository

F = schema.forks.c
MAX_TREES = 60  # of one person; the one saved longest ago is deleted


@dataclass(frozen=True)
class WhatIfTree:
    """A tree with its owner. `match` is the id of the table it was begun from (empty for lessons and examples),
    `source` the address of that position."""

    key: str
    owner: str
    game: str
    match: str
    source: str
    tree: Mapping[str, Any]


class WhatIfTrees(Repository):
    """Trees by key and by owner."""

    async def find(self, key: str) -> WhatIfTree | None:
        """Return the tree with this key; None if there is none."""
        return await self._first(F.key == key) if is_key(key) else None

    async def of(self, owner: str, source: str) -> WhatIfTree | None:
        """Return the latest tree that a person has begun from `source`; None if there is none."""
        return await self._first(F.owner == owner, F.source == source)

    async def _first(self, *where: Any) -> WhatIfTree | None:
        query = (
            select(F.key, F.owner, F.game, F.match, F.source, F.tree).where(*where).order_by(F.updated.desc()).limit(1)
        )
        async with self._reading() as connection:
            row = (await connection.execute(query)).first()
        return (
            None
            if row is None
            else WhatIfTree(row.key, row.owner, row.game, row.match, row.source, json.loads(row.tree))
        )

    async def add(self, owner: str, game: str, match: str, source: str, tree: Mapping[str, Any]) -> str:
        """Insert a tree and return its key, which is random."""
        key, now = secrets.token_urlsafe(16), time.time()
        new = insert(schema.forks).values(
            key=key, owner=owner, game=game, match=match, source=source, tree=_text(tree), created=now, updated=now
        )
        older = (
            select(F.key).where(F.owner == owner).order_by(F.updated.desc(), F.key).offset(MAX_TREES).limit(MAX_TREES)
        )
        async with self._writing() as connection:
            await connection.execute(new)
            gone = list((await connection.execute(older)).scalars())
            if gone:
                await connection.execute(delete(schema.forks).where(F.key.in_(gone)))
        return key

    async def save(self, key: str, tree: Mapping[str, Any]) -> None:
        """Save a changed tree."""
        async with self._writing() as connection:
            known = update(schema.forks).where(F.key == key)
            await connection.execute(known.values(tree=_text(tree), updated=time.time()))


def _text(tree: Mapping[str, Any]) -> str:
    return json.dumps(tree, separators=(",", ":"))

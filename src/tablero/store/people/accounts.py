"""Accounts with a name and a password, and their recovery codes."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.people.errors import BadName, NameTaken
from tablero.people.names import is_role, name_key, name_shape
from tablero.people.recovery_codes import code_hash, new_codes
from tablero.store.database import schema
from tablero.store.database.repository import Repository

A = schema.accounts.c
R = schema.recovery.c
LIST_LENGTH = 100
FIRST_ACCOUNT = "first-account"  # name of the note that there was one, among the secrets


@dataclass(frozen=True)
class Account:
    """An account. `person` is a secret id; `badge` identifies the account where others can see it."""

    person: str
    name: str
    badge: str
    made: float
    admin: bool
    mail: str | None
    password: str  # hash, by people/passwords.py


ACCOUNT_COLUMNS = (A.person, A.name, A.badge, A.made, A.admin, A.mail, A.password)


class Accounts(Repository):
    """Accounts by name, person and badge."""

    async def create(self, name: str, password: str) -> Account:
        """Create an account with a new person id; the first that there ever was administers the site. Raise
        NameTaken."""
        person, badge, now = secrets.token_urlsafe(16), secrets.token_urlsafe(8), self._clock()
        row = {"person": person, **_name_columns(name), "password": password, "badge": badge, "made": now}
        try:
            async with self._writing() as connection:
                first = await _is_first(connection)
                await connection.execute(insert(schema.accounts).values(**row, admin=bool(first)))
        except IntegrityError:
            raise _taken(name) from None
        return Account(person, name, badge, now, bool(first), None, password)

    async def by_name(self, name: str) -> Account | None:
        """Return the account with a name, in any capitalisation; None if there is none."""
        key = name_key(name)
        return await self._one(A.key == key) if key.isprintable() else None

    async def check_guest_name(self, name: str) -> None:
        """Raise NameTaken if a name is, or looks like, that of an account, BadName if it is that of a role."""
        if is_role(name):
            raise BadName("the name “{name}” is reserved: choose another", name=name)
        like = or_(A.key == name_key(name), A.shape == name_shape(name))
        if name.isprintable() and await self._one(like) is not None:
            raise NameTaken("“{name}” is, or looks like, the name of an account: choose another, or sign in", name=name)

    async def of(self, person: str) -> Account | None:
        """Return the account of a person; None for guests."""
        return await self._one(A.person == person)

    async def by_badge(self, badge: str) -> Account | None:
        return await self._one(A.badge == badge) if badge.isascii() and badge.isprintable() else None

    async def of_people(self, people: Collection[str]) -> dict[str, Account]:
        """Return the accounts of those of these people who have one, by person."""
        async with self._reading() as connection:
            found = await connection.execute(select(*ACCOUNT_COLUMNS).where(A.person.in_(list(people))))
        return {row.person: Account(*row) for row in found}

    async def search(self, text: str) -> list[Account]:
        """Return up to LIST_LENGTH accounts whose names begin with `text`."""
        key = name_key(text)
        if not key.isprintable():
            return []
        query = select(*ACCOUNT_COLUMNS).where(A.key.startswith(key, autoescape=True)).order_by(A.key)
        async with self._reading() as connection:
            return [Account(*row) for row in await connection.execute(query.limit(LIST_LENGTH))]

    async def administrators(self) -> list[Account]:
        """Return the accounts that administer the site."""
        async with self._reading() as connection:
            found = await connection.execute(select(*ACCOUNT_COLUMNS).where(A.admin.is_(True)).order_by(A.key))
            return [Account(*row) for row in found]

    async def _one(self, which: Any) -> Account | None:
        async with self._reading() as connection:
            row = (await connection.execute(select(*ACCOUNT_COLUMNS).where(which))).first()
        return None if row is None else Account(*row)

    async def change(self, person: str, **changes: Any) -> None:
        """Change columns of an account: password, mail, admin."""
        await self._execute(update(schema.accounts).where(A.person == person).values(**changes))

    # ---------------------------------------------------------------- forgotten passwords

    async def new_recovery_codes(self, person: str) -> list[str]:
        """Replace the recovery codes of a person and return them; only their hashes are stored."""
        codes = new_codes()
        rows = [{"person": person, "code": code_hash(person, code)} for code in codes]
        async with self._writing() as connection:
            await connection.execute(delete(schema.recovery).where(R.person == person))
            await connection.execute(insert(schema.recovery), rows)
        return codes

    async def codes_left(self, person: str) -> int:
        """Count the unused recovery codes of a person."""
        async with self._reading() as connection:
            return len((await connection.execute(select(R.code).where(R.person == person))).all())

    async def use_code(self, person: str, code: str) -> bool:
        """Use up a recovery code; return whether it was valid."""
        async with self._writing() as connection:
            gone = await connection.execute(
                delete(schema.recovery).where(R.person == person, R.code == code_hash(person, code))
            )
        return bool(gone.rowcount)


async def give_name(connection: AsyncConnection, person: str, name: str) -> None:
    """Rename an account. Raise NameTaken."""
    changed = update(schema.accounts).where(A.person == person).values(**_name_columns(name))
    try:
        await connection.execute(changed)
    except IntegrityError:
        raise _taken(name) from None


def _name_columns(name: str) -> dict[str, str]:
    return {"name": name, "key": name_key(name), "shape": name_shape(name)}


async def _is_first(connection: AsyncConnection) -> bool:
    """Return whether no account was ever made here, and note that one is."""
    S = schema.secrets.c
    ever = select(exists(select(A.person)) | exists(select(S.name).where(S.name == FIRST_ACCOUNT)))
    if await connection.scalar(ever):
        return False
    await connection.execute(insert(schema.secrets).values(name=FIRST_ACCOUNT, value="made"))
    return True


async def remove_account(connection: AsyncConnection, person: str) -> None:
    """Delete an account. That there was one is noted: the next to register must not administer the site."""
    S = schema.secrets.c
    if not await connection.scalar(select(exists(select(S.name).where(S.name == FIRST_ACCOUNT)))):
        await connection.execute(insert(schema.secrets).values(name=FIRST_ACCOUNT, value="made"))
    for part in ACCOUNT_PARTS:
        await connection.execute(delete(part).where(part.c.person == person))


ACCOUNT_PARTS: Sequence[Any] = (schema.recovery, schema.devices, schema.accounts)


def _taken(name: str) -> NameTaken:
    return NameTaken("somebody has the name “{name}” already, or one that looks like it: choose another", name=name)

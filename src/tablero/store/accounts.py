"""Accounts: people who have chosen a name and a password."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, exists, insert, not_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.people.errors import NameTaken
from tablero.people.names import name_key
from tablero.people.recovery import code_print, new_codes
from tablero.store import schema
from tablero.store.progress import Connecting

A = schema.accounts.c
R = schema.recovery.c
LIST_LENGTH = 100


@dataclass(frozen=True)
class Account:
    """Somebody with an account. `person` is a secret of the house; `badge` stands for it where others can see it."""

    person: str
    name: str
    badge: str
    made: float
    admin: bool
    mail: str | None
    password: str  # as people/passwords.py keeps it


COLUMNS = (A.person, A.name, A.badge, A.made, A.admin, A.mail, A.password)


class Accounts:
    """All accounts of a house."""

    def __init__(self, reading: Connecting, writing: Connecting, clock: Callable[[], float]) -> None:
        self._reading = reading
        self._writing = writing
        self._clock = clock

    async def create(self, name: str, password: str) -> Account:
        """A new account with a person id of its own; the first one of a house administers it. NameTaken when somebody else
        has the name."""
        person, badge, now = secrets.token_urlsafe(16), secrets.token_urlsafe(8), self._clock()
        row = {"person": person, "name": name, "key": name_key(name), "password": password, "badge": badge, "made": now}
        try:
            async with self._writing() as connection:
                first = await connection.scalar(select(not_(exists(select(A.person)))))
                await connection.execute(insert(schema.accounts).values(**row, admin=bool(first)))
        except IntegrityError:
            raise _taken(name) from None
        return Account(person, name, badge, now, bool(first), None, password)

    async def named(self, name: str) -> Account | None:
        """The account with a name, however it is written."""
        key = name_key(name)
        fine = key.isprintable()  # nothing odd is put to the database
        return await self._one(A.key == key) if fine else None

    async def of(self, person: str) -> Account | None:
        """The account of a person; guests have none."""
        return await self._one(A.person == person)

    async def with_badge(self, badge: str) -> Account | None:
        return await self._one(A.badge == badge) if badge.isascii() and badge.isprintable() else None

    async def among(self, people: Collection[str]) -> dict[str, Account]:
        """Those of these people who have an account."""
        async with self._reading() as connection:
            found = await connection.execute(select(*COLUMNS).where(A.person.in_(list(people))))
        return {row.person: Account(*row) for row in found}

    async def beginning(self, text: str) -> list[Account]:
        """Accounts whose names begin like this, as many as a list is long."""
        key = name_key(text)
        if not key.isprintable():
            return []
        query = select(*COLUMNS).where(A.key.startswith(key, autoescape=True)).order_by(A.key)
        async with self._reading() as connection:
            return [Account(*row) for row in await connection.execute(query.limit(LIST_LENGTH))]

    async def administering(self) -> list[Account]:
        """Those who keep order."""
        async with self._reading() as connection:
            found = await connection.execute(select(*COLUMNS).where(A.admin.is_(True)).order_by(A.key))
            return [Account(*row) for row in found]

    async def _one(self, which: Any) -> Account | None:
        async with self._reading() as connection:
            row = (await connection.execute(select(*COLUMNS).where(which))).first()
        return None if row is None else Account(*row)

    async def change(self, person: str, **changes: Any) -> None:
        """Change the password, the mail address, or whether somebody administers."""
        async with self._writing() as connection:
            await connection.execute(update(schema.accounts).where(A.person == person).values(**changes))

    # ---------------------------------------------------------------- forgotten passwords

    async def print_codes(self, person: str) -> list[str]:
        """New recovery codes; earlier ones count no more. They are known now and never again."""
        codes = new_codes()
        rows = [{"person": person, "code": code_print(person, code)} for code in codes]
        async with self._writing() as connection:
            await connection.execute(delete(schema.recovery).where(R.person == person))
            await connection.execute(insert(schema.recovery), rows)
        return codes

    async def codes_left(self, person: str) -> int:
        """How many recovery codes somebody could still use."""
        async with self._reading() as connection:
            return len((await connection.execute(select(R.code).where(R.person == person))).all())

    async def use_code(self, person: str, code: str) -> bool:
        """Whether this is one of the person's codes; it counts once."""
        async with self._writing() as connection:
            gone = await connection.execute(
                delete(schema.recovery).where(R.person == person, R.code == code_print(person, code))
            )
        return bool(gone.rowcount)


async def give_name(connection: AsyncConnection, person: str, name: str) -> None:
    """Another name for an account and wherever the person sits; NameTaken when somebody else has it."""
    changed = update(schema.accounts).where(A.person == person).values(name=name, key=name_key(name))
    try:
        await connection.execute(changed)
    except IntegrityError:
        raise _taken(name) from None


async def remove_account(connection: AsyncConnection, person: str) -> None:
    for part in ACCOUNT_PARTS:
        await connection.execute(delete(part).where(part.c.person == person))


ACCOUNT_PARTS: Sequence[Any] = (schema.recovery, schema.devices, schema.accounts)


def _taken(name: str) -> NameTaken:
    return NameTaken("somebody has the name “{name}” already: choose another", name=name)

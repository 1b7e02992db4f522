"""Invitations of tables, and people who were sent away."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.store.database import schema
from tablero.store.database.writer import Step
from tablero.table import Invitations

I = schema.invitations.c  # noqa: E741
OLD_INVITATIONS = delete(schema.invitations).where(I.match == bindparam("at_match"))
NEW_INVITATION = insert(schema.invitations)


async def read_invitations(connection: AsyncConnection, id: str, link: str) -> Invitations:
    found = (
        await connection.execute(select(I.person, I.name, I.sent_away).where(I.match == id).order_by(I.name))
    ).all()
    named = {person: name for person, name, sent_away in found if not sent_away}
    return Invitations(link, named, {person: sent_away for person, _, sent_away in found if sent_away})


def invitation_steps(id: str, known: Invitations) -> list[Step]:
    """Return the steps that replace the invitations of a table."""
    rows = [(person, name, "") for person, name in known.named.items()]
    rows += [(person, "", link) for person, link in known.sent_away.items()]
    new = [{"match": id, "person": person, "name": name, "sent_away": link} for person, name, link in rows]
    return [(OLD_INVITATIONS, {"at_match": id}), *[(NEW_INVITATION, row) for row in new]]

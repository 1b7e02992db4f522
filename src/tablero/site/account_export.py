"""Everything that the house keeps of a person, as one file of JSON, written piece by piece."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import tablero
from tablero.site.people import Guest
from tablero.store import House
from tablero.table import NoSuchTable, OtherRules


async def everything_of(house: House, guest: Guest) -> AsyncIterator[str]:
    """The file: who it is about, each kind of thing, and a record of every game."""
    account = guest.account
    about: dict[str, Any] = {"tablero": tablero.__version__, "written": house.now(), "name": guest.name}
    if account is not None:
        about["account"] = {
            "name": account.name,
            "made": account.made,
            "mail": account.mail,
            "administers": account.admin,
        }
        about["devices"] = [
            {"label": device.label, "made": device.made, "used": device.used}
            for device in await house.devices.of(account.person)
        ]
    rows = await house.belongings.all_of(guest.id)
    yield json.dumps({**about, **rows}, ensure_ascii=False, indent=1)[:-2]
    yield ',\n "games": ['
    between = "\n"
    for seat in rows["seats"]:
        try:
            table = await house.table(seat["match"])
            yield between + json.dumps(
                {"table": table.id, "seat": seat["seat"], "record": json.loads(table.record().to_text())},
                ensure_ascii=False,
            )
        except (NoSuchTable, OtherRules):  # it rests: its moves are kept, but nobody here can write them down
            yield between + json.dumps({"table": seat["match"], "seat": seat["seat"], "record": None})
        between = ",\n"
        await asyncio.sleep(0)  # others are served meanwhile
    yield "\n ]\n}\n"

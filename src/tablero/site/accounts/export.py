"""Export of all stored data of a user as one JSON file, written piece by piece."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from litestar.response import Stream

import tablero
from tablero.site.web.identity import Guest, guest_of
from tablero.site.web.page import HtmlRequest, store_of
from tablero.site.web.services import services_of
from tablero.store import Store
from tablero.table import NoSuchTable, OtherRules


def export_response(request: HtmlRequest) -> Stream:
    """The file as a response. It costs the server some work, so it is limited."""
    guest = guest_of(request)
    sentence = "your data are being packed already: try again in a minute"
    services_of(request).record_limit.check(f"export:{guest.id}", sentence, retry_after=60)
    headers = {"Content-Disposition": 'attachment; filename="tablero.json"', "Cache-Control": "no-store"}
    return Stream(export_personal_data(store_of(request), guest), media_type="application/json", headers=headers)


async def export_personal_data(store: Store, guest: Guest) -> AsyncIterator[str]:
    """Yield the parts of the file: the account, each kind of data, and a record of every game."""
    account = guest.account
    about: dict[str, Any] = {"tablero": tablero.__version__, "written": store.now(), "name": guest.name}
    if account is not None:
        about["account"] = {
            "name": account.name,
            "made": account.made,
            "mail": account.mail,
            "administers": account.admin,
        }
        about["devices"] = [
            {"label": device.label, "made": device.made, "used": device.used}
            for device in await store.devices.of(account.person)
        ]
    rows = await store.personal_data.all_of(guest.id)
    yield json.dumps({**about, **rows}, ensure_ascii=False, indent=1)[:-2]
    yield ',\n "games": ['
    separator = "\n"
    for seat in rows["seats"]:
        try:
            table = await store.table(seat["match"])
            yield separator + json.dumps(
                {"table": table.id, "seat": seat["seat"], "record": json.loads(table.record().to_text())},
                ensure_ascii=False,
            )
        except (NoSuchTable, OtherRules):  # it rests: its moves are kept, but this server cannot write them down
            yield separator + json.dumps({"table": seat["match"], "seat": seat["seat"], "record": None})
        separator = ",\n"
        await asyncio.sleep(0)  # others are served meanwhile
    yield "\n ]\n}\n"

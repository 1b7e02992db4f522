"""Messages of a table page that ask for actions other than moves."""

from __future__ import annotations

from typing import Any

from tablero.core.errors import BadOption
from tablero.site.table.access import hand_key
from tablero.site.table.actions import ACTIONS, TableActions, dispatch
from tablero.site.web.identity import Guest
from tablero.site.web.rate_limit import may_invite
from tablero.site.web.services import services_of
from tablero.site.web.sockets import Socket
from tablero.table import Refusal
from tablero.ui.language import Language
from tablero.ui.messages import action_of, unreadable


class ActionMessages:
    """Does what the messages of one client at a table of the store ask for."""

    def __init__(self, socket: Socket, guest: Guest, id: str) -> None:
        self._socket = socket
        self._guest = guest
        self._id = id
        self._store = services_of(socket).store

    async def act(self, message: dict[str, Any], language: Language) -> None:
        """Do what `message["deed"]` names. Raises a Refusal; the text of a BadOption is translated already."""
        table = await self._store.table(self._id)
        name = str(message.get("deed"))
        if name not in ACTIONS:
            raise unreadable()
        if name == "invite" and not may_invite(self._socket):
            raise Refusal("you have invited many people just now: wait a minute")
        action_id = action_of(message)
        actions = TableActions(self._store, self._id, self._guest.id, self._guest.seat_at(table))
        try:
            fields = {field: read(message, table) for field, read in ACTIONS[name].fields.items()}
            await dispatch(actions, name, action_id, **fields)
        except BadOption as error:
            raise Refusal(error.told(language.of(table.game), language.say)) from None

    async def show_hand(self, seat: int, shown: bool, action_id: str) -> str:
        """Open the hand of a seat to holders of a link, or close it; return the key of the link, empty when closed."""
        await self._store.append(self._id, seat, action_id, lambda t: t.show_hand(seat, shown, action_id))
        table = await self._store.table(self._id)
        return hand_key(table, seat, services_of(self._socket).signer) if seat in table.shown else ""

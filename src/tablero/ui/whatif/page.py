"""The page of a what-if board: a table page with chances and branches and without an end; and its connection."""

from __future__ import annotations

from typing import Any

from tablero.table import Table
from tablero.ui.client_view import ClientView
from tablero.ui.connection import HintSource, SoloConnection
from tablero.ui.menu import StatusPrompt
from tablero.ui.table_page import Perspective, TablePage, TablePageBuilder
from tablero.ui.updates import Socket
from tablero.ui.whatif.parts import whatif_buttons, whatif_parts
from tablero.ui.whatif.room import WhatIfRoom


class WhatIfPageBuilder(TablePageBuilder):
    """Builds the page of a what-if tree at its current position."""

    def __init__(self, room: WhatIfRoom, table: Table, perspective: Perspective) -> None:
        super().__init__(table, perspective)
        self._room = room
        self._viewer = perspective.seat if perspective.seat is not None else room.tree.seat
        self._shown = whatif_parts(room, table, self._viewer, self.language)

    def ended(self) -> bool:
        return False

    def looks_on(self) -> str:
        return ""

    def status_prompt(self) -> StatusPrompt | None:
        return None

    def can_undo(self) -> bool:
        letter, count = self._room.tree.at
        return self._room.owned and bool(letter) and count > 0

    def buttons(self, instead: StatusPrompt | None) -> str:
        return whatif_buttons(self._room, self.table, self._viewer, self.language)

    def players(self) -> str:
        return ""

    def history(self) -> str:
        return self._shown["history"]

    def more_parts(self) -> dict[str, str]:
        return {place: html for place, html in self._shown.items() if place != "history"}


class WhatIfPages:
    """The pages of a what-if board, for its connections."""

    def __init__(self, room: WhatIfRoom) -> None:
        self._room = room

    def page(self, table: Table, perspective: Perspective, rematch: str | None = None) -> TablePage:
        return WhatIfPageBuilder(self._room, table, perspective).build()


class WhatIfConnection(SoloConnection):
    """The connection of one window of a user at a what-if board."""

    def __init__(
        self, socket: Socket, person: str, room: WhatIfRoom, perspective: Perspective, hints: HintSource
    ) -> None:
        super().__init__(socket, room, room, ClientView(person, perspective, WhatIfPages(room)), hints=hints)
        self._room = room

    async def _do(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["do"] != "what-if":
            return await super()._do(message)
        await self._room.do(message)
        return {}

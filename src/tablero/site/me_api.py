"""The API of somebody's own account for programs: the stream of events."""

from __future__ import annotations

from typing import Any, ClassVar

from litestar import Controller, get
from litestar.response import Stream

from tablero.site.answers import as_json
from tablero.site.api import PROBLEMS, Ask
from tablero.site.events import Events
from tablero.site.people import guest_of


class EventApi(Controller):
    path = "/api/me/events"
    request_class = Ask
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/", responses=PROBLEMS, summary="What concerns you at all your tables, as it happens: a JSON object a line")
    async def events(self, request: Ask) -> Stream:
        """Types: start (a game you sit at has begun), turn (you owe a decision; `version` is what a move is answered against),
        talk (somebody else has said something), over. Empty lines say that the stream still flows."""
        events = Events(request.app.state.house, guest_of(request).id)
        return Stream(events.lines(), media_type="application/x-ndjson", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})

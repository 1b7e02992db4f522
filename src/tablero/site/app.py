"""The site as one application."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import tablero
from tablero.site.answers import answer, as_text
from tablero.site.api import Api
from tablero.site.audience import Audience
from tablero.site.bot_seats import BotSeats
from tablero.site.coach import Adviser
from tablero.site.door import Door, known_host
from tablero.site.health import Health, health, metrics
from tablero.site.people import Seal, send_cookie, token_counts
from tablero.site.settings import Settings
from tablero.site.shield import Allowance, Sockets, count_answer, not_too_many, same_site, send_headers
from tablero.site.showing import Showings
from tablero.site.thinking import Thinking, ThinkingHere
from tablero.site.tokens import TokenApi
from tablero.store import House
from tablero.store.alone import can_be_shared

LARGEST_REQUEST = 100_000


def create_app(settings: Settings) -> Litestar:
    """The application on a database (a path, or an address of SQLite or PostgreSQL).

    Pages and live updates join by their modules: `pages`, `rulebook`, `tokens`, `live`, `lessons` and `whatif` each name their route
    handlers in HANDLERS;
    pages may give TEMPLATES (a template configuration) and ERRORS ({Exception: handler}, which answers with a page and
    is always handed an HTTPException with the right status); each may give `lifespan(app)`, an asynchronous context
    that lives as long as the application. There, `app.state.house` is the House, `app.state.seal` signs cookies,
    `app.state.openings` limits new tables.
    """
    limits = settings.limits
    names = ("pages", "rulebook", "tokens", "live", "lessons", "whatif", "host")
    parts = [part for part in map(_part, names) if part is not None]

    @asynccontextmanager
    async def house(app: Litestar) -> AsyncIterator[None]:
        opened = await House.open(settings.database, alone=True)
        app.state.house = opened
        app.state.showings = Showings(opened)
        app.state.seal = Seal(await opened.secret("cookies"))
        app.state.health = Health(opened)
        app.state.since = time.monotonic()
        app.state.audience = Audience()
        app.state.adviser = Adviser()
        bots = BotSeats(opened, await _thinking(opened, settings), app.state.audience)
        app.state.bots = bots
        await bots.start()
        try:
            yield
        finally:
            await bots.close()
            app.state.adviser.close()
            await opened.close()

    pages = Router("/", route_handlers=[h for part in parts for h in part.HANDLERS], include_in_schema=False)
    shown = next((part.ERRORS[Exception] for part in parts if hasattr(part, "ERRORS")), as_text)
    app = Litestar(
        route_handlers=[
            Api,
            TokenApi,
            pages,
            Router("/", route_handlers=[health, metrics], include_in_schema=False),
        ],
        lifespan=[house, *(part.lifespan for part in parts if hasattr(part, "lifespan"))],
        template_config=next((part.TEMPLATES for part in parts if hasattr(part, "TEMPLATES")), None),
        exception_handlers={Exception: partial(answer, shown)},
        guards=[known_host, not_too_many, same_site, token_counts],
        before_send=[send_headers, send_cookie, count_answer],
        request_max_body_size=LARGEST_REQUEST,
        compression_config=CompressionConfig("gzip", minimum_size=600, gzip_compress_level=6),
        openapi_config=OpenAPIConfig(
            title="Tablero",
            version=tablero.__version__,
            description="Temple-building board games for programs.",
            path="/api/openapi.json",
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
        state=State(
            {
                "settings": settings,
                "requests": Allowance(limits.requests_at_once, limits.requests_per_second),
                "openings": Allowance(limits.tables_at_once, limits.tables_per_minute / 60),
            }
        ),
        debug=False,
        logging_config=None,
    )
    app.asgi_handler = Door(Sockets(app.asgi_handler, limits.sockets_per_address), settings)
    return app


async def _thinking(house: House, settings: Settings) -> Thinking:
    """Where the bots of this site think."""
    if not can_be_shared(settings.database):
        return ThinkingHere(house, settings.bot_pause, settings.thinkers)
    from tablero.site.job_queue import JobQueue  # needs what only PostgreSQL needs

    queue = JobQueue(settings.database)
    await queue.open()
    return queue


def _part(name: str) -> ModuleType | None:
    """A module of the site that may not be there."""
    full = f"tablero.site.{name}"
    return import_module(full) if find_spec(full) else None

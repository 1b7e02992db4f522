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
from tablero.site.account_api import AccountApi
from tablero.site.account_desk import Desk
from tablero.site.admin_api import AdminApi, ReportApi
from tablero.site.advice import Adviser
from tablero.site.answers import answer, as_text
from tablero.site.api import Api
from tablero.site.api_notices import NoticesApi
from tablero.site.api_tables import TableApi
from tablero.site.audience import Audience
from tablero.site.bot_seats import BotSeats
from tablero.site.cup_api import CupApi
from tablero.site.door import Door, known_host
from tablero.site.health import Health, health, metrics
from tablero.site.keys import KeyApi
from tablero.site.me_api import EventApi
from tablero.site.people import Seal, know_account, send_cookie, token_counts
from tablero.site.presence import Presence
from tablero.site.profile_api import ProfileApi
from tablero.site.settings import Settings
from tablero.site.shield import Allowance, Sockets, count_answer, not_too_many, same_site, send_headers
from tablero.site.showing import Showings
from tablero.site.talk_api import TalkApi
from tablero.site.thinking import Thinking, ThinkingHere
from tablero.site.timekeeper import Timekeeper
from tablero.site.tokens import TokenApi
from tablero.site.vacation import ClockApi
from tablero.site.watching_api import WatchingApi
from tablero.store import House
from tablero.store.alone import can_be_shared
from tablero.table.clock import steady

LARGEST_REQUEST = 100_000


def create_app(settings: Settings) -> Litestar:
    """The application on a database (a path, or an address of SQLite or PostgreSQL).

    Pages and live updates join by their modules: `pages`, `rulebook`, `tokens`, `live`, `lessons`, `reviews`, `whatif` and `cups` each name their
    route handlers in HANDLERS;
    pages may give TEMPLATES (a template configuration) and ERRORS ({Exception: handler}, which answers with a page and
    is always handed an HTTPException with the right status); each may give `lifespan(app)`, an asynchronous context
    that lives as long as the application. There, `app.state.house` is the House, `app.state.seal` signs cookies,
    `app.state.openings` limits new tables.
    """
    names = (
        "pages", "rulebook", "tokens", "keys", "live", "lessons", "reviews", "whatif", "vacation", "profile", "game_page", "cups", "account_pages", "admin_pages",
        "host", "notices", "installing", "forgetting", "handbook",
    )  # fmt: skip
    parts = [part for part in map(_part, names) if part is not None]

    @asynccontextmanager
    async def house(app: Litestar) -> AsyncIterator[None]:
        settings = app.state.settings
        opened = await House.open(settings.database, alone=True, clock=steady())
        app.state.house = opened
        app.state.presence = Presence(opened)
        app.state.showings = Showings(opened, app.state.presence)
        app.state.seal = Seal(await opened.secrets.of("cookies"))
        app.state.desk = Desk(opened, app.state.seal, settings.limits, opened.now)
        app.state.health = Health(opened)
        app.state.since = time.monotonic()
        app.state.audience = Audience()
        app.state.adviser = Adviser()
        bots = BotSeats(opened, await _thinking(opened, settings), app.state.audience)
        app.state.bots = bots
        await bots.start()
        timekeeper = app.state.timekeeper = Timekeeper(opened, app.state.presence)
        timekeeper.start()
        try:
            yield
        finally:
            await timekeeper.close()
            await app.state.presence.close()
            await bots.close()
            app.state.adviser.close()
            await opened.close()

    pages = Router(
        "/", route_handlers=[h for part in parts for h in part.HANDLERS], include_in_schema=False, opt={"person": True}
    )
    shown = next((part.ERRORS[Exception] for part in parts if hasattr(part, "ERRORS")), as_text)
    app = Litestar(
        route_handlers=[
            Api,
            TableApi,
            NoticesApi,
            CupApi,
            TokenApi,
            ClockApi,
            KeyApi,
            EventApi,
            TalkApi,
            WatchingApi,
            ProfileApi,
            AccountApi,
            ReportApi,
            AdminApi,
            pages,
            Router("/", route_handlers=[health, metrics], include_in_schema=False),
        ],
        lifespan=[house, *(part.lifespan for part in parts if hasattr(part, "lifespan"))],
        template_config=next((part.TEMPLATES for part in parts if hasattr(part, "TEMPLATES")), None),
        exception_handlers={Exception: partial(answer, shown)},
        guards=[known_host, not_too_many, same_site, token_counts, know_account],
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
        state=first_state(settings),
        debug=False,
        logging_config=None,
    )
    app.asgi_handler = Door(Sockets(app.asgi_handler, settings.limits.sockets_per_address), settings)
    return app


def first_state(settings: Settings) -> State:
    """What `app.state` has before the house is open."""
    limits = settings.limits
    return State(
        {
            "settings": settings,
            "requests": Allowance(limits.requests_at_once, limits.requests_per_second),
            "sayings": Allowance(limits.lines_at_once, limits.lines_per_minute / 60),
            "inviting": Allowance(40, 0.2),  # people by name: who has an account is not to be listed that way
            "reporting": Allowance(limits.reports_per_hour, limits.reports_per_hour / 3600),
            "openings": Allowance(limits.tables_at_once, limits.tables_per_minute / 60),
        }
    )


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

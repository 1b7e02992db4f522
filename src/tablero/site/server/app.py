"""The site as one application."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from weakref import WeakSet, WeakValueDictionary

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import tablero
from tablero import metrics
from tablero.site import (
    accounts,
    admin,
    learn,
    lobby,
    notifications,
    plans,
    profiles,
    puzzles,
    review,
    rules,
    table,
    tournaments,
    whatif,
)
from tablero.site.accounts.mails import AccountMails
from tablero.site.accounts.pages import NotSignedIn, ask_to_sign_in
from tablero.site.accounts.service import AccountService
from tablero.site.admin.health import Health, HostToken, health, metrics_text
from tablero.site.admin.throughput import Throughput
from tablero.site.bots.audience import Audience
from tablero.site.bots.backend import BotBackend, LocalBots
from tablero.site.bots.scheduler import BotScheduler
from tablero.site.notifications.channels import open_channels
from tablero.site.notifications.dispatcher import NotificationDispatcher
from tablero.site.notifications.safe_http import SafeHttpClient
from tablero.site.notifications.service import limits as notification_limits
from tablero.site.plans.automatic_play import AutomaticPlay
from tablero.site.profiles.game_page import StatisticsCache
from tablero.site.puzzles.service import PuzzleRooms
from tablero.site.review.service import ReviewQueue
from tablero.site.server.error_pages import error_page
from tablero.site.settings import Settings
from tablero.site.table.broadcast import Broadcasts
from tablero.site.table.hints import HintService
from tablero.site.table.presence import Presence
from tablero.site.table.timekeeper import Timekeeper
from tablero.site.tournaments.parts import ForecastCache
from tablero.site.tournaments.runner import TournamentRunner
from tablero.site.web import app_manifest, docs_pages, static_files
from tablero.site.web.errors import respond_to_error
from tablero.site.web.identity import Signer, load_account, refuse_revoked_token, send_cookie
from tablero.site.web.proxy import ProxyHeaders, known_host
from tablero.site.web.rate_limit import PersonalRateLimit, RateLimit, limit_requests
from tablero.site.web.security import SocketLimit, count_answer, same_site, send_headers
from tablero.site.web.services import Services
from tablero.site.whatif.worker_pool import EvaluationPool
from tablero.store import Store
from tablero.store.database.process_lock import can_be_shared
from tablero.table.clock import steady_clock
from tablero.ui.timing import measure_with

LARGEST_REQUEST = 100_000

FEATURES = (
    *(lobby, table, rules, learn, puzzles, whatif, plans, review),
    *(accounts, profiles, tournaments, notifications, admin),
)
API = [handler for feature in FEATURES for handler in feature.API]
PAGES = [
    *(handler for feature in FEATURES for handler in feature.HANDLERS),
    *app_manifest.HANDLERS,
    *docs_pages.HANDLERS,
    *static_files.HANDLERS,
]


@asynccontextmanager
async def run_services(app: Litestar) -> AsyncIterator[None]:
    """Open the services for `app.state.settings` and close them in reverse order."""
    async with AsyncExitStack() as closing:
        app.state.services = await open_services(app.state.settings, closing)
        yield


LIFESPANS = (run_services, profiles.lifespan, admin.lifespan, table.lifespan)  # in the order in which they begin


def create_app(settings: Settings) -> Litestar:
    """Return the ASGI application for these settings."""
    measure_with(metrics.timed, metrics.count_refusal)
    app = Litestar(
        route_handlers=[
            *API,
            Router(
                "/",
                route_handlers=PAGES,
                include_in_schema=False,
                opt={"person": True},
                exception_handlers={NotSignedIn: ask_to_sign_in},
            ),
            Router("/", route_handlers=[health, metrics_text], include_in_schema=False),
        ],
        lifespan=LIFESPANS,
        exception_handlers={Exception: partial(respond_to_error, error_page)},
        guards=[known_host, limit_requests, same_site, refuse_revoked_token, load_account],
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
        state=State({"settings": settings}),
        debug=False,
        logging_config=None,
    )
    app.asgi_handler = ProxyHeaders(SocketLimit(app.asgi_handler, settings.limits.sockets_per_address), settings)
    return app


async def open_services(settings: Settings, closing: AsyncExitStack) -> Services:
    """Open and start the services, and push what closes each of them on `closing`."""
    limits = settings.limits
    store = await Store.open(settings.database, single_process=True, clock=steady_clock())
    closing.push_async_callback(store.close)
    signer = Signer(await store.secrets.of("cookies"))
    host_token = HostToken(settings.host_token, store.secrets)
    await host_token.current()  # made at the first start: `tablero doctor` reads it
    hints = HintService()
    closing.callback(hints.close)
    mails = AccountMails(settings)
    closing.push_async_callback(mails.close)
    audience = Audience()
    scheduler = BotScheduler(store, await _thinking(store, settings), audience)
    closing.push_async_callback(scheduler.close)
    await scheduler.start()
    presence = Presence(store)
    closing.push_async_callback(presence.close)
    automatic = AutomaticPlay(store, presence, settings.automatic_pause, settings.plan_wait)
    closing.push_async_callback(automatic.close)
    automatic.start()
    timekeeper = Timekeeper(store, presence)
    closing.push_async_callback(timekeeper.close)
    timekeeper.start()
    reviewers = ReviewQueue(store)
    closing.push_async_callback(reviewers.close)
    weighing = EvaluationPool()
    closing.callback(weighing.close)
    tournaments = TournamentRunner(store, audience)
    closing.push_async_callback(tournaments.close)
    tournaments.start()
    caller = SafeHttpClient(settings.allow_private_calls)
    notifications = NotificationDispatcher(store, presence, caller, await open_channels(store, settings, caller))
    closing.push_async_callback(notifications.close)
    notifications.start()
    return Services(
        settings=settings,
        started_at=time.monotonic(),
        store=store,
        signer=signer,
        accounts=AccountService(store, signer, limits, mails, store.now),
        health=Health(store, scheduler),
        host_token=host_token,
        throughput=Throughput(),
        presence=presence,
        broadcasts=Broadcasts(store, presence),
        audience=audience,
        hints=hints,
        scheduler=scheduler,
        timekeeper=timekeeper,
        notifications=notifications,
        tournaments=tournaments,
        forecasts=ForecastCache(),
        reviews=reviewers,
        statistics=StatisticsCache(store),
        whatif=weighing,
        puzzle_rooms=PuzzleRooms(),
        event_streams=WeakSet(),
        whatif_rooms=WeakValueDictionary(),
        request_limit=RateLimit(limits.requests_at_once, limits.requests_per_second),
        table_limit=RateLimit(limits.tables_at_once, limits.tables_per_minute / 60),
        chat_limit=PersonalRateLimit(limits.lines_at_once, limits.lines_per_minute / 60),
        invite_limit=RateLimit(40, 0.2),  # against probing which names have accounts
        report_limit=RateLimit(limits.reports_per_hour, limits.reports_per_hour / 3600),
        record_limit=RateLimit(2, 1 / 60),  # files of all records
        notification_limits=notification_limits(),
    )


async def _thinking(store: Store, settings: Settings) -> BotBackend:
    """Where the bots of this site think."""
    if not can_be_shared(settings.database):
        return LocalBots(store, settings.bot_pause, settings.thinkers)
    from tablero.site.bots.postgres_queue import PostgresQueue  # needs what only PostgreSQL needs

    queue = PostgresQueue(settings.database)
    await queue.open()
    return queue

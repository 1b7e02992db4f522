"""The objects that live as long as the application and that all handlers share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakSet, WeakValueDictionary

from litestar import Litestar
from litestar.connection import ASGIConnection

if TYPE_CHECKING:  # classes of features, which import this module
    from tablero.site.accounts.event_stream import Events
    from tablero.site.accounts.service import AccountService
    from tablero.site.admin.health import Health, HostToken
    from tablero.site.admin.throughput import Throughput
    from tablero.site.bots.audience import Audience
    from tablero.site.bots.scheduler import BotScheduler
    from tablero.site.notifications.dispatcher import NotificationDispatcher
    from tablero.site.profiles.game_page import StatisticsCache
    from tablero.site.puzzles.service import PuzzleRooms
    from tablero.site.review.service import ReviewQueue
    from tablero.site.settings import Settings
    from tablero.site.table.broadcast import Broadcasts
    from tablero.site.table.hints import HintService
    from tablero.site.table.presence import Presence
    from tablero.site.table.timekeeper import Timekeeper
    from tablero.site.tournaments.parts import ForecastCache
    from tablero.site.tournaments.runner import TournamentRunner
    from tablero.site.web.identity import Signer
    from tablero.site.web.rate_limit import PersonalRateLimit, RateLimit
    from tablero.site.whatif.worker_pool import EvaluationPool
    from tablero.store import Store
    from tablero.ui.whatif.room import WhatIfRoom


@dataclass(frozen=True, kw_only=True)
class Services:
    """What the application opens at its start and closes at its end."""

    settings: Settings
    started_at: float  # seconds of time.monotonic
    store: Store
    signer: Signer
    accounts: AccountService
    health: Health
    host_token: HostToken
    throughput: Throughput
    presence: Presence
    broadcasts: Broadcasts
    audience: Audience
    hints: HintService
    scheduler: BotScheduler
    timekeeper: Timekeeper
    notifications: NotificationDispatcher
    tournaments: TournamentRunner
    forecasts: ForecastCache
    reviews: ReviewQueue
    statistics: StatisticsCache
    whatif: EvaluationPool
    puzzle_rooms: PuzzleRooms
    event_streams: WeakSet[Events]  # that are being sent
    whatif_rooms: WeakValueDictionary[str, WhatIfRoom]  # rooms in use, by the key of their tree
    request_limit: RateLimit
    table_limit: RateLimit
    chat_limit: PersonalRateLimit
    invite_limit: RateLimit
    report_limit: RateLimit
    record_limit: RateLimit
    notification_limits: Mapping[str, RateLimit]


def services_of(connection: ASGIConnection[Any, Any, Any, Any] | Litestar) -> Services:
    """Return the services of the application that a request or a WebSocket came to."""
    app = connection if isinstance(connection, Litestar) else connection.app
    services: Services = app.state.services
    return services

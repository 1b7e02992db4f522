"""The host's dashboard: metrics and recent warnings, for holders of the host's token."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from babel.dates import format_datetime, format_timedelta
from babel.numbers import format_decimal
from litestar import Litestar, Response, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect

import tablero
from tablero import metrics
from tablero.bots import LEVELS
from tablero.games import games
from tablero.plain import is_compiled
from tablero.site.admin.health import HOST_COOKIE, MONTH_SECONDS, host_cookie_value, is_host
from tablero.site.admin.throughput import Throughput, total
from tablero.site.log_format import RECENT_WARNINGS
from tablero.site.web.identity import secure_name
from tablero.site.web.language import language_of
from tablero.site.web.page import Form, HtmlRequest, page
from tablero.site.web.rate_limit import visitor_key
from tablero.site.web.services import services_of
from tablero.ui.language import Language
from tablero.ui.messages import sentence

MOST_REFUSALS = 6
WIDE, HIGH = 600, 120  # of the picture of moves a second, in its own units


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """Sample the metrics every few seconds while the site runs."""
    sampling = asyncio.create_task(services_of(app).throughput.run())
    try:
        yield
    finally:
        sampling.cancel()
        with suppress(asyncio.CancelledError):
            await sampling


@get("/host")
async def host_page(request: HtmlRequest) -> Response[str]:
    """The dashboard, or the form for the token."""
    if not await is_host(request):
        return page("admin/host-sign-in.jinja", request, wrong="")
    services = services_of(request)
    language = language_of(request)
    trouble = await services.health.trouble()
    counted = None if trouble else await services.health.counted()
    shown = HostMetrics(language, services.throughput)
    return page(
        "admin/host.jinja",
        request,
        trouble=sentence(language.say(trouble)) if trouble else "",
        figures=shown,
        tables={name: shown.number(counted.tables[name]) if counted else "–" for name in ("running", "open", "over")},
        waiting=shown.number(counted.waiting) if counted else "–",
        version=tablero.__version__,
        compiled=is_compiled(),
        database=services.store.kind,
        troubles=shown.troubles(),
        up=format_timedelta(
            max(1, round(time.monotonic() - services.started_at)), locale=language.locale, threshold=1.2
        ),
    )


@post("/host")
async def host_sign_in(request: HtmlRequest, data: Form) -> Response[Any]:
    host_token = services_of(request).host_token
    if not await host_token.is_shown(data.get("token", ""), visitor_key(request)):
        say = language_of(request).say
        return page(
            "admin/host-sign-in.jinja",
            request,
            403,
            wrong=say("This is not the token. On the server, “tablero token” prints it."),
        )
    secure = request.scope.get("scheme") == "https"
    value = host_cookie_value(services_of(request).signer, await host_token.current())
    name = secure_name(HOST_COOKIE, request.scope)
    cookie = Cookie(name, value=value, max_age=MONTH_SECONDS, samesite="strict", httponly=True, secure=secure)
    return Redirect("/host", status_code=303, cookies=[cookie])


@post("/host/leave")
async def host_sign_out(request: HtmlRequest) -> Redirect:
    name, secure = secure_name(HOST_COOKIE, request.scope), request.scope.get("scheme") == "https"
    gone = Cookie(name, value="", max_age=0, samesite="strict", httponly=True, secure=secure)
    return Redirect("/host", status_code=303, cookies=[gone])


@dataclass(frozen=True)
class HostMetricLine:
    """A metric with a bar; `share` is its length in per cent of the longest."""

    label: str
    value: str
    note: str = ""
    share: float = 0.0
    name: str = ""


class HostMetrics:
    """The metrics as text in a language."""

    def __init__(self, language: Language, pace: Throughput) -> None:
        self.say = language.say
        self._language = language
        self._reading = pace.reading()
        self._rates = self._reading.moves_a_second

    def number(self, value: float, digits: int = 0) -> str:
        return format_decimal(round(value, digits), locale=self._language.locale)

    def _sum(self, name: str, *labels: str) -> float:
        return total(self._reading.now, name, *labels)

    # ---------------------------------------------------------------- moves

    @property
    def minutes(self) -> int:
        return max(1, round(self._reading.seconds / 60))

    @property
    def a_second(self) -> str:
        return self.number(self._rates[-1] if self._rates else 0.0, 1)

    @property
    def most_a_second(self) -> str:
        return self.number(max(self._rates, default=0.0), 1)

    @property
    def curve(self) -> str:
        """Moves a second as a line from left to right; empty while there is nothing to join."""
        if len(self._rates) < 2:
            return ""
        most, last = max(*self._rates, 1.0), len(self._rates) - 1
        return " ".join(
            f"{WIDE * k / last:.1f},{HIGH - 8 - (HIGH - 16) * rate / most:.1f}" for k, rate in enumerate(self._rates)
        )

    @property
    def moves(self) -> str:
        return self.number(self._sum("tablero_moves_total"))

    def games(self) -> list[HostMetricLine]:
        """Moves by game since the start, by people and by bots."""

        def made(game: str, by: str) -> float:
            return self._sum("tablero_moves_total", by, game)

        every = {game.name: sum(made(game.name, by) for by in metrics.MOVER_KINDS) for game in games()}
        most = max(every.values()) or 1
        return [
            HostMetricLine(
                game.title,
                self.number(every[game.name]),
                note=self.say(
                    "{people} by people, {bots} by bots",
                    people=self.number(made(game.name, "person")),
                    bots=self.number(made(game.name, "bot")),
                ),
                share=100 * every[game.name] / most,
                name=game.name,
            )
            for game in games()
        ]

    # ---------------------------------------------------------------- waits

    def stages(self) -> list[HostMetricLine]:
        """What a move goes through, lately."""
        say = self.say
        labels = {
            "read": say("its table is read"),
            "check": say("the rules are asked"),
            "commit": say("it is on disk"),
            "view": say("who may see what"),
            "draw": say("the pictures are drawn"),
            "send": say("they are sent"),
        }
        means = {name: self._reading.mean("tablero_stage_seconds", name) for name in metrics.STAGE_NAMES}
        most = max(means.values()) or 1
        return [
            HostMetricLine(
                labels[name],
                self.milliseconds(mean),
                share=100 * mean / most,
                note=self.milliseconds(self._reading.within("tablero_stage_seconds", name, 0.99)),
            )
            for name, mean in means.items()
        ]

    def milliseconds(self, seconds: float) -> str:
        if not seconds:
            return "–"
        if seconds == float("inf"):
            return "> 5 s"
        if seconds < 0.0001:
            return f"< {self.number(0.1, 1)} ms"
        if seconds >= 1:
            return f"{self.number(seconds, 1)} s"
        return f"{self.number(1000 * seconds, 1 if seconds < 0.01 else 0)} ms"

    # ---------------------------------------------------------------- who is there

    def sockets(self, page: str) -> str:
        return self.number(self._sum("tablero_sockets", page))

    @property
    def thinking(self) -> str:
        return self.number(self._sum("tablero_bots_thinking"))

    def levels(self) -> list[HostMetricLine]:
        """How long bots think, by level, lately."""
        mean = self._reading.mean
        means = {level: mean("tablero_thought_seconds", str(level)) for level in range(1, len(LEVELS) + 1)}
        most = max(means.values()) or 1
        return [
            HostMetricLine(str(level), f"{self.number(mean, 2)} s" if mean else "–", share=100 * mean / most)
            for level, mean in means.items()
        ]

    # ---------------------------------------------------------------- the machine

    @property
    def memory(self) -> str:
        return f"{self.number(self._sum('process_resident_memory_bytes') / 1e6)} MB"

    @property
    def processor(self) -> str:
        seconds = total(self._reading.growth, "process_cpu_seconds_total")
        return f"{self.number(100 * seconds / self._reading.seconds)} %"

    @property
    def files(self) -> str:
        return self.number(self._sum("process_open_fds"))

    def requests(self) -> list[HostMetricLine]:
        """Answers by status, lately."""
        say = self.say
        labels = {"2xx": say("answered"), "3xx": say("sent on"), "4xx": say("refused"), "5xx": say("failed")}
        return [
            HostMetricLine(label, self.number(total(self._reading.growth, "tablero_requests_total", name)), name=name)
            for name, label in labels.items()
        ]

    def refusals(self) -> list[HostMetricLine]:
        """Which rules refused most, since the start."""
        seen = self._reading.now
        found = sorted(
            ((value, key[1]) for key, value in seen.items() if key[0] == "tablero_refusals_total"), reverse=True
        )
        return [HostMetricLine(rule, self.number(value)) for value, rule in found[:MOST_REFUSALS]]

    @property
    def faults(self) -> str:
        return self.number(self._sum("tablero_database_faults_total"))

    def troubles(self) -> list[HostMetricLine]:
        """The latest warnings of the log, the newest first."""
        locale = self._language.locale
        return [
            HostMetricLine(words, format_datetime(datetime.fromtimestamp(when), "short", locale=locale))
            for when, words in RECENT_WARNINGS.latest()
        ]


HANDLERS = (host_page, host_sign_in, host_sign_out)

"""The host's page: how the house is, for whoever holds its token."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from babel.dates import format_datetime, format_timedelta
from babel.numbers import format_decimal
from litestar import Litestar, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect

import tablero
from tablero import figures
from tablero.bots import LEVELS
from tablero.games import games
from tablero.plain import is_compiled
from tablero.site.health import COOKIE, MONTH, counted_by_database, host_token, is_host, is_token, pass_for
from tablero.site.language import Tongue, tongue_of
from tablero.site.logs import TROUBLES
from tablero.site.messages import sentence
from tablero.site.pace import Pace
from tablero.site.pages import page

Visit = Request[Any, Any, Any]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
Sums = Mapping[tuple[str, ...], float]

MOST_REFUSALS = 6
WIDE, HIGH = 600, 120  # of the picture of moves a second, in its own units


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """Note the figures every few seconds as long as the site is there."""
    app.state.pace = Pace()
    noting = asyncio.create_task(app.state.pace.go_on())
    try:
        yield
    finally:
        noting.cancel()
        with suppress(asyncio.CancelledError):
            await noting


@get("/host")
async def host_page(request: Visit) -> Response[str]:
    """The figures, or the door to them."""
    if not await is_host(request):
        return page("host-door.jinja", request, wrong="")
    state = request.app.state
    tongue = tongue_of(request)
    trouble = await state.health.trouble()
    counted = None if trouble else await counted_by_database(request.app)
    shown = Shown(tongue, state.pace)
    return page(
        "host.jinja", request, trouble=sentence(tongue.say(trouble)) if trouble else "", figures=shown,
        tables={name: shown.number(counted.tables[name]) if counted else "–" for name in ("running", "open", "over")},
        waiting=shown.number(counted.waiting) if counted else "–",
        version=tablero.__version__, compiled=is_compiled(), database=state.house.kind, troubles=shown.troubles(),
        up=format_timedelta(time.monotonic() - state.since, locale=tongue.locale, threshold=1.2),
    )  # fmt: skip


@post("/host")
async def come_in(request: Visit, data: Form) -> Response[Any]:
    token = await host_token(request.app)
    if not is_token(data.get("token", ""), token):
        say = tongue_of(request).say
        return page(
            "host-door.jinja",
            request,
            403,
            wrong=say("This is not the token. On the server, “tablero token” prints it."),
        )
    secure = request.scope.get("scheme") == "https"
    cookie = Cookie(
        COOKIE, value=pass_for(request.app.state.seal, token), max_age=MONTH, samesite="strict", httponly=True, secure=secure,
    )  # fmt: skip
    return Redirect("/host", status_code=303, cookies=[cookie])


@post("/host/leave")
async def leave() -> Redirect:
    gone = Cookie(COOKIE, value="", max_age=0, samesite="strict", httponly=True)
    return Redirect("/host", status_code=303, cookies=[gone])


@dataclass(frozen=True)
class Line:
    """A figure with a bar: `share` of the longest one in per cent."""

    label: str
    value: str
    note: str = ""
    share: float = 0.0
    name: str = ""


class Shown:
    """The figures as the page shows them, in a language."""

    def __init__(self, tongue: Tongue, pace: Pace) -> None:
        self.say = tongue.say
        self._tongue = tongue
        self._now = pace.now()
        self._lately = pace.lately()
        self._seconds = max(pace.seconds, 1e-9)
        self._rates = pace.moves_a_second()

    def number(self, value: float, digits: int = 0) -> str:
        return format_decimal(round(value, digits), locale=self._tongue.locale)

    def _sum(self, name: str, *labels: str, of: Sums | None = None) -> float:
        """All figures of a name whose labels begin like this."""
        wanted = (name, *labels)
        return sum(value for key, value in (of or self._now).items() if key[: len(wanted)] == wanted)

    # ---------------------------------------------------------------- moves

    @property
    def minutes(self) -> int:
        return max(1, round(self._seconds / 60))

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

    def games(self) -> list[Line]:
        """Moves by game since the start, by people and by bots."""

        def made(game: str, by: str) -> float:
            return self._sum("tablero_moves_total", by, game)

        every = {game.name: sum(made(game.name, by) for by in figures.WHO) for game in games()}
        most = max(every.values()) or 1
        return [
            Line(
                game.title,
                self.number(every[game.name]),
                note=self.say(
                    "{people} by people, {bots} by bots",
                    people=self.number(made(game.name, "person")), bots=self.number(made(game.name, "bot")),
                ),
                share=100 * every[game.name] / most,
                name=game.name,
            )
            for game in games()
        ]  # fmt: skip

    # ---------------------------------------------------------------- waits

    def stages(self) -> list[Line]:
        """What a move goes through, lately."""
        say = self.say
        labels = {
            "read": say("its table is read"), "check": say("the rules are asked"), "commit": say("it is on disk"),
            "view": say("who may see what"), "draw": say("the pictures are drawn"), "send": say("they are sent"),
        }  # fmt: skip
        means = {name: self._mean("tablero_stage_seconds", name) for name in figures.STAGES}
        most = max(means.values()) or 1
        return [
            Line(
                labels[name], self.milliseconds(mean), share=100 * mean / most,
                note=self.milliseconds(self._within("tablero_stage_seconds", name, 0.99)),
            )
            for name, mean in means.items()
        ]  # fmt: skip

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

    def _mean(self, name: str, label: str) -> float:
        count = self._lately.get((f"{name}_count", label), 0)
        return self._lately.get((f"{name}_sum", label), 0) / count if count else 0.0

    def _within(self, name: str, label: str, part: float) -> float:
        """The shortest time that we count by in which this part of all is done."""
        count = self._lately.get((f"{name}_count", label), 0)
        buckets = sorted(
            (float(key[1]), value)
            for key, value in self._lately.items()
            if key[0] == f"{name}_bucket" and key[2] == label
        )
        return next((bound for bound, value in buckets if count and value >= part * count), 0.0)

    # ---------------------------------------------------------------- who is there

    def sockets(self, page: str) -> str:
        return self.number(self._sum("tablero_sockets", page))

    @property
    def thinking(self) -> str:
        return self.number(self._sum("tablero_bots_thinking"))

    def levels(self) -> list[Line]:
        """How long bots think, by level, lately."""
        means = {level: self._mean("tablero_thought_seconds", str(level)) for level in range(1, len(LEVELS) + 1)}
        most = max(means.values()) or 1
        return [
            Line(str(level), f"{self.number(mean, 2)} s" if mean else "–", share=100 * mean / most)
            for level, mean in means.items()
        ]

    # ---------------------------------------------------------------- the machine

    @property
    def memory(self) -> str:
        return f"{self.number(self._sum('process_resident_memory_bytes') / 1e6)} MB"

    @property
    def processor(self) -> str:
        return f"{self.number(100 * self._lately.get(('process_cpu_seconds_total',), 0.0) / self._seconds)} %"

    @property
    def files(self) -> str:
        return self.number(self._sum("process_open_fds"))

    def requests(self) -> list[Line]:
        """Answers by status, lately."""
        say = self.say
        labels = {"2xx": say("answered"), "3xx": say("sent on"), "4xx": say("refused"), "5xx": say("failed")}
        return [
            Line(label, self.number(self._sum("tablero_requests_total", name, of=self._lately)), name=name)
            for name, label in labels.items()
        ]

    def refusals(self) -> list[Line]:
        """Which rules refused most, since the start."""
        found = sorted(
            ((value, key[1]) for key, value in self._now.items() if key[0] == "tablero_refusals_total"), reverse=True
        )
        return [Line(rule, self.number(value)) for value, rule in found[:MOST_REFUSALS]]

    @property
    def faults(self) -> str:
        return self.number(self._sum("tablero_database_faults_total"))

    def troubles(self) -> list[Line]:
        """What the log has complained of, the newest first."""
        locale = self._tongue.locale
        return [
            Line(words, format_datetime(datetime.fromtimestamp(when), "short", locale=locale))
            for when, words in TROUBLES.latest()
        ]


HANDLERS = (host_page, come_in, leave)

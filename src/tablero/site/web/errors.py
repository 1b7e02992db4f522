"""Error responses: status and sentence for each kind of exception."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from tablero import metrics
from tablero.core.errors import BadOption, IllegalMove
from tablero.core.i18n.translator import Translator, untranslated
from tablero.games import game as find_game
from tablero.people import NameTaken, NotAdmitted, TooManyAttempts
from tablero.site.web.client_address import address_key
from tablero.site.web.security_log import log_refusal
from tablero.site.web.services import services_of
from tablero.store import StoreError
from tablero.store.people.bans import Banned
from tablero.table import NoSuchSeat, NoSuchTable, NotInvited, NotYours, Refusal

ErrorPage = Callable[[Request[Any, Any, Any], Exception], Response[Any]]

RETRY_AFTER = 5  # seconds; the error page reloads itself after them
# The first class that matches; no class means that the problem names no rule of its own.
STATUSES: tuple[tuple[type[Exception] | tuple[type[Exception], ...], int, str], ...] = (
    (NoSuchTable, 404, ""),
    ((NoSuchSeat, NotInvited, NotYours, Banned), 403, ""),
    (Refusal, 409, ""),
    (TooManyAttempts, 429, "too_many"),
    (NotAdmitted, 401, "not_admitted"),
    (NameTaken, 409, "name_taken"),
    (BadOption, 400, "bad_option"),
    (StoreError, 503, "store"),
)

logger = logging.getLogger("tablero.site")


class Problem(msgspec.Struct, omit_defaults=True):
    """An error: a sentence, the rule behind it and the address of its explanation."""

    error: str
    rule: str = ""
    guide: str = ""


class BrokenRule(ValueError):
    """An illegal move in a known game, so that the refusal can link the rule."""

    def __init__(self, game: str, rule: str, text: str) -> None:
        super().__init__(text)
        self.game = game
        self.rule = rule


def refusal_problem(game: str, error: IllegalMove | Refusal, say: Translator = untranslated) -> Problem:
    """Return why a move was refused, with the rule's place in the guide if a rule of the game forbids it."""
    if isinstance(error, IllegalMove):
        text = find_game(game).words.refusal(error.rule, say)
        return Problem(text, error.rule, f"/rules/{game}#{error.rule}")
    return Problem(say(str(error)), error.rule)


def problem_of(error: Exception) -> tuple[int, Problem]:
    """Return status and problem of an error; refusals by a rule are counted, unknown errors logged."""
    if isinstance(error, BrokenRule | Refusal):
        metrics.count_refusal(error.rule)
    if isinstance(error, BrokenRule):
        return 422, Problem(str(error), error.rule, f"/rules/{error.game}#{error.rule}")
    for kind, status, rule in STATUSES:
        if isinstance(error, kind):
            return status, Problem(str(error), rule or getattr(error, "rule", ""))
    if isinstance(error, ValidationException):
        return 400, Problem(f"this request cannot be understood: {_reasons(error)}", "malformed")
    if isinstance(error, HTTPException) and error.status_code == 400:
        return 400, Problem(f"this request cannot be understood: {error.detail}", "malformed")
    if isinstance(error, HTTPException):
        return error.status_code, Problem(error.detail or "this does not work")
    logger.exception("unexpected", exc_info=error)
    return 500, Problem("something broke on this server; your game is safe: try again", "broken")


def _reasons(error: ValidationException) -> str:
    extra: Any = error.extra
    if isinstance(extra, list) and extra:
        return "; ".join(": ".join(str(part[k]) for k in ("key", "message") if part.get(k)) for part in extra)
    return error.detail


def json_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Return an error as JSON."""
    status, problem = problem_of(error)
    log_refusal(request, status)
    return Response(problem, status_code=status, media_type="application/json", headers=headers_of(error))


def headers_of(error: Exception) -> dict[str, str]:
    """Return the headers of an error response: when to try again."""
    if isinstance(error, StoreError):
        return {"Retry-After": str(RETRY_AFTER)}
    if isinstance(error, TooManyAttempts):
        return {"Retry-After": str(error.seconds)}
    return dict(error.headers or {}) if isinstance(error, HTTPException) else {}


def _may_ask(request: Request[Any, Any, Any]) -> bool:
    address = address_key(request.client.host) if request.client else ""
    return services_of(request).request_limit.allows(address)


def respond_to_error(error_page: ErrorPage, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Return JSON for the API and for clients with a token, else the error page, or plain text if that fails too.

    An address without a handler has no guards either: it is limited here."""
    if "route_handler" not in request.scope and not _may_ask(request):
        headers = {"Retry-After": "2"}
        return Response(
            "too many requests: wait a few seconds", status_code=429, media_type="text/plain", headers=headers
        )
    if request.scope["path"].startswith("/api") or "authorization" in request.headers:
        return json_error(request, error)
    status, problem = problem_of(error)
    log_refusal(request, status)
    if not isinstance(error, HTTPException):
        error = HTTPException(problem.error, status_code=status, headers=headers_of(error))
    try:
        page = error_page(request, error)
        page.headers.update(headers_of(error))
        return page
    except Exception:
        logger.exception("the page of errors is broken")
        status, problem = problem_of(error)
        return Response(problem.error, status_code=status, media_type="text/plain")

"""Answers to what cannot be: for each kind of trouble a status and a sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from tablero import figures
from tablero.core.errors import BadOption, IllegalMove
from tablero.core.speech import Speech, plainly
from tablero.games import game as find_game
from tablero.people import NameTaken, NotAdmitted, TooManyTries
from tablero.store import StoreError
from tablero.store.bans import Banned
from tablero.table import NoSuchSeat, NoSuchTable, NotInvited, NotYours, Refusal

Shown = Callable[[Request[Any, Any, Any], Exception], Response[Any]]

RETRY_AFTER = 5  # seconds; the page of errors tries again by itself after as many

logger = logging.getLogger("tablero.site")


class Problem(msgspec.Struct, omit_defaults=True):
    """What went wrong: a sentence, the rule behind it and where the guide explains it."""

    error: str
    rule: str = ""
    guide: str = ""


class BrokenRule(ValueError):
    """An illegal move at a table whose game is known, so that the refusal can name the rule."""

    def __init__(self, game: str, rule: str, text: str) -> None:
        super().__init__(text)
        self.game = game
        self.rule = rule


def refusal_words(game: str, error: IllegalMove | Refusal, say: Speech = plainly) -> Problem:
    """Why a move was refused, in words, with the rule's place in the guide when a rule of the game forbids it."""
    if isinstance(error, IllegalMove):
        text = find_game(game).words.refusal(error.rule, say)
        return Problem(text, error.rule, f"/rules/{game}#{error.rule}")
    return Problem(say(str(error)), error.rule)


def problem_of(error: Exception) -> tuple[int, Problem]:
    """The status and the sentence for whatever went wrong; what was refused by a rule is counted."""
    if isinstance(error, BrokenRule | Refusal):
        figures.refused(error.rule)
    if isinstance(error, BrokenRule):
        return 422, Problem(str(error), error.rule, f"/rules/{error.game}#{error.rule}")
    if isinstance(error, NoSuchTable):
        return 404, Problem(str(error), error.rule)
    if isinstance(error, NoSuchSeat | NotInvited | NotYours | Banned):
        return 403, Problem(str(error), error.rule)
    if isinstance(error, Refusal):
        return 409, Problem(str(error), error.rule)
    if isinstance(error, TooManyTries):
        return 429, Problem(str(error), "too_many")
    if isinstance(error, NotAdmitted):
        return 401, Problem(str(error), "not_admitted")
    if isinstance(error, NameTaken):
        return 409, Problem(str(error), "name_taken")
    if isinstance(error, BadOption):
        return 400, Problem(str(error), "bad_option")
    if isinstance(error, StoreError):
        return 503, Problem(str(error), "store")
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


def as_json(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The answer for programs."""
    status, problem = problem_of(error)
    return Response(problem, status_code=status, media_type="application/json", headers=headers_of(error))


def headers_of(error: Exception) -> dict[str, str]:
    """What the answer's head says about it: after how many seconds to try again."""
    if isinstance(error, StoreError):
        return {"Retry-After": str(RETRY_AFTER)}
    if isinstance(error, TooManyTries):
        return {"Retry-After": str(error.seconds)}
    return dict(error.headers or {}) if isinstance(error, HTTPException) else {}


def as_text(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The answer where no page takes care of it."""
    status, problem = problem_of(error)
    return Response(problem.error, status_code=status, media_type="text/plain")


def answer(shown: Shown, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """JSON for programs, which may show a seat's token at a page too; a page for people; plain text when even the page
    of errors is broken."""
    if request.scope["path"].startswith("/api") or "authorization" in request.headers:
        return as_json(request, error)
    status, problem = problem_of(error)
    told = error
    if not isinstance(error, HTTPException):
        told = HTTPException(problem.error, status_code=status, headers=headers_of(error))
    try:
        page = shown(request, told)
        page.headers.update(headers_of(told))
        return page
    except Exception:
        logger.exception("the page of errors is broken")
        return as_text(request, told)

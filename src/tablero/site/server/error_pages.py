"""The page shown for an error."""

from __future__ import annotations

from typing import Any

from litestar import Response
from litestar.exceptions import HTTPException

from tablero.site.table.access import GivenUp, Private, SentAway, Withdrawn
from tablero.site.web.errors import RETRY_AFTER, json_error, problem_of
from tablero.site.web.language import language_of
from tablero.site.web.page import HtmlRequest, page
from tablero.site.web.proxy import address_of
from tablero.ui.messages import sentence

# ---------------------------------------------------------------- when something goes wrong


def error_page(request: HtmlRequest, error: Exception) -> Response[Any]:
    """Every error as a page of this house, in the visitor's language."""
    if request.scope["path"].startswith("/api"):
        return json_error(request, error)
    status = error.status_code if isinstance(error, HTTPException) else problem_of(error)[0]
    say = language_of(request).say
    if isinstance(error, GivenUp):
        headline, detail = (
            say("This table is gone"),
            (
                say(
                    "Nobody began the game for a long time, so it was cleared away. "
                    "Open another table whenever you like."
                )
                if error.forgotten
                else say("It was cancelled before the game began. Open another table whenever you like.")
            ),
        )
    elif isinstance(error, Withdrawn):
        headline, detail = (
            say("This invitation is no longer valid"),
            say("The link was withdrawn or cut off. Ask the player who sent it for a new one, or open your own table."),
        )
    elif status == 404:
        headline, detail = (
            say("There is nothing here"),
            say("This table or page does not exist. Perhaps the link was cut off: check it, or ask for a new one."),
        )
    elif isinstance(error, SentAway):
        headline, detail = (
            say("You were asked to leave this table"),
            say("You can sit here again when you are invited again."),
        )
    elif isinstance(error, Private):
        headline, detail = (say("A private table"), say("Those who play at this table want to be among themselves."))
    elif status == 403 and isinstance(error, HTTPException):
        headline, detail = say("You may not do this"), sentence(say(error.detail))
    elif status == 409:  # OtherRules: forms that come too late lead to the table itself
        headline, detail = (
            say("This table is on hold"),
            say(
                "It was begun under other rules or with other component data than this server has now. Its moves are "
                "kept: whoever hosts the server can bring those rules back."
            ),
        )
    elif status == 421:
        headline, detail = (
            say("This site has another address"),
            say("Open {address} instead.", address=address_of(request)),
        )
    elif status == 429:
        headline, detail = say("Too much at once"), say("Wait a minute, then load the page again.")
    elif status < 500:
        headline, detail = (
            say("That did not work"),
            say("The request cannot be answered like this. Go back and try again."),
        )
    elif status == 503 and isinstance(error, HTTPException):
        headline, detail = (
            say("Just a moment"),
            f"{sentence(say(error.detail))} {say('Your games are safe: every move is on disk.')}",
        )
    else:
        headline, detail = (
            say("Something broke on our side"),
            say("Your games are safe: every move is on disk. Load the page again in a moment."),
        )
    again = RETRY_AFTER if status == 503 and request.method == "GET" else 0
    return page("web/error.jinja", request, status, headline=headline, detail=detail, again=again)

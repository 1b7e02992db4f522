"""The request of a page, its form, and rendering a template for it."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response
from litestar.enums import RequestEncodingType
from litestar.params import Body

from tablero.core.drawing.element_styles import style_sheet, style_source, with_styles
from tablero.people.names import GUEST_NAME
from tablero.site.web.identity import Guest, account_of, guest_of, pop_flash
from tablero.site.web.language import Connection, language_of
from tablero.site.web.security import policy_with
from tablero.site.web.services import services_of
from tablero.store import Store
from tablero.table import Holder
from tablero.ui.language import Language
from tablero.ui.names import called
from tablero.ui.rendering import render

HtmlRequest = Request[Any, Any, Any]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]

ANNOUNCEMENTS_COOKIE = "heard"  # ids of dismissed announcements
YEAR_SECONDS = 365 * 24 * 3600


def store_of(connection: Connection) -> Store:
    return services_of(connection).store


def name_of(guest: Guest, language: Language) -> str:
    """Return the visitor's name as pages show it."""
    return called(guest.name or GUEST_NAME, language.say)


def holder_of(request: HtmlRequest) -> Holder:
    """Return the visitor as the holder of a seat."""
    guest = guest_of(request)
    return Holder("person", guest.name or GUEST_NAME, guest.id)


def page(template: str, request: HtmlRequest, status: int = 200, here: str = "", **context: Any) -> Response[str]:
    """Render a template as a response in the visitor's language and theme; `here` marks the page in the menu."""
    theme = request.cookies.get("theme", "")
    dismissed = request.cookies.get(ANNOUNCEMENTS_COOKIE, "").split(".")
    news = [one for one in store_of(request).announcements.current if one.id not in dismissed]
    query = request.scope["query_string"].decode("latin-1")
    html = render(
        template,
        language_of(request),
        here=here,
        theme=theme if theme in ("light", "dark") else "",
        path=request.scope["path"] + (f"?{query}" if query else ""),
        visitor=account_of(request),
        news=news[:1],
        flash=pop_flash(request),
        **context,
    )
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    if sheet := style_sheet(html):
        html = with_styles(html, sheet)
        headers["Content-Security-Policy"] = policy_with(style_source(sheet))
    return Response(html, media_type="text/html", status_code=status, headers=headers)


def own_path(address: str) -> str:
    """Return `address` if it is a path of this site, else "/": no redirects to other sites."""
    own = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if own else "/"

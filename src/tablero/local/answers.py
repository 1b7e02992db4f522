"""Requests of pages on this device, and the answers to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tablero.core.drawing.element_styles import style_sheet, with_styles
from tablero.core.i18n.translator import LANGUAGE_CODES
from tablero.ui.language import Language
from tablero.ui.rendering import render

LOCAL_PERSON = "me"  # the id of the only person here
THEMES = ("light", "dark")


class NotHere(LookupError):
    """A page that does not exist on this device."""


@dataclass(frozen=True)
class LocalRequest:
    """A request of a page: its address as on a server, the fields of a form, and the cookies of the browser.
    `languages` are those of the browser, the best first."""

    address: str
    method: str = "GET"
    form: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        return urlsplit(self.address).path

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.address).query))

    @property
    def language(self) -> Language:
        """The chosen language, else the first of the browser's that is spoken here."""
        wished = (self.cookies.get("language", ""), *(name.split("-")[0].lower() for name in self.languages))
        return Language(next((code for code in wished if code in LANGUAGE_CODES), "en"))


@dataclass(frozen=True)
class LocalAnswer:
    """HTML, of a whole page or a fragment; a text to save; or the address to go to, with cookies to set."""

    body: str = ""
    status: int = 200
    to: str = ""
    cookies: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"body": self.body, "status": self.status, "to": self.to, "cookies": dict(self.cookies)}


def page(template: str, request: LocalRequest, status: int = 200, here: str = "", **context: Any) -> LocalAnswer:
    """Render a template as a whole page; `here` marks it in the menu."""
    theme = request.cookies.get("theme", "")
    context = {"path": request.address, "theme": theme if theme in THEMES else "", "flash": "", **context}
    html = render(template, request.language, here=here, local=True, **context)
    return LocalAnswer(with_styles(html, sheet) if (sheet := style_sheet(html)) else html, status)


def fragment(template: str, request: LocalRequest, **context: Any) -> LocalAnswer:
    return LocalAnswer(render(template, request.language, local=True, **context))


def redirect(to: str, **cookies: str) -> LocalAnswer:
    return LocalAnswer(status=303, to=to, cookies=cookies)


def missing(request: LocalRequest) -> LocalAnswer:
    """Return the page that says that there is nothing at an address."""
    say = request.language.say
    return page(
        "web/error.jinja",
        request,
        404,
        headline=say("There is nothing here"),
        detail=say("On this device there are bots, lessons, rules and puzzles."),
        again=0,
    )

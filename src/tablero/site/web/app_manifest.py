"""The site as an installable app: manifest, icons, service worker and offline page."""

from __future__ import annotations

from functools import cache

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tablero.site.web.language import language_of
from tablero.site.web.page import HtmlRequest, page
from tablero.ui.rendering import STATIC_FOLDER

DAY = CacheControlHeader(public=True, max_age=24 * 3600)
PAPER, JADE, OBSIDIAN = "#f6ecd8", "#1f7a5c", "#1f1b1a"
SIGN = (
    '<path d="M16 5.5 26.5 16 16 26.5 5.5 16z" fill="#f6ecd8"/>'
    '<path d="M16 9.5 22.5 16 16 22.5 9.5 16z" fill="#dfa226"/>'
    '<path d="M16 13 19 16 16 19 13 16z" fill="#8e1c3b"/>'
)
ROUND = '<rect x="1.5" y="1.5" width="29" height="29" rx="7" fill="#1f7a5c"/>'
WHOLE = '<rect width="32" height="32" fill="#1f7a5c"/>'
# By name: pixels, background, and the part of the picture that the sign takes. Systems crop maskable icons.
ICONS = {
    "app-192": (192, ROUND, 1.0),
    "app-512": (512, ROUND, 1.0),
    "maskable-192": (192, WHOLE, 0.8),
    "maskable-512": (512, WHOLE, 0.8),
    "apple-180": (180, WHOLE, 0.9),
}
# Shown in a phone's status bar: only its shape counts.
BADGE = '<path fill="#fff" fill-rule="evenodd" d="M16 2 30 16 16 30 2 16zM16 9l-7 7 7 7 7-7zM16 13l3 3-3 3-3-3z"/>'


@cache
def icon(name: str) -> bytes:
    """Return the site's sign as a PNG."""
    import resvg_py  # slow to load

    if name == "badge-96":
        size, drawn = 96, BADGE
    else:
        size, ground, part = ICONS[name]
        offset = 16 * (1 - part)
        drawn = f'{ground}<g transform="translate({offset} {offset}) scale({part})">{SIGN}</g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="{size}" height="{size}">{drawn}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


@get("/icons/{file:str}", cache_control=DAY)
async def icon_file(file: FromPath[str]) -> Response[bytes]:
    name, _, kind = file.partition(".")
    if kind != "png" or name not in (*ICONS, "badge-96"):
        raise NotFoundException
    return Response(icon(name), media_type="image/png")


@get("/manifest.webmanifest")
async def manifest(request: HtmlRequest) -> Response[dict[str, object]]:
    """The web app manifest, in the visitor's language."""
    say = language_of(request).say
    kinds = (("app-192", "any"), ("app-512", "any"), ("maskable-192", "maskable"), ("maskable-512", "maskable"))
    content: dict[str, object] = {
        "name": "Tablero",
        "short_name": "Tablero",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "description": say("Temple-building board games, with friends and with bots."),
        "lang": say.language.replace("_", "-"),
        "theme_color": JADE,
        "background_color": PAPER,
        "categories": ["games"],
        "icons": [
            {
                "src": f"/icons/{name}.png",
                "sizes": "{0}x{0}".format(name.partition("-")[2]),
                "type": "image/png",
                "purpose": purpose,
            }
            for name, purpose in kinds
        ],
        "shortcuts": [{"name": say("Next game"), "url": "/next"}],
    }
    headers = {"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"}
    return Response(content, media_type="application/manifest+json", headers=headers)


@get("/worker.js")
async def worker() -> Response[bytes]:
    """The service worker. Its address never changes: browsers check it for updates themselves."""
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return Response((STATIC_FOLDER / "worker.js").read_bytes(), media_type="text/javascript", headers=headers)


@get("/offline")
async def offline(request: HtmlRequest) -> Response[str]:
    """The page that the service worker stores and shows without network; it holds no personal data."""
    return page("web/offline.jinja", request)


HANDLERS = (icon_file, manifest, worker, offline)

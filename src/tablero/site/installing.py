"""The site as an app of its own: its manifest and icons, the worker that takes push messages, a page for when there is no network."""

from __future__ import annotations

from functools import cache

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tablero.site.language import tongue_of
from tablero.site.pages import Visit, page
from tablero.site.render import STATIC

DAY = CacheControlHeader(public=True, max_age=24 * 3600)
PAPER, JADE, OBSIDIAN = "#f6ecd8", "#1f7a5c", "#1f1b1a"
SIGN = (
    '<path d="M16 5.5 26.5 16 16 26.5 5.5 16z" fill="#f6ecd8"/><path d="M16 9.5 22.5 16 16 22.5 9.5 16z" fill="#dfa226"/>'
    '<path d="M16 13 19 16 16 19 13 16z" fill="#8e1c3b"/>'
)
ROUND = '<rect x="1.5" y="1.5" width="29" height="29" rx="7" fill="#1f7a5c"/>'
WHOLE = '<rect width="32" height="32" fill="#1f7a5c"/>'
# By name: how large, what is behind our sign, and how much of the picture the sign takes. Systems cut the edges off a maskable one.
ICONS = {
    "app-192": (192, ROUND, 1.0), "app-512": (512, ROUND, 1.0), "maskable-192": (192, WHOLE, 0.8),
    "maskable-512": (512, WHOLE, 0.8), "apple-180": (180, WHOLE, 0.9),
}  # fmt: skip
# A small sign beside the clock of a phone: systems look at its shape alone.
BADGE = '<path fill="#fff" fill-rule="evenodd" d="M16 2 30 16 16 30 2 16zM16 9l-7 7 7 7 7-7zM16 13l3 3-3 3-3-3z"/>'


@cache
def icon(name: str) -> bytes:
    """Our sign as a PNG."""
    import resvg_py  # takes a moment to load

    if name == "badge-96":
        size, drawn = 96, BADGE
    else:
        size, ground, part = ICONS[name]
        moved = 16 * (1 - part)
        drawn = f'{ground}<g transform="translate({moved} {moved}) scale({part})">{SIGN}</g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="{size}" height="{size}">{drawn}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


@get("/icons/{file:str}", cache_control=DAY)
async def icon_file(file: FromPath[str]) -> Response[bytes]:
    name, _, kind = file.partition(".")
    if kind != "png" or name not in (*ICONS, "badge-96"):
        raise NotFoundException
    return Response(icon(name), media_type="image/png")


@get("/manifest.webmanifest")
async def manifest(request: Visit) -> Response[dict[str, object]]:
    """What a system needs to know to keep the site beside its other apps."""
    say = tongue_of(request).say
    kinds = (("app-192", "any"), ("app-512", "any"), ("maskable-192", "maskable"), ("maskable-512", "maskable"))
    told: dict[str, object] = {
        "name": "Tablero", "short_name": "Tablero", "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
        "description": say("Temple-building board games, with friends and with bots."),
        "lang": say.language.replace("_", "-"), "theme_color": JADE, "background_color": PAPER,
        "categories": ["games"],
        "icons": [
            {"src": f"/icons/{name}.png", "sizes": "{0}x{0}".format(name.partition("-")[2]), "type": "image/png", "purpose": purpose}
            for name, purpose in kinds
        ],
        "shortcuts": [{"name": say("Next game"), "url": "/next"}],
    }  # fmt: skip
    headers = {"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"}
    return Response(told, media_type="application/manifest+json", headers=headers)


@get("/worker.js")
async def worker() -> Response[bytes]:
    """What works for the site while no page of it is open. Its name never changes: browsers look for a new one themselves."""
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return Response((STATIC / "worker.js").read_bytes(), media_type="text/javascript", headers=headers)


@get("/offline")
async def offline(request: Visit) -> Response[str]:
    """Kept by the worker, shown when there is no network. It knows nothing of anybody."""
    return page("offline.jinja", request)


HANDLERS = (icon_file, manifest, worker, offline)

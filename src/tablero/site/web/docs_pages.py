"""The documentation under /docs: files of the folder that `make docs` fills."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from litestar import HttpMethod, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tablero.site.web.errors import RETRY_AFTER
from tablero.site.web.language import language_of
from tablero.site.web.page import YEAR_SECONDS, HtmlRequest, page
from tablero.ui import rendering

BOTH = [HttpMethod.GET, HttpMethod.HEAD]
NAME = re.compile(r"(?:[\w-][\w.-]{0,99}/){0,5}[\w-][\w.-]{0,99}", re.ASCII)  # no segment begins with a dot
HASHED = re.compile(r"\.[0-9a-f]{8}\.min\.(?:js|css)$")
KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".map": "application/json",
}


@route("/docs", http_method=BOTH, status_code=200)
async def front(request: HtmlRequest) -> Response[Any]:
    """Redirect to the first page: links between the pages are relative, so it needs a file name."""
    return Redirect("/docs/index.html", status_code=307) if rendering.has_docs() else _not_built(request)


@route("/docs/{path:path}", http_method=BOTH, status_code=200)
async def file(request: HtmlRequest, path: FromPath[str]) -> Response[Any]:
    """A file, or 304 if it has not changed; a page is found without its suffix, a folder by its index."""
    name = path.strip("/")
    if not NAME.fullmatch(name):
        raise NotFoundException
    found = rendering.DOCS_FOLDER / name
    if found.suffix not in KINDS or not found.is_file():
        if (rendering.DOCS_FOLDER / f"{name}.html").is_file():
            return Redirect(f"/docs/{name}.html", status_code=307)
        if (found / "index.html").is_file():
            return Redirect(f"/docs/{name}/index.html", status_code=307)
        if not rendering.has_docs():
            return _not_built(request)
        raise NotFoundException
    status = await asyncio.to_thread(found.stat)
    tag = f'W/"{status.st_mtime_ns:x}-{status.st_size:x}"'
    caching = f"public, max-age={YEAR_SECONDS}, immutable" if HASHED.search(name) else "no-cache"
    headers = {"ETag": tag, "Cache-Control": caching}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    content = await asyncio.to_thread(found.read_bytes)
    return Response(content, media_type=KINDS[found.suffix], headers=headers)


def _not_built(request: HtmlRequest) -> Response[str]:
    say = language_of(request).say
    response = page(
        "web/error.jinja",
        request,
        503,
        headline=say("Just a moment"),
        again=RETRY_AFTER if request.method == "GET" else 0,
        detail=say("The documentation is not built yet. “make play” builds it while you play, “make docs” at once."),
    )
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


HANDLERS = (front, file)

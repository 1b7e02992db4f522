"""The pages of documentation under /docs: files of one folder, which `make docs` fills, and nothing else."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from litestar import HttpMethod, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tablero.site import render
from tablero.site.answers import RETRY_AFTER
from tablero.site.language import tongue_of
from tablero.site.pages import YEAR, Visit, page

BOTH = [HttpMethod.GET, HttpMethod.HEAD]
NAME = re.compile(r"(?:[\w-][\w.-]{0,99}/){0,5}[\w-][\w.-]{0,99}", re.ASCII)  # no segment begins with a dot
HASHED = re.compile(r"\.[0-9a-f]{8}\.min\.(?:js|css)$")
KINDS = {
    ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml",
    ".png": "image/png", ".map": "application/json",
}  # fmt: skip


@route("/docs", http_method=BOTH, status_code=200)
async def front(request: Visit) -> Response[Any]:
    """Links between the pages are relative, so even the first one has a name."""
    return Redirect("/docs/index.html", status_code=307) if render.has_docs() else _not_yet(request)


@route("/docs/{path:path}", http_method=BOTH, status_code=200)
async def file(request: Visit, path: FromPath[str]) -> Response[Any]:
    """One file, or only that it has not changed; a page may be asked for without its ending, a folder by its name."""
    name = path.strip("/")
    if not NAME.fullmatch(name):
        raise NotFoundException
    found = render.DOCS / name
    if found.suffix not in KINDS or not found.is_file():
        if (render.DOCS / f"{name}.html").is_file():
            return Redirect(f"/docs/{name}.html", status_code=307)
        if (found / "index.html").is_file():
            return Redirect(f"/docs/{name}/index.html", status_code=307)
        if not render.has_docs():
            return _not_yet(request)
        raise NotFoundException
    known = await asyncio.to_thread(found.stat)
    tag = f'W/"{known.st_mtime_ns:x}-{known.st_size:x}"'
    kept = f"public, max-age={YEAR}, immutable" if HASHED.search(name) else "no-cache"
    headers = {"ETag": tag, "Cache-Control": kept}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    content = await asyncio.to_thread(found.read_bytes)
    return Response(content, media_type=KINDS[found.suffix], headers=headers)


def _not_yet(request: Visit) -> Response[str]:
    say = tongue_of(request).say
    told = page(
        "error.jinja", request, 503, headline=say("Just a moment"), again=RETRY_AFTER if request.method == "GET" else 0,
        detail=say("The documentation is not built yet. “make play” builds it while you play, “make docs” at once."),
    )  # fmt: skip
    told.headers["Retry-After"] = str(RETRY_AFTER)
    return told


HANDLERS = (front, file)

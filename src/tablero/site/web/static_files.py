"""Static files: the built bundles, style sheets and the games' art."""

from __future__ import annotations

import re

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

from tablero.games import GAME_NAMES
from tablero.site.web.language import Connection
from tablero.site.web.page import YEAR_SECONDS
from tablero.ui.rendering import STATIC_FOLDER, picture

IMMUTABLE = CacheControlHeader(public=True, max_age=YEAR_SECONDS, immutable=True)


@get("/art/{file:str}", cache_control=IMMUTABLE)
async def art(file: FromPath[str]) -> Response[str]:
    """A game's picture for the lobby; the file name has a hash."""
    name = file.partition(".")[0]
    if name not in GAME_NAMES:
        raise NotFoundException
    return Response(picture(name), media_type="image/svg+xml")


async def is_file_name(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse impossible file names (404): file systems raise errors for NUL and very long names."""
    if not re.fullmatch(r"/static/[\w.-]{1,100}", connection.url.path, re.ASCII):
        raise NotFoundException


# The file names have a hash of the content, so that browsers never ask twice.
static_files = create_static_files_router(
    path="/static", directories=[STATIC_FOLDER], cache_control=IMMUTABLE, guards=[is_file_name]
)


HANDLERS = (art, static_files)

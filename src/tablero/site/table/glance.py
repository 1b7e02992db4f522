"""Small pictures of running games: the real position as the visitor's seat sees it, for lists."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tablero.core.drawing.render_options import RenderOptions
from tablero.core.game import Game
from tablero.site.table.access import find_page
from tablero.site.web.identity import guest_of
from tablero.site.web.page import YEAR_SECONDS, HtmlRequest

WIDTH, HEIGHT = 312, 264  # pixels: three for each point of the place in the list
MAX_PICTURES = 200  # some 80 kB each
RATIO = WIDTH / HEIGHT
# The address names the version of the table.
PICTURE_CACHE = CacheControlHeader(private=True, max_age=YEAR_SECONDS, immutable=True)

_SIZE = re.compile(r'\s(?:width|height|viewBox)="[^"]*"')
_pictures: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
_drawing = ThreadPoolExecutor(1, "glance")  # one at a time: a picture takes a processor some 0.3 seconds


def draw_glance(game: Game, view: Mapping[str, Any]) -> bytes:
    """Return a PNG of the part of a position that is worth a glance."""
    import resvg_py  # slow to load

    x, y, width, height = game.drawing.glance(view)
    wide, high = max(width, height * RATIO), max(height, width / RATIO)
    box = f"{x - (wide - width) / 2:g} {y - (high - height) / 2:g} {wide:g} {high:g}"
    head, _, rest = game.drawing.draw(view, RenderOptions()).partition(">")
    head = f'{_SIZE.sub("", head)} width="{WIDTH}" height="{HEIGHT}" viewBox="{box}"'
    return bytes(resvg_py.svg_to_bytes(svg_string=f"{head}>{rest}"))


async def drawn_glance(key: tuple[object, ...], game: Game, view: Mapping[str, Any]) -> bytes:
    """Return the small picture of a view; drawn once for each key."""
    drawn = _pictures.get(key)
    if drawn is None:
        drawn = await asyncio.get_running_loop().run_in_executor(_drawing, draw_glance, game, view)
        _pictures[key] = drawn
        while len(_pictures) > MAX_PICTURES:
            _pictures.popitem(last=False)
    return drawn


@get("/t/{id:str}/glance", cache_control=PICTURE_CACHE)
async def glance(request: HtmlRequest, id: FromPath[str]) -> Response[bytes]:
    """Return the small picture of a running game for one of its players."""
    table = await find_page(request, id)
    seat = guest_of(request, id).seat_at(table)
    if seat is None or not table.started:
        raise NotFoundException
    drawn = await drawn_glance((id, table.version, seat), table.game, table.view(seat))
    return Response(drawn, media_type="image/png")


HANDLERS = (glance,)

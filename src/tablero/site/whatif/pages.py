"""What-if boards: start one from a moment of a game, a lesson or an example; its page and its websocket."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any

from litestar import Response, get, post, websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero import metrics
from tablero.analysis.puzzle_set import puzzle_set
from tablero.bots import LEVELS
from tablero.core.luck import seeded
from tablero.games import GAME_NAMES
from tablero.games import game as find_game
from tablero.site.learn.pages import find_lesson
from tablero.site.table.access import check_watching, find_table
from tablero.site.table.pages import table_response
from tablero.site.web.identity import Guest, guest_of
from tablero.site.web.language import Connection, language_of
from tablero.site.web.page import HtmlRequest, holder_of, page, store_of
from tablero.site.web.rate_limit import check_table_limit
from tablero.site.web.services import services_of
from tablero.site.web.sockets import PageSocket, Socket, accept_socket, cut_when_revoked
from tablero.store.tables.whatif_trees import WhatIfTree
from tablero.table import NoSuchTable, OtherRules, Table
from tablero.table.example_session import ExampleSession
from tablero.table.lesson_session import LEARNER_SEAT, LessonSession
from tablero.table.puzzle_session import PuzzleSession
from tablero.table.whatif import Ground, WhatIf, turns_of
from tablero.ui.messages import count_of
from tablero.ui.table_page import Perspective
from tablero.ui.whatif.page import WhatIfConnection, WhatIfPageBuilder
from tablero.ui.whatif.room import WhatIfRoom

BEGINS = {"begins": True}  # a board by a link: not by one of another site
LEVEL_NUMBERS = [level.number for level in LEVELS]
DEFAULT_LEVEL = LEVEL_NUMBERS[len(LEVEL_NUMBERS) // 2]  # of the bots that answer


def _draw_seed() -> int:
    return secrets.randbits(64)


async def _ground_of(connection: Connection, stored: WhatIfTree) -> Ground:
    """Return the position from which a stored tree grows."""
    written = stored.tree["ground"]
    if written is not None:
        return Ground.read(find_game(stored.game), written)
    return Ground.of_finished(await store_of(connection).table(stored.match))


async def _room_of(connection: Connection, stored: WhatIfTree, guest: Guest) -> WhatIfRoom:
    """Return the owner's room, which stores changes; for other visitors, a room of their own that stores nothing."""
    rooms, pool = services_of(connection).whatif_rooms, services_of(connection).whatif
    owned = stored.owner == guest.id
    known = rooms.get(stored.key) if owned else None
    if known is not None:
        return known
    tree = WhatIf.read(stored.tree, await _ground_of(connection, stored), guest.id, _draw_seed, LEVEL_NUMBERS)
    keep = partial(store_of(connection).whatif_trees.save, stored.key) if owned else None
    room = WhatIfRoom(tree, stored.key, stored.source, pool, keep)
    if owned:
        rooms[stored.key] = room
    return room


# ---------------------------------------------------------------- where it begins


async def _begin(
    request: HtmlRequest, source: str, match: str, ground: Ground, mine: Sequence[int], level: int, home: int = 0
) -> Redirect:
    """Redirect to the visitor's tree from this source, or to a new one."""
    trees, guest = store_of(request).whatif_trees, guest_of(request, match)
    known = await trees.of(guest.id, source)
    if known is not None:
        try:
            room = await _room_of(request, known, guest)
        except OtherRules:
            known = None
        else:
            await room.enter(home, mine)
    if known is not None:
        return Redirect(f"/whatif/{known.key}", status_code=303)
    check_table_limit(request)
    tree = WhatIf(ground, guest.id, mine, level, _draw_seed, home)
    key = await trees.add(guest.id, ground.game.name, match, source, tree.written())
    return Redirect(f"/whatif/{key}", status_code=303)


def _not_allowed(request: HtmlRequest) -> Response[str]:
    say = language_of(request).say
    return page(
        "web/error.jinja",
        request,
        403,
        headline=say("What if can wait until the game is over"),
        detail=say(
            "In a running game it is only for those who play alone against bots. Among people, everybody decides alone."
        ),
        again=0,
    )


@get("/t/{id:str}/whatif", opt=BEGINS)
async def from_table(
    request: HtmlRequest, id: FromPath[str], move: FromQuery[int | None] = None, on: FromQuery[int] = 0
) -> Response[Any]:
    """Start from a table after `move` moves: counted over all seats in a finished game, as the player's own stops in a
    running one. With `on` the player keeps only the seat that is to move there."""
    try:
        table = await find_table(request, id)
    except NoSuchTable:
        raise NotFoundException from None
    guest = guest_of(request, id)
    check_watching(table, guest)
    seat = guest.seat_at(table)
    level = _level_at(table)
    if not table.over:
        # A board to try moves on is a hint: where none may be asked for, as in tournaments, it is closed.
        if seat is None or not table.started or not table.against_bots(seat) or not table.gives_hints(seat):
            return _not_allowed(request)
        last = table.checkpoints(seat)[-1][0]
        k = last if move is None else move
        if not 0 <= k <= last:
            raise NotFoundException
        ground = Ground.of_running(table, seat, k, seeded(secrets.randbits(128)))
        return await _begin(request, f"t/{id}/{k}", id, ground, [seat], level)
    ground = Ground.of_finished(table)
    turns = turns_of(ground.made)
    home = (turns[-2][1] if len(turns) > 1 else 0) if move is None else move
    if not 0 <= home <= len(ground.made):
        raise NotFoundException
    owing = ground.state(home).actors()
    mover = ground.made[home][0] if home < len(ground.made) else (seat or 0)
    keeps = seat if seat is not None and not on else None
    mine = {mover if mover in owing or not owing else owing[0]} | ({keeps} if keeps is not None else set())
    return await _begin(request, f"t/{id}", id, ground, sorted(mine), level, home)


def _level_at(table: Table) -> int:
    """Return the highest level of the bots at a table."""
    levels = [holder.level for holder in table.holders if holder.kind == "bot" and holder.level in LEVEL_NUMBERS]
    return max(levels, default=DEFAULT_LEVEL)


@get("/learn/{name:str}/{lesson:str}/whatif", opt=BEGINS)
async def from_lesson(
    request: HtmlRequest, name: FromPath[str], lesson: FromPath[str], step: FromQuery[str] = ""
) -> Redirect:
    """Start from a step of a lesson, or from its end."""
    game, chosen = find_lesson(name, lesson)
    ids = [each.id for each in chosen.steps]
    if step and step not in ids:
        raise NotFoundException
    at = ids.index(step) if step else len(ids)
    table = LessonSession(game, chosen, holder_of(request), at).table
    source = f"learn/{name}/{lesson}/{step or 'end'}"
    return await _begin(request, source, "", Ground.of_position(table), [LEARNER_SEAT], DEFAULT_LEVEL)


@get("/learn/{name:str}/try/{figure:str}/whatif", opt=BEGINS)
async def from_example(request: HtmlRequest, name: FromPath[str], figure: FromPath[str]) -> Redirect:
    """Start from an example of the guide."""
    if name not in GAME_NAMES or figure not in find_game(name).figures:
        raise NotFoundException
    game = find_game(name)
    session = ExampleSession(game, game.figures[figure], holder_of(request))
    ground = Ground.of_position(session.table)
    return await _begin(request, f"learn/{name}/try/{figure}", "", ground, [session.seat], DEFAULT_LEVEL)


@get("/puzzles/{name:str}/{puzzle:str}/whatif", opt=BEGINS)
async def from_puzzle(request: HtmlRequest, name: FromPath[str], puzzle: FromPath[str]) -> Redirect:
    """Start from the position of a puzzle."""
    if name not in GAME_NAMES or puzzle not in puzzle_set(name):
        raise NotFoundException
    session = PuzzleSession(puzzle_set(name)[puzzle], holder_of(request))
    ground = Ground.of_position(session.table)
    return await _begin(request, f"puzzles/{name}/{puzzle}", "", ground, [session.seat], DEFAULT_LEVEL)


# ---------------------------------------------------------------- the board


async def _find(connection: Connection, key: str) -> WhatIfTree:
    stored = await store_of(connection).whatif_trees.find(key)
    if stored is None or stored.game not in GAME_NAMES:
        raise NotFoundException
    return stored


@get("/whatif/{key:str}")
async def whatif_page(request: HtmlRequest, key: FromPath[str]) -> Response[str]:
    """The page of a tree, the visitor's own or a shared one."""
    stored = await _find(request, key)
    guest = guest_of(request)
    room = await _room_of(request, stored, guest)
    table, language = room.tree.table, language_of(request)
    seat = guest.seat_at(table)
    shown = WhatIfPageBuilder(room, table, Perspective(seat=seat, language=language)).build()
    return table_response(request, table, seat, shown, what=True)


@post("/whatif/{key:str}/copy")
async def copy_tree(request: HtmlRequest, key: FromPath[str]) -> Redirect:
    """Copy a shared tree and redirect to the copy."""
    stored = await _find(request, key)
    check_table_limit(request)
    owner = guest_of(request).id
    copied = await store_of(request).whatif_trees.add(owner, stored.game, stored.match, stored.source, stored.tree)
    return Redirect(f"/whatif/{copied}", status_code=303)


@websocket("/whatif/{key:str}/live")
async def whatif_live(socket: Socket, key: FromPath[str]) -> None:
    guest = await accept_socket(socket)
    if guest is None:
        return
    try:
        room = await _room_of(socket, await _find(socket, key), guest)
    except (NotFoundException, NoSuchTable):
        await socket.close(code=4404, reason="no such board")
        return
    except OtherRules as error:
        await socket.close(code=4409, reason=str(error)[:120])
        return
    turn = (count_of(socket.query_params.get("turn", "")) or 0) % 4
    perspective = Perspective(seat=guest.seat_at(room.tree.table), language=language_of(socket), turn=turn)
    with metrics.open_socket("whatif"):
        async with cut_when_revoked(socket, guest):
            await WhatIfConnection(PageSocket(socket), guest.id, room, perspective, services_of(socket).whatif).run()


HANDLERS = (from_table, from_lesson, from_example, from_puzzle, whatif_page, copy_tree, whatif_live)

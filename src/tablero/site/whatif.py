"""What if: from a moment of a game, a lesson or a drawn example onto a board of one's own, and its pages."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from litestar import Litestar, Response, get, post, websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from tablero import figures
from tablero.bots import LEVELS
from tablero.core.luck import seeded
from tablero.games import NAMES
from tablero.games import game as find_game
from tablero.site.coach import rule_address
from tablero.site.entry import find_table
from tablero.site.fork_room import ForkRoom
from tablero.site.language import Connection, tongue_of
from tablero.site.lessons import find_lesson
from tablero.site.live import Alone, Socket, welcome
from tablero.site.messages import count_of
from tablero.site.pages import Visit, holder_of, house_of, page, tabs_of
from tablero.site.people import Guest, guest_of
from tablero.site.shield import check_opening
from tablero.site.tableau import Sight
from tablero.site.tokens import cut_when_revoked
from tablero.site.watching import check_watching
from tablero.site.weighing import Weighing
from tablero.store.forks import Fork
from tablero.table import NoSuchTable, OtherRules, Table
from tablero.table.teaching import LEARNER, Teaching
from tablero.table.trial import Trial
from tablero.table.whatif import Ground, WhatIf, turns_of

NUMBERS = [level.number for level in LEVELS]
USUAL = NUMBERS[len(NUMBERS) // 2]  # of the bots that answer, where nothing else is known


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """Who thinks for all boards, and the boards that somebody looks at: all windows of their owner share one."""
    app.state.weighing = Weighing()
    app.state.fork_rooms = WeakValueDictionary[str, ForkRoom]()
    try:
        yield
    finally:
        app.state.weighing.close()


def _deal() -> int:
    return secrets.randbits(64)


async def _ground_of(connection: Connection, fork: Fork) -> Ground:
    """What a tree that was kept grows from."""
    written = fork.tree["ground"]
    if written is not None:
        return Ground.read(find_game(fork.game), written)
    return Ground.of_finished(await house_of(connection).table(fork.match))


async def _room_of(connection: Connection, fork: Fork, guest: Guest) -> ForkRoom:
    """The tree as its owner goes on with it; for anybody else, one to look round in."""
    rooms: WeakValueDictionary[str, ForkRoom] = connection.app.state.fork_rooms
    weighing: Weighing = connection.app.state.weighing
    owned = fork.owner == guest.id
    known = rooms.get(fork.key) if owned else None
    if known is not None:
        return known
    tree = WhatIf.read(fork.tree, await _ground_of(connection, fork), guest.id, _deal, NUMBERS)
    keep = partial(house_of(connection).forks.keep, fork.key) if owned else None
    room = ForkRoom(tree, fork.key, fork.source, weighing, keep)
    if owned:
        rooms[fork.key] = room
    return room


# ---------------------------------------------------------------- where it begins


async def _begin(
    request: Visit, source: str, match: str, ground: Ground, mine: Sequence[int], level: int, home: int = 0
) -> Redirect:
    """To the tree that this person has grown there already, or to a new one."""
    forks, guest = house_of(request).forks, guest_of(request, match)
    known = await forks.of(guest.id, source)
    if known is not None:
        try:
            room = await _room_of(request, known, guest)
        except OtherRules:
            known = None
        else:
            await room.enter(home, mine)
    if known is not None:
        return Redirect(f"/whatif/{known.key}", status_code=303)
    check_opening(request)
    tree = WhatIf(ground, guest.id, mine, level, _deal, home)
    key = await forks.add(guest.id, ground.game.name, match, source, tree.written())
    return Redirect(f"/whatif/{key}", status_code=303)


def _not_here(request: Visit) -> Response[str]:
    say = tongue_of(request).say
    return page(
        "error.jinja", request, 403, headline=say("What if can wait until the game is over"),
        detail=say("In a running game it is for those who sit there alone with bots. Between people everybody decides alone."),
        again=0,
    )  # fmt: skip


@get("/t/{id:str}/whatif")
async def from_table(
    request: Visit, id: FromPath[str], move: FromQuery[int | None] = None, on: FromQuery[int] = 0
) -> Response[Any]:
    """From a moment of a table: after `move` moves, of a finished game counted over all seats, of a running one as its person
    counts them. With `on` the seat that is to move there is the only one that the person keeps."""
    try:
        table = await find_table(request, id)
    except NoSuchTable:
        raise NotFoundException from None
    guest = guest_of(request, id)
    check_watching(table, guest)
    seat = guest.seat_at(table)
    level = _level_at(table)
    if not table.over:
        if seat is None or not table.started or not table.against_bots(seat):
            return _not_here(request)
        last = table.stops(seat)[-1][0]
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
    """How strong the bots were that somebody has just played with."""
    levels = [holder.level for holder in table.holders if holder.kind == "bot" and holder.level in NUMBERS]
    return max(levels, default=USUAL)


@get("/learn/{name:str}/{lesson:str}/whatif")
async def from_lesson(
    request: Visit, name: FromPath[str], lesson: FromPath[str], step: FromQuery[str] = ""
) -> Redirect:
    """From a step of a lesson, or from its end."""
    game, chosen = find_lesson(name, lesson)
    ids = [each.id for each in chosen.steps]
    if step and step not in ids:
        raise NotFoundException
    at = ids.index(step) if step else len(ids)
    table = Teaching(game, chosen, holder_of(request), at).table
    return await _begin(
        request, f"learn/{name}/{lesson}/{step or 'end'}", "", Ground.of_position(table), [LEARNER], USUAL
    )  # fmt: skip


@get("/learn/{name:str}/try/{figure:str}/whatif")
async def from_example(request: Visit, name: FromPath[str], figure: FromPath[str]) -> Redirect:
    """From a drawn example of the guide."""
    if name not in NAMES or figure not in find_game(name).figures:
        raise NotFoundException
    game = find_game(name)
    trial = Trial(game, game.figures[figure], holder_of(request))
    return await _begin(request, f"learn/{name}/try/{figure}", "", Ground.of_position(trial.table), [trial.seat], USUAL)


# ---------------------------------------------------------------- the board


async def _find(connection: Connection, key: str) -> Fork:
    fork = await house_of(connection).forks.find(key)
    if fork is None or fork.game not in NAMES:
        raise NotFoundException
    return fork


@get("/whatif/{key:str}")
async def whatif_page(request: Visit, key: FromPath[str]) -> Response[str]:
    """A tree: one's own to go on with, or one that somebody shared."""
    fork = await _find(request, key)
    guest = guest_of(request)
    room = await _room_of(request, fork, guest)
    table, tongue = room.tree.table, tongue_of(request)
    seat = guest.seat_at(table)
    shown = room.tableau(table, Sight(seat=seat, tongue=tongue))
    game = table.game
    return page(
        "table.jinja", request, page=shown, seat=seat, game=game, tabs=tabs_of(game, tongue),
        symbols=Markup(game.drawing.symbols()), commitment="", lesson="", leave="", trial=False, what=True,
        beginner=False, rule=rule_address(table, table.view(seat)),
    )  # fmt: skip


@post("/whatif/{key:str}/copy")
async def copy_tree(request: Visit, key: FromPath[str]) -> Redirect:
    """Go on with somebody's tree in a copy of one's own."""
    fork = await _find(request, key)
    check_opening(request)
    copied = await house_of(request).forks.add(
        guest_of(request).id, fork.game, fork.match, fork.source, fork.tree
    )  # fmt: skip
    return Redirect(f"/whatif/{copied}", status_code=303)


class Forker(Alone):
    """Somebody at a what-if board."""

    def __init__(self, socket: Socket, guest: Guest, room: ForkRoom, sight: Sight, weighing: Weighing) -> None:
        super().__init__(socket, guest, room, room, sight, weighing)
        self._room = room

    async def _do(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["do"] != "what-if":
            return await super()._do(message)
        await self._room.do(message)
        return {}


@websocket("/whatif/{key:str}/live")
async def whatif_live(socket: Socket, key: FromPath[str]) -> None:
    guest = await welcome(socket)
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
    sight = Sight(seat=guest.seat_at(room.tree.table), tongue=tongue_of(socket), turn=turn)
    with figures.socket("whatif"):
        async with cut_when_revoked(socket, guest):
            await Forker(socket, guest, room, sight, socket.app.state.weighing).run()


HANDLERS = (from_table, from_lesson, from_example, whatif_page, copy_tree, whatif_live)

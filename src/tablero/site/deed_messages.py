"""What the page's connection asks for at a table besides moves: `{do: "table", deed: ...}`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tablero.core.errors import BadOption
from tablero.site.language import Connection, Tongue
from tablero.site.messages import action_of, number, unreadable
from tablero.site.opening import agreement
from tablero.site.shield import may_invite
from tablero.site.table_deeds import Deeds
from tablero.store import Played
from tablero.table import Refusal

Doing = Callable[[Deeds, dict[str, Any], str], Awaitable[Played]]


async def do_deed(connection: Connection, deeds: Deeds, message: dict[str, Any], tongue: Tongue) -> None:
    """Do what a page asks for. A Refusal says why not; what cannot be chosen is told in the viewer's language already."""
    doing = _DEEDS.get(str(message.get("deed")))
    if doing is None:
        raise unreadable()
    if message["deed"] == "invite" and not may_invite(connection):
        raise Refusal("you have invited many people just now: wait a minute")
    try:
        await doing(deeds, message, action_of(message))
    except BadOption as error:
        game = (await deeds.house.table(deeds.id)).game
        raise Refusal(error.told(tongue.of(game), tongue.say)) from None


def _name(message: dict[str, Any]) -> str:
    name = message.get("name")
    if not isinstance(name, str):
        raise unreadable()
    return name


async def _swap(deeds: Deeds, message: dict[str, Any], action_id: str) -> Played:
    """Whoever sits at a seat changes with the one before."""
    to, seats = number(message, "to"), (await deeds.house.table(deeds.id)).seats
    order = list(range(seats))
    if not 0 < to < seats:
        raise unreadable()
    order[to - 1], order[to] = order[to], order[to - 1]
    return await deeds.arrange(order, action_id)


async def _agree(deeds: Deeds, message: dict[str, Any], action_id: str) -> Played:
    data = message.get("fields")
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise unreadable()
    table = await deeds.house.table(deeds.id)
    return await deeds.agree(agreement(table.game, data, table.terms), action_id)


_DEEDS: dict[str, Doing] = {
    "leave": lambda deeds, _, action: deeds.leave(action),
    "back": lambda deeds, _, action: deeds.come_back(action),
    "resign": lambda deeds, _, action: deeds.resign(action),
    "end": lambda deeds, _, action: deeds.agree_to_end(True, action),
    "pause": lambda deeds, _, action: deeds.pause(True, action),
    "resume": lambda deeds, _, action: deeds.pause(False, action),
    "go on": lambda deeds, _, action: deeds.agree_to_end(False, action),
    "move": lambda deeds, message, action: deeds.move(number(message, "to"), action),
    "kick": lambda deeds, message, action: deeds.send_away(number(message, "to"), action),
    "fill": lambda deeds, message, action: deeds.fill(number(message, "to"), number(message, "level"), action),
    "free": lambda deeds, message, action: deeds.free(number(message, "to"), action),
    "swap": _swap,
    "shuffle": lambda deeds, _, action: deeds.arrange(None, action),
    "agree": _agree,
    "begin": lambda deeds, _, action: deeds.begin(action),
    "cancel": lambda deeds, _, action: deeds.cancel(action),
    "invite": lambda deeds, message, action: deeds.invite(_name(message), action),
    "withdraw": lambda deeds, message, action: deeds.withdraw(_name(message), action),
    "renew": lambda deeds, _, action: deeds.renew_link(action),
}

"""Actions at a table other than moves: leaving, coming back, resigning, ending, and changes before the game begins. The
page's connection and the JSON API both read `ACTIONS`."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tablero.bots.levels import character_of
from tablero.core.errors import BadOption
from tablero.core.game import Game
from tablero.people.names import BOT_NAMES, name_key
from tablero.store import Store
from tablero.store.tables.write_statements import new_link
from tablero.table import OPENER_SEAT, Cause, Holder, LogRow, NoSuchSeat, Refusal, Table, pregame
from tablero.table.automatic import with_choice
from tablero.table.log_row import AppendResult
from tablero.ui.messages import number, unreadable
from tablero.ui.terms_form import setup_change

MAX_INVITED = 20  # users by name at one table
SURPRISE = "surprise"  # any of the characters


def bot_name(seat: int, taken: Sequence[str] = ()) -> str:
    """Return the name of a bot at a seat: the usual one, or another if it is taken."""
    free = [name for name in BOT_NAMES if name not in taken]
    usual = BOT_NAMES[(seat - 1) % len(BOT_NAMES)]
    return usual if usual in free or not free else free[0]


def bot_holder(game: Game, seat: int, level: int, character: str = "", taken: Sequence[str] = ()) -> Holder:
    """Return a bot for a seat. `character` is the key of one of the game's characters, SURPRISE for any of them, or
    empty for none. The name of a bot says which character it has."""
    if not character:
        return Holder("bot", bot_name(seat, taken), level=level)
    if character == SURPRISE and game.cast is not None:
        free = [one for one in game.cast.all if one.name not in taken]
        name = secrets.choice(free or game.cast.all).name
    else:
        name = character_of(game, character).name
    return Holder("bot", name if name not in taken else f"{name} {seat + 1}", level=level)


@dataclass(frozen=True)
class TableActions:
    """Actions of one user at one table. `seat` is the user's own as the connection or the token knows it. Every method
    appends one row, or finds it where a request with the same `action_id` came before; it raises a Refusal or a
    BadOption."""

    store: Store
    id: str
    person: str
    seat: int | None

    # ---------------------------------------------------------------- at the user's own seat

    async def _at_own_seat(
        self, action_id: str, make: Callable[[Table, int], LogRow | tuple[LogRow, Table]]
    ) -> AppendResult:
        seat = self.seat
        if seat is None:
            raise NoSuchSeat("you do not sit at this table: join it, or show the token of your seat")
        return await self.store.append(self.id, seat, action_id, lambda table: make(table, seat))

    async def leave(self, action_id: str) -> AppendResult:
        """Free the seat before the start; later have a bot play until the user is back."""
        if self.seat is not None and not (await self.store.table(self.id)).started:
            return await self._at_own_seat(action_id, lambda t, _: pregame.leave_seat(t, self.person, action_id))
        return await self._at_own_seat(action_id, lambda t, seat: t.leave(seat, Cause.WISH, action_id))

    async def come_back(self, action_id: str) -> AppendResult:
        return await self._at_own_seat(action_id, lambda t, seat: t.come_back(seat, action_id))

    async def resign(self, action_id: str) -> AppendResult:
        return await self._at_own_seat(action_id, lambda t, seat: t.resign(seat, action_id))

    async def agree_to_end(self, action_id: str, agrees: bool) -> AppendResult:
        return await self._at_own_seat(action_id, lambda t, seat: t.agree_to_end(seat, agrees, action_id))

    async def pause(self, action_id: str, asks: bool) -> AppendResult:
        return await self._at_own_seat(action_id, lambda t, seat: t.pause(seat, asks, action_id))

    async def automate(self, action_id: str, choice: str, on: bool) -> AppendResult:
        """Have the server do something by itself at the own seat, or no longer."""

        if choice == "plan" and on and (self.seat is None or await self.store.plans.of(self.id, self.seat) is None):
            raise Refusal("there is no plan to play: make one first")

        def make(table: Table, seat: int) -> LogRow:
            return table.automate(seat, with_choice(table, seat, choice, on), action_id)

        return await self._at_own_seat(action_id, make)

    async def change_seat(self, action_id: str, seat: int) -> AppendResult:
        """Take an open seat instead of the own one, before the start."""
        return await self._at_own_seat(action_id, lambda t, _: pregame.change_seat(t, self.person, seat, action_id))

    # ---------------------------------------------------------------- before the start, without a seat

    async def decline(self, action_id: str) -> AppendResult:
        """Decline an invitation."""
        return await self.store.append(
            self.id, OPENER_SEAT, action_id, lambda t: pregame.decline(t, self.person, action_id)
        )

    # ---------------------------------------------------------------- before the start, by the opener

    async def _as_opener(self, action_id: str, make: Callable[[Table], tuple[LogRow, Table]]) -> AppendResult:
        pregame.check_opener(await self.store.table(self.id), self.person)  # also where the request has come before
        return await self.store.append(self.id, OPENER_SEAT, action_id, make)

    async def send_away(self, action_id: str, seat: int) -> AppendResult:
        return await self._as_opener(action_id, lambda t: pregame.send_away(t, self.person, seat, action_id))

    async def fill(self, action_id: str, seat: int, level: int, character: str = "") -> AppendResult:
        """Give a seat to a bot, with a character or without one."""

        def make(table: Table) -> tuple[LogRow, Table]:
            taken = [name for other, name in enumerate(table.names) if other != seat]
            bot = bot_holder(table.game, seat, level, character, taken)
            return pregame.add_bot(table, self.person, seat, bot, action_id)

        return await self._as_opener(action_id, make)

    async def free(self, action_id: str, seat: int) -> AppendResult:
        """Open the seat of a bot."""
        return await self._as_opener(action_id, lambda t: pregame.remove_bot(t, self.person, seat, action_id))

    async def arrange(self, action_id: str, order: Sequence[int] | None = None) -> AppendResult:
        """Put the player of seat order[n] at seat n; without an order, shuffle the seats."""

        def make(table: Table) -> tuple[LogRow, Table]:
            return pregame.reorder_seats(
                table, self.person, _shuffled(table.seats) if order is None else order, action_id
            )

        return await self._as_opener(action_id, make)

    async def agree(self, action_id: str, what: pregame.SetupChange) -> AppendResult:
        """Change options and terms."""
        if what.terms is not None and what.terms.rated:
            table = await self.store.table(self.id)
            await check_rated(self.store, [holder for holder in table.holders if holder.kind == "person"])
        return await self._as_opener(action_id, lambda t: pregame.change_setup(t, self.person, what, action_id))

    async def begin(self, action_id: str) -> AppendResult:
        return await self._as_opener(action_id, lambda t: pregame.start(t, self.person, action_id))

    async def cancel(self, action_id: str) -> AppendResult:
        return await self._as_opener(action_id, lambda t: pregame.cancel(t, self.person, action_id))

    async def invite(self, action_id: str, name: str) -> AppendResult:
        """Invite a user by the name of the account."""
        found = await people_named(self.store, [name])

        def make(table: Table) -> tuple[LogRow, Table]:
            if len(table.invitations.named) >= MAX_INVITED:
                raise Refusal("so many people are invited already: withdraw an invitation first")
            [(person, called)] = found.items()
            return pregame.invite(table, self.person, table.invitations.name(person, called), action_id)

        return await self._as_opener(action_id, make)

    async def withdraw(self, action_id: str, name: str) -> AppendResult:
        """Withdraw an invitation; a user who sits already stays."""

        def make(table: Table) -> tuple[LogRow, Table]:
            known = table.invitations
            person = next((each for each, named in known.named.items() if name_key(named) == name_key(name)), None)
            if person is None:
                raise BadOption("nobody named “{name}” is invited here", name=name)
            return pregame.invite(table, self.person, known.withdraw(person), action_id)

        return await self._as_opener(action_id, make)

    async def renew_link(self, action_id: str) -> AppendResult:
        """Replace the link of the invitation: the old one leads nowhere from now on."""
        link = new_link()
        return await self._as_opener(
            action_id, lambda t: pregame.invite(t, self.person, replace(t.invitations, link=link), action_id)
        )


# ---------------------------------------------------------------- by name

Message = dict[str, Any]


@dataclass(frozen=True)
class Action:
    """A method of TableActions, and for each of its arguments after `action_id` how it is read and checked in a
    message of the page."""

    function: Callable[..., Awaitable[AppendResult]]
    fields: Mapping[str, Callable[[Message, Table], Any]] = field(default_factory=dict)


async def dispatch(actions: TableActions, name: str, action_id: str, /, **fields: Any) -> AppendResult:
    """Call the action of this name."""
    return await ACTIONS[name].function(actions, action_id, **fields)


def _seat(message: Message, _: Table) -> int:
    return number(message, "to")


def _level(message: Message, _: Table) -> int:
    return number(message, "level")


def _character(message: Message, _: Table) -> str:
    character = message.get("character", "")
    if not isinstance(character, str):
        raise unreadable()
    return character


def _name(message: Message, _: Table) -> str:
    name = message.get("name")
    if not isinstance(name, str):
        raise unreadable()
    return name


def _on(message: Message, _: Table) -> bool:
    return number(message, "on") != 0


def _swapped(message: Message, table: Table) -> list[int]:
    """Return the order in which a seat has changed with the one before."""
    to, order = number(message, "to"), list(range(table.seats))
    if not 0 < to < table.seats:
        raise unreadable()
    order[to - 1], order[to] = order[to], order[to - 1]
    return order


def _agreement(message: Message, table: Table) -> pregame.SetupChange:
    data = message.get("fields")
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise unreadable()
    return setup_change(table.game, data, table.terms)


ACTIONS: dict[str, Action] = {
    "leave": Action(TableActions.leave),
    "back": Action(TableActions.come_back),
    "resign": Action(TableActions.resign),
    "end": Action(partial(TableActions.agree_to_end, agrees=True)),
    "go on": Action(partial(TableActions.agree_to_end, agrees=False)),
    "pause": Action(partial(TableActions.pause, asks=True)),
    "resume": Action(partial(TableActions.pause, asks=False)),
    "auto": Action(TableActions.automate, {"choice": _name, "on": _on}),
    "move": Action(TableActions.change_seat, {"seat": _seat}),
    "kick": Action(TableActions.send_away, {"seat": _seat}),
    "fill": Action(TableActions.fill, {"seat": _seat, "level": _level, "character": _character}),
    "free": Action(TableActions.free, {"seat": _seat}),
    "swap": Action(TableActions.arrange, {"order": _swapped}),
    "shuffle": Action(TableActions.arrange),
    "agree": Action(TableActions.agree, {"what": _agreement}),
    "begin": Action(TableActions.begin),
    "cancel": Action(TableActions.cancel),
    "invite": Action(TableActions.invite, {"name": _name}),
    "withdraw": Action(TableActions.withdraw, {"name": _name}),
    "renew": Action(TableActions.renew_link),
}


def _shuffled(seats: int) -> list[int]:
    order = list(range(seats))
    secrets.SystemRandom().shuffle(order)
    return order


async def people_named(store: Store, names: Sequence[str]) -> dict[str, str]:
    """Return the users with these names: names by ids. Raises BadOption for a name without account."""
    if len(names) > MAX_INVITED:
        raise BadOption("up to {most} people can be invited by name", most=MAX_INVITED)
    found = {}
    for name in names:
        account = await store.accounts.by_name(name)
        if account is None:
            raise BadOption("nobody here has an account named “{name}”: check the spelling", name=name)
        found[account.person] = account.name
    return found


async def check_rated(store: Store, people: Sequence[Holder]) -> None:
    """Raise BadOption if one of these players has no account or two seats: ratings are kept with accounts."""
    if len({holder.person for holder in people}) < len(people):
        raise BadOption("a rated game is for people who have one seat each")
    known = await store.accounts.of_people([holder.person for holder in people])
    without = next((holder.name for holder in people if holder.person not in known), None)
    if without is not None:
        raise BadOption("a rated game is for people with an account, and {name} has none", name=without)


async def check_names_here(store: Store, own: str, holders: Sequence[Holder]) -> None:
    """Raise BadName if a player at the visitor's device has a name like an account's: only its user sits under that."""
    for holder in holders:
        if holder.kind == "person" and holder.name != own:
            await store.accounts.check_guest_name(holder.name)

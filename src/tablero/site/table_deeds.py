"""What people do at a table besides moving: leaving, coming back, resigning, ending; and all that can be changed before the
game begins. The page's connection and the JSON API both come here."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tablero.core.errors import BadOption
from tablero.people.names import BOT_NAMES, name_key
from tablero.store import House, Played
from tablero.store.laying import new_link
from tablero.table import OPENER, Cause, Holder, NoSuchSeat, Refusal, Row, Table, gathering

MOST_INVITED = 20  # people named at one table


def bot_name(seat: int, taken: Sequence[str] = ()) -> str:
    """What a bot is called at a seat, unless somebody there has the name already."""
    free = [name for name in BOT_NAMES if name not in taken]
    usual = BOT_NAMES[(seat - 1) % len(BOT_NAMES)]
    return usual if usual in free or not free else free[0]


@dataclass(frozen=True)
class Deeds:
    """What one person does at one table. `seat` is the person's own as the connection or the token knows it."""

    house: House
    id: str
    person: str
    seat: int | None

    def _own(self) -> int:
        if self.seat is None:
            raise NoSuchSeat("you do not sit at this table: join it, or show the token of your seat")
        return self.seat

    # ---------------------------------------------------------------- at any time

    async def leave(self, action_id: str) -> Played:
        """Before the start the seat is free again; later a bot plays until they are back."""
        seat = self._own()
        table = await self.house.table(self.id)
        if table.started:
            return await self.house.leave(self.id, seat, Cause.WISH, action_id)
        return await self.house.change(self.id, seat, action_id, lambda t: gathering.rise(t, self.person, action_id))

    async def come_back(self, action_id: str) -> Played:
        return await self.house.come_back(self.id, self._own(), action_id)

    async def resign(self, action_id: str) -> Played:
        return await self.house.resign(self.id, self._own(), action_id)

    async def agree_to_end(self, agrees: bool, action_id: str) -> Played:
        return await self.house.agree_to_end(self.id, self._own(), agrees, action_id)

    async def pause(self, asks: bool, action_id: str) -> Played:
        return await self.house.pause(self.id, self._own(), asks, action_id)

    # ---------------------------------------------------------------- before the start, at one's own seat

    async def move(self, to: int, action_id: str) -> Played:
        """Take an open seat instead of the own one."""
        seat = self._own()
        return await self.house.change(self.id, seat, action_id, lambda t: gathering.move(t, self.person, to, action_id))

    async def decline(self, action_id: str) -> Played:
        return await self._change(action_id, lambda t: gathering.decline(t, self.person, action_id))

    # ---------------------------------------------------------------- before the start, by whoever opened the table

    async def _change(self, action_id: str, make: Callable[[Table], tuple[Row, Table]]) -> Played:
        return await self.house.change(self.id, OPENER, action_id, make)

    async def _as_opener(self, action_id: str, make: Callable[[Table], tuple[Row, Table]]) -> Played:
        gathering.check_opener(await self.house.table(self.id), self.person)  # also where the request has come before
        return await self._change(action_id, make)

    async def send_away(self, seat: int, action_id: str) -> Played:
        return await self._as_opener(action_id, lambda t: gathering.send_away(t, self.person, seat, action_id))

    async def fill(self, seat: int, level: int, action_id: str) -> Played:
        def make(table: Table) -> tuple[Row, Table]:
            bot = Holder("bot", bot_name(seat, table.names), level=level)
            return gathering.fill(table, self.person, seat, bot, action_id)

        return await self._as_opener(action_id, make)

    async def free(self, seat: int, action_id: str) -> Played:
        return await self._as_opener(action_id, lambda t: gathering.free(t, self.person, seat, action_id))

    async def arrange(self, order: Sequence[int] | None, action_id: str) -> Played:
        """Another order of seats; None: any."""

        def make(table: Table) -> tuple[Row, Table]:
            return gathering.arrange(table, self.person, _shuffled(table.seats) if order is None else order, action_id)

        return await self._as_opener(action_id, make)

    async def agree(self, what: gathering.Agreement, action_id: str) -> Played:
        if what.terms is not None and what.terms.rated:
            table = await self.house.table(self.id)
            await check_rated(self.house, [holder for holder in table.holders if holder.kind == "person"])
        return await self._as_opener(action_id, lambda t: gathering.agree(t, self.person, what, action_id))

    async def begin(self, action_id: str) -> Played:
        return await self._as_opener(action_id, lambda t: gathering.begin(t, self.person, action_id))

    async def cancel(self, action_id: str) -> Played:
        return await self._as_opener(action_id, lambda t: gathering.cancel(t, self.person, action_id))

    async def invite(self, name: str, action_id: str) -> Played:
        """Invite somebody by the name of the account."""
        found = await people_named(self.house, [name])

        def make(table: Table) -> tuple[Row, Table]:
            if len(table.invitations.named) >= MOST_INVITED:
                raise Refusal("so many people are invited already: withdraw an invitation first")
            [(person, called)] = found.items()
            return gathering.invite(table, self.person, table.invitations.name(person, called), action_id)

        return await self._as_opener(action_id, make)

    async def withdraw(self, name: str, action_id: str) -> Played:
        """Withdraw an invitation; whoever sits already stays."""

        def make(table: Table) -> tuple[Row, Table]:
            known = table.invitations
            person = next((each for each, named in known.named.items() if name_key(named) == name_key(name)), None)
            if person is None:
                raise BadOption("nobody named “{name}” is invited here", name=name)
            return gathering.invite(table, self.person, known.withdraw(person), action_id)

        return await self._as_opener(action_id, make)

    async def renew_link(self, action_id: str) -> Played:
        """Another link: the old one leads nowhere from now on."""
        link = new_link()
        return await self._as_opener(
            action_id, lambda t: gathering.invite(t, self.person, replace(t.invitations, link=link), action_id)
        )


def _shuffled(seats: int) -> list[int]:
    order = list(range(seats))
    secrets.SystemRandom().shuffle(order)
    return order


async def people_named(house: House, names: Sequence[str]) -> dict[str, str]:
    """The people with these accounts: their names by their ids. BadOption says who is not known."""
    if len(names) > MOST_INVITED:
        raise BadOption("up to {most} people can be invited by name", most=MOST_INVITED)
    found = {}
    for name in names:
        account = await house.accounts.named(name)
        if account is None:
            raise BadOption("nobody here has an account named “{name}”: check the spelling", name=name)
        found[account.person] = account.name
    return found


async def check_rated(house: House, people: Sequence[Holder]) -> None:
    """BadOption when somebody among them has no account: ratings are kept with accounts."""
    known = await house.accounts.among([holder.person for holder in people])
    without = next((holder.name for holder in people if holder.person not in known), None)
    if without is not None:
        raise BadOption("a rated game is for people with an account, and {name} has none", name=without)

"""Cup rounds: tables of tournaments are opened, their ends are written down, and the next round is drawn.

Nothing here is lost when a process dies in the middle: what was drawn and not opened is opened under the same id, what ended and
was not written down is found at the table itself.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from sqlalchemy.exc import IntegrityError

from tablero.core.result import Result
from tablero.people.cup import Cup, CupTable, even
from tablero.store.cups import CupRefusal
from tablero.store.house import House
from tablero.table import Holder, NoSuchTable, OtherRules, Refusal, Table, Terms
from tablero.table.terms import LONGEST_NAME

FILLERS = 1  # the level of bots that a game needs where nobody chose one

logger = logging.getLogger("tablero.store")


async def carry_on(house: House, key: str) -> Cup:
    """Do whatever a tournament waits for; the tournament afterwards. Several may do so at once."""
    while True:
        cup = await house.cups.find(key)
        if cup.stage != "running":
            return cup
        for table in cup.tables:
            if table.stage == "drawn":
                await _open(house, cup, table)
            if table.stage in ("drawn", "running"):
                await _look(house, key, table.match)
        cup = await house.cups.find(key)
        if not cup.round_over:
            return cup
        drawn = await asyncio.to_thread(cup.next_round)  # it may take half a second
        await house.cups.draw(cup, drawn)


async def _open(house: House, cup: Cup, table: CupTable) -> None:
    """Open a drawn table under the id that it was given; when it is there already, all the better."""
    holders = [_holder(cup, number) for number in table.players]
    terms = Terms.of(
        {**cup.rules.terms, "name": cup.name[:LONGEST_NAME].strip(), "visibility": "listed" if cup.listed else "link"}
    )
    rules = cup.rules
    with suppress(IntegrityError):
        await house.open_table(
            rules.game, len(holders), rules.options, holders, "", hints="nobody", terms=terms, id=table.match
        )
    await house.cups.opened(cup.key, table.match)


def _holder(cup: Cup, number: int) -> Holder:
    player = cup.player(number)
    if player is None:
        return Holder("bot", "Bot", level=cup.rules.fill or FILLERS)
    if player.is_bot:
        return Holder("bot", player.name, level=player.level)
    return Holder("person", player.name, player.person)


async def _look(house: House, key: str, match: str) -> None:
    """Write down how a table ended, if it has. One that was taken away ended evenly; one that rests is waited for."""
    try:
        table = await house.table(match)
    except OtherRules:
        return
    except NoSuchTable:
        cup = await house.cups.find(key)
        seats = next(len(table.players) for table in cup.tables if table.match == match)
        logger.warning("table %s of a tournament is gone: its places are shared", match)
        await house.cups.ended(key, match, even(seats), (0,) * seats)
        return
    result = table.result()
    if result is not None:
        await house.cups.ended(key, match, ranks(table, result), result.scores)


def ranks(table: Table, result: Result) -> list[int]:
    """The places of a table. Who has resigned comes after all others, however well the bot did that played on."""
    merits = [(seat in table.resigned, rank) for seat, rank in enumerate(result.ranks)]
    return [1 + sum(other < own for other in merits) for own in merits]


async def invite(house: House, key: str, by: str, name: str) -> None:
    """Keep a place for somebody with an account, by the name of it."""
    account = await house.accounts.named(name)
    if account is None:
        raise CupRefusal("nobody here has an account of that name: send the link instead, guests can join too")
    await house.cups.invite(key, by, account.person, account.name)


async def withdraw(house: House, key: str, by: str, number: int) -> None:
    """Take somebody out of a tournament; at a table that still runs they resign, and a bot plays on for the others."""
    cup = await house.cups.withdraw(key, by, number)
    for played in cup.tables:
        if played.stage == "running" and number in played.players:
            with suppress(Refusal):  # it has ended meanwhile, or they had resigned there before
                await house.resign(played.match, played.players.index(number), f"withdrawn-{key}")


def lone_tables(cup: Cup) -> list[str]:
    """Running tables at which bots are among themselves: nobody but the tournament waits for them."""

    def alone(table: CupTable) -> bool:
        return all((player := cup.player(number)) is None or player.is_bot for number in table.players)

    return [table.match for table in cup.tables if table.stage == "running" and alone(table)]

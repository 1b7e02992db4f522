"""Rounds of tournaments: open the tables, record their results, draw the next round.

Safe against a process that dies in between: a drawn table that was not opened is opened under the same id, and a result
that was not recorded is read from the table itself.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial

from sqlalchemy.exc import IntegrityError

from tablero.store import Store
from tablero.store.tournaments.tournaments import TournamentRefusal
from tablero.table import Holder, NoSuchTable, OtherRules, Refusal, Table, Terms
from tablero.table.outcome import ranks
from tablero.table.terms import LONGEST_NAME
from tablero.tournaments.tournament import Tournament, TournamentTable

FILLER_LEVEL = 1  # of bots that a game needs where `rules.fill` is 0

logger = logging.getLogger("tablero.store")


async def advance(store: Store, key: str) -> Tournament:
    """Do all that a tournament waits for and return it. Several processes may do so at once."""
    while True:
        tournament = await store.tournaments.find(key)
        if tournament.stage != "running":
            return tournament
        for table in tournament.tables:
            if table.stage == "drawn":
                await _open(store, tournament, table)
            if table.stage in ("drawn", "running"):
                await _record_end(store, key, table.match)
        tournament = await store.tournaments.find(key)
        if not tournament.round_over:
            return tournament
        tournament = await _without_banned(store, tournament)
        drawn = await asyncio.to_thread(tournament.next_round)  # it may take half a second
        await store.tournaments.draw(tournament, drawn)


async def _without_banned(store: Store, tournament: Tournament) -> Tournament:
    """Withdraw the players who were banned since the last round, and return the tournament."""
    for player in tournament.players:
        if player.plays and player.person and await store.bans.is_banned(player.person):
            tournament = await store.tournaments.withdraw(tournament.key, tournament.host, player.number)
    return tournament


async def _open(store: Store, tournament: Tournament, table: TournamentTable) -> None:
    """Open a drawn table under its id, unless another process has done so."""
    holders = [await _holder(store, tournament, number) for number in table.players]
    terms = replace(
        Terms.stored(tournament.rules.terms),
        name=tournament.name[:LONGEST_NAME].strip(),
        visibility="listed" if tournament.listed else "link",
        held=False,
    )
    rules = tournament.rules
    with suppress(IntegrityError):
        await store.open_table(
            rules.game, len(holders), rules.options, holders, "", hints="nobody", terms=terms, id=table.match
        )
    await store.tournaments.opened(tournament.key, table.match)


async def _holder(store: Store, tournament: Tournament, number: int) -> Holder:
    """Return who sits at a drawn seat: for a player who was banned after the draw, a bot."""
    player = tournament.player(number)
    if player is None:
        return Holder("bot", "Bot", level=tournament.rules.fill or FILLER_LEVEL)
    if player.is_bot:
        return Holder("bot", player.name, level=player.level)
    if await store.bans.is_banned(player.person):
        return Holder("bot", player.name, level=tournament.rules.fill or FILLER_LEVEL)
    return Holder("person", player.name, player.person)


async def _record_end(store: Store, key: str, match: str) -> None:
    """Record the result of a table, if it has ended. All share the first place at one that was removed."""
    try:
        table = await store.table(match)
    except OtherRules:
        return  # it can be played again once its rules are installed
    except NoSuchTable:
        tournament = await store.tournaments.find(key)
        seats = next(len(table.players) for table in tournament.tables if table.match == match)
        logger.warning("table %s of a tournament is gone: its places are shared", match)
        await store.tournaments.ended(key, match, (1,) * seats, (0,) * seats)
        return
    result = table.result()
    if result is not None:
        await store.tournaments.ended(key, match, ranks(table, result), result.scores)


async def invite(store: Store, key: str, by: str, name: str) -> None:
    """Keep a place for the user with an account of this name. Raise TournamentRefusal if there is none."""
    account = await store.accounts.by_name(name)
    if account is None:
        raise TournamentRefusal("nobody here has an account of that name: send the link instead, guests can join too")
    await store.tournaments.invite(key, by, account.person, account.name)


async def withdraw(store: Store, key: str, by: str, number: int) -> None:
    """Withdraw a player, who also resigns at a running table, where a bot plays on for the others."""
    tournament = await store.tournaments.withdraw(key, by, number)
    for played in tournament.tables:
        if played.stage == "running" and number in played.players:
            seat, action_id = played.players.index(number), f"withdrawn-{key}"
            with suppress(Refusal):  # it has ended meanwhile, or the player has resigned already
                await store.append(played.match, seat, action_id, partial(Table.resign, seat=seat, action_id=action_id))


def bot_tables(tournament: Tournament) -> list[str]:
    """Return the running tables at which only bots sit."""

    def is_bot(number: int) -> bool:
        player = tournament.player(number)
        return player is None or player.is_bot

    return [table.match for table in tournament.tables if table.stage == "running" and all(map(is_bot, table.players))]

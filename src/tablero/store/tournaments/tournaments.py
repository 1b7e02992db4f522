"""Tournaments, their players, and the tables that were drawn.

Every change applies to the version that was read, and is repeated if another process was faster. So a round is drawn
once, and no player joins twice or after the start.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import ColumnElement, Executable, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.bots import LEVELS
from tablero.core.errors import BadOption
from tablero.games import game as find_game
from tablero.store.database import schema
from tablero.store.database.keys import is_key
from tablero.store.database.repository import Database, Repository
from tablero.store.errors import StoreBusy, StoreError
from tablero.table import NoSuchSeat, NoSuchTable, Refusal, Terms
from tablero.tournaments.pairing import Round, enough_rounds
from tablero.tournaments.tournament import (
    FILLER_NUMBER,
    TOURNAMENT_KINDS,
    Rules,
    Tournament,
    TournamentPlayer,
    TournamentTable,
    filled,
)

C, P, T = schema.tournaments.c, schema.tournament_players.c, schema.tournament_tables.c
ATTEMPTS = 20
LIST_LENGTH = 60
MAX_PLAYERS = 64
MAX_ROUNDS = 30
MAX_NAME_LENGTH = 60
OWN_TERMS = ("name", "visibility", "held")  # terms of a table that its tournament decides
PLAIN_COLUMNS = ("key", "name", "host", "listed", "stage", "round", "version", "created", "updated")

Listener = Callable[[str], None]
CheckPlayer = Callable[[str, bool], Awaitable[None]]
Changes = tuple[Mapping[str, Any], Sequence[Executable]]  # what changes about the cup itself, and beside it


class NoSuchTournament(NoSuchTable):
    """No tournament with this key."""

    rule = "no_such_cup"


class NotTheOpener(NoSuchSeat):
    """An action that only the opener of a tournament may take."""

    rule = "not_the_opener"


class TournamentRefusal(Refusal):
    """A request that a tournament refuses."""

    rule = "cup"


class TournamentStore(Repository):
    """All tournaments."""

    def __init__(self, database: Database, check_player: CheckPlayer) -> None:
        """`check_player(person, rated)` raises a Refusal if a person may not take part, or not in a rated one."""
        super().__init__(database)
        self._check_player = check_player
        self._listeners: list[Listener] = []

    def subscribe(self, callback: Listener) -> Callable[[], None]:
        """Call `callback(key)` after every change of this process. Return a function that unsubscribes."""
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    # ---------------------------------------------------------------- finding

    async def find(self, key: str) -> Tournament:
        """Return the tournament with this key. Raise NoSuchTournament."""
        async with self._reading() as connection:
            return await _read(connection, key)

    async def version(self, key: str) -> int:
        """Return the version of a tournament; 0 if there is none."""
        async with self._reading() as connection:
            return int(await connection.scalar(select(C.version).where(C.key == key)) or 0)

    async def listed(self) -> list[Tournament]:
        """Return the listed tournaments, the latest first."""
        async with self._reading() as connection:
            return await _read_many(connection, C.listed.is_(True) & (C.stage != "closed"))

    async def of(self, person: str) -> list[Tournament]:
        """Return the tournaments that a person has opened, plays in or is invited to, the latest first."""
        mine = select(P["cup"]).where(P.person == person)
        async with self._reading() as connection:
            return await _read_many(connection, (C.host == person) | C.key.in_(mine))

    async def running(self) -> list[str]:
        """Return the keys of all running tournaments."""
        async with self._reading() as connection:
            return list((await connection.scalars(select(C.key).where(C.stage == "running"))).all())

    async def of_table(self, match: str) -> str | None:
        """Return the key of the tournament that a table belongs to; None if to none."""
        async with self._reading() as connection:
            found: str | None = await connection.scalar(select(T["cup"]).where(T.match == match))
            return found

    # ---------------------------------------------------------------- before the start

    async def open(self, host: str, name: str, rules: Rules, listed: bool = True) -> str:
        """Create a tournament and return its key, which is random. Raise BadOption."""
        settled = _settled(rules)
        await self._check_player(host, False)
        tidy = " ".join(name.split())
        if not 0 < len(tidy) <= MAX_NAME_LENGTH or not tidy.isprintable():
            raise BadOption("a tournament needs a name of 1 to {most} characters", most=MAX_NAME_LENGTH)
        key, now = secrets.token_urlsafe(16), self._clock()
        new = insert(schema.tournaments).values(
            key=key,
            name=tidy,
            host=host,
            game=settled.game,
            rules=json.dumps(asdict(settled)),
            seed=str(secrets.randbits(62)),
            listed=listed,
            stage="open",
            round=0,
            version=1,
            created=now,
            updated=now,
        )
        await self._execute(new)
        self._notify(key)
        return key

    async def join(self, key: str, person: str, name: str) -> int:
        """Add a player and return the number; one who was invited or has joined already keeps theirs. Raise Banned, or
        NotInvited without an account if it is rated."""
        known = await self.find(key)
        if (already := known.player_of(person)) is None or already.state == "invited":
            await self._check_player(person, bool(known.rules.terms.get("rated")))

        def make(tournament: Tournament) -> Changes | None:
            known = tournament.player_of(person)
            if known is not None and known.state != "invited":
                return None
            _check_open(tournament)
            if known is not None:
                return {}, [_change_player(key, known.number, state="playing", name=name)]
            return {}, [_new_player(key, _next_number(tournament), name, person=person)]

        tournament = await self._change(key, make)
        player = tournament.player_of(person)
        return 0 if player is None else player.number

    async def invite(self, key: str, by: str, person: str, name: str) -> None:
        """Invite a person, who has to join."""

        def make(tournament: Tournament) -> Changes | None:
            _check_opener(tournament, by)
            _check_open(tournament)
            if tournament.player_of(person) is not None:
                return None
            return {}, [_new_player(key, _next_number(tournament), name, person=person, state="invited")]

        await self._change(key, make)

    async def add_bot(self, key: str, by: str, level: int, names: Sequence[str]) -> None:
        """Add a bot under the first of these names that is free."""
        _check_level(level)

        def make(tournament: Tournament) -> Changes:
            _check_opener(tournament, by)
            _check_open(tournament)
            return {}, [_new_player(key, _next_number(tournament), _free_name(tournament, names), level=level)]

        await self._change(key, make)

    async def start(self, key: str, by: str) -> None:
        """Start a tournament: invited people who have not joined are removed, and the first round can be drawn."""

        def make(tournament: Tournament) -> Changes | None:
            _check_opener(tournament, by)
            if tournament.stage == "running":
                return None  # asked twice
            _check_open(tournament, room=False)
            playing = [player for player in tournament.players if player.plays]
            if len(playing) < 2:
                raise TournamentRefusal("a tournament needs two players at least: share its link, or add bots")
            rules = replace(
                tournament.rules, rounds=tournament.rules.rounds or enough_rounds(len(playing), tournament.rules.seats)
            )
            uninvited = delete(schema.tournament_players).where(P["cup"] == key, P.state == "invited")
            return {"stage": "running", "rules": json.dumps(asdict(rules))}, [uninvited]

        await self._change(key, make)

    # ---------------------------------------------------------------- while it runs

    async def withdraw(self, key: str, by: str, number: int) -> Tournament:
        """Withdraw a player: oneself, or any as the opener. Before the start the player is removed; later the results
        count and no more tables are drawn for the player."""

        def make(tournament: Tournament) -> Changes | None:
            player = _find_player(tournament, number)
            if not by or by != player.person:
                _check_opener(tournament, by)
            if tournament.stage in ("over", "closed"):
                raise TournamentRefusal("this tournament is over: nothing is changed any more")
            if tournament.stage == "open":
                return {}, [delete(schema.tournament_players).where(P["cup"] == key, P.number == number)]
            if player.state == "withdrawn":
                return None
            return {}, [_change_player(key, number, state="withdrawn")]

        return await self._change(key, make)

    async def replace(self, key: str, by: str, number: int, level: int, names: Sequence[str]) -> Tournament:
        """Replace a player by a bot from the next round on; the points stay."""
        _check_level(level)

        def make(tournament: Tournament) -> Changes:
            _check_opener(tournament, by)
            if tournament.stage != "running":
                raise TournamentRefusal("somebody can be replaced while the tournament runs, not before and not after")
            _find_player(tournament, number)
            name = _free_name(tournament, names)
            return {}, [_change_player(key, number, state="playing", person="", level=level, name=name)]

        return await self._change(key, make)

    async def close(self, key: str, by: str) -> None:
        """End a tournament early. Results stay visible, and its tables can be played on."""

        def make(tournament: Tournament) -> Changes | None:
            _check_opener(tournament, by)
            return None if tournament.stage in ("over", "closed") else ({"stage": "closed"}, [])

        await self._change(key, make)

    # ---------------------------------------------------------------- rounds

    async def draw(self, tournament: Tournament, tables: Round | None) -> None:
        """Write the next round of a tournament, or that it is over (None). Does nothing if its version has changed."""
        sizes = find_game(tournament.rules.game).seats
        now = self._clock()

        def make(found: Tournament) -> Changes | None:
            if found.version != tournament.version or found.stage != "running" or not found.round_over:
                return None
            if tables is None:
                return {"stage": "over"}, []
            rows = []
            for number, drawn in enumerate(tables, 1):
                players = filled(drawn, found.rules, sizes)
                bye = len(players) == 1
                rows.append(
                    insert(schema.tournament_tables).values(
                        {
                            "cup": found.key,
                            "round": found.round + 1,
                            "number": number,
                            "players": json.dumps(players),
                            "drawn": now,
                            "match": "" if bye else secrets.token_urlsafe(16),
                            "stage": "over" if bye else "drawn",
                            "ended": now if bye else None,
                        }
                    )
                )
            return {"round": found.round + 1}, rows

        await self._change(tournament.key, make)

    async def opened(self, key: str, match: str) -> None:
        """Record that a drawn table was opened."""
        await self._change(key, lambda _: ({}, [_change_table(match, "drawn", stage="running")]))

    async def ended(self, key: str, match: str, ranks: Sequence[int], scores: Sequence[int]) -> None:
        """Record the result of a table."""
        end = {"stage": "over", "ranks": json.dumps(ranks), "scores": json.dumps(scores), "ended": self._clock()}

        def make(tournament: Tournament) -> Changes | None:
            table = next((table for table in tournament.tables if table.match == match), None)
            if table is None or table.stage == "over":
                return None
            return {}, [_change_table(match, table.stage, **end)]

        await self._change(key, make)

    # ---------------------------------------------------------------- writing

    async def _change(self, key: str, make: Callable[[Tournament], Changes | None]) -> Tournament:
        """Apply the changes that `make` returns for the current version (None: none) and return the tournament."""
        for _ in range(ATTEMPTS):
            try:
                async with self._writing() as connection:
                    tournament = await _read(connection, key)
                    changes = make(tournament)
                    if changes is None:
                        return tournament
                    about, beside = changes
                    this = update(schema.tournaments).where(C.key == key, C.version == tournament.version)
                    values = {**about, "version": tournament.version + 1, "updated": self._clock()}
                    if (await connection.execute(this.values(values))).rowcount == 0:
                        continue  # another process was faster
                    for statement in beside:
                        await connection.execute(statement)
                    changed = await _read(connection, key)
            except StoreError:
                self._notify(key)  # a commit that was reported as failed may have happened
                raise
            self._notify(key)
            return changed
        raise StoreBusy(
            "too many changes arrive at this tournament at once; nothing was changed: try again in a moment"
        )

    def _notify(self, key: str) -> None:
        for listener in list(self._listeners):
            listener(key)


# ---------------------------------------------------------------- what is checked


def _settled(rules: Rules) -> Rules:
    """Return the rules with every option of the game. Raise BadOption."""
    game = find_game(rules.game)
    if rules.seats < 2:
        raise BadOption("tables of a tournament have two seats at least")
    options = game.settle_options(rules.seats, dict(rules.options))
    if rules.kind not in TOURNAMENT_KINDS:
        raise BadOption(
            "a tournament is one of {known}, not '{kind}'", known=", ".join(TOURNAMENT_KINDS), kind=rules.kind
        )
    least = 0 if rules.kind == "robin" else 1
    if not least <= rules.rounds <= MAX_ROUNDS:
        raise BadOption("a tournament has {least} to {most} rounds", least=least, most=MAX_ROUNDS)
    if rules.fill:
        _check_level(rules.fill)
    for name in OWN_TERMS:
        if name in rules.terms:
            raise BadOption("a tournament sets '{name}' of its tables itself: leave it out", name=name)
    return replace(rules, options=options, terms=Terms.of(rules.terms).as_json())


def _check_level(level: int) -> None:
    if not 1 <= level <= len(LEVELS):
        raise BadOption("bots play at level 1 to {most}, not {level}", most=len(LEVELS), level=level)


def _check_opener(tournament: Tournament, person: str) -> None:
    if not person or tournament.host != person:
        raise NotTheOpener("only the one who opened this tournament can do that")


def _check_open(tournament: Tournament, room: bool = True) -> None:
    if tournament.stage != "open":
        raise TournamentRefusal(
            "this tournament has started already: nobody can join any more, but everybody may watch"
        )
    if room and len(tournament.players) >= MAX_PLAYERS:
        raise TournamentRefusal("this tournament is full")


def _find_player(tournament: Tournament, number: int) -> TournamentPlayer:
    player = tournament.player(number)
    if player is None or number == FILLER_NUMBER:
        raise TournamentRefusal("nobody has this number in the tournament: look at it again")
    return player


def _next_number(tournament: Tournament) -> int:
    return 1 + max((player.number for player in tournament.players), default=0)


def _free_name(tournament: Tournament, names: Sequence[str]) -> str:
    """Return the first free name; if all are taken, one with a number."""
    taken = {player.name for player in tournament.players}
    choices = [*names, *(f"{name} {count}" for count in range(2, MAX_PLAYERS + 2) for name in names)]
    return next(name for name in choices if name not in taken)


# ---------------------------------------------------------------- rows


def _new_player(
    key: str, number: int, name: str, person: str = "", level: int = 0, state: str = "playing"
) -> Executable:
    return insert(schema.tournament_players).values(
        {"cup": key, "number": number, "name": name, "person": person, "level": level, "state": state}
    )


def _change_player(key: str, number: int, **values: Any) -> Executable:
    return update(schema.tournament_players).where(P["cup"] == key, P.number == number).values(**values)


def _change_table(match: str, before: str, **values: Any) -> Executable:
    return update(schema.tournament_tables).where(T.match == match, T.stage == before).values(**values)


async def _read(connection: AsyncConnection, key: str) -> Tournament:
    found = await _read_many(connection, C.key == key) if is_key(key) else []
    if not found:
        raise NoSuchTournament("there is no such tournament here: ask for a new link")
    return found[0]


async def _read_many(connection: AsyncConnection, which: ColumnElement[bool]) -> list[Tournament]:
    """Return the latest tournaments that fulfil a condition."""
    query = select(schema.tournaments).where(which).order_by(C.updated.desc(), C.key).limit(LIST_LENGTH)
    rows = (await connection.execute(query)).mappings().all()
    keys = [row["key"] for row in rows]
    players: dict[str, list[TournamentPlayer]] = {key: [] for key in keys}
    tables: dict[str, list[TournamentTable]] = {key: [] for key in keys}
    who = (
        select(P["cup"], P.number, P.name, P.person, P.level, P.state)
        .where(P["cup"].in_(keys))
        .order_by(P["cup"], P.number)
    )
    for key, *player in await connection.execute(who):
        players[key].append(TournamentPlayer(*player))
    where = select(schema.tournament_tables).where(T["cup"].in_(keys)).order_by(T["cup"], T.round, T.number)
    for row in (await connection.execute(where)).mappings():
        tables[row["cup"]].append(_table(row))
    return [
        Tournament(
            rules=Rules(**json.loads(row["rules"])),
            seed=int(row["seed"]),
            players=tuple(players[row["key"]]),
            tables=tuple(tables[row["key"]]),
            **{name: row[name] for name in PLAIN_COLUMNS},
        )
        for row in rows
    ]


def _table(row: Mapping[Any, Any]) -> TournamentTable:
    def numbers(text: str | None) -> tuple[int, ...] | None:
        return None if text is None else tuple(json.loads(text))

    return TournamentTable(
        row["round"],
        row["number"],
        row["match"],
        tuple(json.loads(row["players"])),
        row["stage"],
        numbers(row["ranks"]),
        numbers(row["scores"]),
        row["drawn"],
        row["ended"],
    )

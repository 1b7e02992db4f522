"""Cups: tournaments, who takes part in them, and the tables that were drawn.

Every change is made to the version that was looked at: where another process was faster, it is looked at again. So a round is
drawn once, nobody joins twice and nobody joins after the start.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import ColumnElement, Executable, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.bots import LEVELS
from tablero.core.errors import BadOption
from tablero.games import game as find_game
from tablero.people.cup import FILLER, KINDS, Cup, CupTable, Player, Rules, filled
from tablero.people.pairing import Round, enough_rounds
from tablero.store import schema
from tablero.store.errors import StoreBusy
from tablero.store.progress import Connecting
from tablero.store.reading import is_key
from tablero.table import NoSuchSeat, NoSuchTable, Refusal, Terms

C, P, T = schema.cups.c, schema.cup_players.c, schema.cup_tables.c
ATTEMPTS = 20
LIST_LENGTH = 60
MOST_PLAYERS = 64
MOST_ROUNDS = 30
LONGEST_NAME = 60

Heard = Callable[[str], None]
Changes = tuple[Mapping[str, Any], Sequence[Executable]]  # what changes about the cup itself, and beside it


class NoSuchCup(NoSuchTable):
    """No tournament is known by this key."""

    rule = "no_such_cup"


class NotTheOpener(NoSuchSeat):
    """Something that only the one who opened a tournament may do."""

    rule = "not_the_opener"


class CupRefusal(Refusal):
    """Something that this tournament does not do now."""

    rule = "cup"


class Cups:
    """All tournaments of the house."""

    def __init__(self, reading: Connecting, writing: Connecting, clock: Callable[[], float] = time.time) -> None:
        self._reading = reading
        self._writing = writing
        self._clock = clock
        self._listeners: list[Heard] = []

    def listen(self, callback: Heard) -> Callable[[], None]:
        """Have a function called with the key of a tournament after every change made here; the answer stops it."""
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    # ---------------------------------------------------------------- finding

    async def find(self, key: str) -> Cup:
        """The tournament with this key; NoSuchCup when there is none."""
        async with self._reading() as connection:
            return await _read(connection, key)

    async def version(self, key: str) -> int:
        """How often a tournament has changed."""
        async with self._reading() as connection:
            return int(await connection.scalar(select(C.version).where(C.key == key)) or 0)

    async def listed(self) -> list[Cup]:
        """Those that everybody may find, the latest first."""
        async with self._reading() as connection:
            return await _read_many(connection, C.listed.is_(True) & (C.stage != "closed"))

    async def of(self, person: str) -> list[Cup]:
        """Those that a person has opened, plays in or is invited to, the latest first."""
        mine = select(P.cup).where(P.person == person)
        async with self._reading() as connection:
            return await _read_many(connection, (C.host == person) | C.key.in_(mine))

    async def running(self) -> list[str]:
        """The keys of all that are under way."""
        async with self._reading() as connection:
            return list((await connection.scalars(select(C.key).where(C.stage == "running"))).all())

    async def of_table(self, match: str) -> str | None:
        """The key of the tournament that a table belongs to."""
        async with self._reading() as connection:
            found: str | None = await connection.scalar(select(T.cup).where(T.match == match))
            return found

    # ---------------------------------------------------------------- before the start

    async def open(self, host: str, name: str, rules: Rules, listed: bool = True) -> str:
        """Open a tournament; its key, which nobody can guess. BadOption says what cannot be."""
        settled = _settled(rules)
        tidy = " ".join(name.split())
        if not 0 < len(tidy) <= LONGEST_NAME or not tidy.isprintable():
            raise BadOption("a tournament needs a name of 1 to {most} characters", most=LONGEST_NAME)
        key, now = secrets.token_urlsafe(16), self._clock()
        new = insert(schema.cups).values(
            key=key, name=tidy, host=host, game=settled.game, rules=json.dumps(asdict(settled)),
            seed=str(secrets.randbits(62)), listed=listed, stage="open", round=0, version=1, created=now, updated=now,
        )  # fmt: skip
        async with self._writing() as connection:
            await connection.execute(new)
        self._tell(key)
        return key

    async def join(self, key: str, person: str, name: str) -> int:
        """Take part, once; whoever was invited or is there already has the same number."""

        def make(cup: Cup) -> Changes | None:
            known = cup.player_of(person)
            if known is not None and known.state != "invited":
                return None
            _check_open(cup)
            if known is not None:
                return {}, [_change_player(key, known.number, state="playing", name=name)]
            return {}, [_new_player(key, _next_number(cup), name, person=person)]

        cup = await self._change(key, make)
        player = cup.player_of(person)
        return 0 if player is None else player.number

    async def invite(self, key: str, by: str, person: str, name: str) -> None:
        """Keep a place for somebody, who has to join to take it."""

        def make(cup: Cup) -> Changes | None:
            _check_opener(cup, by)
            _check_open(cup)
            if cup.player_of(person) is not None:
                return None
            return {}, [_new_player(key, _next_number(cup), name, person=person, state="invited")]

        await self._change(key, make)

    async def add_bot(self, key: str, by: str, level: int, names: Sequence[str]) -> None:
        """One more bot, under the first of these names that nobody has there."""
        _check_level(level)

        def make(cup: Cup) -> Changes:
            _check_opener(cup, by)
            _check_open(cup)
            return {}, [_new_player(key, _next_number(cup), _free_name(cup, names), level=level)]

        await self._change(key, make)

    async def start(self, key: str, by: str) -> None:
        """Nobody joins any more; whoever is only invited has no place. The first round can be drawn."""

        def make(cup: Cup) -> Changes | None:
            _check_opener(cup, by)
            if cup.stage == "running":
                return None  # asked twice
            _check_open(cup, room=False)
            playing = [player for player in cup.players if player.plays]
            if len(playing) < 2:
                raise CupRefusal("a tournament needs two players at least: share its link, or add bots")
            rules = replace(cup.rules, rounds=cup.rules.rounds or enough_rounds(len(playing), cup.rules.seats))
            uninvited = delete(schema.cup_players).where(P.cup == key, P.state == "invited")
            return {"stage": "running", "rules": json.dumps(asdict(rules))}, [uninvited]

        await self._change(key, make)

    # ---------------------------------------------------------------- while it runs

    async def withdraw(self, key: str, by: str, number: int) -> Cup:
        """Take somebody out: oneself, or anybody as the one who opened it. Before the start the place is free again, later
        what was played counts and no more tables are drawn for that player."""

        def make(cup: Cup) -> Changes | None:
            player = _find_player(cup, number)
            if not by or by != player.person:
                _check_opener(cup, by)
            if cup.stage in ("over", "closed"):
                raise CupRefusal("this tournament is over: nothing is changed any more")
            if cup.stage == "open":
                return {}, [delete(schema.cup_players).where(P.cup == key, P.number == number)]
            if player.state == "withdrawn":
                return None
            return {}, [_change_player(key, number, state="withdrawn")]

        return await self._change(key, make)

    async def replace(self, key: str, by: str, number: int, level: int, names: Sequence[str]) -> Cup:
        """Have a bot play on in somebody's place, from the next round on, with the points that are there."""
        _check_level(level)

        def make(cup: Cup) -> Changes:
            _check_opener(cup, by)
            if cup.stage != "running":
                raise CupRefusal("somebody can be replaced while the tournament runs, not before and not after")
            _find_player(cup, number)
            name = _free_name(cup, names)
            return {}, [_change_player(key, number, state="playing", person="", level=level, name=name)]

        return await self._change(key, make)

    async def close(self, key: str, by: str) -> None:
        """End a tournament early. What was played stays to be seen; its tables go on for those who like."""

        def make(cup: Cup) -> Changes | None:
            _check_opener(cup, by)
            return None if cup.stage in ("over", "closed") else ({"stage": "closed"}, [])

        await self._change(key, make)

    # ---------------------------------------------------------------- rounds

    async def draw(self, cup: Cup, tables: Round | None) -> None:
        """Write down the round that follows from a tournament as it was seen, or that it is over. Where it has changed since,
        nothing is done: whoever draws looks again."""
        sizes = find_game(cup.rules.game).seats
        now = self._clock()

        def make(found: Cup) -> Changes | None:
            if found.version != cup.version or found.stage != "running" or not found.round_over:
                return None
            if tables is None:
                return {"stage": "over"}, []
            rows = []
            for number, drawn in enumerate(tables, 1):
                players = filled(drawn, found.rules, sizes)
                bye = len(players) == 1
                rows.append(
                    insert(schema.cup_tables).values(
                        cup=found.key, round=found.round + 1, number=number, players=json.dumps(players), drawn=now,
                        match="" if bye else secrets.token_urlsafe(16), stage="over" if bye else "drawn",
                        ended=now if bye else None,
                    )
                )  # fmt: skip
            return {"round": found.round + 1}, rows

        await self._change(cup.key, make)

    async def opened(self, key: str, match: str) -> None:
        """A table that was drawn is there."""
        await self._change(key, lambda _: ({}, [_change_table(match, "drawn", stage="running")]))

    async def ended(self, key: str, match: str, ranks: Sequence[int], scores: Sequence[int]) -> None:
        """A table has ended so."""
        end = {
            "stage": "over", "ranks": json.dumps(ranks), "scores": json.dumps(scores), "ended": self._clock(),
        }  # fmt: skip

        def make(cup: Cup) -> Changes | None:
            table = next((table for table in cup.tables if table.match == match), None)
            if table is None or table.stage == "over":
                return None
            return {}, [_change_table(match, table.stage, **end)]

        await self._change(key, make)

    # ---------------------------------------------------------------- writing

    async def _change(self, key: str, make: Callable[[Cup], Changes | None]) -> Cup:
        """Change a tournament as it is now; None changes nothing. The tournament as it is afterwards."""
        for _ in range(ATTEMPTS):
            async with self._writing() as connection:
                cup = await _read(connection, key)
                changes = make(cup)
                if changes is None:
                    return cup
                about, beside = changes
                this = update(schema.cups).where(C.key == key, C.version == cup.version)
                values = {**about, "version": cup.version + 1, "updated": self._clock()}
                if (await connection.execute(this.values(values))).rowcount == 0:
                    continue  # another process was faster
                for statement in beside:
                    await connection.execute(statement)
                changed = await _read(connection, key)
            self._tell(key)
            return changed
        raise StoreBusy(
            "too many changes arrive at this tournament at once; nothing was changed: try again in a moment"
        )

    def _tell(self, key: str) -> None:
        for listener in list(self._listeners):
            listener(key)


# ---------------------------------------------------------------- what is checked


def _settled(rules: Rules) -> Rules:
    """Rules with every option of the game; BadOption says what cannot be."""
    game = find_game(rules.game)
    if rules.seats < 2:
        raise BadOption("tables of a tournament have two seats at least")
    options = game.settle_options(rules.seats, dict(rules.options))
    if rules.kind not in KINDS:
        raise BadOption("a tournament is one of {known}, not '{kind}'", known=", ".join(KINDS), kind=rules.kind)
    least = 0 if rules.kind == "robin" else 1
    if not least <= rules.rounds <= MOST_ROUNDS:
        raise BadOption("a tournament has {least} to {most} rounds", least=least, most=MOST_ROUNDS)
    if rules.fill:
        _check_level(rules.fill)
    try:
        Terms.of(rules.terms)
    except TypeError:  # a word where a number belongs
        raise BadOption("what the tables agree on cannot be read: look at its names and figures again") from None
    return replace(rules, options=options)


def _check_level(level: int) -> None:
    if not 1 <= level <= len(LEVELS):
        raise BadOption("bots play at level 1 to {most}, not {level}", most=len(LEVELS), level=level)


def _check_opener(cup: Cup, person: str) -> None:
    if not person or cup.host != person:
        raise NotTheOpener("only the one who opened this tournament can do that")


def _check_open(cup: Cup, room: bool = True) -> None:
    if cup.stage != "open":
        raise CupRefusal("this tournament has started already: nobody can join any more, but everybody may watch")
    if room and len(cup.players) >= MOST_PLAYERS:
        raise CupRefusal("this tournament is full")


def _find_player(cup: Cup, number: int) -> Player:
    player = cup.player(number)
    if player is None or number == FILLER:
        raise CupRefusal("nobody has this number in the tournament: look at it again")
    return player


def _next_number(cup: Cup) -> int:
    return 1 + max((player.number for player in cup.players), default=0)


def _free_name(cup: Cup, names: Sequence[str]) -> str:
    """The first name that nobody has there; when all are taken, with a number."""
    taken = {player.name for player in cup.players}
    choices = [*names, *(f"{name} {count}" for count in range(2, MOST_PLAYERS + 2) for name in names)]
    return next(name for name in choices if name not in taken)


# ---------------------------------------------------------------- rows


def _new_player(
    key: str, number: int, name: str, person: str = "", level: int = 0, state: str = "playing"
) -> Executable:
    return insert(schema.cup_players).values(
        cup=key, number=number, name=name, person=person, level=level, state=state
    )  # fmt: skip


def _change_player(key: str, number: int, **values: Any) -> Executable:
    return update(schema.cup_players).where(P.cup == key, P.number == number).values(**values)


def _change_table(match: str, before: str, **values: Any) -> Executable:
    return update(schema.cup_tables).where(T.match == match, T.stage == before).values(**values)


async def _read(connection: AsyncConnection, key: str) -> Cup:
    found = await _read_many(connection, C.key == key) if is_key(key) else []
    if not found:
        raise NoSuchCup("there is no such tournament here: ask for a new link")
    return found[0]


async def _read_many(connection: AsyncConnection, which: ColumnElement[bool]) -> list[Cup]:
    """The latest tournaments of a kind, whole."""
    query = select(schema.cups).where(which).order_by(C.updated.desc(), C.key).limit(LIST_LENGTH)
    rows = (await connection.execute(query)).mappings().all()
    keys = [row["key"] for row in rows]
    players: dict[str, list[Player]] = {key: [] for key in keys}
    tables: dict[str, list[CupTable]] = {key: [] for key in keys}
    who = select(P.cup, P.number, P.name, P.person, P.level, P.state).where(P.cup.in_(keys)).order_by(P.cup, P.number)
    for key, *player in await connection.execute(who):
        players[key].append(Player(*player))
    where = select(schema.cup_tables).where(T.cup.in_(keys)).order_by(T.cup, T.round, T.number)
    for row in (await connection.execute(where)).mappings():
        tables[row["cup"]].append(_table(row))
    return [
        Cup(
            key=row["key"], name=row["name"], host=row["host"], rules=Rules(**json.loads(row["rules"])),
            seed=int(row["seed"]), listed=row["listed"], stage=row["stage"], round=row["round"], version=row["version"],
            created=row["created"], updated=row["updated"], players=tuple(players[row["key"]]),
            tables=tuple(tables[row["key"]]),
        )
        for row in rows
    ]  # fmt: skip


def _table(row: Mapping[Any, Any]) -> CupTable:
    def numbers(text: str | None) -> tuple[int, ...] | None:
        return None if text is None else tuple(json.loads(text))

    return CupTable(
        row["round"], row["number"], row["match"], tuple(json.loads(row["players"])), row["stage"],
        numbers(row["ranks"]), numbers(row["scores"]), row["drawn"], row["ended"],
    )  # fmt: skip

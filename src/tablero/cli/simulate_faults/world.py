"""One schedule: a few people, one to three processes and a database, all drawn from one seed."""

from __future__ import annotations

import asyncio
import hashlib
import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from litestar import Litestar

from tablero.cli.simulate_faults.database import DatabaseFaults, SimulatedDatabase
from tablero.cli.simulate_faults.event_loop import START_TIME, VirtualLoop
from tablero.cli.simulate_faults.network import NetworkFaults, SimulatedNetwork
from tablero.cli.simulate_faults.page import SimulatedPage
from tablero.cli.simulate_faults.people import SimulatedUser
from tablero.cli.simulate_faults.process import ServerProcess
from tablero.cli.simulate_faults.stream import SimulatedStream
from tablero.cli.simulate_faults.template import COOKIE_SIGNER, USER_NAMES
from tablero.games import GAME_NAMES
from tablero.store.tables.reading import read_match
from tablero.table import Table

VERSION = re.compile(rb'"version":(\d+)')
CALM_SECONDS = 1500.0  # in which all games must come to their end once nothing fails any more
BAN_SECONDS = 30.0  # after which a ban holds in every process, whatever has failed
CHECK_SECONDS = 3.0
STREAM_SECONDS = 10.0  # after which an open stream knows all tables of its person
QUIET_SECONDS = 4.0  # in which pages must show the newest position


@dataclass(frozen=True)
class Ack:
    """A request whose success was told."""

    table: str
    action: str
    sent: float
    told: float
    who: str


@dataclass
class Plan:
    """What is drawn before a schedule begins. Fewer people or actions make it shorter."""

    seed: int
    people: int
    actions: int
    shared: bool
    processes: int
    game: str
    moves: int
    most_tables: int
    most_tournaments: int
    deaths: float  # the share of lives of processes that end early
    database: DatabaseFaults
    network: NetworkFaults
    jobs_that_die: float

    @classmethod
    def of(cls, seed: int, people: int | None = None, actions: int | None = None) -> Plan:
        luck = Random(f"plan {seed}")

        def sometimes(share: float, most: float) -> float:
            drawn, size = luck.random(), luck.random()
            return size * most if drawn < share else 0.0

        shared = luck.random() < 0.6
        drawn_people, drawn_actions = 2 + int(luck.random() * 2.5), 3 + int(luck.random() * 6)
        plan = cls(
            seed=seed,
            people=drawn_people if people is None else people,
            actions=drawn_actions if actions is None else actions,
            shared=shared,
            processes=1 + int(luck.random() * 2.5) if shared else 1,
            game=luck.choices(GAME_NAMES, [7, 1, 1, 1])[0],  # most are the first, whose games are short
            moves=3 + int(luck.random() * 6),
            most_tables=1 + int(luck.random() * 2.5),
            most_tournaments=int(luck.random() < 0.3),
            deaths=sometimes(0.5, 1.0),
            database=DatabaseFaults(
                before_commit=sometimes(0.4, 0.15),
                after_commit=sometimes(0.4, 0.15),
                statement=sometimes(0.3, 0.05),
                lost_listener=sometimes(0.4, 0.2),
                silent_listener=sometimes(0.3, 0.1),
                slow=sometimes(0.3, 0.1),
                slow_statement=sometimes(0.5, 0.2),
            ),
            network=NetworkFaults(
                lost_request=sometimes(0.5, 0.2),
                lost_answer=sometimes(0.5, 0.2),
                doubled=sometimes(0.5, 0.3),
                cut=sometimes(0.5, 0.08),
                slow=sometimes(0.4, 0.2),
                refuses_direct=sometimes(0.4, 0.5),
            ),
            jobs_that_die=sometimes(0.3, 0.2),
        )
        return plan


@dataclass
class World:
    """A schedule while it runs."""

    plan: Plan
    loop: VirtualLoop
    luck: Random
    file: Path
    apps: Sequence[Litestar]
    tables: dict[str, str] = field(default_factory=dict)  # the links of invitations by table
    tournaments: dict[str, str] = field(default_factory=dict)  # who opened them, by key
    people: list[SimulatedUser] = field(default_factory=list)
    acks: list[Ack] = field(default_factory=list)
    refused: list[tuple[str, str, float]] = field(default_factory=list)  # requests, and when they were sent last
    failed: list[str] = field(default_factory=list)  # invariants that did not hold
    stuck: list[str] = field(default_factory=list)
    ended_access: list[tuple[float, str, Sequence[SimulatedPage | SimulatedStream]]] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    undoing: float = 0.1

    def __post_init__(self) -> None:
        plan = self.plan
        self.database = SimulatedDatabase(self.file, plan.shared, self.loop, self.luck, plan.database)
        self.processes = [
            ServerProcess(f"process{number}", app, self.loop, self.database, self.luck)
            for number, app in enumerate(self.apps[: plan.processes])
        ]
        self.network = SimulatedNetwork(self.loop, self.luck, plan.network, self.processes)
        self.network.seen = self._seen
        self.network.sent = self._sent
        self.game, self.most_tables, self.most_tournaments = plan.game, plan.most_tables, plan.most_tournaments
        self.reader = sqlite3.connect(self.file, isolation_level=None, timeout=0)
        self._actions = 0
        self._devices = 0
        self._trace = hashlib.sha256()
        self._secrets: dict[bytes, tuple[str, str]] = {}
        for number in range(plan.people):
            self.people.append(self._person(number))

    def _person(self, number: int) -> SimulatedUser:
        name, id, admin, account = USER_NAMES[number]
        luck = Random(f"{self.plan.seed} {name}")
        person = SimulatedUser(self, name, id, "", account, admin, luck)
        person.cookie = self.new_device(person) if account else COOKIE_SIGNER.sign("guest", {"id": id, "name": name})
        self._secrets[id.encode()] = (name, "the id of a person")
        return person

    def new_device(self, person: SimulatedUser) -> str:
        """Sign a user in on a new device and return the cookie."""
        self._devices += 1
        id, now = f"device-{self._devices}-of-{person.name}", self.loop.time_of_day()
        self.database.insert("devices", {"id": id, "person": person.id, "label": "sim", "made": now, "used": now})
        return COOKIE_SIGNER.sign("guest", {"device": id})

    # ---------------------------------------------------------------- what is noted

    @property
    def trace(self) -> str:
        """Return the checksum of all messages, and of when each has reached whom."""
        return self._trace.hexdigest()

    def _seen(self, who: str, body: bytes) -> None:
        self._trace.update(b"%f %s %s " % (self.loop.time(), who.encode(), body))
        for secret, (owner, what) in self._secrets.items():
            if secret in body:
                self.wrong(f"{who} was shown {what} of {owner}")

    def _sent(self, path: str, body: bytes) -> None:
        """Note a page that is shown more rows than are on disk."""
        found = VERSION.search(body)
        if found is not None:
            [rows] = self.reader.execute("SELECT count(*) FROM log WHERE match = ?", [path.split("/")[2]]).fetchone()
            if int(found[1]) > rows:
                self.wrong(f"{path} was sent version {int(found[1])} when {rows} rows were on disk")

    def wrong(self, what: str) -> None:
        if what not in self.failed:
            self.failed.append(what)

    def action_id(self, who: str) -> str:
        self._actions += 1
        return f"{who}-{self._actions}"

    def acknowledge(self, table: str, action: str, sent: float, who: str) -> None:
        self.acks.append(Ack(table, action, sent, self.loop.time(), who))

    def badge(self, person: SimulatedUser) -> str:
        [found] = self.reader.execute("SELECT badge FROM accounts WHERE person = ?", [person.id]).fetchone()
        return str(found)

    def sits(self, person: SimulatedUser, id: str) -> bool:
        """Return whether a person has a seat at a table."""
        query = "SELECT 1 FROM seats WHERE match = ? AND person = ?"
        return self.reader.execute(query, [id, person.id]).fetchone() is not None

    def may_sit(self, person: SimulatedUser, sent: float) -> None:
        """Note that a person has sat down: banned users do not, long after their ban."""
        if person.banned_at is not None and sent > person.banned_at + BAN_SECONDS:
            self.wrong(f"{person.name} sat down {sent - person.banned_at:.0f} seconds after a ban")

    async def learn_tables(self) -> None:
        """Learn of the tables that tournaments and rematches have opened, as people tell each other."""
        for id, invite in self.reader.execute("SELECT id, invite FROM matches ORDER BY created, id"):
            self.tables.setdefault(id, invite)

    def check_view(self, person: SimulatedUser, id: str, view: dict[str, Any]) -> None:
        """Note where a view tells more than its visitor may know."""
        if view["seat"] is not None:
            query = "SELECT person FROM seats WHERE match = ? AND seat = ?"
            holders = self.reader.execute(query, [id, view["seat"]]).fetchone()
            if holders is not None and holders[0] not in (person.id, ""):
                self.wrong(f"{person.name} was shown the seat of another at {id}")

    # ---------------------------------------------------------------- the course of a schedule

    async def run(self) -> None:
        """Run the schedule: people play while things fail, then all ends in peace."""
        for process in self.processes:
            process.start()
        killing = asyncio.create_task(self._kill())
        await asyncio.gather(*(person.live(self.plan.actions) for person in self.people))
        killing.cancel()
        await self._calm()
        await self._finish()
        await asyncio.gather(*(process.stop() for process in self.processes))
        for process in self.processes:
            self.failed += process.leaks

    async def _kill(self) -> None:
        """Let processes die at any callback, and let their machine stop them for a while."""
        luck = Random(f"deaths {self.plan.seed}")
        while self.plan.deaths:
            await asyncio.sleep(luck.random() * 12.0)
            process = luck.choice(self.processes)
            if luck.random() < self.plan.deaths:
                process.owner.fuse = 1 + int(luck.random() ** 2 * 400)
            elif luck.random() < 0.3:
                process.owner.resting_until = self.loop.time() + luck.random() * 6

    async def _calm(self) -> None:
        """Let nothing fail from now on."""
        self.database.repair()
        self.network.faults = NetworkFaults()
        self.loop.jobs_that_die = 0.0
        for process in self.processes:
            process.owner.fuse = None
        await asyncio.sleep(6)
        for person in self.people:
            if person.account and not person.has_device:  # its sign-out was not answered, or its cookie lost
                person.cookie = self.new_device(person)
        await self._try_banned()

    async def _try_banned(self) -> None:
        """Have banned people try to open a table, now that every process knows of their bans."""
        for person in self.people:
            if person.banned_at is not None:
                body = {"game": self.game, "seats": 2, "holders": ["me", "level1"], "name": person.name}
                reply = await person.ask("POST", "/api/tables", body)
                if reply is not None and reply.fine:
                    self.wrong(f"{person.name} opened a table after a ban")

    async def _finish(self) -> None:
        """Have everybody play all games to their ends; what does not end is stuck."""
        end = self.loop.time() + CALM_SECONDS
        self.undoing = 0.0
        while True:
            await self.learn_tables()
            waiting = await self._attend()
            if not waiting:
                break
            if self.loop.time() > end:
                self.stuck += waiting
                break
            await asyncio.sleep(CHECK_SECONDS)
        await asyncio.sleep(QUIET_SECONDS)
        await self._compare_pages()
        for person in self.people:
            person.goes()
        await asyncio.sleep(0.5)

    async def _attend(self) -> list[str]:
        """Bring everybody to their tables; return what is not over yet."""
        waiting = []
        query = "SELECT id, stage, host FROM matches WHERE stage IN ('open', 'running') ORDER BY created, id"
        for id, stage, host in self.reader.execute(query).fetchall():
            waiting.append(f"table {id} is {stage}")
            seats = self.reader.execute("SELECT seat, kind, person FROM seats WHERE match = ?", [id]).fetchall()
            sitting = [person for person in self.people if any(person.id == who for _, _, who in seats)]
            if stage == "open":
                await self._fill(id, host, [seat for seat, kind, _ in seats if kind == "open"])
            for person in sitting:
                page = person.visit(id)
                page.plays = True
                page.consider()
                await self._return(person, id)
        for key, stage in self.reader.execute("SELECT key, stage FROM cups").fetchall():
            host = next((person for person in self.people if person.name == self.tournaments.get(key)), None)
            if stage == "running":
                waiting.append(f"tournament {key} is running")
            elif stage == "open" and host is not None:
                await host.ask("POST", f"/api/cups/{key}/close")
        return waiting

    async def _fill(self, id: str, host: str, open_seats: list[int]) -> None:
        opener = next((person for person in self.people if person.id == host), None)
        if opener is None:
            return
        for seat in open_seats:
            body = {"action_id": self.action_id(opener.name), "seat": seat, "holder": "level1"}
            await opener.ask("POST", f"/api/tables/{id}/seats", body)
        await opener.ask("POST", f"/api/tables/{id}/begin", {"action_id": self.action_id(opener.name)})

    async def _return(self, person: SimulatedUser, id: str) -> None:
        """Have a person take their seat again and end a pause."""
        reply = await person.ask("GET", f"/api/tables/{id}")
        if reply is None or not reply.fine:
            return
        view = reply.json()
        self.check_view(person, id, view)
        if view["seat"] in view["represented"] and view["seat"] not in view["resigned"]:
            await person.ask("POST", f"/api/tables/{id}/back", {"action_id": self.action_id(person.name)})
        if view["paused"]:
            page = person.visit(id)
            action = self.action_id(person.name)
            await page.ask({"do": "table", "deed": "resume", "action_id": action}, durable=True)

    async def _compare_pages(self) -> None:
        """Note each open page that does not show what a new one shows."""
        for when, credential, pages in self.ended_access:
            for page in pages:
                if page.connected and page.credential == credential and self.loop.time() > when + 10:
                    what = "key was revoked" if page.key else "device was signed out"
                    kind = "page" if isinstance(page, SimulatedPage) else "stream of events"
                    self.wrong(f"a {kind} of {page.person.name} is open after its {what}")
        self._check_streams()
        compared = []
        for person in self.people:
            for page in [page for page in person.pages.values() if page.connected]:
                fresh = SimulatedPage(person, page.table)
                fresh.plays = False
                compared.append((page, fresh))
        await asyncio.sleep(2)
        for page, fresh in compared:
            self._compare(page, fresh)
            fresh.close()

    def _check_streams(self) -> None:
        """Note what a stream of events has not told, or has told twice, of games that ended while it was open."""
        query = (
            "SELECT matches.id, MAX(log.time) FROM matches JOIN seats ON seats.match = matches.id JOIN log ON "
            "log.match = matches.id WHERE stage = 'over' AND person = ? GROUP BY matches.id ORDER BY matches.id"
        )
        for person in self.people:
            ended = self.reader.execute(query, [person.id]).fetchall()
            for stream in [stream for stream in person.streams if stream.connected and stream.plays]:
                told = Counter(event["table"] for event in stream.events if event["type"] == "over")
                known = {event["table"] for event in stream.events}
                for id, when in ended:
                    if told[id] > 1 or (not told[id] and id in known):
                        self.wrong(f"a stream of {person.name} told {told[id]} times that {id} is over")
                    elif not told[id] and when > START_TIME + stream.since + STREAM_SECONDS:
                        self.wrong(f"a stream of {person.name} never told of {id}")

    def _compare(self, page: SimulatedPage, fresh: SimulatedPage) -> None:
        """Note where a page shows something else than a new one."""
        if not fresh.shown.plain or not page.connected:
            return
        whose = f"{page.person.name}'s page of {page.table}"
        for name in ("version", "over", "asked"):
            old, new = page.shown.plain.get(name), fresh.shown.plain.get(name)
            if old != new:
                self.wrong(f"{whose} shows {name} {old}, and it is {new}")
        differ = [name for name, html in fresh.shown.panels.items() if html != page.shown.panels.get(name)]
        if differ:
            self.wrong(f"{whose} shows an old board: {', '.join(differ)}")

    def close(self) -> None:
        self.reader.close()
        self.database.close()


async def read_tables(world: World, ids: Sequence[str]) -> dict[str, Table]:
    """Return tables as their logs tell them."""
    engine = await world.database.open_engine()
    async with engine.connect() as connection:
        await connection.execution_options(reading=True)
        found = {id: await read_match(connection, id, world.loop.time_of_day) for id in ids}
    await engine.dispose()
    return found

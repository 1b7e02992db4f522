"""The people of a schedule: what each of them does, drawn from a seed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Any

from tablero.cli.simulate_faults.network import Lost, Reply
from tablero.cli.simulate_faults.page import SimulatedPage
from tablero.cli.simulate_faults.stream import SimulatedStream
from tablero.cli.simulate_faults.template import COOKIE_SIGNER, USER_PASSWORD

if TYPE_CHECKING:
    from tablero.cli.simulate_faults.world import World

UserAction = Callable[["SimulatedUser"], Awaitable[None]]


class SimulatedUser:
    """A visitor with a browser: a guest, or a user with an account."""

    def __init__(self, world: World, name: str, id: str, cookie: str, account: bool, admin: bool, luck: Random) -> None:
        self.world = world
        self.name = name
        self.id = id
        self.cookie = cookie
        self.account = account
        self.admin = admin
        self.luck = luck
        self.pages: dict[str, SimulatedPage] = {}
        self.programs: list[SimulatedPage] = []  # pages opened with API keys
        self.streams: list[SimulatedStream] = []
        self.banned_at: float | None = None

    @property
    def has_device(self) -> bool:
        """Whether the person is signed in, as far as the cookie says."""
        return "device" in (COOKIE_SIGNER.read("guest", self.cookie) or {})

    def headers(self, key: str = "") -> list[tuple[bytes, bytes]]:
        if key:
            return [(b"authorization", f"Bearer {key}".encode())]
        return [(b"cookie", f"tablero={self.cookie}".encode())]

    def think(self) -> float:
        """Draw how long this person thinks about a move."""
        return 0.05 + self.luck.random() ** 2 * 3.0

    async def ask(self, method: str, path: str, body: Any = None, form: bool = False) -> Reply | None:
        """Send a request; None if its answer is lost."""
        try:
            found = await self.world.network.ask(self.name, method, path, body, self.cookie, form=form)
        except Lost:
            return None
        self.world.statuses[found.status] += 1
        if found.status == 500:
            self.world.wrong(f"{method} {path} was answered 500 to {self.name}")
        if found.cookie:
            self.cookie = found.cookie
            if self.account and not self.has_device and path != "/api/session":
                self.cookie = self.world.new_device(self)  # a sign-out that was reported as failed had happened
        return found

    def visit(self, table: str) -> SimulatedPage:
        """Open the page of a table, or return the open one."""
        page = self.pages.get(table)
        if page is None or page.closed:
            page = self.pages[table] = SimulatedPage(self, table)
        return page

    async def live(self, actions: int) -> None:
        """Do so many things, one after the other."""
        for _ in range(actions):
            await asyncio.sleep(self.luck.random() * 2.5)
            deed = self.luck.choices(USER_ACTIONS, WEIGHTS)[0]
            await deed(self)

    def open_connections(self) -> list[SimulatedPage | SimulatedStream]:
        """Return all that the person or a program with their key has opened."""
        return [*self.pages.values(), *self.programs, *self.streams]

    def goes(self) -> None:
        for each in self.open_connections():
            each.close()

    # ---------------------------------------------------------------- actions

    async def open_table(self) -> None:
        world, luck = self.world, self.luck
        if len(world.tables) >= world.most_tables:
            return await self.join()
        against_bot = luck.random() < 0.3
        terms: dict[str, Any] = {"stand_in": 1, "visibility": luck.choice(["listed", "link"])}
        pace = luck.choice(["none", "live", "live", "days"])
        terms |= {"pace": pace, "absence": luck.choice([0, 20])}
        if pace == "live":
            terms |= {"bank": luck.choice([6, 60]), "bonus": luck.choice([2, 30])}
        if self.account and not against_bot and luck.random() < 0.6:
            terms["rated"] = True
        terms["held"] = luck.random() < 0.15
        body = {
            "game": world.game,
            "seats": 2,
            "holders": ["me", "level1" if against_bot else "open"],
            "name": self.name,
            "terms": terms,
        }
        sent = world.loop.time()
        reply = await self.ask("POST", "/api/tables", body)
        if reply is not None and reply.fine:
            found = reply.json()
            world.may_sit(self, sent)
            world.tables[found["id"]] = found["invite"]
            self.visit(found["id"])

    async def join(self) -> None:
        """Sit down at a table that waits, or look at one."""
        world = self.world
        if not world.tables:
            return await self.open_table()
        id = self.luck.choice(list(world.tables))
        sat, sent = world.sits(self, id), world.loop.time()
        body = {"name": self.name}
        reply = await self.ask("POST", f"/api/invitations/{world.tables[id]}/join", body)
        if reply is not None and reply.fine and not sat:
            world.may_sit(self, sent)
        self.visit(id)

    async def look(self) -> None:
        if self.world.tables:
            id = self.luck.choice(list(self.world.tables))
            self.visit(id)
            reply = await self.ask("GET", f"/api/tables/{id}")
            if reply is not None and reply.fine:
                self.world.check_view(self, id, reply.json())

    async def leave_page(self) -> None:
        """Close a page without a word."""
        open_pages = [page for page in self.pages.values() if not page.closed]
        if open_pages:
            self.luck.choice(open_pages).close()

    async def lose_connection(self) -> None:
        for each in self.open_connections():
            if not each.key:
                each.break_off()

    async def act(self) -> None:
        """Do something at a table other than a move."""
        open_pages = [page for page in self.pages.values() if not page.closed]
        if not open_pages:
            return await self.join()
        page = self.luck.choice(open_pages)
        deed = self.luck.choices(
            ["leave", "back", "resign", "end", "go on", "pause", "resume", "begin"], [3, 4, 1, 2, 2, 2, 3, 2]
        )[0]
        await page.ask({"do": "table", "deed": deed, "action_id": self.world.action_id(self.name)}, durable=True)

    async def take_back(self) -> None:
        open_pages = [page for page in self.pages.values() if not page.closed]
        if open_pages:
            do = self.luck.choice(["undo", "undo", "restart"])
            await self.luck.choice(open_pages).ask(
                {"do": do, "action_id": self.world.action_id(self.name)}, durable=True
            )

    async def rematch(self) -> None:
        if self.world.tables:
            id = self.luck.choice(list(self.world.tables))
            reply = await self.ask("POST", f"/t/{id}/again")
            if reply is not None and reply.status == 303:
                await self.world.learn_tables()

    async def program(self) -> None:
        """Play by the API, as a program with the person's cookie."""
        mine = [page.table for page in self.pages.values()]
        if not mine:
            return
        id = self.luck.choice(mine)
        reply = await self.ask("GET", f"/api/tables/{id}/moves")
        if reply is None or not reply.fine or not reply.json()["moves"]:
            return
        offers = reply.json()
        move, action = self.luck.choice(offers["moves"])["move"], self.world.action_id(self.name)
        sent = self.world.loop.time()
        body = {"version": offers["version"], "action_id": action, "move": move}
        reply = await self.ask("POST", f"/api/tables/{id}/play", body)
        if reply is None:
            reply = await self.ask("POST", f"/api/tables/{id}/play", body)  # a program sends it again
        if reply is not None and reply.fine:
            self.world.acknowledge(id, action, sent, self.name)

    async def tournament(self) -> None:
        """Open a tournament, join one, or start one's own."""
        world = self.world
        if not world.tournaments:
            if world.most_tournaments == 0:
                return await self.act()
            rules = {"game": world.game, "seats": 2, "rounds": 1 + (self.luck.random() < 0.5), "name": "Cup"}
            rules["terms"] = {"stand_in": 1, "pace": "live", "bank": 60.0, "bonus": 10.0}
            reply = await self.ask("POST", "/api/cups/", rules)
            if reply is not None and reply.fine:
                key = reply.json()["key"]
                world.tournaments[key] = self.name
                await self.ask("POST", f"/api/cups/{key}/join", {"name": self.name})
                if self.luck.random() < 0.5:
                    await self.ask("POST", f"/api/cups/{key}/bots", {"level": 1})
            return
        key = self.luck.choice(list(world.tournaments))
        if world.tournaments[key] == self.name:
            if self.luck.random() < 0.3:
                await self.ask("POST", f"/api/cups/{key}/bots", {"level": 1})
            await self.ask("POST", f"/api/cups/{key}/start")
        else:
            await self.ask("POST", f"/api/cups/{key}/join", {"name": self.name})
        await world.learn_tables()

    async def sign_out(self) -> None:
        """Sign out on this device, and in again on another."""
        if not self.account or not self.has_device:
            return
        old = [each for each in self.open_connections() if not each.key]
        cookie = self.cookie
        reply = await self.ask("DELETE", "/api/session")
        if reply is not None and not reply.fine:
            self.cookie = cookie
            return
        if reply is not None:
            self.world.ended_access.append((self.world.loop.time(), cookie, old))
        self.cookie = self.world.new_device(self)
        for each in old:
            each.plays = False
        self.pages = {}

    async def follow_events(self) -> None:
        """Have a program follow what concerns the person at all tables."""
        if not any(stream.plays and not stream.key for stream in self.streams):
            self.streams.append(SimulatedStream(self))

    async def lend_key(self) -> None:
        """Make an API key for a program that plays at one of the tables, and revoke it after a while."""
        tables = [page.table for page in self.pages.values()]
        if not self.account or not self.has_device or not tables:
            return
        reply = await self.ask("POST", "/api/keys/", {"label": "program", "password": USER_PASSWORD})
        if reply is None or not reply.fine:
            return
        made = reply.json()
        page = SimulatedPage(self, self.luck.choice(tables), made["key"])
        self.programs.append(page)
        stream = SimulatedStream(self, made["key"])
        self.streams.append(stream)
        await asyncio.sleep(self.luck.random() * 8)
        reply = await self.ask("DELETE", f"/api/keys/{made['id']}")
        if reply is not None and reply.fine:
            self.world.ended_access.append((self.world.loop.time(), page.key, [page, stream]))
            stream.plays = False

    async def ban(self) -> None:
        """Ban a user, as an administrator."""
        others = [person for person in self.world.people if person.account and person is not self]
        if not self.admin or not others:
            return
        other = self.luck.choice(others)
        body = {"who": f"badge:{self.world.badge(other)}", "what": "ban", "days": 1}
        reply = await self.ask("POST", "/api/admin/people", body)
        if reply is not None and reply.fine and other.banned_at is None:
            other.banned_at = self.world.loop.time()


ACTION_WEIGHTS: list[tuple[UserAction, float]] = [
    (SimulatedUser.open_table, 3),
    (SimulatedUser.join, 4),
    (SimulatedUser.look, 3),
    (SimulatedUser.leave_page, 1),
    (SimulatedUser.lose_connection, 1),
    (SimulatedUser.act, 3),
    (SimulatedUser.take_back, 1),
    (SimulatedUser.rematch, 1.5),
    (SimulatedUser.program, 2),
    (SimulatedUser.tournament, 1.5),
    (SimulatedUser.sign_out, 0.5),
    (SimulatedUser.lend_key, 0.8),
    (SimulatedUser.follow_events, 1),
    (SimulatedUser.ban, 0.8),
]
USER_ACTIONS = [deed for deed, _ in ACTION_WEIGHTS]
WEIGHTS = [weight for _, weight in ACTION_WEIGHTS]

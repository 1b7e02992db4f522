"""Teller: notes what happens at tables for those who do not look, and tells them by the channels that they have chosen."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from tablero.core.errors import BadOption
from tablero.people.notices import (
    LOBBY,
    PATIENCE,
    Channel,
    Circumstances,
    Decision,
    Kind,
    Notice,
    decide,
    retry_after,
)
from tablero.people.preferences import Preferences
from tablero.site.calls import Answer, Caller, CallFailed
from tablero.site.language import Tongue
from tablero.site.mail import MailFailed, can_mail, send_mail
from tablero.site.notice_words import Message, mail_text, message_of
from tablero.site.presence import Presence
from tablero.site.push import Push
from tablero.site.settings import Settings
from tablero.site.webhooks import packed
from tablero.store import House, StoreError
from tablero.store.notices import Noted
from tablero.store.ways import Device, Way
from tablero.table import Cause, NoSuchTable, OtherRules, Table

TICK = 5.0  # seconds between two looks at what is due
CLAIM = 180.0  # seconds after which another process may take over what one has begun
TOGETHER = 10  # people who are told something at the same time
KEPT = 14 * 24 * 3600.0  # seconds for which it is known what was told
PRUNED_EVERY = 3600.0

GONE = (404, 410)  # how a push service says that a browser takes no messages any more

logger = logging.getLogger("tablero.site")

Words = Callable[[str], Message]  # a message in a language


@dataclass(frozen=True)
class Trouble:
    """Why a message did not arrive: a word for it (`notice_words.why`). `for_good`: it never will."""

    reason: str
    for_good: bool = False


class Teller:
    """Looks after all notices of this process. `tell` is for whoever has something to say to a person."""

    def __init__(self, house: House, settings: Settings, presence: Presence, caller: Caller, push: Push) -> None:
        self._house = house
        self._settings = settings
        self._presence = presence
        self.caller = caller
        self.push = push
        self._changed: dict[str, int] = {}  # tables, and the first row of each that has not been looked at
        self._news = asyncio.Event()
        self._visited: set[str] = set()  # tables where somebody has come or gone
        self._room = asyncio.Semaphore(TOGETHER)
        self._pruned = 0.0
        self._deaf = house.listen(self._hear, own=True)
        presence.listen(self._see)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._follow()), asyncio.create_task(self._keep_telling())]

    async def close(self) -> None:
        self._deaf()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.caller.close()

    # ---------------------------------------------------------------- noting

    async def tell(self, person: str, kind: Kind, table: str = "", game: str = "", but: Channel | None = None) -> None:
        """Have a person told something by all their channels, unless they look at the table meanwhile."""
        open_to = (await self._house.ways.open_to([person])).get(person, set())
        notice = Notice(kind, table, game, self._house.now())
        await self._house.notices.add([Noted(person, channel, notice) for channel in open_to if channel != but])

    def _hear(self, table: str, version: int) -> None:
        self._changed.setdefault(table, version)
        self._news.set()

    def _see(self, table: str) -> None:
        if table != LOBBY:
            self._visited.add(table)
            self._news.set()

    async def _follow(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self.follow()
            except Exception:
                logger.exception("what happened at some tables could not be noted")

    async def follow(self) -> None:
        """Note what has happened since the last time; forget what those know who have come."""
        visited, self._visited = self._visited, set()
        changed, self._changed = self._changed, {}
        for table in visited:
            with suppress(StoreError):  # at worst they are told what they know
                for person in {person for person, _, _ in await self._house.notices.of_table(table)}:
                    if self._presence.looks(person, table):
                        await self._house.notices.forget(person, table)
        for id, first in changed.items():
            try:
                await self._note(await self._house.table(id), first)
            except (NoSuchTable, OtherRules):
                continue
            except StoreError as error:
                logger.error("nobody is told of table %s: %s", id, error)

    async def _note(self, table: Table, first: int) -> None:
        """What those who do not look at a table have to be told after its rows from the `first` on."""
        offered = () if table.started else [one for one in table.invitations.named if table.seat_of(one) is None]
        seated = {holder.person: seat for seat, holder in enumerate(table.holders) if holder.kind == "person"}
        everybody = {**dict.fromkeys(offered, -1), **seated}
        people = {person: seat for person, seat in everybody.items() if not self._presence.looks(person, table.id)}
        if not people:
            return
        open_to = await self._house.ways.open_to(people)
        if not open_to:
            return
        known = await self._house.notices.of_table(table.id)
        rows = [row for row in table.rows if row.number >= first]
        mover = rows[-1].seat if rows and rows[-1].kind in ("move", "undo", "restart") else -1
        new: list[Noted] = []
        for person in open_to:
            seat = people[person]
            kinds: set[Kind] = set()
            owes = seat in table.actors() and not table.represented(seat)
            if owes and seat != mover:
                kinds.add("turn")
            if table.over and seat != mover:
                kinds.add("over")
            if person in offered:
                kinds.add("invited")
            elif table.version == 0 and table.host != person:
                kinds.add("invited" if table.host else "round")  # somebody gave them a seat; nobody opens a tournament's tables
            if any(row.kind == "away" and row.seat == seat and row.move != Cause.WISH for row in rows):
                kinds.add("stood_in")
            if not owes and any(whose == person and kind == "turn" for whose, _, kind in known):
                await self._house.notices.forget(person, table.id, ["turn"])
            now = self._house.now()
            new += [
                Noted(person, channel, Notice(kind, table.id, table.game.name, now))
                for kind in kinds
                for channel in open_to[person]
                if (person, channel, kind) not in known
            ]
        if new:
            await self._house.notices.add(new)

    # ---------------------------------------------------------------- telling

    async def _keep_telling(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.sweep()
            except StoreError as error:
                logger.error("nobody is told anything: %s", error)
            except Exception:
                logger.exception("nobody is told anything")

    async def sweep(self) -> None:
        """Tell what is due, to all whom it concerns."""
        now = self._house.now()
        untold = await self._house.notices.untold(now)
        await asyncio.gather(*(self._attend(one.person, one.channel) for one in untold))
        if now - self._pruned > PRUNED_EVERY:
            self._pruned = now
            await self._house.notices.prune(now - KEPT)

    async def _attend(self, person: str, channel: Channel) -> None:
        house, now = self._house, self._house.now()
        async with self._room:
            way = await house.ways.claim(person, channel, now, now + CLAIM)
            if way is not None:
                try:
                    await self._tell_due(way, now)
                finally:
                    await house.ways.release(person, channel)
            elif channel not in await house.ways.of(person):
                await house.notices.drop(person, channel, await house.notices.untold_of(person, channel))

    async def _tell_due(self, way: Way, now: float) -> None:
        person, channel = way.person, way.channel
        # Read now: another process may have told some of it before this one claimed the channel.
        notices = await self._house.notices.untold_of(person, channel)
        chosen = await self._house.settings.of(person)
        waiting = await self._house.waiting_for(person)
        looking = {table for table in (LOBBY, *(one.table for one in notices)) if self._presence.looks(person, table)}
        how = Circumstances(now, {table.id for table in waiting}, looking, way.last)
        decision = decide(notices, chosen, channel, how) if way.works else Decision(drop=tuple(notices))
        await self._house.notices.drop(person, channel, decision.drop)
        if decision.tell:
            tables = {table.id: table for table in await self._house.summaries([one.table for one in decision.tell])}

            def words(language: str) -> Message:
                tongue = Tongue(chosen.language or language or "en")
                return message_of(decision.tell, tables, len(waiting), person, tongue)

            trouble = await self._send(way, words, chosen)
            if trouble is not None:
                await self._failed(way, trouble, now)
                return
            await self._house.notices.told(person, channel, decision.tell, now)
            await self._house.ways.release(person, channel, used=now)
        if decision.again is not None:
            await self._house.notices.put_off(person, channel, decision.again)

    async def _failed(self, way: Way, trouble: Trouble, now: float) -> None:
        failures = await self._house.ways.failed(way.person, way.channel)
        logger.info("a notice did not arrive", extra={"fields": {"channel": way.channel, "reason": trouble.reason}})
        if trouble.for_good or (way.channel == "webhook" and failures >= PATIENCE):
            await self._house.ways.break_off(way.person, way.channel, trouble.reason)
            if way.channel == "webhook":
                await self.tell(way.person, "broken", but="webhook")
        await self._house.notices.put_off(way.person, way.channel, now + retry_after(failures))

    # ---------------------------------------------------------------- sending

    async def _send(self, way: Way, words: Words, chosen: Preferences) -> Trouble | None:
        """Send a message by one channel; what went wrong, or nothing."""
        if way.channel == "push":
            return await self.send_push(await self._house.ways.devices(way.person), words)
        if way.channel == "webhook":
            return await self.send_webhook(way, words(way.language))
        return await self._send_mail(way, words(way.language), Tongue(chosen.language or way.language or "en"))

    async def send_push(self, devices: Sequence[Device], words: Words) -> Trouble | None:
        """Send a message to devices. Those that are gone are forgotten; it has arrived when one has it."""
        answers = await asyncio.gather(*(self._push_to(device, words(device.language)) for device in devices))
        left = [answer for answer in answers if answer is None or answer.status not in GONE]
        if not left or any(answer is not None and answer.fine for answer in left):
            return None
        worst = next((answer for answer in left if answer is not None), None)
        return Trouble("silent" if worst is None else f"status_{worst.status}")

    async def _push_to(self, device: Device, message: Message) -> Answer | None:
        content = {"title": message.title, "body": message.body, "url": message.path, "tag": message.table or "tablero"}
        content["lang"] = device.language
        try:
            answer = await self.push.send(device, json.dumps(content, ensure_ascii=False).encode())
        except (CallFailed, BadOption):
            await self._house.ways.note_device(device.id, False)
            return None
        if answer.status in GONE:
            await self._house.ways.remove_device(device.id, device.person)
        else:
            await self._house.ways.note_device(device.id, answer.fine)
        return answer

    async def send_webhook(self, way: Way, message: Message) -> Trouble | None:
        try:
            body = packed(message, self._origin(way), way.address)
            answer = await self.caller.post(way.address, body, {"Content-Type": "application/json"})
        except CallFailed as error:
            return Trouble(error.why)
        return None if answer.fine else Trouble(f"status_{answer.status}", for_good=answer.status == 410)

    async def _send_mail(self, way: Way, message: Message, tongue: Tongue) -> Trouble | None:
        if not can_mail(self._settings):
            return Trouble("no_mail")
        origin = self._origin(way)
        stop = f"{origin}/mail/{way.key}/stop"
        headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        try:
            text = mail_text(message, origin, stop, tongue.say)
            await send_mail(self._settings, way.address, message.title, text, headers)
        except MailFailed as error:
            logger.warning("a mail was not taken: %s", error)
            return Trouble("refused" if error.refused else "silent", for_good=error.refused)
        return None

    def _origin(self, way: Way) -> str:
        return next(iter(self._settings.origins), way.origin)

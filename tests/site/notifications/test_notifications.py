"""Who does not look is told, by every channel that was chosen, once, and in their own language."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from litestar import Litestar
from litestar.datastructures import State

from tablero.core.errors import BadOption
from tablero.core.i18n.translator import Translator
from tablero.people.notification_policy import ChannelPolicy
from tablero.site.notifications.channel import DeliveryFailure, NotificationChannel, Words
from tablero.site.notifications.channels import CHANNELS
from tablero.site.notifications.dispatcher import NotificationDispatcher
from tablero.site.settings import Settings
from tablero.site.web.services import services_of
from tablero.store import Store
from tablero.store.notifications.channels import ChannelAddress
from tablero.table import Cause, Holder, Terms
from tablero.table.pregame import invite
from tablero.ui.language import Language
from tests.site.notifications.test_push import Browser, claims_of
from tests.site.outside import outside
from tests.site.smtp import post_office

pytestmark = pytest.mark.anyio

NOON = 1_800_000_000.0
MAX_FAILURES = 5  # of a webhook


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@dataclass
class Site:
    """A site whose clock stands still until the test moves it, and nothing is told until the test says so."""

    app: Litestar
    client: httpx.AsyncClient
    clock: Clock

    @property
    def store(self) -> Store:
        store = services_of(self.app).store
        return store

    @property
    def dispatcher(self) -> NotificationDispatcher:
        dispatcher = services_of(self.app).notifications
        return dispatcher

    async def person(self) -> str:
        """The visitor's own id, which no page tells."""
        await self.client.get("/")
        signer = services_of(self.app).signer
        content = signer.read("guest", self.client.cookies["tablero"])
        return str(content["id"])

    async def later(self, seconds: float) -> None:
        await self.dispatcher.follow()
        self.clock.now += seconds
        await self.dispatcher.send_due()

    async def table(self, *people: str, game: str = "yaxha", name: str = "") -> str:
        """A table of people; all of them choose at once in its first round."""
        holders = [Holder("person", person.title()[:8], person) for person in people]
        return await self.store.open_table(game, len(people), {}, holders, people[0], terms=Terms(name=name))

    async def play(self, id: str, person: str) -> None:
        """Make moves for somebody until nothing is owed any more."""
        seat = (await self.store.table(id)).seat_of(person)
        assert seat is not None
        for count in range(50):
            table = await self.store.table(id)
            if seat not in table.actors():
                return
            move = table.state.moves(seat)[0]
            await self.store.play(id, seat, move, table.version_for(seat), f"{person}{table.version}{count}")
        raise AssertionError("it never ends")


@asynccontextmanager
async def site(app: Litestar, tmp_path: Path, **more: Any) -> AsyncIterator[Site]:
    settings = Settings(database=str(tmp_path / "games.db"), bot_pause=0, **{"allow_private_calls": True, **more})
    app.state = State({"settings": settings})
    async with app.lifespan():  # in the loop of the test
        clock = Clock()
        services_of(app).store.now = clock
        services_of(app).store.channels._clock = clock
        dispatcher = services_of(app).notifications
        for task in dispatcher._tasks:
            task.cancel()
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app), base_url="http://localhost", follow_redirects=True
        ) as client:  # type: ignore[arg-type]
            yield Site(app, client, clock)


async def test_a_closed_browser_is_told_of_a_turn_in_its_language(built: Litestar, tmp_path: Path) -> None:
    async with outside() as push, site(built, tmp_path) as here:
        browser = Browser(f"{push.address}/one")
        here.client.cookies["language"] = "es"
        me = await here.person()
        made = await here.client.post("/api/me/push-devices", json=browser.subscription)
        assert made.status_code == 201
        assert "endpoint" not in made.text
        id = await here.table("ben", me, game="tzolkin", name="Jueves")
        await here.later(0)
        before = len(push.asked)  # a seat was given: that is told at once
        await here.play(id, "ben")
        await here.later(29)
        assert len(push.asked) == before
        await here.later(40)
        told = browser.read(push.asked[-1])
        assert told == {
            "title": "Jueves: te toca",
            "body": "Tzolk'in, con Ben",
            "url": f"/t/{id}",
            "tag": id,
            "lang": "es",
        }
        claims_of(push.asked[-1], (await here.client.get("/api/me/notices")).json()["push_key"])
        count = len(push.asked)
        await here.later(100_000)
        assert len(push.asked) == count  # once


async def test_nobody_is_told_who_looks_or_has_moved_meanwhile(built: Litestar, tmp_path: Path) -> None:
    async with outside() as hook, site(built, tmp_path) as here:
        me = await here.person()
        await here.client.put("/api/me/webhook", json={"address": f"{hook.address}/hook"})
        id = await here.table(me, "ben")
        presence = services_of(here.app).presence
        with presence.open_page(id, me) as page:
            await here.later(60)
            assert hook.asked == []
            presence.on_ping(id, page, visible=False)
            await here.play(id, me)
            await here.play(id, "ben")  # the next round: a choice of both at once
            await here.dispatcher.follow()
            presence.on_ping(id, page)  # back within the grace
            await here.later(60)
            assert hook.asked == []
        await here.play(id, me)
        await here.play(id, "ben")
        await here.dispatcher.follow()
        await here.play(id, me)  # without looking: a program moves
        await here.later(60)
        assert hook.asked == []
        await here.play(id, "ben")
        await here.later(60)
        assert len(hook.asked) == 1
        told = json.loads(hook.asked[0].body)
        assert told["table"] == id
        assert told["game"] == "yaxha"
        assert told["url"].endswith(f"/t/{id}")
        assert told["text"] == told["content"]
        assert me not in hook.asked[0].body.decode()


async def test_three_tables_are_one_message_and_a_digest_leads_to_the_next_game(
    built: Litestar, tmp_path: Path
) -> None:
    async with outside() as hook, site(built, tmp_path) as here:
        me = await here.person()
        await here.client.put("/api/me/webhook", json={"address": f"{hook.address}/hook"})
        ids = []
        for _ in range(3):
            ids.append(await here.table(me, "ben"))
            here.clock.now += 1
        await here.later(60)
        [asked] = hook.asked
        told = json.loads(asked.body)
        assert told["text"].startswith("3 games wait for you")
        assert told["url"].endswith("/next")
        answer = await here.client.get("/next", follow_redirects=False)
        assert answer.headers["location"] == f"/t/{ids[0]}"
        answer = await here.client.get(f"/next?but={ids[0]}", follow_redirects=False)
        assert answer.headers["location"] == f"/t/{ids[1]}"
        assert [table["id"] for table in (await here.client.get("/api/me/waiting")).json()] == ids
        for id in ids:
            await here.play(id, me)
        assert (await here.client.get("/api/me/waiting")).json() == []
        assert "No game waits for you" in (await here.client.get("/next")).text


async def test_a_choice_out_of_turn_an_end_and_a_bot_in_my_seat_are_told(built: Litestar, tmp_path: Path) -> None:
    async with outside() as hook, site(built, tmp_path) as here:
        me = await here.person()
        await here.client.put("/api/me/webhook", json={"address": f"{hook.address}/hook"})
        id = await here.table("ben", me)  # all choose at once
        await here.later(60)
        assert "your turn" in hook.asked[-1].body.decode()
        await here.store.append(id, 1, "gone", lambda t: t.leave(1, Cause.ABSENCE, "gone"))
        await here.later(120)
        assert "a bot plays for you" in hook.asked[-1].body.decode()
        count = len(hook.asked)
        await here.store.append(id, 1, "back", lambda t: t.come_back(1, "back"))
        await here.store.append(id, 1, "gone again", lambda t: t.leave(1, Cause.WISH, "gone again"))  # they know
        await here.later(120)
        assert len(hook.asked) == count
        await here.store.append(id, -1, "close", lambda t: t.close("close"))
        await here.later(120)
        assert "is over" in hook.asked[-1].body.decode()
        assert len(hook.asked) == count + 1


async def test_a_seat_that_was_given_and_a_round_of_a_tournament_are_told_at_once(
    built: Litestar, tmp_path: Path
) -> None:
    async with outside() as hook, site(built, tmp_path) as here:
        me = await here.person()
        await here.client.put("/api/me/webhook", json={"address": f"{hook.address}/hook"})
        await here.table("ben", me, game="tzolkin", name="Thursday")
        await here.later(0)
        assert "A seat for you: Thursday" in hook.asked[-1].body.decode()
        holders = [Holder("person", "Ben", "ben"), Holder("person", "Me", me)]
        await here.store.open_table("tzolkin", 2, {}, holders, "", terms=Terms(name="Spring cup"))  # as tournaments do
        await here.later(0)
        assert len(hook.asked) == 1  # not two in a minute
        await here.later(60)
        assert "Spring cup: the next round begins" in hook.asked[-1].body.decode()


async def test_whoever_is_invited_by_name_is_told_and_once(built: Litestar, tmp_path: Path) -> None:
    async with outside() as hook, site(built, tmp_path) as here:
        me = await here.person()
        await here.client.put("/api/me/webhook", json={"address": f"{hook.address}/hook"})
        holders = [Holder("person", "Ben", "ben"), Holder("open")]
        id = await here.store.open_table("maya", 2, {}, holders, "ben", terms=Terms(visibility="named"))
        await here.later(60)
        assert hook.asked == []
        for name in ("first", "again"):
            await here.store.append(
                id,
                -1,
                name,
                lambda table, name=name: invite(table, "ben", table.invitations.name(me, "Me"), name),  # type: ignore[misc]
            )
            await here.later(100)
        [asked] = hook.asked
        assert json.loads(asked.body)["text"].startswith("A seat for you: Maya\nwith Ben")


async def test_a_game_and_a_table_can_be_left_out(built: Litestar, tmp_path: Path) -> None:
    async with outside() as hook, site(built, tmp_path) as here:
        me = await here.person()
        await here.client.put("/api/me/webhook", json={"address": f"{hook.address}/hook"})
        quiet = await here.table(me, "ben")
        changed = await here.client.patch("/api/me/notices", json={"games": {"maya": False}, "tables": {quiet: False}})
        assert changed.json()["games"] == {"yaxha": True, "maya": False, "tzolkin": True, "amritsar": True}
        assert changed.json()["quiet_tables"] == [quiet]
        await here.table(me, "ben", game="maya")
        await here.later(60)
        assert hook.asked == []
        page = await here.client.get("/notices")
        assert f"table.{quiet}" in page.text
        await here.client.post("/notices/switch", data={"what": f"table.{quiet}", "on": "1"})
        await here.client.post("/notices/switch", data={"what": "webhook", "on": "0"})
        now = (await here.client.get("/api/me/notices")).json()
        assert (now["quiet_tables"], now["webhook"]) == ([], False)
        for wrong in ({"games": {"chess": False}}, {"tables": {"nowhere": False}}, {"tables": {"\0": False}}):
            assert (await here.client.patch("/api/me/notices", json=wrong)).status_code in (400, 404)


async def test_a_webhook_that_fails_is_switched_off_and_that_is_said(built: Litestar, tmp_path: Path) -> None:
    async with outside() as hook, site(built, tmp_path) as here:
        me = await here.person()
        await here.client.put("/api/me/webhook", json={"address": f"{hook.address}/hook"})
        hook.answers(500)
        assert (await here.client.post("/api/me/webhook/test")).json() == {"ok": False, "reason": "status_500"}
        await here.table(me, "ben")
        for _ in range(MAX_FAILURES + 3):
            await here.later(4000)
        assert len(hook.asked) == 1 + MAX_FAILURES
        page = (await here.client.get("/notices")).text
        assert "switched off because it failed several times in a row" in page
        assert "error 500" in page
        hook.answers(204)
        assert (await here.client.post("/api/me/webhook/test")).json()["ok"]
        assert (await here.client.get("/api/me/notices")).json()["webhook_address"]["broken"] == ""
        await here.client.delete("/api/me/webhook")
        assert (await here.client.post("/api/me/webhook/test")).status_code == 404


async def test_a_device_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(
    built: Litestar, tmp_path: Path
) -> None:
    async with outside() as push, site(built, tmp_path) as here:
        me = await here.person()
        gone, there = Browser(f"{push.address}/gone"), Browser(f"{push.address}/there")
        for browser in (gone, there):
            await here.client.post("/api/me/push-devices", json=browser.subscription)
        push.answers(410)
        [first, second] = (await here.client.get("/api/me/notices")).json()["devices"]
        assert (await here.client.post(f"/api/me/push-devices/{first['id']}/test")).status_code == 200
        assert [device["id"] for device in (await here.client.get("/api/me/notices")).json()["devices"]] == [
            second["id"]
        ]
        push.answers(503)
        await here.table(me, "ben")
        await here.later(40)
        await here.later(40)
        tried = len(push.asked)
        push.answers(201)
        await here.later(40)
        assert len(push.asked) == tried + 1
        assert (await here.client.delete(f"/api/me/push-devices/{second['id']}")).status_code == 204
        assert (await here.client.delete(f"/api/me/push-devices/{second['id']}")).status_code == 404


async def test_another_visitor_can_neither_see_nor_touch_my_channels(built: Litestar, tmp_path: Path) -> None:
    async with outside() as push, site(built, tmp_path) as here:
        await here.person()
        browser = Browser(f"{push.address}/mine")
        device = (await here.client.post("/api/me/push-devices", json=browser.subscription)).json()
        await here.client.put("/api/me/webhook", json={"address": f"{push.address}/hook"})
        here.client.cookies.clear()
        theirs = (await here.client.get("/api/me/notices")).json()
        assert (theirs["devices"], theirs["webhook_address"]) == ([], None)
        assert (await here.client.post(f"/api/me/push-devices/{device['id']}/test")).status_code == 404
        assert (await here.client.delete(f"/api/me/push-devices/{device['id']}")).status_code == 404
        assert push.asked == []


async def test_addresses_into_the_hosts_network_are_refused_with_a_sentence(built: Litestar, tmp_path: Path) -> None:
    async with site(built, tmp_path, allow_private_calls=False) as here:
        client = here.client
        for address in (
            "http://example.org/",
            "https://127.0.0.1/",
            "https://169.254.169.254/latest",
            "https://router/",
        ):
            refused = await client.put("/api/me/webhook", json={"address": address})
            assert refused.status_code == 400, address
            body = Browser(address).subscription
            assert (await client.post("/api/me/push-devices", json=body)).status_code == 400
            page = await client.post("/notices/webhook", data={"address": address})
            assert page.status_code == 400
            assert 'role="alert"' in page.text
        assert (await client.get("/api/me/notices")).json()["webhook_address"] is None


async def test_tries_are_limited(built: Litestar, tmp_path: Path) -> None:
    async with outside() as hook, site(built, tmp_path) as here:
        await here.person()
        await here.client.put("/api/me/webhook", json={"address": f"{hook.address}/hook"})
        found = [(await here.client.post("/api/me/webhook/test")).status_code for _ in range(9)]
        assert found.count(429) == 3
        assert len(hook.asked) == 6
        page = await here.client.post("/notices/webhook/test")
        assert page.status_code == 429
        assert "Wait a few minutes" in page.text


# ---------------------------------------------------------------- mail


async def test_mail_begins_with_a_link_and_ends_with_another(built: Litestar, tmp_path: Path) -> None:
    async with post_office() as post:
        mail = {
            "smtp_host": "127.0.0.1",
            "smtp_port": post.port,
            "smtp_security": "none",
            "smtp_from": "Tablero <t@example.org>",
        }
        async with site(built, tmp_path, public=("https://games.example",), **mail) as here:
            me = await here.person()
            await here.client.post("/notices/mail", data={"address": "ana@example.org"})
            [first] = post.mails
            link = re.search(r"https://games\.example(/mail/\S+)", first.get_content())
            assert link is not None
            assert me not in first.get_content()
            id = await here.table(me, "ben")
            await here.later(4000)
            assert len(post.mails) == 1  # not confirmed
            await here.client.get(link[1])
            await here.play(id, me)
            await here.play(id, "ben")
            await here.later(4000)
            assert len(post.mails) == 1  # a link that was opened by a program counts for nothing
            here.client.cookies.clear()  # whoever reads the mail need not sign in
            assert "Mail is switched on" in (await here.client.post(link[1])).text
            await here.play(id, me)
            await here.play(id, "ben")
            await here.later(200)
            await here.later(200)
            second = post.mails[1]
            assert second["Subject"] == "Yaxha: your turn"
            assert f"https://games.example/t/{id}" in second.get_content()
            stop = second["List-Unsubscribe"].strip("<>").removeprefix("https://games.example")
            assert second["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            assert "No more mail" in (await here.client.get(stop)).text
            await here.client.post(stop, data={"List-Unsubscribe": "One-Click"})
            assert await here.store.channels.of(me) == {}
            assert (await here.client.get(link[1])).status_code == 404


async def test_a_stranger_s_mailbox_is_not_flooded(built: Litestar, tmp_path: Path) -> None:
    async with post_office() as post:
        mail = {"smtp_host": "127.0.0.1", "smtp_port": post.port, "smtp_security": "none", "smtp_from": "t@example.org"}
        async with site(built, tmp_path, public=("http://localhost",), **mail) as here:
            found = [
                (await here.client.put("/api/me/mail", json={"address": "ana@example.org"})).status_code
                for _ in range(7)
            ]
            assert found.count(200) == len(post.mails) == 4
            assert found.count(429) == 3
            for wrong in ("ana", "a@b, c@d", "x@y\r\nBcc: z@example.org"):
                assert (await here.client.put("/api/me/mail", json={"address": wrong})).status_code == 400


async def test_without_mail_set_up_that_is_said(built: Litestar, tmp_path: Path) -> None:
    async with site(built, tmp_path) as here:
        assert "has not set up mail" in (await here.client.get("/notices")).text
        assert (await here.client.put("/api/me/mail", json={"address": "ana@example.org"})).status_code == 400


# ---------------------------------------------------------------- nothing lost, nothing twice


async def test_what_is_untold_when_the_server_stops_is_told_by_the_next(built: Litestar, tmp_path: Path) -> None:
    async with outside() as hook:
        async with site(built, tmp_path) as here:
            me = await here.person()
            await here.client.put("/api/me/webhook", json={"address": f"{hook.address}/hook"})
            await here.table(me, "ben")
            await here.dispatcher.follow()
        async with site(built, tmp_path) as there:
            await there.later(60)
            await there.later(4000)
    assert len(hook.asked) == 1


async def test_two_processes_tell_a_thing_once(built: Litestar, tmp_path: Path) -> None:
    async with outside() as hook, site(built, tmp_path) as here:
        me = await here.person()
        await here.client.put("/api/me/webhook", json={"address": f"{hook.address}/hook"})
        await here.table(me, "ben")
        await here.dispatcher.follow()
        here.clock.now += 60
        other = NotificationDispatcher(
            here.store, services_of(here.app).presence, here.dispatcher.http, here.dispatcher.channels
        )
        await asyncio.gather(here.dispatcher.send_due(), other.send_due(), here.dispatcher.send_due())
        other._unsubscribe()
    assert len(hook.asked) == 1


# ---------------------------------------------------------------- a channel that is added


class Pager(NotificationChannel):
    """A channel that only this test knows. It shares the switch of the webhook: `Preferences` has no other to spare."""

    name = "pager"
    policy = ChannelPolicy("tell_webhook", grace=10.0, apart=20.0)
    sent: ClassVar[list[tuple[str, str]]] = []

    def label(self, say: Translator) -> str:
        return "Pocket pager"

    def check(self, address: str) -> None:
        if not address.isdigit():
            raise BadOption("this is not a mail address: write it like ana@example.org")

    async def send(self, recipient: ChannelAddress, words: Words, language: Language) -> DeliveryFailure | None:
        self.sent.append((recipient.address, words(recipient.language).title))
        return None


async def test_a_new_channel_is_one_class(built: Litestar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHANNELS, Pager.name, Pager)
    monkeypatch.setattr(Pager, "sent", [])
    async with site(built, tmp_path) as here:
        me = await here.person()
        assert (await here.client.post("/notices/pager", data={"address": "seven"})).status_code == 400
        page = await here.client.post("/notices/pager", data={"address": "77"})
        assert page.status_code == 200
        assert "Pocket pager" in page.text
        id = await here.table(me, "ben", name="Thursday")
        await here.later(9)
        assert Pager.sent == []
        await here.later(2)
        assert Pager.sent == [("77", "Thursday: your turn")]
        await here.play(id, me)
        await here.play(id, "ben")
        await here.client.post("/notices/switch", data={"what": "pager", "on": "0"})
        await here.later(100)
        assert len(Pager.sent) == 1
        await here.client.post("/notices/pager/remove")
        assert Pager.name not in await here.store.channels.of(me)
        for unknown in ("/notices/pigeon", "/notices/pigeon/remove", "/notices/push", "/notices/push/remove"):
            assert (await here.client.post(unknown, data={"address": "77"})).status_code == 404

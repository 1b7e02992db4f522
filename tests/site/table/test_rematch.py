"""The pages of a finished table: whoever sat there is offered the rematch, everybody else may watch it."""

import re

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero import seeded
from tablero.store import Store
from tests.store.matches import play_quickly

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]


class Person:
    """Somebody with cookies of their own at the one client that the application has."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}

    async def ask(self, method: str, path: str, **form: str) -> tuple[str, str]:
        """Where the request led to, and the page there."""
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies)
        answer = await self.client.request(method, path, data=form or None, follow_redirects=True)
        assert answer.status_code == 200
        self.cookies = dict(self.client.cookies)
        return answer.url.path, answer.text


async def finished_table(client: Client, store: Store) -> tuple[Person, Person, str]:
    host, friend = Person(client), Person(client)
    await host.ask("POST", "/name", name="Inés")
    table, page = await host.ask("POST", "/open", game="yaxha", kind1="friend", **{"seats-yaxha": "2"})
    invitation = re.search(r"/join/[\w-]+", page)
    assert invitation is not None
    await friend.ask("POST", invitation[0], name="Marco")
    await play_quickly(store, table.removeprefix("/t/"), seeded(1))
    return host, friend, table


async def test_two_who_ask_for_a_rematch_meet_at_one_table_and_a_stranger_watches_it(
    client: Client, store: Store
) -> None:
    host, friend, table = await finished_table(client, store)
    stranger = Person(client)
    for person, offered in ((host, True), (friend, True), (stranger, False)):
        _, page = await person.ask("GET", table)
        assert (f"{table}/again" in page) is offered
        assert "A rematch is open" not in page
    assert (await stranger.ask("POST", f"{table}/again"))[0] == table, "whoever did not sit there opens nothing"

    rematch, page = await friend.ask("POST", f"{table}/again")
    assert rematch != table
    assert "Inés" in page, "she is invited"
    assert 'data-move="' not in page, "Marco waits for her"
    _, page = await host.ask("GET", table)
    assert "A rematch is open" in page
    assert "Take your seat" in page
    assert f"{table}/again" in page
    where, page = await host.ask("POST", f"{table}/again")
    assert where == rematch
    assert 'data-move="' in page, "now it has begun"
    after = await store.table(rematch.removeprefix("/t/"))
    assert [holder.name for holder in after.holders] == ["Inés", "Marco"]
    assert after.holders[0].person == (await store.table(table.removeprefix("/t/"))).holders[0].person

    _, page = await stranger.ask("GET", table)
    assert "Watch the rematch" in page
    _, page = await stranger.ask("GET", rematch)
    assert 'data-move="' not in page
    assert "/join/" not in page


async def test_who_comes_too_late_or_with_an_old_link_is_told_what_happened(client: Client, store: Store) -> None:
    host, friend = Person(client), Person(client)
    await host.ask("POST", "/name", name="Inés")
    table, page = await host.ask("POST", "/open", game="yaxha", kind1="friend", **{"seats-yaxha": "2"})
    invitation = re.search(r"/join/[\w-]+", page)
    assert invitation is not None
    await friend.ask("POST", invitation[0], name="Marco")
    for method in ("GET", "POST"):
        late = Person(client)
        where, page = await late.ask(method, invitation[0], name="Cleo")
        assert where == invitation[0]
        assert "The game has begun: every seat is taken." in page
        assert f'href="{table}"' in page
    _, page = await late.ask("GET", table)
    assert "You are watching this game." in page
    _, page = await host.ask("GET", table)
    assert "You are watching" not in page
    answer = await client.get("/join/" + "x" * len(invitation[0].removeprefix("/join/")))
    assert answer.status_code == 404
    assert "This invitation is no longer valid" in answer.text

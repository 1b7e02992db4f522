"""The rematch: asked for in one browser, seen at once in the others."""

from __future__ import annotations

from playwright.sync_api import expect

from tablero import seeded
from tablero.store import Store
from tests.browser.conftest import Arrive, Server, beside
from tests.browser.test_play import TILE, two_at_a_table
from tests.store.matches import play_at_random


def play_to_the_end(server: Server, id: str) -> None:
    """Random moves for both, while the server is away: it finds them on disk afterwards."""

    async def play() -> None:
        store = await Store.open(str(server.database))
        await play_at_random(store, id, seeded(1))
        await store.close()

    with server.away():
        beside(play())


def test_a_rematch_is_offered_at_once_to_everybody_who_looks_on(server: Server, arrive: Arrive) -> None:
    host, friend = two_at_a_table(arrive)
    table = host.page.url
    play_to_the_end(server, table.split("/t/")[1])
    watcher = arrive(at=table.removeprefix(host.address))
    host.page.reload()
    friend.page.reload()
    expect(watcher.page.get_by_role("button", name="Rematch")).to_have_count(0)

    friend.page.get_by_role("button", name="Final scores").click()
    sheet = friend.page.get_by_role("dialog")
    expect(sheet.get_by_role("button", name="Rematch")).to_be_visible()

    host.page.get_by_role("button", name="Final scores").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    host.page.wait_for_url(lambda url: "/t/" in url and url != table)
    rematch = host.page.url
    expect(host.page.locator(TILE)).to_have_count(0)  # it begins when the friend has sat down

    # The friend's sheet is open, the watcher looks at the board: both are told where they are.
    expect(sheet.get_by_text("A rematch is open")).to_be_visible()
    expect(sheet.get_by_role("button", name="Rematch")).to_have_count(0)
    sheet.get_by_role("button", name="Take your seat").click()
    friend.page.wait_for_url(rematch)
    expect(friend.page.locator(TILE)).to_have_count(2)
    expect(host.page.locator(TILE)).to_have_count(2)
    offer = watcher.page.locator("#rematch")
    expect(offer).to_contain_text("A rematch is open")
    offer.get_by_role("link", name="Watch the rematch").click()
    watcher.page.wait_for_url(rematch)
    expect(watcher.page.locator(".can[data-move]")).to_have_count(0)
    assert not any("/join/" in frame for frame in watcher.frames)

"""The rematch: asked for in one browser, seen at once in the others."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive, Server
from tests.browser.laid import random_game
from tests.browser.seated import seat_players
from tests.browser.test_play import TILE


def test_a_rematch_is_offered_at_once_to_everybody_who_looks_on(server: Server, arrive: Arrive) -> None:
    path, cookies, _ = seat_players(server, "yaxha", made=random_game("yaxha", 2, 3)[0])
    host, friend = (arrive(path, cookie=cookie) for cookie in cookies)
    watcher = arrive(path)
    table = host.page.url
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

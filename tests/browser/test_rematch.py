"""The rematch: asked for in one browser, seen at once in the others."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Arrive, Server
from tests.browser.laid import random_game
from tests.browser.seated import seat_players
from tests.browser.test_log import stop_clock
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


def test_nothing_names_the_winner_before_the_film_has_told_the_end(server: Server, arrive: Arrive) -> None:
    made = random_game("yaxha", 2, 3)[0]
    path, cookies, seat = seat_players(server, "yaxha", made=made[:-1])
    assert seat is not None
    last, other = (arrive(path, cookie=cookie) for cookie in (cookies[seat], cookies[1 - seat]))
    watched = other.page
    watched.evaluate("localStorage.setItem('pace', 'normal')")
    watched.reload()
    stop_clock(watched)
    last.page.locator("#prompt [data-move]").click()
    film = watched.locator("#told")
    expect(film).to_be_visible()
    sheet = watched.get_by_role("dialog", name=re.compile("win|victory"))
    expect(sheet).to_be_hidden()
    for place in ("#prompt", "#log", "[data-slot=left]", "[data-slot=right]"):
        expect(watched.locator(place)).not_to_contain_text(re.compile("wins|The game is over"))
    expect(film).to_be_visible()
    film.get_by_role("button", name="To the newest").click()
    expect(sheet).to_be_visible()
    expect(watched.locator("#log")).to_contain_text("The game is over")

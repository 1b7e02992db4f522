"""What happened is told: while one watches, when one comes back, in the log."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive, Server, Visitor, dress, point_at, settled
from tests.browser.laid import Played, moves_before
from tests.browser.seated import seat_players

# What the page offers: a place before a button of the prompt.
SPOTS = """() => {
  const last = (spot) => spot.closest('#prompt') ? 1 : 0;
  return [...document.querySelectorAll('#table [data-move]:not(:disabled)')]
    .filter((spot) => spot.getClientRects().length && !spot.classList.contains('away'))
    .sort((a, b) => last(a) - last(b));
}"""
DECIDES = f"() => !document.title.startsWith('●') || (!document.querySelector('.busy') && ({SPOTS})().length > 0)"
CLICK = f"() => ({SPOTS})()[0]?.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"


def table_of_two(server: Server, arrive: Arrive, pace: str, made: Sequence[Played] = ()) -> tuple[Visitor, Visitor]:
    """Two players at a table of Maya: who has to move, and who waits."""
    path, cookies, _ = seat_players(server, "maya", made=made)
    host, friend = (arrive(path, cookie=cookie, pace=pace) for cookie in cookies)
    return (host, friend) if is_asked(host.page) else (friend, host)


def is_asked(page: Page) -> bool:
    return page.title().startswith("●")


def take_turn(page: Page) -> None:
    """Make all choices of one turn.

    A click during playback only goes to the newest position: then one more is needed.
    """
    page.wait_for_function("() => document.title.startsWith('●')")
    for _ in range(400):
        page.wait_for_function(DECIDES)
        if not is_asked(page):
            return
        page.evaluate(CLICK)
    pytest.fail("the turn does not end")


def stop_clock(page: Page) -> None:
    """Let no time pass in the page, from now on: a playback waits until the test has seen it."""
    settled(page)
    now = time.time()
    page.clock.install(time=now)
    page.clock.pause_at(now + 3600)


def test_a_turn_is_told_to_those_who_watch_and_nobody_has_to_wait(server: Server, arrive: Arrive) -> None:
    mover, watcher = table_of_two(server, arrive, "slow")
    stop_clock(watcher.page)
    told = watcher.page.locator("#told")
    take_turn(mover.page)
    expect(told).to_be_visible()
    assert told.locator(".t").inner_text().strip()
    expect(watcher.page.locator("#rings i").first).to_be_attached()
    expect(mover.page.locator("#told")).to_be_hidden()  # one's own moves need no telling
    watcher.page.keyboard.press(" ")
    expect(told.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    told.get_by_role("button", name="To my turn").click()
    expect(told).to_be_hidden()
    expect(watcher.page.locator("#rings")).to_have_count(0)
    assert is_asked(watcher.page)


def test_whoever_comes_back_sees_what_happened_meanwhile_once(server: Server, arrive: Arrive) -> None:
    mover, other = table_of_two(server, arrive, "normal")
    address = other.page.url
    take_turn(mover.page)
    take_turn(other.page)
    other.page.goto(f"{other.address}/luck")
    stop_clock(other.page)
    take_turn(mover.page)
    other.page.goto(address)
    told = other.page.locator("#told")
    expect(told).to_be_visible()
    expect(told.locator(".film li")).not_to_have_count(0)
    expect(told.locator(".film .last")).to_have_text("Your turn")
    expect(told.locator("[aria-current=step]")).to_have_count(1)
    assert other.page.url == address, "a look at what happened is no place of its own"
    expect(other.page.locator(".can[data-move]")).to_have_count(0)  # what is shown has passed
    other.page.keyboard.press("End")
    expect(told).to_be_hidden()
    expect(other.page.locator("#table [data-move]").first).to_be_attached()
    other.page.reload()
    expect(other.page.locator("#table [data-move]").first).to_be_attached()
    expect(told).to_be_hidden()
    other.page.keyboard.press("s")
    expect(told).to_be_visible()
    other.page.keyboard.press("ArrowLeft")  # there is nothing before the first step
    expect(told.locator("li").first.get_by_role("button")).to_have_attribute("aria-current", "step")
    for number in range(1, told.locator("li:not(.last)").count()):
        other.page.keyboard.press("ArrowRight")
        expect(told.locator("li").nth(number).get_by_role("button")).to_have_attribute("aria-current", "step")
    other.page.keyboard.press("ArrowRight")  # after the last step it is one's turn
    expect(told).to_be_hidden()
    other.page.keyboard.press("s")
    expect(told).to_be_visible()
    other.page.keyboard.press("Escape")
    expect(told).to_be_hidden()


def test_the_log_follows_unless_somebody_reads_above_and_shows_where_things_happened(
    server: Server, arrive: Arrive
) -> None:
    mover, other = table_of_two(server, arrive, "none", moves_before("maya", 2, 3, 0.3))
    page = other.page
    dress(page, "#log-box { max-height: 60px !important; flex: none !important }")
    rest = """() => { const box = document.getElementById('log-box');
        return box.scrollHeight - box.scrollTop - box.clientHeight }"""
    page.wait_for_function(f"() => ({rest})() < 2")
    take_turn(mover.page)
    page.wait_for_function("() => document.title.startsWith('●')")
    assert page.evaluate(rest) < 2, "the newest line is in sight"
    expect(page.locator("#log [data-mark]")).to_have_count(1)
    page.evaluate("document.getElementById('log-box').scrollTop = 0")
    take_turn(page)
    take_turn(mover.page)
    page.wait_for_function("() => document.title.startsWith('●')")
    assert page.evaluate("document.getElementById('log-box').scrollTop") == 0, "what somebody reads stays in place"
    page.locator("#log .turn[data-seat]").first.hover()
    expect(page.locator("#rings i").first).to_be_attached()
    page.locator("#prompt").hover()
    expect(page.locator("#rings")).to_have_count(0)


def test_a_double_click_makes_one_move(server: Server, arrive: Arrive) -> None:
    page = table_of_two(server, arrive, "none")[0].page
    settled(page)
    before = int(page.locator("body").get_attribute("data-version") or 0)
    page.mouse.dblclick(*point_at(page, "#table .can[data-move]"))
    page.wait_for_function("(version) => Number(document.body.dataset.version) > version", arg=before)
    settled(page)
    assert int(page.locator("body").get_attribute("data-version") or 0) == before + 1

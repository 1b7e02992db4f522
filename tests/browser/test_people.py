"""Players at a table: presence, a bot that keeps a seat, clocks; by a server whose clock the tests set."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tablero.table import Terms
from tests.browser.conftest import Arrive, Server, until
from tests.browser.seated import NAMES, seat_players

PHONE = {"width": 390, "height": 844}
LIVE = Terms(pace="live", bank=600, bonus=300, stand_in=1)
# A page asks what time it is every quarter of a minute: the test has set the clock just now.
ASK = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose clock stands still until a test sets it on."""
    server = Server(tmp_path_factory.mktemp("timed"))
    server.set_clock(time.time())
    server.start()
    yield server
    server.stop()


def pass_time(server: Server, seconds: float) -> None:
    assert server.now is not None
    server.set_clock(server.now + seconds)


def wait_for_open_pages(page: Page, server: Server, count: int) -> None:
    """Wait until the server has noticed which pages of tables are open."""
    told = f'tablero_sockets{{page="table"}} {count:.1f}'
    until(page, lambda: told in page.request.get(f"{server.address}/metrics").text())


def test_by_days_the_hours_are_told_and_without_a_clock_the_time_used(timed: Server, arrive: Arrive) -> None:
    tables = [seat_players(timed, "yaxha", terms=terms) for terms in (Terms(pace="days"), Terms())]
    pass_time(timed, 5 * 3600 - 60)
    for (path, cookies, seat), told in zip(tables, (r"^(19|18) h left$", r"^(5:0\d|4:59):\d\d$"), strict=True):
        assert seat is not None
        visitor = arrive(path, address=timed.address, cookie=cookies[1 - seat])
        watch = visitor.page.locator(f'[data-slot] [data-person="{seat}"] .time')
        if "left" in told:
            expect(watch).to_have_attribute("aria-label", re.compile(told))
        else:
            expect(watch).to_have_text(re.compile(told))
    path, cookies, seat = tables[0]
    assert seat is not None
    lobby = arrive("/", address=timed.address, cookie=cookies[seat])
    expect(lobby.page.locator("#mine .pill")).to_contain_text(re.compile(r"(19|18) h left"))
    lobby.page.get_by_role("link", name="vacation").click()
    lobby.page.get_by_label("For how many days?").fill("3")
    lobby.page.get_by_role("button", name="Go on vacation").click()
    expect(lobby.page.locator("main")).to_contain_text("You are on vacation until")
    waits = arrive(path, address=timed.address, cookie=cookies[1 - seat])
    waits.page.evaluate(ASK)
    expect(waits.page.locator(f'[data-slot] [data-person="{seat}"] .time')).to_have_text("on vacation")


def test_a_bot_keeps_the_seat_of_somebody_who_is_away_until_one_click(timed: Server, arrive: Arrive) -> None:
    path, cookies, seat = seat_players(timed, "maya", terms=LIVE)
    assert seat is not None
    other = 1 - seat
    ana = arrive(path, address=timed.address, cookie=cookies[seat])
    bo = arrive(path, address=timed.address, cookie=cookies[other])
    mine = ana.page.locator(f'[data-slot] [data-person="{seat}"]')
    expect(mine.locator(".ring b")).to_have_text(re.compile(r"^\d+$"))
    expect(mine.locator(".time")).to_have_attribute("aria-label", re.compile(r"^(10:00|9:\d\d) left$"))
    expect(ana.page.locator("#prompt .own-clock")).to_contain_text("for this move, then your bank of")
    expect(bo.page.locator(f'[data-slot] [data-person="{seat}"] .dot.is-here')).to_be_visible()
    ana.page.close()  # the laptop, too
    gone = bo.page.locator(f'[data-slot] [data-person="{seat}"] .dot.is-away')
    wait_for_open_pages(bo.page, timed, 1)
    pass_time(timed, 70)
    expect(gone).to_be_visible()
    bo.page.evaluate(ASK)
    expect(bo.page.locator(f'[data-slot] [data-person="{seat}"]')).to_contain_text("away")
    awaited = f"{NAMES[seat]}: away 1 min, Pebble takes over in"
    expect(bo.page.locator(".company.card .waited-for")).to_contain_text(awaited)
    bo.page.set_viewport_size(PHONE)
    expect(bo.page.locator(".company.strip .waited-for")).to_contain_text(awaited)
    expect(bo.page.locator(".company.strip .waited-for")).to_be_visible()
    bo.page.set_viewport_size({"width": 1440, "height": 900})
    pass_time(timed, 580)
    told = bo.page.locator(".company.card .stand")
    expect(told).to_have_text(f"Pebble plays for {NAMES[seat]} until they are back")
    expect(bo.page.locator("#log .came")).to_have_text(f"{NAMES[seat]} left, Pebble plays")
    expect(bo.page.locator("#log")).to_contain_text(f"Pebble for {NAMES[seat]}")
    back = arrive(path, address=timed.address, cookie=cookies[seat], viewport=PHONE)  # from the train
    expect(back.page.locator(".company.strip .stand")).to_have_text("Pebble plays for you until you are back")
    back.page.locator("#prompt").get_by_role("button", name="I am back").click()
    # What the bot has done meanwhile is shown step by step.
    stood_in = back.page.locator("#told .film li", has_text=f"Pebble for {NAMES[seat]}")
    expect(stood_in.first).to_be_attached()
    back.page.get_by_role("button", name=re.compile("^To (my turn|the newest)$")).click()
    expect(told).to_have_count(0)
    expect(bo.page.locator("#log .came").last).to_have_text(f"{NAMES[seat]} is back")
    # Both would like a pause, and one of them goes on.
    bo.page.get_by_role("button", name="Table menu").click()
    bo.page.get_by_role("button", name="Ask for a pause").click()
    asked = back.page.locator(".company.strip .pause")
    expect(asked).to_contain_text(f"{NAMES[other]} would like a pause")
    asked.get_by_role("button", name="Agree").click()
    expect(bo.page.locator(".company.card .pause")).to_contain_text("The game is paused")
    bo.page.locator(".company.card .pause").get_by_role("button", name="Go on").click()
    expect(asked).to_have_count(0)


def test_time_that_has_run_out_is_told_and_said_before(timed: Server, arrive: Arrive) -> None:
    path, cookies, seat = seat_players(timed, "maya", terms=LIVE)
    assert seat is not None
    ana = arrive(path, address=timed.address, cookie=cookies[seat], viewport=PHONE)
    bo = arrive(path, address=timed.address, cookie=cookies[1 - seat])
    cy = arrive(path, address=timed.address, viewport=PHONE)  # looks on
    sitter = ana.page.locator(f'.company.strip .sitter[data-seat="{seat}"]')
    expect(sitter.locator(".time")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    pass_time(timed, 900 - 25)
    ana.page.evaluate(ASK)
    expect(sitter).to_have_class(re.compile("short"))
    expect(ana.page.locator("#clock-voice")).to_have_text(re.compile("30 seconds left|10 seconds left"))
    pass_time(timed, 35)
    for page, place in ((bo.page, "card"), (cy.page, "strip")):
        expect(page.locator(f".company.{place} .stand")).to_have_text(f"{NAMES[seat]} is out of time: Pebble plays")

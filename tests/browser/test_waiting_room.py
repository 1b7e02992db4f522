"""Two real browsers at one table: invited by a link, seats and options changed, somebody sent away, a bot in a seat,
the start; then leaving for a while, coming back, an agreed end, resigning."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive, open_form
from tests.browser.test_axe import findings

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}


def open_by_link(page: Page, seats: int = 3) -> str:
    """A table of Maya for friends alone; its invitation."""
    form = open_form(page)
    form.locator('input[name="game"][value="maya"]').check(force=True)
    form.locator(f'input[name="seats-maya"][value="{seats}"]').check(force=True)
    for seat in range(1, seats):
        form.locator(f'input[name="kind{seat}"][value="friend"]').check(force=True)
    form.get_by_text("By link", exact=True).click()
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    return str(page.get_by_label("Invite link").input_value())


def sit(page: Page, name: str) -> None:
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/*")


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Table menu").click()
    expect(page.locator("#table-menu")).to_be_visible()


def test_friends_meet_by_link_arrange_the_table_and_begin(arrive: Arrive) -> None:
    ana = arrive().page
    link = open_by_link(ana)
    path = link.split("/join/")[1]
    assert findings(ana) == []

    stranger = arrive(at=f"/t/{ana.url.rpartition('/')[2]}").page
    expect(stranger.get_by_text("To sit down here you need an invitation")).to_be_visible()
    expect(stranger.get_by_role("button", name="Sit down")).to_have_count(0)

    eve = arrive(at=f"/join/{path}").page
    sit(eve, "Eve")
    ben = arrive(at=f"/join/{path}", **PHONE).page
    expect(ben.get_by_text("whoever has the link may sit down")).to_be_visible()
    ben.get_by_label("Your name at the table").fill("Ben")
    # Three seats: two of them are taken now, and Ben's would begin the game. One seat more is made first.
    ana.get_by_role("button", name="Change the table").click()
    sheet = ana.get_by_role("dialog", name="Change the table")
    sheet.locator('input[name="seats-maya"][value="4"]').check(force=True)
    sheet.get_by_text("Live tonight").click()
    sheet.get_by_role("button", name="Save").click()
    expect(ana.locator(".chairs li")).to_have_count(4)
    expect(eve.get_by_text("20 minutes each, 30 seconds more a turn")).to_be_visible()
    ben.get_by_role("button", name="Sit down").click()
    ben.wait_for_url("**/t/*")
    assert findings(ben) == []

    # Eve is sent away, and does not come back by the same link.
    ana.get_by_role("button", name="Send Eve away").click()
    ana.get_by_role("dialog", name="Send Eve away?").get_by_role("button", name="Send Eve away").click()
    for _ in range(2):  # on the open page, and on the one that she comes to
        expect(eve.get_by_role("alert").get_by_text("You were asked to leave this table")).to_be_visible()
        eve.reload()
    eve.goto(link)
    expect(eve.get_by_text("You were asked to leave this table")).to_be_visible()

    # Ben takes another seat, a bot takes one, and another; with the last one the game begins.
    ben.get_by_role("button", name="Seat 4").click()
    expect(ana.locator(".chairs li").nth(3)).to_contain_text("Ben")
    for seat in (2, 3):
        ana.get_by_role("button", name=f"A bot for seat {seat}").click()
        ana.locator(".levels-menu:popover-open button").first.click()
    for page in (ana, ben):
        expect(page.locator("#waiting")).to_be_empty()
        expect(page.locator('[data-slot="board"] svg').first).to_be_visible()


def test_people_leave_come_back_agree_to_end_and_resign(arrive: Arrive) -> None:
    ana = arrive().page
    link = open_by_link(ana, 2)
    ben = arrive(at=f"/join/{link.split('/join/')[1]}", **PHONE).page
    sit(ben, "Ben")

    # By keys alone: T opens the menu, arrows walk, Esc closes it and gives the focus back.
    expect(ana.locator("#waiting")).to_be_empty()
    ana.keyboard.press("t")
    expect(ana.get_by_role("button", name="Leave for a while")).to_be_focused()
    assert findings(ana, without="#table") == []
    ana.keyboard.press("ArrowUp")
    expect(ana.get_by_role("button", name="Resign")).to_be_focused()
    ana.keyboard.press("Escape")
    expect(ana.locator("#table-menu")).to_be_hidden()
    ana.keyboard.press("t")
    expect(ana.get_by_role("button", name="Leave for a while")).to_be_focused()
    ana.keyboard.press("Enter")
    expect(ana.locator("#prompt")).to_contain_text("Flint plays for you")
    expect(ana.locator(".can[data-move]")).to_have_count(0)
    table = ana.url
    ana.get_by_role("link", name="Tablero, back to the lobby").click()
    expect(ana.locator("#mine")).to_contain_text("A bot keeps your seat")
    ana.locator("#mine").get_by_role("button", name="I am back").click()
    ana.wait_for_url(table)
    expect(ana.locator("#prompt")).not_to_contain_text("plays for you")

    open_menu(ben)
    box = ben.locator("#table-menu").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] == 844, "on a phone it is a sheet at the bottom"
    ben.get_by_role("button", name="Offer to end").click()
    expect(ana.locator("#offer")).to_contain_text("Ben would like to end the game here.")
    ana.locator("#offer").get_by_role("button", name="Decline").click()
    expect(ben.locator("#offer")).to_contain_text("would rather play on.")
    expect(ana.locator("#offer")).to_be_empty()
    open_menu(ben)
    ben.get_by_role("button", name="Offer to end").click()
    ben.locator("#offer").get_by_role("button", name="Play on after all").click()
    expect(ana.locator("#offer")).to_be_empty()

    open_menu(ben)
    ben.get_by_role("button", name="Resign").click()
    asked = ben.get_by_role("dialog", name="Resign?")
    expect(asked).to_contain_text("Flint plays your seat to the end")
    asked.get_by_role("button", name="Resign").click()
    expect(ben.locator("#prompt")).to_contain_text("You have resigned")
    open_menu(ana)
    ana.get_by_role("button", name="Resign").click()
    asked = ana.get_by_role("dialog", name="Resign?")
    expect(asked).to_contain_text("The game ends here, and nobody has won.")
    asked.get_by_role("button", name="Resign").click()
    sheet = ana.get_by_role("dialog")
    expect(sheet).to_contain_text("The game ended early: everybody has resigned")
    expect(sheet.get_by_role("button", name="Share")).to_be_hidden()
    sheet.get_by_text("More", exact=True).click()
    sheet.get_by_role("button", name="Share").click()
    expect(ana.get_by_label("Link to this game")).to_have_value(ana.url)


def test_a_cancelled_table_tells_everybody(arrive: Arrive) -> None:
    ana = arrive().page
    link = open_by_link(ana)
    ben = arrive(at=f"/join/{link.split('/join/')[1]}").page
    sit(ben, "Ben")
    # Two seats are taken: with fewer of them nothing begins that nobody has asked for.
    ana.get_by_role("button", name="Change the table").click()
    ana.locator('#agree input[name="seats-maya"][value="2"]').check(force=True)
    ana.locator("#agree").get_by_role("button", name="Save").click()
    expect(ana.get_by_role("button", name="Begin the game")).to_be_visible()
    expect(ben.get_by_text("The game begins when whoever opened the table says so.")).to_be_visible()
    ana.get_by_role("button", name="Cancel the table").click()
    ana.get_by_role("dialog", name="Cancel this table for everybody?").get_by_role(
        "button", name="Cancel the table"
    ).click()
    for page in (ana, ben):
        expect(page.get_by_role("heading", name="This table is gone")).to_be_visible()

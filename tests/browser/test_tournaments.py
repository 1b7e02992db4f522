"""A tournament of three, two at desks and one with a phone: opened, joined by its link, drawn, played, drawn again."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tablero import seeded
from tablero.store import Store
from tests.browser.conftest import Arrive, Server, beside
from tests.browser.reach import PHONE, settings
from tests.browser.test_axe import findings
from tests.store.matches import play_quickly


def play_the_round(server: Server, key: str) -> None:
    """Everything that runs is played to its end while the server is away: it finds the ends when it is back."""

    async def play() -> None:
        store = await Store.open(str(server.database))
        for table in (await store.tournaments.find(key)).tables:
            if table.stage == "running":
                await play_quickly(store, table.match, seeded(1))
        await store.close()

    with server.away():
        beside(play())


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_three_friends_play_a_round_of_a_tournament(server: Server, arrive: Arrive) -> None:
    ana = arrive("/cups").page
    ben = arrive("/cups", color_scheme="dark", **settings(PHONE)).page
    assert not findings(ana)
    form = ana.locator("form.open-cup")
    form.get_by_label("Name").fill("Thursday <circle>")
    form.get_by_role("radiogroup", name="Seats at a table").get_by_text("2", exact=True).click()
    form.get_by_text("Round-robin").click()
    expect(form.get_by_text("Everybody meets everybody")).to_be_visible()
    form.get_by_label("Rounds").fill("0")
    form.get_by_text("By days").click()
    expect(form.get_by_label("Days for a turn")).to_be_visible()
    expect(form.get_by_label("Minutes for each")).to_be_hidden()
    form.get_by_role("button", name="Open the tournament").click()
    expect(ana.get_by_role("heading", name="Thursday <circle>")).to_be_visible()
    path = ana.url.removeprefix(server.address)
    assert not findings(ana)

    ben.get_by_role("link", name=re.compile("Join.*Thursday <circle>")).click()  # the list has changed by itself
    cleo = arrive(path).page
    for page, name in ((ben, "Ben"), (cleo, "Cleo")):
        page.get_by_label("Your name at the table").fill(name)
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("heading", name="You take part")).to_be_visible()
        expect(ana.locator("#cup-left")).to_contain_text(name)  # without a reload
    assert fits(ben)

    ana.get_by_role("button", name="Start the tournament").click()
    for page in (ana, cleo, ben):
        expect(page.locator("#cup-middle")).to_contain_text("Round 1 is on")
        expect(page.locator("#cup-middle .tb")).to_have_count(2)  # a table and a bye
    expect(ana.get_by_role("rowheader")).to_have_count(3)
    expect(ana.locator("#cup-next")).to_contain_text("as planned")

    ben.get_by_role("tab", name="Standings").click()
    expect(ben.get_by_role("columnheader", name="Last")).to_be_visible()
    ben.keyboard.press("ArrowRight")
    expect(ben.get_by_role("tab", name="Tables")).to_be_focused()
    expect(ben.locator("#cup-left")).to_be_hidden()
    assert not findings(ben)
    assert fits(ben)

    seated = next(page for page in (ana, ben, cleo) if page.get_by_role("link", name="Continue").count())
    seated.get_by_role("link", name="Continue").click()
    seated.wait_for_url("**/t/*")
    seated.goto(server.address + path)

    play_the_round(server, path.removeprefix("/cups/"))
    for page in (ana, cleo, ben):
        expect(page.locator("#cup-middle")).to_contain_text("Round 2 is on")
        page.locator('a[href="?round=1"]').click()
        expect(page.get_by_role("link", name=re.compile("Replay.*table 1"))).to_have_count(1)
    assert not findings(ana)

    ana.get_by_role("button", name="Share").click()
    dialog = ana.get_by_role("dialog", name="Share this tournament")
    expect(dialog.get_by_role("img", name="The link as a code")).to_be_visible()
    assert dialog.get_by_role("textbox", name="Link").input_value() == server.address + path
    ana.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    ana.get_by_role("button", name="Manage").click()
    ana.get_by_role("dialog", name="Manage the tournament").get_by_role(
        "button", name=re.compile("Withdraw.*Cleo")
    ).click()
    expect(ana.get_by_role("rowheader", name="Cleo")).to_contain_text("withdrawn")

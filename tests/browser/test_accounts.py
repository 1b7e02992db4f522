"""An account in real browsers: registering in the middle of a game, signing in on a phone, signing it out from afar."""

from __future__ import annotations

import secrets

from playwright.sync_api import Page, expect

from tablero.store import Store
from tests.browser.conftest import Arrive, Server, beside, open_game
from tests.browser.reach import PHONE, settings
from tests.browser.test_axe import COLOURS, findings

PASSWORD = "corn and cacao"
WIDER = "document.documentElement.scrollWidth > innerWidth"


def somebody() -> str:
    return f"Itzel {secrets.token_hex(3)}"


def register(page: Page, name: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()


def test_a_guest_registers_in_the_middle_of_a_game_and_goes_on_with_it_on_a_phone(
    server: Server, arrive: Arrive
) -> None:
    name = somebody()
    desk = arrive()
    table = desk.page
    open_game(table, "maya", 2)
    expect(table.locator("body")).to_have_attribute("data-seat", "0")
    # The lobby in another tab leads to the account; the table hears of it and is still one's own.
    lobby = desk.context.new_page()
    lobby.goto(server.address)
    lobby.get_by_role("link", name="Sign in").click()
    lobby.get_by_role("link", name="Create an account").click()
    register(lobby, "Ixchel")
    expect(lobby.get_by_role("alert")).to_contain_text("choose another")
    register(lobby, name)
    expect(lobby.get_by_role("link", name=name)).to_be_visible()
    expect(lobby.locator("#mine")).to_contain_text("Your turn")
    expect(table.locator("body")).to_have_attribute("data-who", lobby.locator("body").get_attribute("data-who") or "-")
    expect(table.locator("body")).to_have_attribute("data-seat", "0")

    phone = arrive("/sign-in", color_scheme="dark", **settings(PHONE)).page
    phone.get_by_label("Name", exact=True).fill(name.upper())
    phone.get_by_label("Password", exact=True).fill("not this one")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("alert")).to_contain_text("do not belong together")
    phone.get_by_label("Password", exact=True).fill(PASSWORD)
    phone.keyboard.press("Enter")
    phone.locator("#mine").get_by_role("link", name="Continue").click()
    expect(phone.locator("body")).to_have_attribute("data-seat", "0")

    lobby.goto(f"{server.address}/account")
    others = lobby.locator("#devices li").filter(has_not_text="this device")
    expect(others).to_have_count(1)
    others.get_by_role("button", name="Sign out").click()
    expect(lobby.get_by_role("status")).to_contain_text("signed out")
    expect(phone.get_by_role("status").get_by_text("You were signed out on this device")).to_be_visible()
    expect(phone.locator("body")).to_have_attribute("data-seat", "")
    assert not phone.evaluate(WIDER)
    phone.locator(".news").get_by_role("link", name="Sign in").click()
    phone.get_by_label("Name", exact=True).fill(name)
    phone.get_by_label("Password", exact=True).fill(PASSWORD)
    phone.keyboard.press("Enter")
    expect(phone.locator("body")).to_have_attribute("data-seat", "0")  # back at the table that it was signed out from
    expect(table.locator("body")).to_have_attribute("data-seat", "0")


async def keeps_order(database: str, name: str) -> None:
    store = await Store.open(database)
    account = await store.accounts.by_name(name)
    assert account is not None
    await store.accounts.change(account.person, admin=True)
    await store.reports.file(
        "line", "somebody", "somebody else", name="Ben", words="Something rude, and long " * 8, why="rude"
    )
    await store.close()


def test_no_page_of_an_account_has_a_finding_or_is_wider_than_a_phone(server: Server, arrive: Arrive) -> None:
    """By day at a desk, by night on a phone."""
    name = somebody()
    found: dict[tuple[str, str], list[str] | bool] = {}

    def look(page: Page, place: str) -> None:
        found[place, "light"] = findings(page)
        page.emulate_media(color_scheme="dark")
        found[place, "dark"] = findings(page, COLOURS)
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 390, "height": 844})
        found[place, "wide"] = [] if not page.evaluate(WIDER) else ["wider than the phone"]
        page.set_viewport_size({"width": 1440, "height": 900})

    page = arrive("/sign-in", color_scheme="light").page
    for place in ("/sign-in", "/recover", "/register"):
        page.goto(server.address + place)
        look(page, place)
    register(page, name)
    page.wait_for_url(f"{server.address}/")
    beside(keeps_order(str(server.database), name))
    table = page.evaluate(
        """() => fetch("/api/tables", {method: "POST", headers: {"Content-Type": "application/json"},
        body: '{"game": "yaxha", "seats": 2, "holders": ["me", "open"]}'}).then((answer) => answer.json())"""
    )["id"]
    page.goto(f"{server.address}/account")
    page.locator("#new-name").fill(
        f"{name} II"
    )  # the house looks at the account anew, and sees what was changed beside it
    page.get_by_role("button", name="Change name").click()
    expect(page.get_by_role("status")).to_contain_text("new name")
    for place in ("/account", "/account/delete", "/admin?find=it", f"/t/{table}/report"):
        page.goto(server.address + place)
        look(page, place.replace(table, "ID"))
    page.goto(f"{server.address}/account")
    page.locator("#codes-password").fill(PASSWORD)
    page.get_by_role("button", name="Show new codes").click()
    expect(page.locator(".codes li")).to_have_count(8)
    look(page, "codes")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    assert found == {place: [] for place in found}

"""The what-if board in a real browser: from a look back onto it, by clicks and keys; and axe finds nothing there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive, Server, settled, something_to_do
from tests.browser.laid import lay, random_game
from tests.browser.reach import DESKTOP, PHONE, settings
from tests.browser.test_axe import findings

SEED = 3


@pytest.mark.parametrize(
    ("game", "size", "theme"), [("maya", DESKTOP, "light"), ("yaxha", PHONE, "dark")], ids=["desktop", "phone"]
)
def test_a_branch_is_tried_left_removed_and_brought_back(
    server: Server, arrive: Arrive, game: str, size: tuple[int, int], theme: str
) -> None:
    page = arrive(color_scheme=theme, reduced_motion="reduce", **settings(size)).page
    made, asked = random_game(game, 2, SEED)
    path, cookie = lay(server, game, 2, made, SEED)
    page.context.add_cookies([cookie])
    page.goto(f"{server.address}{path}?move={asked[len(asked) // 2]}")
    page.locator("#prompt a[href*=whatif]").click()
    expect(page).to_have_url(re.compile("/whatif/"))
    branch = page.locator("#branches .branch[data-letter=A]")
    note = page.locator("#what-note")
    something_to_do(page)
    for _ in range(3):  # a cube has to be in the hand before it has a place
        page.keyboard.press("g")
        page.keyboard.press("Enter")
        settled(page)
        if branch.count():
            break
    expect(branch).to_have_count(1)
    expect(note).to_contain_text("branch A")
    page.locator("#worth [data-what=weigh]").click()
    expect(page.locator("#worth .chances")).to_have_attribute("aria-busy", "false")
    # Boards are looked at where they are played on.
    assert (found := findings(page, without="[data-slot]")) == [], "\n".join(found)
    if size == PHONE:
        page.locator(".chip").click()
        expect(branch).to_be_visible()
        assert (found := findings(page, without="[data-slot]")) == [], "\n".join(found)
    page.locator("body").press("ArrowUp")
    expect(note).to_contain_text("the real game")
    page.locator("body").press("ArrowDown")
    expect(note).to_contain_text("branch A")
    page.locator("body").press("Delete")
    expect(branch).to_have_count(0)
    page.locator("#removed button").click()
    expect(branch).to_have_count(1)
    page.reload()
    expect(branch).to_have_count(1)
    page.locator("#prompt .leave-what").click()
    expect(page).to_have_url(re.compile(f"{path}\\?move="))

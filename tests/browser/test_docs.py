"""The documentation in a browser: read, searched, by day and by night, on a phone, without any other server."""

from __future__ import annotations

from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Arrive
from tests.browser.reach import PHONE, settings
from tests.browser.test_axe import COLOURS, findings

SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
PAPER = {"light": "rgb(246, 236, 216)", "dark": "rgb(31, 27, 26)"}


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def outside(page: Page, home: str) -> list[str]:
    """Every address elsewhere that is asked for from now on."""
    asked: list[str] = []

    def look(request: Request) -> None:
        if not request.url.startswith((f"{home}/", "data:", "blob:")):
            asked.append(request.url)

    page.context.on("request", look)
    return asked


def test_the_lobby_leads_to_the_documentation_which_is_searched_without_a_network(arrive: Arrive) -> None:
    visitor = arrive()
    page, asked = visitor.page, outside(visitor.page, visitor.address)
    page.get_by_role("link", name="Documentation").click()
    page.wait_for_url("**/docs/index.html")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tablero")
    for door in ("Play", "Host", "Study", "Games", "Reference"):
        expect(page.locator(".md-tabs").get_by_role("link", name=door)).to_be_visible()
    page.get_by_role("textbox", name="Search").click()
    page.keyboard.type("batch")
    found = page.locator(".md-search-result__item")
    expect(found.filter(has_text="Batch").first).to_be_visible()
    expect(found.locator("a[href*='study.html'], a[href*='lab.html'], a[href*='tutorial.html']").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".md-tabs").get_by_role("link", name="Reference").click()
    expect(page.get_by_role("heading", name="State", exact=False).first).to_be_visible()
    expect(page.locator("body")).to_contain_text("view returns everything that a seat may know of it.")
    assert page.evaluate("document.fonts.check('16px \"Alegreya Sans\"')")
    assert asked == []


def test_a_game_s_page_shows_its_figures_by_day_and_by_night(arrive: Arrive) -> None:
    visitor = arrive(at="/docs/games/yaxha.html", color_scheme="dark")
    page = visitor.page
    table = page.locator("table").filter(has_text="who plays").first
    expect(table.get_by_role("row").filter(has_text="greedy").first).to_be_visible()
    assert ground(page) == PAPER["dark"]
    assert findings(page, COLOURS) == []
    plots = page.locator("article img")
    assert plots.count() == 2
    assert plots.evaluate_all("all => all.every((one) => one.complete && one.naturalWidth > 0)")
    page.get_by_role("button", name="Switch between light and dark").click()
    assert ground(page) == PAPER["light"]
    assert findings(page) == []
    page.goto(f"{visitor.address}/")  # the site has the same switch
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.goto(f"{visitor.address}/docs/study.html")
    assert ground(page) == PAPER["light"]
    assert findings(page) == []
    page.get_by_role("button", name="Switch between light and dark").click()
    assert ground(page) == PAPER["dark"]
    assert findings(page, COLOURS) == []


def test_a_phone_reads_tables_without_moving_the_page_sideways(arrive: Arrive) -> None:
    page = arrive(at="/docs/games/amritsar.html", **settings(PHONE)).page
    expect(page.locator("table").first).to_be_attached()
    assert page.evaluate(SIDEWAYS) <= 0
    page.locator('label.md-header__button[for="__drawer"]').click()
    expect(page.locator(".md-sidebar--primary").get_by_text("Study", exact=True).first).to_be_in_viewport()

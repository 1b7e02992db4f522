"""axe-core finds nothing, of any level, on any page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TOKEN, Arrive, Server
from tests.browser.laid import lay, moves_before, random_game
from tests.browser.reach import DESKTOP, GAMES, PHONE, settings

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SEED = 3


# What is told of a finding is its text in the page: paths to it, and loading style sheets and films again, would be
# in vain.
RUN = """([only, without]) => axe.run(without ? {exclude: [[without]]} : document, {
    resultTypes: ['violations'], selectors: false, preload: false,
    ...(only.length ? {runOnly: {type: 'rule', values: only}} : {}),
})"""
COLOURS = ("color-contrast", "link-in-text-block")  # the rules that look at colours


def findings(page: Page, only: tuple[str, ...] = (), without: str = "") -> list[str]:
    """Return axe's violations of the page as it is now, by all of its rules or some, `without` what matches a
    selector.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(RUN, [only, without])
    return [
        f"{finding['id']} ({finding['impact']}): {finding['help']}: {node['html'][:200]}"
        for finding in found["violations"]
        for node in finding["nodes"][:3]
    ]


# Colours come with the theme and places with the device: two pairs show both.
@pytest.mark.parametrize(
    ("size", "theme"),
    [
        pytest.param(DESKTOP, "light", id="desktop-light"),
        pytest.param(PHONE, "dark", id="phone-dark"),
        pytest.param(DESKTOP, "dark", id="desktop-dark", marks=pytest.mark.long),
        pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_no_table_has_a_finding(
    server: Server, arrive: Arrive, game: str, size: tuple[int, int], theme: str, tmp_path: Path
) -> None:
    page = arrive("/luck", color_scheme=theme, **settings(size)).page
    made, asked = random_game(game, 2, SEED)
    found = {}
    places = {"start": made[: asked[0]], "middle": moves_before(game, 2, SEED, 0.5), "end": made}
    if (size, theme) == (PHONE, "dark"):
        del places["start"]  # a phone begins with it by day, by `make long`
    for place, moves in places.items():
        path, cookie = lay(server, game, 2, moves, SEED)
        page.context.add_cookies([cookie])
        page.goto(server.address + path)
        if place == "end":
            page.locator("#prompt [data-open=end-sheet]").click()
            expect(page.locator("#end-sheet")).to_be_visible()
        else:
            page.locator("[data-move]:visible").first.wait_for()
        found[place] = findings(page)
        if found[place]:
            page.screenshot(path=tmp_path / f"{place}.png")
        if place == "middle":
            for tab in page.locator(".tabs [data-tab]:visible").all():
                tab.click()
                found[tab.inner_text()] = findings(page)
            page.locator("[data-do=since]:visible").click()
            expect(page.locator("#told")).to_be_visible()
            found["since"] = findings(page)
    assert found == {place: [] for place in found}


# A rulebook is some ten thousand elements, built alike for every game: two of them by day, two by night.
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_rulebook_has_a_finding(server: Server, arrive: Arrive, theme: str) -> None:
    first, second = (f"/rules/{game}" for game in GAMES[theme == "dark" :: 2])
    page = arrive(first, color_scheme=theme).page
    found = {first: findings(page)}
    page.goto(server.address + second)
    found[second] = findings(page)
    assert found == {first: [], second: []}


def test_no_other_page_has_a_finding(server: Server, arrive: Arrive) -> None:
    """By day; by night the same elements have other colours."""
    page = arrive(color_scheme="light").page
    page.evaluate(TOKEN)
    found = {}
    for place in (
        "/",
        "/rules",
        "/rules/search?q=corn",
        "/rules/search?q=wrkers",
        "/learn",
        "/learn/maya/growing",
        "/luck",
        "/tokens",
        "/notices",
        "/offline",
        "/replays",
    ):
        page.goto(server.address + place)
        found[place, "light"] = findings(page)
        page.emulate_media(color_scheme="dark")
        found[place, "dark"] = findings(page, COLOURS)
        page.emulate_media(color_scheme="light")
    assert found == {place: [] for place in found}

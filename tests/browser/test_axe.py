"""axe-core finds nothing, of any level, on any page, and none scrolls sideways; tables: `test_reach.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import TOKEN, Arrive, Server
from tests.browser.reach import GAMES

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# What is told of a finding is its text in the page: paths to it, and loading style sheets and films again, would be
# in vain.
RUN = """([only, without, within]) => axe.run(
  within ? {include: [[within]]} : without ? {exclude: [[without]]} : document, {
    resultTypes: ['violations'], selectors: false, preload: false,
    ...(only.length ? {runOnly: {type: 'rule', values: only}} : {}),
})"""
COLOURS = ("color-contrast", "link-in-text-block")  # the rules that look at colours


# Emptied before axe looks: it would take six times as long with each of a thousand parts excluded.
EMPTY_DRAWINGS = """() => document.querySelectorAll("svg").forEach((svg) =>
    svg.replaceChildren(...svg.querySelectorAll(":scope > title, :scope > desc")))"""


def findings(page: Page, only: tuple[str, ...] = (), without: str = "", within: str = "") -> list[str]:
    """Return axe's violations of the page as it is now, by all of its rules or some, `without` what matches a
    selector or only `within` it.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(RUN, [only, without, within])
    return [
        f"{finding['id']} ({finding['impact']}): {finding['help']}: {node['html'][:200]}"
        for finding in found["violations"]
        for node in finding["nodes"][:3]
    ]


def fits_every_width(page: Page) -> list[str]:
    """Return the widths at which the page scrolls sideways; the first one stays."""
    found = []
    for width in (390, 768, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
            found.append(f"{width} px scroll sideways")
    return found


# A rulebook is up to twenty thousand elements, built alike for every game, most of them in drawings: two are looked at
# wholly, one by day and one by night, the others without what is inside of their drawings.
@pytest.mark.parametrize(
    ("games", "theme", "drawings"),
    [
        (("yaxha",), "light", True),
        (("maya",), "dark", True),
        (("tzolkin",), "light", False),
        (("amritsar",), "dark", False),
        pytest.param(GAMES, "light", True, marks=pytest.mark.long),
        pytest.param(GAMES, "dark", True, marks=pytest.mark.long),
    ],
)
def test_no_rulebook_has_a_finding(
    server: Server, arrive: Arrive, games: tuple[str, ...], theme: str, drawings: bool
) -> None:
    page = arrive("/luck", color_scheme=theme).page
    found = {}
    for game in games:
        page.goto(f"{server.address}/rules/{game}")
        if not drawings:
            page.evaluate(EMPTY_DRAWINGS)
        found[game] = [*findings(page), *fits_every_width(page)]
    assert found == {game: [] for game in games}


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
        "/puzzles",
        "/puzzles/maya",
        "/learn/maya/growing",
        "/luck",
        "/tokens",
        "/notices",
        "/offline",
        "/replays",
        "/t/nothing",
    ):
        page.goto(server.address + place)
        found[place, "light"] = findings(page)
        page.emulate_media(color_scheme="dark")
        found[place, "dark"] = findings(page, COLOURS)
        page.emulate_media(color_scheme="light")
        found[place, "widths"] = fits_every_width(page)
    assert found == {place: [] for place in found}

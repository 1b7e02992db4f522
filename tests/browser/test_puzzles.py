"""Puzzles in a real browser: on every device one is solved by the light of its hints, and axe finds nothing there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tablero.analysis.puzzle_set import puzzle_set
from tests.browser.conftest import Arrive, settled
from tests.browser.pointer import Point, Pointer
from tests.browser.reach import DESKTOP, LANDSCAPE, PHONE, settings
from tests.browser.test_axe import findings

WANTED = "#table .wanted:not(.away)"

# Nothing more is judged, and what can be made in one way only has been made.
READY = """() => document.querySelector('#puzzle .verdict') ||
    (document.body.dataset.asked === 'yes' && !document.querySelector('#prompt [data-forced]'))"""


def shortest(game: str) -> str:
    """The id of a puzzle whose answer takes few moves, but more than one."""
    return min(puzzle_set(game), key=lambda one: (len(one.best.moves) == 1, len(one.best.moves), one.id)).id


def middle(place: Locator) -> Point:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def follow_the_light(page: Page, touch: bool) -> None:
    """Play the best turn, each move where a hint lights it."""
    verdict, pointer = page.locator("#puzzle .verdict"), Pointer(page, touch)
    for _ in range(40):
        if verdict.count():
            return
        pointer.press(middle(page.locator('#prompt [data-puzzle="hint"]')))
        place = page.locator(WANTED).locator("visible=true").first
        version = page.locator("body").get_attribute("data-version")
        for _ in range(2):  # the first tap may only tell what a place brings
            if touch:
                pointer.press(middle(place))
            else:
                place.press("Enter")
            settled(page)
            if verdict.count() or page.locator("body").get_attribute("data-version") != version:
                break
        page.wait_for_function(READY)
    raise AssertionError("the light leads to no end")


@pytest.mark.parametrize(
    ("game", "size", "theme"),
    [("maya", DESKTOP, "light"), ("tzolkin", PHONE, "dark"), ("amritsar", LANDSCAPE, "light")],
    ids=["desktop", "phone", "landscape"],
)
def test_a_puzzle_is_solved_and_leads_to_the_next(arrive: Arrive, game: str, size: tuple[int, int], theme: str) -> None:
    page = arrive(f"/puzzles/{game}/{shortest(game)}", color_scheme=theme, **settings(size)).page
    settled(page)
    assert (found := findings(page, without="[data-slot]")) == [], "\n".join(found)
    follow_the_light(page, touch=size != DESKTOP)
    card = page.locator("#puzzle .pz-card")
    expect(card).to_have_attribute("data-stage", "right")
    expect(card.locator("h2")).to_be_in_viewport()
    expect(card.locator(".pz-turns li").first).to_contain_text("your turn")
    assert (found := findings(page, without="[data-slot]")) == [], "\n".join(found)
    page.locator("body").press("n")
    expect(page).to_have_url(re.compile(f"/puzzles/{game}/(?!{shortest(game)})"))
    expect(page.locator("#puzzle .pz-card")).to_have_attribute("data-stage", "asking")

"""Lessons in a real browser: by clicks, taps and keys; a wrong move is answered; a learner returns to the same card."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tablero.games import game as find_game
from tablero.games import games
from tests.browser.conftest import Arrive, Server, settled
from tests.browser.lessons import COVERED, Walk
from tests.browser.reach import DESKTOP, PHONE, settings

EVERY = [(game.name, lesson) for game in games() for lesson in game.course.lessons]


@pytest.mark.parametrize(
    ("game", "lesson", "size", "language"),
    [
        ("yaxha", "colour", PHONE, "fr"),
        ("maya", "growing", DESKTOP, "es"),
        ("tzolkin", "skulls", PHONE, "en"),
        ("amritsar", "donations", DESKTOP, "fr"),
    ],
)
def test_a_lesson_is_walked_through(
    server: Server, arrive: Arrive, game: str, lesson: str, size: tuple[int, int], language: str
) -> None:
    walk = Walk(arrive(**settings(size, locale=language)).page)
    steps = walk.through(f"{server.address}/learn/{game}/{lesson}")
    assert walk.complaints == []
    assert steps >= 3
    assert walk.answered


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(("game", "lesson"), EVERY)
def test_every_lesson_is_walked_through(
    server: Server, arrive: Arrive, game: str, lesson: str, size: tuple[int, int], language: str
) -> None:
    walk = Walk(arrive(**settings(size, locale=language)).page)
    walk.through(f"{server.address}/learn/{game}/{lesson}")
    assert walk.complaints == []


@pytest.mark.long
@pytest.mark.parametrize(("game", "lesson"), EVERY)
def test_no_card_covers_what_it_speaks_of(server: Server, arrive: Arrive, game: str, lesson: str) -> None:
    """Each card at both sizes, in one visit: the window is made narrow and wide again."""
    page = arrive(f"/learn/{game}/{lesson}", **settings(DESKTOP)).page
    covered = []
    for step in find_game(game).course.lessons[lesson].steps:
        expect(page.locator(".coach-card")).to_have_attribute("data-step", step.id)
        for width, height in (DESKTOP, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            settled(page)
            covered += [f"{step.id}, {width} wide: {place}" for place in page.evaluate(COVERED)]
        while page.locator(".coach-card").get_attribute("data-step") == step.id:  # it does one move after the other
            page.locator('[data-teach="next"]').click()
            settled(page)
    assert covered == []


def test_a_lesson_goes_by_keys_and_waits_for_whoever_leaves(arrive: Arrive) -> None:
    page = arrive("/learn/yaxha/main").page
    card = page.locator(".coach-card")
    first = card.get_attribute("data-step") or ""
    page.keyboard.press("Tab")
    page.locator('[data-teach="next"]').focus()
    page.keyboard.press("Enter")
    expect(card).not_to_have_attribute("data-step", first)
    asked = card.get_attribute("data-asked")
    expect(page.locator(f'#table [data-move="{asked}"]').first).to_be_focused()
    expect(page.locator("#lesson-voice")).not_to_be_empty()
    second = card.get_attribute("data-step") or ""
    page.keyboard.press("Enter")
    expect(card).not_to_have_attribute("data-step", second)
    third = card.get_attribute("data-step") or ""
    page.reload()
    expect(card).to_have_attribute("data-step", third)
    page.keyboard.press("Backspace")
    expect(card).to_have_attribute("data-step", second)
    page.keyboard.press("Escape")
    expect(page.locator("#leave")).to_be_visible()
    page.locator("#leave a").click()
    expect(page).to_have_url(f"{page.url.split('/learn')[0]}/learn")
    page.get_by_role("link", name="Your first pyramid").click()
    expect(card).to_have_attribute("data-step", second)


def test_an_example_of_the_rulebook_is_tried(arrive: Arrive) -> None:
    page = arrive("/rules/yaxha").page
    page.locator('a[href*="/learn/yaxha/try/"]').first.click()
    expect(page.locator(".coach-card.trial")).to_be_visible()
    before = page.locator("body").get_attribute("data-version")
    page.locator("#table .can[data-move]:visible").first.dispatch_event("click")
    expect(page.locator("body")).not_to_have_attribute("data-version", before or "")
    page.locator('[data-teach="again"]').click()
    expect(page.locator("body")).to_have_attribute("data-version", before or "")

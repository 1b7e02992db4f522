"""The rulebook in a browser: search by keys, the current chapter, contents on a phone; rule and coach at a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive, Server, settled, something_to_do
from tests.browser.laid import lay, moves_before
from tests.browser.reach import DESKTOP, PHONE, settings
from tests.browser.test_axe import COLOURS, findings

SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


def test_a_rule_is_found_and_read_by_keys(arrive: Arrive) -> None:
    page = arrive(at="/rules/yaxha", color_scheme="light").page
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("INITIATIVE")
    first = page.locator("#found a").first
    expect(first.locator("mark").first).to_have_text("initiative")
    place = (first.get_attribute("href") or "").removeprefix("/rules/yaxha")
    assert findings(page, within="#found") == []
    page.emulate_media(color_scheme="dark")
    assert findings(page, COLOURS, within="#found") == []
    page.keyboard.press("ArrowDown")
    expect(first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/rules/yaxha{place}")
    expect(page.locator("#found")).to_be_hidden()
    expect(page.locator(place)).to_be_in_viewport()
    expect(page.locator(".contents [aria-current]")).to_have_attribute("href", place)


def test_a_typing_error_is_forgiven_and_said(arrive: Arrive) -> None:
    page = arrive(at="/rules").page
    page.get_by_role("searchbox").fill("wrkers")
    expect(page.locator("#found")).to_contain_text("shown for “workers”")
    page.keyboard.press("Escape")
    expect(page.locator("#found")).to_be_hidden()
    page.get_by_role("searchbox").fill("xylophone")
    expect(page.locator("#found")).to_contain_text("No rule says that word.")


def test_examples_are_drawn_when_they_come_near(arrive: Arrive) -> None:
    page = arrive(at="/rules/tzolkin", **settings(PHONE)).page
    page.wait_for_load_state()
    settled(page)
    awaited = page.locator("[data-draw]")
    all_of_them = page.locator(".example").count()
    assert awaited.count() == all_of_them - page.locator(".crops svg").locator("xpath=ancestor::figure").count()
    assert awaited.count() > all_of_them - 3
    assert page.locator("*").count() < 8000
    last = page.locator(".example:has(.awaited[data-css])").last
    height = last.locator(".crops").bounding_box()
    last = page.locator(f"#{last.get_attribute('id')}")
    last.scroll_into_view_if_needed()
    expect(last.locator(".crops > svg").first).to_be_visible()
    drawn = last.locator(".crops").bounding_box()
    assert height is not None
    assert drawn is not None
    assert abs(height["height"] - drawn["height"]) < 2, "nothing moves when the picture comes"
    assert awaited.count() > 0


def test_a_phone_has_the_contents_behind_a_button(arrive: Arrive) -> None:
    page = arrive(at="/rules/yaxha?table=abc", **settings(PHONE)).page
    contents = page.locator(".contents")
    expect(contents).to_be_hidden()
    expect(page.get_by_role("link", name="Back to your table")).to_be_visible()
    page.locator(".book-contents summary").tap()
    expect(contents).to_be_visible()
    assert findings(page, within=".contents") == []
    contents.locator("a[href='#support']").tap()
    expect(contents).to_be_hidden()
    expect(page.locator("#support")).to_be_in_viewport()
    assert page.evaluate(SIDEWAYS) <= 0


def test_the_rules_are_read_without_a_script(arrive: Arrive) -> None:
    page = arrive(at="/rules/yaxha", java_script_enabled=False).page
    page.get_by_role("searchbox").fill("initiative")
    page.get_by_role("searchbox").press("Enter")
    page.wait_for_url("**/rules/search?q=initiative&game=yaxha")
    first = page.locator(".found-page a").first
    place = (first.get_attribute("href") or "").removeprefix("/rules/yaxha")
    first.click()
    expect(page.locator(place)).to_be_in_viewport()


def test_paper_has_the_text_and_no_buttons(arrive: Arrive) -> None:
    page = arrive(at="/rules/yaxha", color_scheme="dark").page
    page.emulate_media(media="print")
    for gone in (".top", ".book-side", ".minute-go"):
        expect(page.locator(gone).first).to_be_hidden()
    expect(page.locator(".rule-text").first).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_table_leads_to_the_rule_and_the_coach_proposes(
    server: Server, arrive: Arrive, size: tuple[int, int]
) -> None:
    path, cookie = lay(server, "yaxha", 2, moves_before("yaxha", 2, 3, 0), 3)
    page = arrive(path, cookie=cookie, **settings(size)).page
    something_to_do(page)
    rule = page.get_by_role("link", name="Rules for this step").locator("visible=true")
    box = rule.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    before = frame(page)
    rule.click()
    sheet = page.locator("#rule-sheet")
    expect(sheet.get_by_role("heading", level=2)).to_be_focused()
    assert findings(page, within="#rule-sheet") == []
    expect(sheet.get_by_role("link", name="The whole rulebook")).to_have_attribute(
        "href", rule.get_attribute("href") or ""
    )
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(rule).to_be_focused()
    if size == PHONE:
        rule.click()  # there the coach speaks over the rule
        expect(sheet).to_be_visible()
        assert findings(page, within="#rule-sheet") == []
    page.get_by_role("button", name="What would you do?").locator("visible=true").click()
    expect(page.locator("#advice")).to_be_visible()
    expect(page.locator("#table .advised").first).to_be_attached()
    assert frame(page) == before, "nothing has moved"
    assert findings(page, within="#advice") == []
    page.get_by_role("button", name="Best moves").click()
    second = page.locator("#best-moves [data-advised]").nth(1)
    expect(second).to_contain_text("%")
    second.focus()
    expect(page.locator(f'#table .advised[data-move="{second.get_attribute("data-advised")}"]').first).to_be_attached()
    assert findings(page, within="#advice") == []
    page.locator("#advice .close").click()
    expect(page.locator(".advised")).to_have_count(0)
    if size == PHONE:
        rule.click()
    page.get_by_role("button", name="Switch the coach off").locator("visible=true").click()
    expect(page.locator(".purpose").locator("visible=true")).to_have_count(0)
    page.reload()
    something_to_do(page)
    expect(page.locator("body")).to_have_attribute("data-coach", "off")
    expect(page.locator("#coach")).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_be_visible()
    expect(page.locator("#advice .thought")).to_be_hidden()
    told = page.locator("#advice :is(.why, .move)").locator("visible=true").first
    expect(page.locator("#advice-voice")).to_contain_text(told.inner_text())
    page.keyboard.press("Escape")
    expect(page.locator("#advice")).to_be_hidden()
    page.locator(".top > [data-open=settings]").click()
    page.get_by_role("button", name="Coach: what each step is good for").click()
    page.keyboard.press("Escape")
    expect(page.locator("body")).to_have_attribute("data-coach", "on")


def frame(page: Page) -> object:
    boxes = "(places) => places.map((place) => JSON.stringify(document.querySelector(place).getBoundingClientRect()))"
    return page.evaluate(boxes, ["#prompt .words", ".stage", ".above"])

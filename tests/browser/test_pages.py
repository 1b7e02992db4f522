"""The pages around the board: languages, themes, widths, refusals, errors, accessibility."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import TOKEN, Arrive, Server, open_table, something_to_do
from tests.browser.laid import lay
from tests.browser.test_play import act


def test_the_site_speaks_the_visitors_language(arrive: Arrive) -> None:
    page = arrive(locale="fr-FR").page
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("link", name=re.compile("^Apprendre ?, Yaxha, .*petites leçons"))).to_be_visible()
    expect(page.get_by_role("article", name="Yaxha")).to_contain_text("On apprend en jouant.")
    page.get_by_role("button", name="Langue").click()
    page.get_by_role("button", name="español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("button", name=re.compile("^Jugar sin lecciones, nivel 1 ?, Yaxha$")).click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#prompt")).to_contain_text("mercado")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "es")


def test_the_theme_follows_the_system_and_can_be_switched(arrive: Arrive) -> None:
    page = arrive(color_scheme="dark").page
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(paper)
    page.get_by_role("button", name="Switch between light and dark").click()
    light = page.evaluate(paper)
    assert dark != light
    page.reload()
    assert page.evaluate(paper) == light


def test_a_guest_keeps_the_name_that_was_given(arrive: Arrive) -> None:
    page = arrive().page
    page.get_by_role("button", name="Change name").click()
    page.get_by_role("textbox", name="Your name at the table").fill("Inés <b>")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".hello")).to_contain_text("Inés <b>")
    page.get_by_role("button", name=re.compile("^Play without lessons, level 1 ?, Yaxha$")).click()
    expect(page.get_by_role("group", name="Market")).to_be_visible()
    page.reload()
    page.goto(page.url.split("/t/")[0])
    expect(page.locator(".hello")).to_contain_text("Inés <b>")


def test_an_illegal_click_is_answered_with_the_rule(arrive: Arrive) -> None:
    page = arrive().page
    open_table(page)
    something_to_do(page)
    # Forged and clicked in one go: the next update of the page puts the right number back.
    page.locator("[data-slot=above] .can").first.evaluate(
        "(tile) => { tile.dataset.move = 4; tile.dispatchEvent(new MouseEvent('click', {bubbles: true})); }"
    )
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Now everybody chooses a tile of the market")
    link = notice.get_by_role("link", name="The rule")
    assert (link.get_attribute("href") or "").endswith("/rules/yaxha#choose")
    link.click()
    expect(page.locator("#rule-sheet")).to_contain_text("choose")
    expect(page.get_by_role("dialog").get_by_role("heading")).to_be_focused()
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    page.locator("[data-slot=above] .can").last.click()
    expect(notice).to_be_hidden()


def test_an_unknown_table_is_told_in_the_style_of_the_house(arrive: Arrive) -> None:
    page = arrive(at="/t/nothing-here", locale="es-ES").page
    expect(page.get_by_role("heading", level=1)).to_have_text("Aquí no hay nada")
    page.get_by_role("link", name="Al vestíbulo").click()
    expect(page.locator(".games")).to_be_visible()


def test_static_files_are_kept_for_ever_and_pages_are_compressed(arrive: Arrive) -> None:
    visitor = arrive()
    answers = {}
    visitor.page.on("response", lambda answer: answers.update({answer.url: answer}))
    visitor.page.reload()
    style = next(answer for url, answer in answers.items() if url.endswith(".css"))
    assert "immutable" in style.headers["cache-control"]
    assert style.headers.get("content-encoding") == "gzip"
    assert answers[visitor.address + "/"].headers.get("content-encoding") == "gzip"
    assert all(url.startswith((visitor.address, "data:")) for url in answers), "nothing comes from elsewhere"


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_map_wider_than_a_phone_shows_where_one_is_and_leads_elsewhere(server: Server, arrive: Arrive) -> None:
    path, cookie = lay(server, "maya", 4, (), 3)
    page = arrive(path, cookie=cookie, **PHONE).page
    thumbnail, stage = page.locator("[data-pan]"), page.locator(".stage")
    box = thumbnail.bounding_box()
    assert box is not None
    seen = []
    for share in (0.05, 0.95):
        page.touchscreen.tap(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
        page.wait_for_function(
            """(s) => { const map = getComputedStyle(document.querySelector('.stage [data-pan]'));
            return Math.abs(+map.getPropertyValue('--from') - s) < 0.01 }""",
            arg=stage.evaluate("(e) => e.scrollLeft / e.scrollWidth"),
        )
        seen.append(stage.evaluate("(e) => e.scrollLeft"))
    assert seen[0] == 0
    assert seen[1] > 300
    assert thumbnail.bounding_box() == box, "the thumbnail stays where it is"


def test_l_shows_the_levels_from_above_and_shift_walks_over_everything(arrive: Arrive) -> None:
    page = arrive().page
    open_table(page)
    while something_to_do(page) == "market":
        act(page, "market")
    plan = page.locator(".yx-levels")
    small = plan.bounding_box()
    page.keyboard.press("l")
    large = plan.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 2 * small["width"]
    page.keyboard.press("l")
    assert plan.bounding_box() == small

    page.goto(page.url.split("/t/")[0])
    page.locator("[form=play-tzolkin]").click()
    page.wait_for_url("**/t/*")
    for tile in (0, 1):
        page.locator(".above [data-pick]").nth(tile).click()
    keep = page.locator("#prompt [data-move]:visible")
    expect(keep).to_have_text("Keep 1 and 2")
    keep.click()
    page.locator(".tz-wide .can").first.wait_for()
    role = "document.activeElement.getAttribute('role')"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(role) == "button"
    # To the right of every gear are the temples with their markers: nothing can be chosen there, but all is read out.
    visited = []
    for _ in range(12):
        page.keyboard.press("Shift+ArrowRight")
        visited.append((page.evaluate(role), page.evaluate("document.activeElement.getAttribute('aria-label')")))
    assert "img" in {role for role, _ in visited}
    assert all(label for _, label in visited)


def test_a_name_is_changed_by_typing_and_enter(arrive: Arrive) -> None:
    page = arrive().page
    page.locator(".rename").press("Enter")
    field = page.get_by_role("dialog", name="Your name at the table").get_by_role("textbox")
    expect(field).to_be_focused()
    field.select_text()
    page.keyboard.type("Itzel")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("#rename input")).to_have_value("Itzel")


def test_a_token_is_revoked_with_the_keyboard(arrive: Arrive) -> None:
    page = arrive().page
    page.evaluate(TOKEN)
    page.locator(".rename").press("Enter")
    page.get_by_role("link", name="Programs at your seats").press("Enter")
    expect(page.get_by_role("heading", level=2, name="Programs at your seats")).to_be_visible()
    page.get_by_role("button", name="Revoke").press("Enter")
    expect(page.get_by_text("No program holds a token of yours.")).to_be_visible()

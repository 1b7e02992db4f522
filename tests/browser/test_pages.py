"""The pages around the board: languages, themes, widths, refusals, errors, accessibility."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive, open_table, something_to_do

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def serious_findings(page: Page) -> list[str]:
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{finding['id']}: {finding['help']}: {finding['nodes'][0]['html'][:200]}"
        for finding in found["violations"]
        if finding["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_has_serious_accessibility_findings(arrive: Arrive, theme: str, tmp_path: Path) -> None:
    page = arrive(color_scheme=theme).page
    findings = {"lobby": serious_findings(page)}
    page.screenshot(path=tmp_path / "lobby.png")
    open_table(page)
    what = something_to_do(page)
    findings["choosing"] = serious_findings(page)
    while what == "market":
        page.locator("[data-slot=above] .can").first.click()
        what = something_to_do(page)
    findings["building"] = serious_findings(page)
    page.screenshot(path=tmp_path / "table.png")
    page.goto(page.url.split("/t/")[0] + "/rules/yaxha")
    findings["rules"] = serious_findings(page)
    assert findings == {place: [] for place in findings}


def test_the_site_speaks_the_visitors_language(arrive: Arrive) -> None:
    page = arrive(locale="fr-FR").page
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("button", name=re.compile("^Jouer.*Yaxha.*contre 3 bots, niveau 3$"))).to_be_visible()
    page.get_by_role("button", name="es, español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("button", name=re.compile("^Jugar ahora.*Yaxha.*contra 3 bots, nivel 3$")).click()
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
    expect(page.locator("h1")).to_contain_text("Inés <b>")
    page.get_by_role("button", name=re.compile("^Play now.*Yaxha")).click()
    expect(page.get_by_role("group", name="Market")).to_be_visible()
    page.reload()
    page.goto(page.url.split("/t/")[0])
    expect(page.locator("h1")).to_contain_text("Inés <b>")


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_nothing_scrolls_sideways(arrive: Arrive, width: int) -> None:
    page = arrive(viewport={"width": width, "height": 844}).page
    sideways = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(sideways) <= 0
    for address in ("/rules", "/rules/yaxha", "/replays", "/t/nothing"):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + address)
        assert page.evaluate(sideways) <= 0, address
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2])
    open_table(page, 4, ("bot", "bot", "bot"))
    something_to_do(page)
    assert page.evaluate(sideways) <= 0


def test_an_illegal_click_is_answered_with_the_rule(arrive: Arrive) -> None:
    page = arrive().page
    open_table(page)
    something_to_do(page)
    page.evaluate("document.querySelector('[data-slot=above] .can').dataset.move = 4")
    page.locator('[data-slot=above] .can[data-move="4"]').click()
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Choose a tile of the market first.")
    link = notice.get_by_role("link", name="The rule")
    assert (link.get_attribute("href") or "").endswith("/rules/yaxha#choose")
    with page.context.expect_page() as opening:
        link.click()
    expect(opening.value.locator("#choose")).to_be_visible()
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

"""Yaxha in a real browser: by mouse, by keyboard, by two people, by thumb."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tablero
from tests.browser.conftest import Arrive, Server, Visitor, open_table, point_at, settled, something_to_do, until
from tests.browser.laid import lay, moves_before
from tests.browser.seated import seat_players
from tests.browser.test_axe import findings

CELL = "[data-slot=board] .can[data-move]:not(.away)"
TILE = "[data-slot=above] .can[data-move]"


def act(page: Page, what: str) -> None:
    """One click on what the page offers."""
    before = page.locator("#prompt").inner_html()
    page.mouse.click(*point_at(page, {"button": "#prompt [data-move]", "board": CELL, "market": TILE}[what]))
    page.wait_for_function("(before) => document.querySelector('#prompt').innerHTML !== before", arg=before)


def test_the_last_decisions_by_mouse_then_the_end_and_a_look_back(server: Server, arrive: Arrive) -> None:
    path, cookie = lay(server, "yaxha", 2, moves_before("yaxha", 2, 3, 0.85), 3)
    page = arrive(path, cookie=cookie).page
    while (what := something_to_do(page)) != "over":
        act(page, what)
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    expect(sheet.locator(".bars > li, tbody tr")).to_have_count(2)
    assert findings(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 844})
    assert findings(page) == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1440, "height": 900})
    sheet.get_by_text("More", exact=True).click()
    assert findings(page) == []
    with page.expect_download() as saving:
        sheet.get_by_role("link", name="Save the record").click()
    text = Path(saving.value.path()).read_text("utf-8")
    record = tablero.Record.from_text(text)
    state = record.verify(tablero.game("yaxha"))
    assert state.result() is not None
    shown = sheet.locator(".points").all_inner_texts()
    assert sorted(map(int, shown)) == sorted(record.scores or ())

    sheet.get_by_role("button", name="Look back at the game").click()
    expect(page).to_have_url(re.compile(r"\?move=0$"))
    expect(page.locator("#prompt")).to_contain_text("You are looking back")
    plays = page.get_by_role("button", name="Play the moves")
    plays.click()
    expect(plays).to_have_attribute("aria-pressed", "true")
    page.wait_for_url(re.compile(r"\?move=[2-9]"))
    plays.click()
    expect(plays).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".can[data-move]")).to_have_count(0)
    for _ in range(3):
        before = page.url
        page.keyboard.press("]")
        expect(page).not_to_have_url(before)
    permalink = page.url
    log = page.locator("#log").inner_text()
    cubes = page.locator("[data-slot=board] use").count()
    page.goto(permalink)
    assert page.locator("#log").inner_text() == log
    assert page.locator("[data-slot=board] use").count() == cubes
    page.get_by_role("slider", name="History").press("End")
    page.get_by_role("button", name="Last position").click()
    expect(page.locator("#prompt")).not_to_contain_text("You are looking back")
    page.goto(page.url.split("/t/")[0] + "/replays")
    expect(page.get_by_role("link", name="Replay", exact=True).first).to_be_visible()


def test_a_click_counts_although_the_page_gets_a_change_while_the_button_is_down(
    server: Server, arrive: Arrive
) -> None:
    visitor = arrive("/luck")
    page = visitor.page
    for game in ("yaxha", "tzolkin", "amritsar"):
        path, cookie = lay(server, game, 2, moves_before(game, 2, 3, 0.4), 3)
        page.mouse.move(0, 0)
        page.context.add_cookies([cookie])
        page.goto(server.address + path)
        settled(page)
        version = page.locator("body").get_attribute("data-version")
        at = point_at(page, "#table .can[data-move]:not(.away)")
        visitor.frames.clear()
        page.mouse.move(*at)
        page.mouse.down()
        until(page, lambda: bool(visitor.news()))  # the board with the move that the pointer is at
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        page.mouse.up()
        page.wait_for_function("(version) => document.body.dataset.version !== version", arg=version)


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    for _ in range(80):
        if page.evaluate("(s) => document.activeElement?.matches(s) ?? false", selector):
            return
        page.keyboard.press(key)
    pytest.fail(f"the keyboard does not reach {selector}")


def open_by_keys(page: Page) -> None:
    """A table for two against the easiest bot, with the lobby's form."""
    page.keyboard.press("t")
    tab_to(page, '[name="seats-yaxha"]')
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    tab_to(page, '[name="kind1"]')
    page.keyboard.press("ArrowRight")
    tab_to(page, '[name="level1"]')
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    tab_to(page, "form.open footer button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")


def play_by_keys(page: Page, most: int = 1000) -> None:
    """So many decisions, or until the game is over."""
    arrows = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]
    for turn in range(most):
        what = something_to_do(page)
        if what == "over":
            break
        before = page.locator("#prompt").inner_html()
        if what == "button":
            page.keyboard.press("f")
        else:
            page.keyboard.press(arrows[turn % 4])
            focused = page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''")
            assert focused, "the arrows lead to a place that has a name"
            page.keyboard.press("Enter")
        page.wait_for_function("(before) => document.querySelector('#prompt').innerHTML !== before", arg=before)


def test_a_game_is_begun_and_ended_by_keyboard_alone(server: Server, arrive: Arrive) -> None:
    page = arrive().page
    open_by_keys(page)
    play_by_keys(page, 10)
    path, cookie = lay(server, "yaxha", 2, moves_before("yaxha", 2, 3, 0.85), 3)
    page.context.add_cookies([cookie])
    page.goto(server.address + path)
    play_by_keys(page)
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.long
def test_a_whole_game_by_keyboard_alone(arrive: Arrive) -> None:
    page = arrive().page
    open_by_keys(page)
    play_by_keys(page)
    expect(page.get_by_role("dialog")).to_be_visible()


def test_keys_undo_turn_and_pick(arrive: Arrive) -> None:
    page = arrive().page
    open_table(page)
    assert something_to_do(page) == "market"
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    # With two seats nothing is left to choose from: building begins as soon as the bot has chosen too.
    expect(page.locator("#prompt")).to_contain_text("0 of 3 placed")
    stops = page.evaluate("[...document.querySelectorAll('[data-slot=board] [tabindex=\"0\"]')].length")
    assert stops == 1, "Tab has one stop on the board"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("1 of 3 placed")
    page.keyboard.press("u")
    expect(page.locator("#prompt")).to_contain_text("0 of 3 placed")
    page.keyboard.press("e")
    expect(page.locator("[data-slot=board]")).to_contain_text("view 2 of 4")
    page.keyboard.press("q")
    expect(page.locator("[data-slot=board]")).to_contain_text("view 1 of 4")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="How to play here")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_play_now_is_one_click(arrive: Arrive) -> None:
    page = arrive().page
    page.get_by_role("button", name=re.compile("^Play without lessons, level 1 ?, Yaxha$")).click()
    page.wait_for_url("**/t/*")
    expect(page.locator(TILE)).to_have_count(2)  # a first game is as small as the lesson
    expect(page.locator("#prompt")).to_contain_text("Choose a tile of the market")
    page.goto(page.url.split("/t/")[0])
    expect(page.locator("#mine").get_by_text("Your turn")).to_be_visible()
    expect(page.locator("#mine .glance")).to_have_js_property("naturalWidth", 312)  # the real position
    page.goto(page.url)
    page.get_by_role("button", name=re.compile("^Play without lessons, level 1 ?, Yaxha$")).click()
    page.wait_for_url("**/t/*")
    page.goto(page.url.split("/t/")[0])
    picker = page.get_by_role("article", name="Yaxha").get_by_role("group", name="How strong the bots are")
    expect(picker.get_by_role("button", name="Easier")).to_be_disabled()
    picker.get_by_role("button", name="Harder").click()
    picker.get_by_role("button", name="Harder").press("ArrowRight")
    expect(picker).to_contain_text("Level 3")
    page.reload()
    expect(picker).to_contain_text("Level 3")
    page.get_by_role("button", name=re.compile("^Play ?, Yaxha, against 1 bot$")).click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".badge.bot").first).to_have_text("bot 3")


def settled_sight(visitor: Visitor) -> tuple[str, list[str]]:
    """The whole page and everything sent so far, once nothing more comes."""
    settled(visitor.page)
    return visitor.page.locator("main").inner_html() + visitor.page.title(), visitor.news()


def timeless(page: str) -> str:
    """A page without the seconds that people have used: everybody sees how long the others think."""
    return re.sub(r"(used(?:&quot;:|\">))[\d.:]+", r"\1", page)


def without_clocks(frames: list[str]) -> list[dict[str, Any]]:
    """What was sent, but for the rows of people: they are compared in the page."""
    sent = [json.loads(frame) for frame in frames]
    return [{part: told for part, told in frame.items() if part != "people"} for frame in sent]


def test_secrets_of_one_seat_never_reach_the_other(server: Server, arrive: Arrive) -> None:
    path, cookies, _ = seat_players(server, "yaxha")
    host, friend = (arrive(path, cookie=cookie) for cookie in cookies)
    expect(host.page.locator(TILE)).to_have_count(2)
    expect(friend.page.locator(TILE)).to_have_count(2)
    expect(host.page.locator("[data-slot=right]")).to_contain_text("Marco")
    _, before = settled_sight(friend)

    thinking = friend.page.locator('.sitter.runs[data-seat="0"]')  # the host: that much is seen by all
    expect(thinking).not_to_have_count(0)

    # Whichever tile the host chooses in secret, the friend sees the same, byte for byte.
    host.page.locator(TILE).nth(0).click()
    expect(host.page.get_by_role("button", name="Undo")).to_be_visible()
    expect(thinking).to_have_count(0)
    first_page, after_first = settled_sight(friend)
    host.page.get_by_role("button", name="Undo").click()
    expect(host.page.locator(TILE)).to_have_count(2)
    expect(thinking).not_to_have_count(0)
    _, after_undo = settled_sight(friend)
    host.page.locator(TILE).nth(1).click()
    expect(host.page.get_by_role("button", name="Undo")).to_be_visible()
    expect(thinking).to_have_count(0)
    second_page, after_second = settled_sight(friend)
    assert timeless(first_page) == timeless(second_page)
    assert without_clocks(after_first[len(before) :]) == without_clocks(after_second[len(after_undo) :])

    # The friend takes the other tile; both build; what the host builds is not sent.
    friend.page.locator(TILE).nth(0).click()
    expect(host.page.locator(CELL).first).to_be_attached()
    expect(friend.page.locator(CELL).first).to_be_attached()
    _, quiet = settled_sight(friend)
    page_before = timeless(friend.page.locator("main").inner_html())
    for count in (1, 2):
        host.page.mouse.click(*point_at(host.page, CELL))
        expect(host.page.locator("#prompt")).to_contain_text(f"{count} of 3 placed")
    _, then = settled_sight(friend)
    assert then == quiet, "not even an empty message is sent because of a secret move"
    assert timeless(friend.page.locator("main").inner_html()) == page_before


def test_a_spectator_sees_the_table_but_cannot_move(server: Server, arrive: Arrive) -> None:
    path, *_ = seat_players(server, "yaxha")
    watcher = arrive(path)
    expect(watcher.page.get_by_role("group", name="Tile 1")).to_be_visible()
    expect(watcher.page.locator(".can[data-move]")).to_have_count(0)


def test_a_move_made_while_the_server_is_down_arrives_when_it_is_back(own_server: Server, arrive: Arrive) -> None:
    page = arrive(address=own_server.address).page
    open_table(page)
    assert something_to_do(page) == "market"
    own_server.kill()
    page.locator(TILE).first.click()
    lost = page.get_by_text("No connection")
    expect(lost).to_be_visible()
    expect(page.get_by_text("Your move is kept and will be sent")).to_be_visible()
    own_server.start()
    expect(page.get_by_text("Connected. Your move was sent.")).to_be_visible()
    expect(lost).to_be_hidden()
    # The bot answers, so the choice has arrived: the log tells about it, once.
    page.wait_for_function("() => document.querySelector('#log').innerText.includes('secretly chose tile')")
    said = page.locator("#log li", has_text="secretly chose tile")
    expect(said).to_have_count(1)
    expect(page.locator("#prompt")).to_contain_text("0 of 3 placed")
    act(page, "board")
    expect(page.locator("#prompt")).to_contain_text("1 of 3 placed")


def test_a_round_by_thumb(arrive: Arrive) -> None:
    page = arrive(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).page
    fits(page)
    open_table(page)
    rounds = 0
    while rounds < 2:
        what = something_to_do(page)
        fits(page)
        if what == "market":
            rounds += 1
            page.locator(TILE).first.tap()
            expect(page.locator("#bubble")).to_contain_text("Tap again")
            page.locator(TILE).first.tap()
            expect(page.locator(TILE)).to_have_count(0)
        elif what == "board":
            before = page.locator("#prompt").inner_html()
            finger = point_at(page, CELL)
            page.touchscreen.tap(*finger)
            expect(page.locator("#bubble")).to_contain_text("Tap again")
            assert page.locator("#prompt").inner_html() == before, "the first tap only shows"
            page.touchscreen.tap(*finger)
            page.wait_for_function("(before) => document.querySelector('#prompt').innerHTML !== before", arg=before)
        else:
            targets_are_large(page)
            page.locator("#prompt [data-move]").first.tap()
            expect(page.locator("#prompt [data-move]")).to_have_count(0)
    for tab in ("Rivals", "History", "Pyramid", "Tiles"):
        page.get_by_role("tab", name=tab).tap()
        fits(page)


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def targets_are_large(page: Page) -> None:
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a.btn, a.home, [data-pick], input[type=range]')]
          .filter((e) => e.getClientRects().length)
          .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
          .filter(([, box]) => box.width < 44 || box.height < 44)
          .map(([html, box]) => `${html} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
    )
    assert small == []

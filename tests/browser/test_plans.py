"""A plan in a real browser: made on the board at a desk, looked at on a phone, and kept through three turns."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import tablero
from tablero.site.plans.service import keep_plan
from tablero.store import Store
from tests.browser.conftest import Arrive, Server, beside, settled
from tests.browser.laid import Played, random_game
from tests.browser.reach import DESKTOP, PHONE, settings
from tests.browser.seated import seat_players
from tests.browser.test_axe import findings
from tests.table.planned import lines_along

SEED = 3
TURNS = 3


def until_the_other_moves(game: str) -> tuple[Played, ...]:
    """Moves of a game after which the second player begins a turn."""
    made, _ = random_game(game, 2, SEED)
    state = tablero.game(game).start(2, SEED)
    for number, (seat, move) in enumerate(made, 1):
        state.play(seat, move)
        if number > 12 and seat == 0 and state.actors() == (1,):
            return made[:number]
    raise AssertionError("it never is the turn of the other player")


async def planned(database: str, id: str) -> list[Played]:
    """Keep a plan for three own turns; return the moves that lead through it."""
    store = await Store.open(database)
    try:
        table = await store.table(id)
        lines, moves = lines_along(table, 0, TURNS)
        await keep_plan(store, table, 0, lines)
    finally:
        await store.close()
    return moves


def play(page: Page, address: str, move: int) -> None:
    """Make a move as a program of the page's visitor."""
    version = page.request.get(address).json()["version"]
    answer = page.request.post(
        f"{address}/play", data={"move": move, "version": version, "action_id": f"own-{version}"}
    )
    assert answer.ok, answer.text()


def test_a_plan_is_made_on_the_board_and_kept_through_three_turns(server: Server, arrive: Arrive) -> None:
    path, cookies, _ = seat_players(server, "tzolkin", 2, until_the_other_moves("tzolkin"), SEED)
    page = arrive(path, cookie=cookies[0], **settings(DESKTOP)).page
    page.locator("[data-menu]").click()
    page.locator("#menu a[href$='/plan']").click()
    expect(page).to_have_url(re.compile("/plan$"))
    lines = page.locator("#branches .plan-line:not(.otherwise)")
    keep = page.locator("[data-what=keep]")
    keep.click()
    expect(page.locator("#notice")).to_contain_text("Try first")
    for _ in range(3):
        page.keyboard.press("g")
        page.keyboard.press("Enter")
        settled(page)
    keep.click()
    expect(lines).to_have_count(1)
    assert (found := findings(page, without="[data-slot]")) == [], "\n".join(found)
    page.reload()
    expect(lines).to_have_count(1)
    page.locator("[data-what=delete]").click()
    expect(lines).to_have_count(0)
    page.goto(server.address)

    moves = beside(planned(str(server.database), path.removeprefix("/t/")))
    phone = arrive(f"{path}/plan", cookie=cookies[0], color_scheme="dark", **settings(PHONE)).page
    phone.locator("[role=tab][data-tab=whatif]").click()
    lines = phone.locator("#branches .plan-line:not(.otherwise)")
    expect(lines).to_have_count(TURNS)
    assert (found := findings(phone, without="[data-slot]")) == [], "\n".join(found)
    phone.locator("[data-what=play]").click()
    expect(phone.locator("[data-what=play]")).to_have_attribute("aria-checked", "true")
    phone.goto(server.address)

    other = arrive(path, cookie=cookies[1]).page
    version = int(other.locator("body").get_attribute("data-version") or 0)
    for number, (seat, move) in enumerate(moves):
        if seat == 1:
            expect(other.locator("body")).to_have_attribute("data-version", str(version + number))
            play(other, f"{server.address}/api/tables/{path.removeprefix('/t/')}", move)
    expect(other.locator("body")).to_have_attribute("data-version", str(version + len(moves)))
    expect(other.locator("#log .by-itself")).to_have_count(0)
    phone.goto(f"{server.address}{path}")
    expect(phone.locator("#log .by-itself")).to_have_text(["by plan"] * TURNS)

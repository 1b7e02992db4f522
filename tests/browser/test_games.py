"""Every other game in a real browser: by mouse to the end, the first decisions by keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tablero
from tests.browser.conftest import Arrive, Server, open_game
from tests.browser.laid import lay, moves_before

# The place that a pointer meets, counted among those that can be met; a place behind another one is tried later.
PLACE = """(number) => {
  if (document.body.dataset.over === 'yes') return 'over';
  if (document.querySelector('.busy, [data-forced]')) return null;
  const spots = [...document.querySelectorAll('[data-move]')].filter(
    (spot) => spot.getClientRects().length && !spot.classList.contains('away'));
  for (let i = 0; i < spots.length; i++) {
    const spot = spots[(number + i) % spots.length];
    spot.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = spot.getBoundingClientRect();
    for (const down of [0.5, 0.25, 0.75])
      for (const along of [0.5, 0.25, 0.75]) {
        const [x, y] = [box.left + box.width * along, box.top + box.height * down];
        if (document.elementFromPoint(x, y)?.closest('[data-move]') === spot) return [x, y];
      }
  }
  return null;
}"""

SAME_SALE = 10  # a seed under which random moves lead to a market where the same sale can be made twice


def changed(page: Page, version: str | None) -> None:
    page.wait_for_function("(version) => document.body.dataset.version !== version", arg=version)


def play_to_the_end(page: Page) -> None:
    clicks = 0
    while True:
        place = page.wait_for_function(PLACE, arg=clicks * 7).json_value()
        if place == "over":
            break
        version = page.locator("body").get_attribute("data-version")
        page.mouse.click(*place)
        changed(page, version)
        clicks += 1
        assert clicks < 1500, "the game does not end"


def the_end_tells_the_record(page: Page, game: str, seats: int) -> None:
    """The sheet at the end says what the saved record says."""
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    with page.expect_download() as saving:
        sheet.get_by_role("link", name="Save the record").click()
    record = tablero.Record.from_text(Path(saving.value.path()).read_text("utf-8"))
    result = record.verify(tablero.game(game)).view(None)["result"]
    final = [tablero.game(game).final(result, seat) for seat in range(seats)]
    shown = sheet.locator(".points").all_inner_texts()
    for points in final:
        shown.remove(points)
    assert len(shown) == (1 if seats == 1 else 0), "who plays alone sees the other side's points too"


ENDED = pytest.mark.parametrize(("game", "seats"), [("maya", 2), ("tzolkin", 2), ("amritsar", 1), ("amritsar", 2)])


@ENDED
def test_the_last_decisions_by_mouse_and_the_end(game: str, seats: int, server: Server, arrive: Arrive) -> None:
    path, cookie = lay(server, game, seats, moves_before(game, seats, 3, 0.93), 3)
    page = arrive(path, cookie=cookie).page
    play_to_the_end(page)
    the_end_tells_the_record(page, game, seats)


@pytest.mark.long
@ENDED
def test_a_whole_game_by_mouse(game: str, seats: int, arrive: Arrive) -> None:
    page = arrive().page
    open_game(page, game, seats)
    play_to_the_end(page)
    the_end_tells_the_record(page, game, seats)


@pytest.mark.parametrize(("game", "seats"), [("maya", 2), ("tzolkin", 2), ("amritsar", 1)])
def test_the_first_decisions_by_keyboard(game: str, seats: int, arrive: Arrive) -> None:
    page = arrive().page
    open_game(page, game, seats)
    arrows = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]
    for turn in range(8):
        page.wait_for_function(PLACE, arg=0)
        version = page.locator("body").get_attribute("data-version")
        on_board = page.locator("main .can[data-move]:visible").count() > 0
        page.keyboard.press(arrows[turn % 4] if on_board else "Tab")
        if not on_board:
            page.locator("#prompt [data-move]").first.focus()
        focused = page.evaluate("document.activeElement?.closest('[data-move]')?.getAttribute('aria-label') ?? ''")
        named = focused or page.evaluate("document.activeElement?.textContent?.trim() ?? ''")
        assert named, "the keys lead to something that has a name"
        page.keyboard.press("Enter")
        changed(page, version)


def same_sale_twice(seed: int) -> tuple[list[int], int]:
    """Random moves of a solo game of Amritsar up to a market that asks the same again after a sale; the sale."""
    game = tablero.game("amritsar")
    state, luck, made = game.start(1, seed), tablero.seeded(seed), []
    while state.actors():
        moves = state.moves(0)
        for sale in (move for move in moves if game.moves.write(move).startswith("sell")):
            after = state.copy()
            after.play(0, sale)
            if after.moves(0) == moves and after.view(0)["prompt"] == state.view(0)["prompt"]:
                return made, sale
        made.append(moves[luck.below(len(moves))])
        state.play(0, made[-1])
    raise AssertionError("this seed has no such market")


def test_a_button_that_stays_can_be_pressed_again(server: Server, arrive: Arrive) -> None:
    made, sale = same_sale_twice(SAME_SALE)
    path, cookie = lay(server, "amritsar", 1, [(0, move) for move in made], SAME_SALE)
    page = arrive(path, cookie=cookie).page
    button = page.locator(f'[data-move="{sale}"]:visible').first
    for _ in range(2):
        version = page.locator("body").get_attribute("data-version")
        button.click()
        changed(page, version)

"""A button that stays where it is can be pressed again."""

from __future__ import annotations

from playwright.sync_api import Page

import tablero
from tests.browser.conftest import Arrive, Server
from tests.browser.laid import lay

SAME_SALE = 10  # a seed under which random moves lead to a market where the same sale can be made twice


def changed(page: Page, version: str | None) -> None:
    page.wait_for_function("(version) => document.body.dataset.version !== version", arg=version)


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

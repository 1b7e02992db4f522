"""Tzolk'in on the page: the rulebook's two opening rounds, and what only this game has."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

import tablero
from tests.browser.conftest import Arrive, Server, point_at
from tests.browser.laid import NAME, lay

GAME = tablero.game("tzolkin")
# Under this seed Green begins, and these tiles give everybody the corn that the example lets them spend.
SEED = 10
SEATS = ("Green", "Blue", "Red", "Yellow")
KEPT = ("keep 1,2", "keep 1,2", "keep 1,3", "keep 1,2")
# Whose turn it is, what is done before its end, what that changes on the page, and what ends it.
TURNS = (
    ("Green", "place tikal; place yaxchilan; place palenque", {"corn": -3}, "end turn"),
    ("Blue", "place palenque; place palenque", {"corn": -4}, "end turn"),
    ("Red", "place yaxchilan; place yaxchilan; place tikal", {"corn": -7}, "end turn"),
    ("Yellow", "place tikal; place start", {"corn": -3}, "end turn; one day"),
    ("Yellow", "place palenque; place palenque", {"corn": -5}, "end turn"),
    ("Green", "pick yaxchilan 1; action 1", {"wood": 1}, "pick tikal 1; action 1; advance agriculture; end turn"),
    ("Blue", "place tikal", {}, "end turn"),  # position 0 costs nothing
    ("Red", "pick yaxchilan 3; action 3", {"corn": 2, "gold": 1}, "end turn"),
)


def choose(page: Page, words: str) -> None:
    spot = f'[data-move="{GAME.moves.read(words)}"]:not(.busy)'
    place = point_at(page, spot)  # comes with what the others have done; only then is the version ours to change
    version = page.locator("body").get_attribute("data-version")
    page.mouse.click(*place)
    page.wait_for_function("(version) => document.body.dataset.version !== version", arg=version)
    shown = page.locator(".tz-wide [data-move]:has(.tz-chip):has(text)")
    price_of = "(all) => all.map((one) => [one.ariaLabel, [...one.querySelectorAll('text')].pop().textContent])"
    for label, price in shown.evaluate_all(price_of):
        assert f"Costs {price} corn" in label, "each place has its own price, the one just used too"


def play(page: Page, text: str) -> None:
    for words in text.split("; "):
        choose(page, words)


def kept(seats: int) -> list[tuple[int, int]]:
    """The choice of wealth tiles, which is made at once by all seats."""
    return [(seat, GAME.moves.read(words)) for seat, words in enumerate(KEPT[:seats])]


def at_first_turn(server: Server, arrive: Arrive, made: str = "", **settings: Any) -> Page:
    """A page at a table for two of which the wealth tiles have been chosen; its first seat begins. Or after moves that
    both have made in turn."""
    seed = next(seed for seed in range(100) if GAME.start(2, seed).view(None)["first"] == 0)
    state, moves = GAME.start(2, seed), kept(2)
    for seat, move in moves:
        state.play(seat, move)
    for words in filter(None, made.split("; ")):
        moves.append((state.actors()[0], GAME.moves.read(words)))
        state.play(*moves[-1])
    path, cookie = lay(server, "tzolkin", 2, moves, seed)
    page = arrive(path, cookie=cookie, **settings).page
    point_at(page, "[data-move]")
    return page


def goods(page: Page) -> dict[str, int]:
    """What the player owns, as this page shows it."""
    shown = page.locator(f'.tz-player[aria-label="{NAME}"] .r2 [role="img"]')
    labels = shown.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    found = (re.fullmatch(r"(\d+) (corn|wood|stone|gold|crystal skulls?)", label) for label in labels)
    return {match[2]: int(match[1]) for match in found if match}


def gains(page: Page, before: dict[str, int]) -> dict[str, int]:
    now = goods(page)
    return {good: now[good] - before[good] for good in before if now[good] != before[good]}


def test_the_rulebooks_two_opening_rounds(server: Server, arrive: Arrive) -> None:
    """Every turn at a table of its own, at which the turns before have been played."""
    page = arrive("/luck").page
    state, made = GAME.start(4, SEED), kept(4)
    for seat, move in made:
        state.play(seat, move)
    for number, (colour, text, gained, ending) in enumerate(TURNS):
        seat = SEATS.index(colour)
        assert tuple(state.actors()) == (seat,), f"{colour} plays turn {number + 1}"
        path, cookie = lay(server, "tzolkin", 4, made, SEED, own=seat)
        page.context.add_cookies([cookie])
        page.goto(server.address + path)
        expect(page.locator(f'.tz-player.act[aria-label="{NAME}"]')).to_be_visible()
        expect(page.locator(".tz-status")).to_contain_text(f"Round {1 + number // 4} of")
        owned = goods(page)
        play(page, text)
        assert gains(page, owned) == gained, f"turn {number + 1}"
        if number == 1:
            third = page.locator(f'[data-move="{GAME.moves.read("place palenque")}"]')
            assert third.count() == 0, "there is not enough corn for the third worker"
        if number == 5:
            learn_and_pay(page, owned)
        choose(page, "end turn")
        for words in f"{text}; {ending}".split("; "):
            move = GAME.moves.read(words)
            while move not in state.moves(seat):  # the payment, which the page makes by itself
                (forced,) = state.moves(seat)
                made.append((seat, forced))
                state.play(seat, forced)
            made.append((seat, move))
            state.play(seat, move)
    expect(page.locator(".tz-status")).to_contain_text("Round 3 of")


def learn_and_pay(page: Page, before: dict[str, int]) -> None:
    """Green has nothing but wood, so that the page pays for the technology; taking back goes back past the payment."""
    play(page, "pick tikal 1; action 1")
    for _ in range(2):
        choose(page, "advance agriculture")
        expect(page.locator("#log li").nth(-2)).to_have_text(f"{NAME} pays 1 wood.")
        assert gains(page, before) == {}
        page.get_by_role("button", name="Undo").click()
        point_at(page, f'[data-move="{GAME.moves.read("advance theology")}"]')
        assert gains(page, before) == {"wood": 1}
    choose(page, "advance agriculture")
    expect(page.locator(f'[data-move="{GAME.moves.read("end turn")}"]')).to_be_visible()
    assert gains(page, before) == {}


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_phone_unrolls_the_gear_that_is_tapped(server: Server, arrive: Arrive) -> None:
    page = at_first_turn(server, arrive, **PHONE)
    expect(page.locator(".tz-part h2:visible")).to_have_text("Palenque")
    page.get_by_role("tab", name="Uxmal").tap()
    expect(page.locator(".tz-part h2:visible")).to_have_text("Uxmal")
    expect(page.get_by_role("tab", name="Uxmal")).to_have_attribute("aria-selected", "true")
    page.locator('.tz-narrow svg [data-part="4"]').tap()
    expect(page.locator(".tz-part h2:visible")).to_have_text("Chichen Itza")
    expect(page.locator(".tz-part .tz-cell:visible")).to_have_count(11)


def test_the_end_of_a_turn_has_its_place_before_it_is_allowed(server: Server, arrive: Arrive) -> None:
    page = at_first_turn(server, arrive)
    end = page.locator("#prompt").get_by_role("button", name="End turn")
    expect(end).to_be_disabled()
    page.mouse.click(*point_at(page, f'.tz-wide [data-move="{GAME.moves.read("place tikal")}"]'))
    expect(end).to_be_enabled()


def test_the_key_g_goes_from_choice_to_choice(server: Server, arrive: Arrive) -> None:
    path, cookie = lay(server, "tzolkin", 2, (), SEED)
    page = arrive(path, cookie=cookie).page
    expect(page.locator("[data-pick]").first).to_be_visible()
    visited = []
    for _ in range(4):
        page.keyboard.press("g")
        visited.append(page.evaluate("document.activeElement.dataset.pick"))
    assert sorted(visited) == ["1", "2", "3", "4"], "the four wealth tiles, of which two are kept"


def test_two_wealth_tiles_are_clicked_and_a_third_lets_the_first_go(server: Server, arrive: Arrive) -> None:
    path, cookie = lay(server, "tzolkin", 2, (), SEED)
    page = arrive(path, cookie=cookie).page
    tiles, keep = page.locator(".above [data-pick]"), page.locator("#prompt [data-move]:visible")
    expect(tiles).to_have_count(4)
    expect(keep).to_have_count(0)
    tiles.nth(0).click()
    expect(keep).to_have_count(0)
    tiles.nth(3).click()
    expect(keep).to_have_text("Keep 1 and 4")
    page.keyboard.press("2")
    expect(keep).to_have_text("Keep 2 and 4")
    assert [tile.get_attribute("aria-pressed") for tile in tiles.all()] == ["false", "true", "false", "true"]
    tiles.nth(1).click()
    expect(keep).to_have_count(0)
    tiles.nth(2).click()
    keep.click()
    expect(page.locator("#prompt .t")).not_to_have_text("Keep two of your four wealth tiles")
    expect(page.locator("[data-two]")).to_have_count(0)


def test_a_monument_says_what_it_would_score_now(server: Server, arrive: Arrive) -> None:
    page = at_first_turn(server, arrive)
    card = page.locator("#tz-card-0")
    expect(card).to_be_hidden()
    page.locator("[data-card-of='0']").hover()
    expect(card).to_be_visible()
    assert card.locator("li b").count() == 2
    page.locator("#log-box").hover()
    expect(card).to_be_hidden()
    page.locator("[data-card-of='0']").click()
    page.locator("#prompt").hover()
    expect(card).to_be_visible()  # a click keeps it
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_the_switch_leaves_one_kind_aglow_and_can_be_released(server: Server, arrive: Arrive) -> None:
    page = at_first_turn(server, arrive, "place tikal; end turn; place uxmal; end turn")
    switch = page.get_by_role("group", name="Show only one of the two")
    expect(switch).to_be_visible()
    placing = page.locator('.tz-wide [data-colour="placing"][data-move]')
    picking = page.locator('.tz-wide [data-colour="picking"]')
    assert placing.count() > 1
    expect(picking).to_have_count(1)
    aglow = "(all) => all.map((one) => one.querySelector('.can-line').getClientRects().length)"
    for name, shown, other in (("Place", placing, picking), ("Pick up", picking, placing)):
        button = switch.get_by_role("button", name=name)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        assert set(shown.evaluate_all(aglow)) == {1}
        assert set(other.evaluate_all(aglow)) == {0}
    peg = picking.locator("use").first
    switch.get_by_role("button", name="Place").click()
    assert peg.evaluate("(peg) => peg.getClientRects().length") == 1, "the worker stays where it is"
    switch.get_by_role("button", name="Place").click()
    assert set(placing.evaluate_all(aglow)) == set(picking.evaluate_all(aglow)) == {1}


def test_what_is_placed_travels_unless_less_motion_is_wanted(server: Server, arrive: Arrive) -> None:
    watch = """() => {
      window.travelled = [];
      new MutationObserver((changes) => {
        for (const change of changes)
          for (const node of change.addedNodes) if (node.className === 'flying') window.travelled.push(node.innerHTML);
      }).observe(document.body, { childList: true });
    }"""
    for motion, pieces in (("no-preference", 1), ("reduce", 0)):
        page = at_first_turn(server, arrive, reduced_motion=motion, pace="quick")
        spot = f'.tz-wide [data-move="{GAME.moves.read("place tikal")}"]'
        page.evaluate(watch)
        page.mouse.click(*point_at(page, spot))
        expect(page.locator("#prompt").get_by_role("button", name="End turn")).to_be_enabled()
        assert len(page.evaluate("window.travelled")) == pieces
        expect(page.locator(".flying")).to_have_count(0)


def test_a_tap_on_what_cannot_be_chosen_says_what_it_is_and_why_not(server: Server, arrive: Arrive) -> None:
    page = at_first_turn(server, arrive, **PHONE)
    page.locator("#table .hand [data-try]").last.tap()  # gold can be sold only in a market
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#notice span")).not_to_be_empty()

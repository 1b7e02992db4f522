"""Tzolk'in on the page: the rulebook's two opening rounds, played by four people at one device."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

import tablero
from tests.browser.conftest import Arrive, Server, point_at
from tests.browser.laid import NAME, lay

GAME = tablero.game("tzolkin")
COLOURS = ("Green", "Blue", "Red", "Yellow")
NAMES = dict(zip(COLOURS, (NAME, f"{NAME} 1", f"{NAME} 2", f"{NAME} 3"), strict=True))
# Under this seed Green begins, and these tiles give everybody the corn that the example lets them spend.
SEED = 10
KEPT = ("keep 1,2", "keep 1,2", "keep 1,3", "keep 1,2")
FIRST_ROUND = (
    ("Green", "place tikal; place yaxchilan; place palenque; end turn"),
    ("Blue", "place palenque; place palenque; end turn"),
    ("Red", "place yaxchilan; place yaxchilan; place tikal; end turn"),
    ("Yellow", "place tikal; place start; end turn; one day"),
)
SPENT_FIRST = {"Green": 3, "Blue": 4, "Red": 7, "Yellow": 3}


# Which move the page shows: seats count the moves that they can notice, so that it takes both.
MOMENT = "() => `${document.body.dataset.version} ${document.querySelector('.tz-player.act')?.ariaLabel}`"


def choose(page: Page, words: str) -> None:
    spot = f'[data-move="{GAME.moves.read(words)}"]:not(.busy)'
    place = point_at(page, spot)  # comes with what the others have done; only then is the version ours to change
    before = page.evaluate(MOMENT)
    page.mouse.click(*place)
    page.wait_for_function(f"(before) => ({MOMENT})() !== before", arg=before)
    shown = page.locator(".tz-wide [data-move]:has(.tz-chip):has(text)")
    price_of = "(all) => all.map((one) => [one.ariaLabel, [...one.querySelectorAll('text')].pop().textContent])"
    for label, price in shown.evaluate_all(price_of):
        assert f"Costs {price} corn" in label, "each place has its own price, the one just used too"


def play(page: Page, text: str) -> None:
    for words in text.split("; "):
        choose(page, words)


def at_first_turn(server: Server, arrive: Arrive, seats: int, alone: bool = False, **settings: Any) -> Page:
    """A page at a table of which the wealth tiles have been chosen; its first seat begins."""
    kept = [(seat, GAME.moves.read(words)) for seat, words in enumerate(KEPT[:seats])]
    seed = next(seed for seed in range(SEED, 100) if GAME.start(seats, seed).view(None)["first"] == 0)
    path, cookie = lay(server, "tzolkin", seats, kept, seed, alone=alone)
    page = arrive(path, cookie=cookie, **settings).page
    point_at(page, "[data-move]")
    return page


def goods(page: Page, colour: str) -> dict[str, int]:
    """What a player owns, as this page shows it."""
    shown = page.locator(f'.tz-player[aria-label="{NAMES[colour]}"] .r2 [role="img"]')
    labels = shown.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    found = (re.fullmatch(r"(\d+) (corn|wood|stone|gold|crystal skulls?)", label) for label in labels)
    return {match[2]: int(match[1]) for match in found if match}


def gains(page: Page, colour: str, before: dict[str, int]) -> dict[str, int]:
    now = goods(page, colour)
    return {good: now[good] - before[good] for good in before if now[good] != before[good]}


def test_the_rulebooks_two_opening_rounds(server: Server, arrive: Arrive) -> None:
    page = at_first_turn(server, arrive, 4, alone=True)
    expect(page.locator(f'.tz-player.act[aria-label="{NAMES["Green"]}"]')).to_be_visible()
    owned = {colour: goods(page, colour) for colour in COLOURS}

    # The first round: what each pays is what the rulebook says.
    for colour, text in FIRST_ROUND:
        moves = text.split("; ")
        play(page, "; ".join(moves[: moves.index("end turn")]))
        assert gains(page, colour, owned[colour]) == {"corn": -SPENT_FIRST[colour]}
        if colour == "Blue":
            third = page.locator(f'[data-move="{GAME.moves.read("place palenque")}"]')
            assert third.count() == 0, "there is not enough corn for the third worker"
        play(page, "; ".join(moves[moves.index("end turn") :]))
    expect(page.locator(".tz-status")).to_contain_text("Round 2 of")

    # The second round begins with Yellow.
    owned = {colour: goods(page, colour) for colour in COLOURS}
    play(page, "place palenque; place palenque")
    assert gains(page, "Yellow", owned["Yellow"]) == {"corn": -5}
    play(page, "end turn; pick yaxchilan 1; action 1")
    assert gains(page, "Green", owned["Green"]) == {"wood": 1}
    learn_and_pay(page, owned["Green"])
    play(page, "end turn; place tikal")
    assert gains(page, "Blue", owned["Blue"]) == {}, "position 0 costs nothing"
    play(page, "end turn; pick yaxchilan 3; action 3")
    assert gains(page, "Red", owned["Red"]) == {"corn": 2, "gold": 1}
    choose(page, "end turn")
    expect(page.locator(".tz-status")).to_contain_text("Round 3 of")


def learn_and_pay(page: Page, before: dict[str, int]) -> None:
    """Green has nothing but wood, so that the page pays for the technology; taking back goes back past the payment."""
    play(page, "pick tikal 1; action 1")
    for _ in range(2):
        choose(page, "advance agriculture")
        expect(page.locator("#log li").nth(-2)).to_have_text(f"{NAME} pays 1 wood.")
        assert gains(page, "Green", before) == {}
        page.get_by_role("button", name="Undo").click()
        point_at(page, f'[data-move="{GAME.moves.read("advance theology")}"]')
        assert gains(page, "Green", before) == {"wood": 1}
    choose(page, "advance agriculture")
    expect(page.locator(f'[data-move="{GAME.moves.read("end turn")}"]')).to_be_visible()
    assert gains(page, "Green", before) == {}


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_phone_unrolls_the_gear_that_is_tapped(server: Server, arrive: Arrive) -> None:
    page = at_first_turn(server, arrive, 2, **PHONE)
    expect(page.locator(".tz-part h2:visible")).to_have_text("Palenque")
    page.get_by_role("tab", name="Uxmal").tap()
    expect(page.locator(".tz-part h2:visible")).to_have_text("Uxmal")
    expect(page.get_by_role("tab", name="Uxmal")).to_have_attribute("aria-selected", "true")
    page.locator('.tz-narrow svg [data-part="4"]').tap()
    expect(page.locator(".tz-part h2:visible")).to_have_text("Chichen Itza")
    expect(page.locator(".tz-part .tz-cell:visible")).to_have_count(11)


def test_the_end_of_a_turn_has_its_place_before_it_is_allowed(server: Server, arrive: Arrive) -> None:
    page = at_first_turn(server, arrive, 2)
    end = page.locator("#prompt").get_by_role("button", name="End turn")
    expect(end).to_be_disabled()
    page.mouse.click(*point_at(page, f'.tz-wide [data-move="{GAME.moves.read("place tikal")}"]'))
    expect(end).to_be_enabled()


def test_the_key_g_goes_from_choice_to_choice(server: Server, arrive: Arrive) -> None:
    path, cookie = lay(server, "tzolkin", 2, (), SEED)
    page = arrive(path, cookie=cookie).page
    point_at(page, "[data-move]")
    visited = []
    for _ in range(6):
        page.keyboard.press("g")
        visited.append(page.evaluate("document.activeElement.dataset.move"))
    assert sorted(visited) == [str(move) for move in range(6)], "the six ways to keep two of four wealth tiles"


def test_the_switch_leaves_one_kind_aglow_and_can_be_released(server: Server, arrive: Arrive) -> None:
    page = at_first_turn(server, arrive, 2, alone=True)
    play(page, "place tikal; end turn; place uxmal; end turn")
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
        page = at_first_turn(server, arrive, 2, reduced_motion=motion, pace="quick")
        spot = f'.tz-wide [data-move="{GAME.moves.read("place tikal")}"]'
        page.evaluate(watch)
        page.mouse.click(*point_at(page, spot))
        expect(page.locator("#prompt").get_by_role("button", name="End turn")).to_be_enabled()
        assert len(page.evaluate("window.travelled")) == pieces
        expect(page.locator(".flying")).to_have_count(0)


def test_a_tap_on_what_cannot_be_chosen_says_what_it_is_and_why_not(server: Server, arrive: Arrive) -> None:
    page = at_first_turn(server, arrive, 2, **PHONE)
    page.locator("#table .hand [data-try]").last.tap()  # gold can be sold only in a market
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#notice span")).not_to_be_empty()

"""Tzolk'in on the page: the rulebook's two opening rounds, played by four people with a browser each."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import tablero
from tablero.store import store as store_file
from tests.browser.conftest import Arrive, Server, beside, invitation, open_game, point_at, sit_down

GAME = tablero.game("tzolkin")
SEATS = ("Green", "Blue", "Red", "Yellow")
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


def goods(page: Page, name: str) -> dict[str, int]:
    """What somebody owns, as this page shows it."""
    shown = page.locator(f'.tz-player[aria-label="{name}"] .r2 [role="img"]')
    labels = shown.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    found = (re.fullmatch(r"(\d+) (corn|wood|stone|gold|crystal skulls?)", label) for label in labels)
    return {match[2]: int(match[1]) for match in found if match}


def gains(page: Page, name: str, before: dict[str, int]) -> dict[str, int]:
    now = goods(page, name)
    return {good: now[good] - before[good] for good in before if now[good] != before[good]}


def test_the_rulebooks_two_opening_rounds(server: Server, arrive: Arrive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_file.secrets, "randbits", lambda bits: SEED)
    _, invite = beside(invitation(str(server.database), "tzolkin", 4))
    pages = {name: sit_down(arrive, invite, name) for name in SEATS}
    for page, words in zip(pages.values(), KEPT, strict=True):
        choose(page, words)
    green = pages["Green"]
    green.locator(".tz-player.act").first.wait_for()
    expect(green.locator('.tz-player.act[aria-label="Green"]')).to_be_visible()
    owned = {name: goods(green, name) for name in SEATS}

    # The first round: what each pays is what the rulebook says.
    for name, text in FIRST_ROUND:
        moves = text.split("; ")
        play(pages[name], "; ".join(moves[: moves.index("end turn")]))
        assert gains(pages[name], name, owned[name]) == {"corn": -SPENT_FIRST[name]}
        if name == "Blue":
            third = pages[name].locator(f'[data-move="{GAME.moves.read("place palenque")}"]')
            assert third.count() == 0, "there is not enough corn for the third worker"
        play(pages[name], "; ".join(moves[moves.index("end turn") :]))
    yellow = pages["Yellow"]
    expect(yellow.locator(".tz-status")).to_contain_text("Round 2 of")

    # The second round begins with Yellow.
    owned = {name: goods(yellow, name) for name in SEATS}
    play(yellow, "place palenque; place palenque")
    assert gains(yellow, "Yellow", owned["Yellow"]) == {"corn": -5}
    choose(yellow, "end turn")
    play(green, "pick yaxchilan 1; action 1")
    assert gains(green, "Green", owned["Green"]) == {"wood": 1}
    learn_and_pay(green, owned["Green"])
    choose(green, "end turn")
    choose(pages["Blue"], "place tikal")
    assert gains(pages["Blue"], "Blue", owned["Blue"]) == {}, "position 0 costs nothing"
    choose(pages["Blue"], "end turn")
    play(pages["Red"], "pick yaxchilan 3; action 3")
    assert gains(pages["Red"], "Red", owned["Red"]) == {"corn": 2, "gold": 1}
    choose(pages["Red"], "end turn")
    for page in pages.values():
        expect(page.locator(".tz-status")).to_contain_text("Round 3 of")


def learn_and_pay(page: Page, before: dict[str, int]) -> None:
    """Green has nothing but wood, so that the page pays for the technology; taking back goes back past the payment."""
    play(page, "pick tikal 1; action 1")
    for _ in range(2):
        choose(page, "advance agriculture")
        expect(page.locator("#log li").nth(-2)).to_have_text("Green pays 1 wood.")
        assert gains(page, "Green", before) == {}
        page.get_by_role("button", name="Undo").click()
        point_at(page, f'[data-move="{GAME.moves.read("advance theology")}"]')
        assert gains(page, "Green", before) == {"wood": 1}
    choose(page, "advance agriculture")
    expect(page.locator(f'[data-move="{GAME.moves.read("end turn")}"]')).to_be_visible()
    assert gains(page, "Green", before) == {}


def on_a_phone(arrive: Arrive) -> Page:
    """A table of which the wealth tiles have been chosen: the first tap looks, the second one does it."""
    page = arrive(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).page
    open_game(page, "tzolkin", 2)
    keep = page.locator(".tz-narrow .tz-choices [data-move]").first
    keep.tap()
    expect(page.locator("#bubble")).to_be_visible()
    keep.tap()
    expect(page.locator(".tz-narrow .keep")).to_have_count(0)
    return page


def test_a_phone_unrolls_the_gear_that_is_tapped(arrive: Arrive) -> None:
    page = on_a_phone(arrive)
    expect(page.locator(".tz-part h2:visible")).to_have_text("Palenque")
    page.get_by_role("tab", name="Uxmal").tap()
    expect(page.locator(".tz-part h2:visible")).to_have_text("Uxmal")
    expect(page.get_by_role("tab", name="Uxmal")).to_have_attribute("aria-selected", "true")
    page.locator('.tz-narrow svg [data-part="4"]').tap()
    expect(page.locator(".tz-part h2:visible")).to_have_text("Chichen Itza")
    expect(page.locator(".tz-part .tz-cell:visible")).to_have_count(11)


def test_the_end_of_a_turn_has_its_place_before_it_is_allowed(arrive: Arrive) -> None:
    page = arrive().page
    open_game(page, "tzolkin", 2)
    page.mouse.click(*point_at(page, "[data-move]"))
    end = page.locator("#prompt").get_by_role("button", name="End turn")
    expect(end).to_be_disabled()
    page.mouse.click(*point_at(page, f'.tz-wide [data-move="{GAME.moves.read("place tikal")}"]'))
    expect(end).to_be_enabled()


def test_the_key_g_goes_from_choice_to_choice(arrive: Arrive) -> None:
    page = arrive().page
    page.locator('form[action="/play/tzolkin"] button').click()
    page.wait_for_url("**/t/*")
    point_at(page, "[data-move]")
    visited = []
    for _ in range(6):
        page.keyboard.press("g")
        visited.append(page.evaluate("document.activeElement.dataset.move"))
    assert sorted(visited) == [str(move) for move in range(6)], "the six ways to keep two of four wealth tiles"


def test_the_switch_leaves_one_kind_aglow_and_can_be_released(
    server: Server, arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_file.secrets, "randbits", lambda bits: SEED)
    _, invite = beside(invitation(str(server.database), "tzolkin", 2))
    pages = [sit_down(arrive, invite, name) for name in SEATS[:2]]
    for page in pages:
        choose(page, "keep 1,2")
    first = GAME.start(2, SEED).view(None)["first"]
    play(pages[first], "place tikal; end turn")
    play(pages[1 - first], "place uxmal; end turn")
    page = pages[first]
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


def test_what_is_placed_travels_unless_somebody_wants_less_motion(arrive: Arrive) -> None:
    watch = """() => {
      window.travelled = [];
      new MutationObserver((changes) => {
        for (const change of changes)
          for (const node of change.addedNodes) if (node.className === 'flying') window.travelled.push(node.innerHTML);
      }).observe(document.body, { childList: true });
    }"""
    for motion, pieces in (("no-preference", 1), ("reduce", 0)):
        page = arrive(reduced_motion=motion, pace="quick").page
        open_game(page, "tzolkin", 2)
        page.mouse.click(*point_at(page, "[data-move]"))
        # Whichever gear the bot and the corn that was drawn have left.
        gears = ("palenque", "yaxchilan", "tikal", "uxmal")
        spot = ", ".join(f'.tz-wide [data-move="{GAME.moves.read(f"place {gear}")}"]' for gear in gears)
        point_at(page, spot)
        # While something is still being told, who goes on sees the rest of it at once.
        page.wait_for_function(
            "() => document.querySelector('.told').hidden && !document.querySelector('dialog[open]')"
        )
        page.evaluate(watch)
        page.mouse.click(*point_at(page, spot))
        expect(page.locator("#prompt").get_by_role("button", name="End turn")).to_be_enabled()
        assert len(page.evaluate("window.travelled")) == pieces
        expect(page.locator(".flying")).to_have_count(0)


def test_a_tap_on_what_cannot_be_chosen_says_what_it_is_and_why_not(arrive: Arrive) -> None:
    page = on_a_phone(arrive)
    page.wait_for_function("() => document.title.startsWith('●')")  # before that the others' news move everything
    page.locator("#table .hand [data-try]").last.tap()  # gold can be sold only in a market
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#notice span")).not_to_be_empty()


# What may be chosen lies in sight, uncovered and large enough; text can be read.
FITS = """() => {
  const narrow = innerWidth < 760, found = [];
  const seen = (e) => e.getClientRects().length && !e.closest('[hidden], dialog, .away');
  for (const spot of document.querySelectorAll('#table [data-move]')) {
    if (!seen(spot)) continue;
    const box = spot.getBoundingClientRect(), name = spot.getAttribute('aria-label') ?? spot.textContent;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.push('outside: ' + name);
    if (narrow && (box.width < 43.5 || box.height < 43.5)) found.push('small: ' + name);
    const met = [0.5, 0.3, 0.7, 0.15, 0.85].some((a) => [0.5, 0.3, 0.7, 0.15, 0.85].some((b) =>
      document.elementFromPoint(box.left + box.width * a, box.top + box.height * b)?.closest('[data-move]') === spot));
    if (!met) found.push('covered: ' + name);
  }
  for (const text of document.querySelectorAll('.tz-place text')) {
    if (!seen(text)) continue;
    const matrix = text.getScreenCTM(), scale = matrix.a;
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(scale, matrix.b);
    if (size < (narrow ? 11.9 : 11)) found.push(`text of ${size}: ` + text.textContent);
  }
  const log = document.getElementById('log-box').getBoundingClientRect();
  if (!narrow && log.height < 100) found.push('log of ' + log.height);
  if (document.documentElement.scrollHeight > innerHeight + 1) found.push('the page scrolls');
  return found;
}"""


def test_at_every_size_all_is_in_sight_and_can_be_read(arrive: Arrive) -> None:
    page = arrive().page
    open_game(page, "tzolkin", 4)
    for step in range(3):
        point_at(page, "[data-move]")
        for width, height in ((1440, 900), (1366, 768), (1280, 720), (1024, 768), (390, 844), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(FITS) == [], (step, width)
        page.set_viewport_size({"width": 1440, "height": 900})
        page.mouse.click(*point_at(page, "[data-slot=above] [data-move], .tz-wide [data-move]"))
        page.wait_for_function("() => !document.querySelector('.busy')")

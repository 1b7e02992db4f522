"""Sounds: counted where a browser makes them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive, open_table, something_to_do
from tests.browser.test_pages import PHONE

COUNT = """
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };
"""


def test_moves_are_heard_until_the_sound_is_switched_off(arrive: Arrive) -> None:
    page = arrive().page
    page.add_init_script(COUNT)
    open_table(page)
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    something_to_do(page)
    page.locator("[data-slot=above] .can").first.click()
    page.wait_for_function("() => window.tones > 0")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    heard = page.evaluate("window.tones")
    if something_to_do(page) == "board":
        page.locator("[data-slot=board] .can[data-move]").first.dispatch_event("click")
        something_to_do(page)
    assert page.evaluate("window.tones") == heard
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_a_phone_is_silent_at_first(arrive: Arrive) -> None:
    page = arrive(**PHONE).page
    page.add_init_script(COUNT)
    page.locator('[form="play-yaxha"]').tap()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Table menu").tap()
    page.get_by_role("button", name="Settings").locator("visible=true").tap()
    switch = page.get_by_role("dialog").get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.tones") == 0
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.tones > 0")

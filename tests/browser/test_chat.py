"""Talk, watching and one device for two, in real browsers."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive, Server, settled
from tests.browser.seated import seat_players
from tests.browser.test_axe import findings

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def open_at(page: Page, address: str, holders: list[str], game: str = "maya") -> dict[str, Any]:
    """A table that a visitor's program has opened in the visitor's name."""
    wanted = {"game": game, "seats": len(holders), "holders": holders, "name": "Ana"}
    opened: dict[str, Any] = page.request.post(f"{address}/api/tables", data=wanted).json()
    return opened


def test_two_who_play_and_one_who_watches_talk(server: Server, arrive: Arrive) -> None:
    path, cookies, _ = seat_players(server, "maya")
    ana = arrive(path, cookie=cookies[0])
    marco = arrive(path, cookie=cookies[1], locale="es-ES", **PHONE)
    cleo = arrive(path)
    # From a phone, while the board stays in sight; the laptop counts what has not been read.
    marco.page.locator('.tabs [data-tab="talk"]').tap()
    marco.page.locator("#say-text").fill("Five courts <b>at once</b>!")
    marco.page.locator("#say button").tap()
    expect(marco.page.locator("#said")).to_contain_text("Five courts <b>at once</b>!")
    expect(marco.page.locator('[data-slot="board"]')).to_be_visible()
    badge = ana.page.locator("#aside-talk .unread")
    expect(badge).to_have_text("1")
    ana.page.keyboard.press("c")
    expect(ana.page.locator("#said")).to_contain_text("Five courts <b>at once</b>!")
    expect(badge).to_be_hidden()
    ana.page.get_by_role("button", name="Well played").click()
    expect(marco.page.locator("#said")).to_contain_text("Bien jugado")
    expect(ana.page.locator("#watching")).to_contain_text("1 watches")
    expect(
        marco.page.locator("#watching").get_by_text("1", exact=True)
    ).to_be_visible()  # a phone has room for the number
    # Those who watch read the players and speak among themselves.
    cleo.page.locator("#aside-talk").click()
    expect(cleo.page.locator("#said")).to_contain_text("Well played")
    cleo.page.locator("#say-text").fill("Ana should expand")
    cleo.page.keyboard.press("Enter")
    expect(cleo.page.locator("#said")).to_contain_text("Ana should expand")
    assert not any("should expand" in frame for visitor in (ana, marco) for frame in visitor.frames)
    # A line is reported with a reason, in a sheet that says when it has arrived.
    ana.page.locator(".said .about summary").click()
    ana.page.get_by_role("link", name="Report this line").click()
    sheet = ana.page.get_by_role("dialog", name="Report this line")
    expect(sheet).to_contain_text("Five courts <b>at once</b>!")
    sheet.get_by_label("What is wrong with it?").fill("boasting")
    assert findings(ana.page, without="#table") == []
    sheet.get_by_role("button", name="Send the report").click()
    arrived = ana.page.get_by_role("dialog", name="Your report has arrived")
    arrived.get_by_role("link", name="Back to the table").click()
    expect(arrived).to_be_hidden()
    # Somebody is hidden and shown again by one reader.
    ana.page.locator(".said .about summary").click()
    ana.page.get_by_role("button", name="Hide what Marco says").click()
    expect(ana.page.get_by_text("hidden, show")).to_be_visible()
    # A note is kept for oneself, on a phone as well: beside what is said, and beside the log.
    marco.page.locator("#aside-note").tap()
    marco.page.locator("#note").fill("Ana waits")
    expect(marco.page.locator("#note-kept")).to_have_text("Guardado")
    marco.page.locator('.tabs [data-tab="history"]').tap()
    expect(marco.page.locator("#log")).to_be_visible()
    marco.page.locator("#aside-note").tap()
    expect(marco.page.locator("#note")).to_have_value("Ana waits")
    expect(marco.page.locator("#log")).to_be_hidden()
    ana.page.keyboard.press("Escape")
    ana.page.locator("#aside-note").click()
    ana.page.locator("#note").fill("Wait for Tikal")
    expect(ana.page.locator("#note-kept")).to_have_text("Kept")
    ana.page.reload()
    ana.page.locator("#aside-note").click()
    expect(ana.page.locator("#note")).to_have_value("Wait for Tikal")
    assert not any("Wait for Tikal" in frame for visitor in (marco, cleo) for frame in visitor.frames)


def test_two_at_one_device_have_a_curtain_between_their_hands(arrive: Arrive) -> None:
    desk = arrive("/luck")
    table = open_at(desk.page, desk.address, ["me", "here:Balam"])
    desk.page.goto(f"{desk.address}/t/{table['id']}")
    expect(desk.page.locator(".can[data-move]")).to_have_count(0)
    desk.page.get_by_role("button", name="I am Ana").click()
    expect(desk.page.locator(".can[data-move]").first).to_be_attached()

    both = arrive("/luck", **PHONE)
    table = open_at(both.page, both.address, ["me", "here:Balam"])
    both.page.goto(f"{both.address}/t/{table['id']}")
    curtain = both.page.get_by_role("dialog", name="Give the device to")
    for name in ("Ana", "Balam"):
        expect(curtain).to_contain_text(f"Give the device to {name}")
        expect(both.page.locator(".can[data-move]")).to_have_count(0)
        both.page.get_by_role("button", name=f"I am {name}").tap()
        expect(curtain).to_have_count(0)
        expect(both.page.locator(".can[data-move]").first).to_be_attached()
        for _ in range(12):
            if curtain.count():
                break
            both.page.evaluate(
                """() => {
                  const places = '#prompt [data-move], [data-slot=board] .can[data-move], .can[data-move]';
                  const ways = [...document.querySelectorAll(places)];
                  const last = ways.find((way) => way.closest('#prompt')) ?? ways[0];
                  last?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
                }"""
            )
            settled(both.page)
            if both.page.locator("#prompt .btn[data-move]").count():
                both.page.locator("#prompt .btn[data-move]").first.tap()
                settled(both.page)


def test_a_hand_is_shown_by_a_link_to_whoever_learns(server: Server, arrive: Arrive) -> None:
    path, cookies, _ = seat_players(server, "maya")
    ana, marco = (arrive(path, cookie=cookie) for cookie in cookies)
    link = ana.page.request.post(
        f"{server.address}/api/tables/{path.removeprefix('/t/')}/hand", data={"shown": True, "action_id": "show"}
    ).json()["address"]
    pupil = arrive(link.removeprefix(server.address))
    expect(pupil.page.get_by_text("You look over Ana's shoulder")).to_be_visible()
    expect(pupil.page.locator(".can[data-move]")).to_have_count(0)
    expect(pupil.page.get_by_text("only you see them")).to_be_visible()
    marco.page.locator("#aside-talk").click()
    expect(marco.page.locator("#said")).to_contain_text("Ana shows their hand to watchers")

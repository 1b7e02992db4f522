"""A connection that is lost without a word: told soon, the move kept and sent once, nothing blamed on the player."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Arrive, Server, settled
from tests.browser.seated import seat_players
from tests.browser.test_axe import findings
from tests.browser.test_play import TILE

KEPT = "Your move is kept and will be sent"


class Network:
    """What lies between a page and its server: it can swallow everything, and remembers what the page has sent."""

    def __init__(self, page: Page) -> None:
        self.broken = False
        self.plays: list[dict[str, Any]] = []
        self.answers: list[dict[str, Any]] = []
        page.route_web_socket("**/live?*", self._between)

    def _between(self, to_page: WebSocketRoute) -> None:
        to_server = to_page.connect_to_server()

        def up(data: str | bytes) -> None:
            message = json.loads(data)
            if not self.broken:
                if message["do"] == "play":
                    self.plays.append(message)
                to_server.send(data)

        def down(data: str | bytes) -> None:
            if not self.broken:
                if isinstance(data, str) and data.startswith('{"ack"'):
                    self.answers.append(json.loads(data))
                to_page.send(data)

        to_page.on_message(up)
        to_server.on_message(down)


def test_a_silent_connection_is_told_and_the_move_is_kept_and_sent_once(server: Server, arrive: Arrive) -> None:
    path, cookies, _ = seat_players(server, "yaxha")
    visitor = arrive("/luck", cookie=cookies[0])
    page = visitor.page
    network = Network(page)
    page.clock.install()
    page.goto(server.address + path)
    settled(page)
    # The user does nothing, and the browser has not noticed: told within five seconds.
    network.broken = True
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.clock.run_for(4900)
    expect(page.get_by_text("No connection")).to_be_visible()
    network.broken = False
    page.clock.resume()
    page.get_by_role("button", name="Try now").click()
    expect(page.get_by_text("Connected again")).to_be_visible()
    settled(page)
    # The browser may know it first, and knows when there is a network again.
    network.broken = True
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_text("No connection")).to_be_visible()
    network.broken = False
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Connected again")).to_be_visible()
    settled(page)
    network.broken = True
    page.locator(TILE).first.dblclick()
    kept = page.get_by_role("status").get_by_text(KEPT)
    expect(page.get_by_text("No connection")).to_be_visible()
    expect(kept).to_be_visible()
    assert findings(page) == []

    # Taken back, it is not sent; another one is.
    page.get_by_role("button", name="Take it back").click()
    expect(kept).to_be_hidden()
    expect(page.locator(TILE)).to_have_count(2)
    page.locator(TILE).nth(1).click()
    expect(kept).to_be_visible()
    retry = page.get_by_role("button", name="Try now")
    expect(retry).to_be_visible()
    network.broken = False
    retry.dispatch_event("click")  # it may be gone by now: the page tries by itself, too
    expect(page.get_by_text("Connected. Your move was sent.")).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("tile 2")
    expect(page.locator("#notice")).to_be_hidden()
    assert [play["move"] for play in network.plays] == [1]

    # Once more, and the page is closed meanwhile: the next visit sends what was kept.
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(TILE)).to_have_count(2)
    network.broken = True
    page.locator(TILE).first.click()
    expect(kept).to_be_visible()
    network.broken = False
    page.reload()
    expect(page.locator("#prompt")).to_contain_text("tile 1")
    assert [play["move"] for play in network.plays] == [1, 0]
    page.reload()
    settled(page)
    assert [play["move"] for play in network.plays] == [1, 0], "an answered move is forgotten"


def test_what_a_player_does_twice_is_not_refused_in_red(server: Server, arrive: Arrive) -> None:
    path, cookies, _ = seat_players(server, "yaxha")
    page = arrive("/luck", cookie=cookies[0]).page
    network = Network(page)
    page.goto(server.address + path)
    settled(page)
    first, second = page.locator(TILE).nth(0), page.locator(TILE).nth(1)
    # Both clicks of an impatient hand are on their way before the first answer.
    moves = [one.get_attribute("data-move") for one in (first, second)]
    page.evaluate(
        """(moves) => { for (const move of [...moves, moves[0]])
             document.querySelector(`[data-slot=above] .can[data-move="${move}"]`)
               .dispatchEvent(new MouseEvent("click", { bubbles: true })); }""",
        moves,
    )
    settled(page)
    expect(page.locator("#prompt")).to_contain_text("tile 1")
    expect(page.locator("#notice")).to_be_hidden()
    assert any(not answer["ok"] for answer in network.answers), "the table has refused the second one"
    page.get_by_role("button", name="Undo").dblclick()
    settled(page)
    expect(page.locator(TILE)).to_have_count(2)
    expect(page.locator("#notice")).to_be_hidden()

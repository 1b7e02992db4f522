"""The page says whether something is under way, and asks its server for what it has not shown."""

from __future__ import annotations

from playwright.sync_api import WebSocketRoute

from tests.browser.conftest import Arrive, Server, point_at, settled
from tests.browser.laid import lay, moves_before

PENDING = "() => Number(document.documentElement.dataset.pending)"


def test_a_page_is_settled_when_its_move_is_shown_and_not_before(server: Server, arrive: Arrive) -> None:
    path, cookie = lay(server, "yaxha", 2, moves_before("yaxha", 2, 3, 0.4), 3)
    visitor = arrive(cookie=cookie)
    page = visitor.page
    held: list[str | bytes] = []
    holding = False

    def between(to_page: WebSocketRoute) -> None:
        to_server = to_page.connect_to_server()
        to_server.on_message(lambda data: held.append(data) if holding else to_page.send(data))
        sockets.append(to_page)

    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/live?*", between)
    page.goto(server.address + path)
    settled(page)
    version = page.evaluate("() => document.body.dataset.version")
    holding = True
    page.mouse.click(*point_at(page, "#table .can[data-move]:not(.away)"))
    assert page.evaluate(PENDING) > 0, "the answer has not come"
    holding = False
    for data in held:
        sockets[-1].send(data)
    settled(page)
    assert page.evaluate("() => document.body.dataset.version") != version, "the move is shown"
    assert page.evaluate(PENDING) == 0

"""The host's page in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tablero.store import Store
from tests.browser.conftest import Arrive, Server, beside
from tests.browser.test_axe import findings


async def token_of(database: str) -> str:
    store = await Store.open(database)
    try:
        return await store.secrets.of("host")
    finally:
        await store.close()


@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 390)])
def test_the_host_comes_in_by_keyboard_and_the_figures_stay_fresh(
    server: Server, arrive: Arrive, theme: str, width: int
) -> None:
    visitor = arrive("/host", color_scheme=theme, viewport={"width": width, "height": 844})
    page = visitor.page
    assert findings(page) == []
    page.clock.install()
    page.keyboard.type(beside(token_of(str(server.database))))
    page.keyboard.press("Enter")
    running = page.locator("dl.three dd").first
    before = int(running.inner_text())
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.request.post(f"{server.address}/play/yaxha")
    page.clock.fast_forward(6000)
    expect(running).to_have_text(str(before + 1))
    page.route("**/host", lambda route: route.abort())
    page.clock.fast_forward(6000)
    stale = page.get_by_text("The server does not answer")
    expect(stale).to_be_visible()
    visitor.complaints.clear()  # the browser itself says that nobody answered
    page.unroute("**/host")
    page.clock.fast_forward(6000)
    expect(stale).to_be_hidden()

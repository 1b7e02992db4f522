"""My page and a game's page in a browser: switches by keys, what strangers see, nothing that axe minds."""

from __future__ import annotations

import secrets
from typing import Any

from playwright.sync_api import expect

import tablero
from tablero.site.web.identity import IDENTITY_COOKIE, Signer
from tablero.store import Store
from tablero.table import Holder
from tests.browser.conftest import Arrive, Server, beside
from tests.browser.reach import PHONE, settings
from tests.browser.test_axe import findings
from tests.store.matches import play_quickly

BOT = Holder("bot", "Balam", level=2)


async def _somebody(server: Server) -> tuple[str, dict[str, Any]]:
    """Somebody with an account, two finished games and one that waits: the name, and the cookie of a device."""
    store = await Store.open(str(server.database))
    try:
        account = await store.accounts.create(f"Itzel {secrets.token_hex(3)}", "none")
        me = Holder("person", account.name, account.person)
        for number, game in enumerate(("yaxha", "maya")):
            id = await store.open_table(game, 2, {}, [me, BOT], account.person)
            await play_quickly(store, id, tablero.seeded(number))
        await store.open_table("maya", 2, {}, [me, Holder("person", "Ben", "somebody else")], account.person)
        device = await store.devices.add(account.person, "a browser")
        value = Signer(await store.secrets.of("cookies")).sign("guest", {"device": device})
        return account.name, {"name": IDENTITY_COOKIE, "value": value, "url": server.address}
    finally:
        await store.close()


def test_somebody_shows_the_own_page_by_keys_and_a_stranger_sees_it_on_a_phone(server: Server, arrive: Arrive) -> None:
    name, cookie = beside(_somebody(server))
    mine = arrive("/me", cookie=cookie).page
    expect(mine.get_by_role("heading", name=name)).to_be_visible()
    expect(mine.get_by_role("link", name="Continue")).to_be_visible()
    found = {"mine": findings(mine)}
    stranger = arrive(f"/people/{name}", color_scheme="dark", **settings(PHONE)).page
    expect(stranger.get_by_text("keeps this page private")).to_be_visible()

    switch = mine.get_by_role("switch", name="Others may see this page")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.focus()
    mine.keyboard.press("Space")
    expect(switch).to_have_attribute("aria-checked", "true")
    sound = mine.get_by_role("switch", name="Sound at your turn")
    before = sound.get_attribute("aria-checked")
    sound.click()
    assert sound.get_attribute("aria-checked") != before

    stranger.reload()
    expect(stranger.get_by_role("heading", name=name)).to_be_visible()
    expect(stranger.get_by_role("switch")).to_have_count(0)
    found["stranger"] = findings(stranger)
    assert stranger.evaluate("document.querySelector('main').scrollWidth <= innerWidth")
    stranger.get_by_role("table").filter(has_text="Yaxha").first.wait_for()
    stranger.goto(f"{server.address}/games/maya")
    expect(stranger.get_by_role("heading", name="Maya, as it is played here")).to_be_visible()
    found["game"] = findings(stranger)

    mine.get_by_role("link", name="2 in all").last.click()
    expect(mine.get_by_role("heading", name="My games")).to_be_visible()
    found["games"] = findings(mine)
    with mine.expect_download() as saved:
        mine.goto(f"{server.address}/me")
        mine.get_by_role("link", name="Save").click()
    assert saved.value.suggested_filename == "tablero-records.zip"
    assert found == {place: [] for place in found}

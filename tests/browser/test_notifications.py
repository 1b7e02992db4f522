"""Being told: the tab, the worker that shows messages, the page without a network, the switch, the next game."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import Arrive, Server, until
from tests.site.notifications.test_push import Browser

OPEN = """async (game) => (await (await fetch("/api/tables", {
    method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify({game, seats: 2, holders: ["me", "level1"]})})).json()).id"""
# A push service that is not there: the browser's part of it, with keys that the house can encrypt for.
PUSH = """(given) => {
    let now = localStorage.getItem("subscribed") ? given : null;
    const whole = (one) => one && {...one, toJSON: () => one, unsubscribe: async () => {
        localStorage.removeItem("subscribed"); now = null; return true; }};
    PushManager.prototype.getSubscription = async () => whole(now);
    PushManager.prototype.subscribe = async (wanted) => {
        localStorage.setItem("subscribed", wanted.applicationServerKey.length); now = given; return whole(now); };
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => { window.asked = (window.asked ?? 0) + 1; return ask(); };
}"""


def icon_of(page: Page) -> str:
    return str(page.evaluate("document.querySelector('link[rel=icon]').href"))


def test_n_leads_to_the_game_that_has_waited_longest_and_the_tab_counts_them(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.page
    page.keyboard.press("n")
    expect(page.locator("#toast")).to_have_text("No game waits for you.")
    first, second = page.evaluate(OPEN, "maya"), page.evaluate(OPEN, "maya")
    expect(page).to_have_title("(2) Tablero")
    page.wait_for_function("() => document.querySelector('link[rel=icon]').href.startsWith('data:image/svg')")
    assert "%3E2%3C" in icon_of(page)
    page.keyboard.press("n")
    page.wait_for_url(f"**/t/{first}")
    page.wait_for_function("() => document.querySelector('link[rel=icon]').href.startsWith('data:image/svg')")
    button = page.get_by_role("link", name=re.compile("^Next game"))
    expect(button).to_contain_text("1")
    page.keyboard.press("n")
    page.wait_for_url(f"**/t/{second}")
    button.click()
    page.wait_for_url(f"**/t/{first}")
    assert visitor.complaints == []


def test_the_switch_asks_the_browser_once_it_is_switched_on_and_not_before(
    arrive: Arrive, whole_chromium: Chromium
) -> None:
    browser = Browser("https://push.example/abc")
    visitor = arrive(browser=whole_chromium, service_workers="allow", permissions=["notifications"])
    page = visitor.page
    page.add_init_script(f"({PUSH})({json.dumps(browser.subscription)})")
    id = page.evaluate(OPEN, "yaxha")
    page.goto(f"{visitor.address}/t/{id}")
    tell = page.get_by_role("switch", name="Notifications")
    expect(tell).to_have_attribute("aria-checked", "false")
    assert page.evaluate("window.asked ?? 0") == 0
    tell.focus()
    page.keyboard.press("Enter")
    expect(tell).to_have_attribute("aria-checked", "true")
    assert page.evaluate("window.asked") == 1
    assert page.evaluate("localStorage.getItem('subscribed')") == "65"  # the house's own key
    sheet = page.get_by_role("dialog", name="Notifications")
    expect(sheet).to_contain_text("You are told on this device")
    sheet.get_by_role("switch", name="This table").click()
    expect(sheet.get_by_role("switch", name="This table")).to_have_attribute("aria-checked", "false")
    expect(sheet.locator("[aria-busy]")).to_have_count(0)  # the server knows
    sheet.get_by_role("link", name="All switches").click()
    expect(page.locator("[data-device]")).to_have_count(1)
    expect(page.get_by_role("link", name="Yaxha")).to_be_visible()  # the table that is left out
    page.get_by_role("button", name="Notify me again").click()
    expect(page.get_by_role("link", name="Yaxha")).to_have_count(0)
    here = page.locator("[data-tell-here]")
    expect(here).to_have_attribute("aria-checked", "true")
    here.click()
    expect(page.locator("[data-device]")).to_have_count(0)
    assert visitor.complaints == []


def test_a_pushed_message_is_shown_and_leads_to_its_table(arrive: Arrive, whole_chromium: Chromium) -> None:
    visitor = arrive(browser=whole_chromium, service_workers="allow", permissions=["notifications"])
    page = visitor.page
    id = page.evaluate(OPEN, "yaxha")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    [worker] = visitor.context.service_workers
    registrations: list[dict[str, Any]] = []
    wire = visitor.context.new_cdp_session(page)
    wire.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    wire.send("ServiceWorker.enable")
    until(page, lambda: bool(registrations))
    message = {"title": "Jueves: te toca", "body": "Yaxha, con Ben", "url": f"/t/{id}", "tag": id, "lang": "es"}
    found = """navigator.serviceWorker.ready.then((r) => r.getNotifications())
        .then((all) => all.map((n) => [n.title, n.body, n.lang, n.data.url]))"""
    sent: set[str] = set()

    def is_shown() -> bool:
        # The browser may still name the registration of a visitor before, who is gone. Each gets the message once: a
        # second one could come after the click.
        for one in [one for one in registrations if not one["isDeleted"]]:
            with suppress(Error):
                if (id := one["registrationId"]) not in sent:
                    push = {"registrationId": id, "data": json.dumps(message)}
                    wire.send("ServiceWorker.deliverPushMessage", {"origin": visitor.address + "/", **push})
                    sent.add(id)
        return bool(page.evaluate(found))

    until(page, is_shown)
    assert page.evaluate(found) == [["Jueves: te toca", "Yaxha, con Ben", "es", f"/t/{id}"]]
    # Nobody can click beside the page here: the click is sent to the worker, which is watched for what it does.
    click = """async () => {
        const [told] = await registration.getNotifications();
        const done = new Promise((tell) => {
            clients.openWindow = async (url) => tell(["opened", url]);
            WindowClient.prototype.focus = async function () { tell(["focused", this.url]); };
        });
        dispatchEvent(new NotificationEvent("notificationclick", {notification: told}));
        return [...(await done), (await registration.getNotifications()).length];
    }"""
    assert worker.evaluate(click) == ["opened", f"{visitor.address}/t/{id}", 0]
    page.goto(f"{visitor.address}/t/{id}")
    worker.evaluate("(message) => registration.showNotification(message.title, {data: {url: message.url}})", message)
    assert worker.evaluate(click)[:2] == ["focused", f"{visitor.address}/t/{id}"]


def test_without_a_network_an_honest_page_is_shown_and_nothing_else_was_kept(
    arrive: Arrive, own_server: Server
) -> None:
    visitor = arrive(address=own_server.address, service_workers="allow")
    page = visitor.page
    id = page.evaluate(OPEN, "yaxha")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.goto(f"{visitor.address}/t/{id}")
    expect(page.locator("#prompt")).to_contain_text("Choose")
    kept = page.evaluate(
        """async () => { const names = []; for (const name of await caches.keys())
        for (const one of await (await caches.open(name)).keys())
        names.push(new URL(one.url).pathname); return names }"""
    )
    assert "/offline" in kept
    assert [name for name in kept if not re.match(r"/static/[\w.-]+$", name)] == ["/offline"]
    page.wait_for_load_state("networkidle")  # what is half loaded when the server goes is complained of
    own_server.kill()
    page.goto(f"{visitor.address}/t/{id}")
    expect(page.get_by_role("heading")).to_have_text("You are offline")
    expect(page.locator("main")).to_contain_text(
        "Your games are safe on the server; nothing can be played until you are back."
    )
    assert page.evaluate("document.fonts.check('700 31px Alegreya')")
    own_server.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#prompt")).to_contain_text("Choose")


def test_the_site_can_be_installed(arrive: Arrive) -> None:
    visitor = arrive(service_workers="allow")
    wire = visitor.context.new_cdp_session(visitor.page)
    told = wire.send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("Tablero", "standalone", "/")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in [
        *manifest["icons"],
        {"src": "/icons/badge-96.png", "sizes": "96x96"},
        {"src": "/icons/apple-180.png", "sizes": "180x180"},
    ]:
        size = visitor.page.evaluate(
            """async (src) => { const icon = new Image(); icon.src = src; await icon.decode();
            return [icon.naturalWidth, icon.naturalHeight] }""",
            icon["src"],
        )
        assert "{}x{}".format(*size) == icon["sizes"]

"""A real server, a real browser."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import shutil
import socket
import zlib
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    JSHandle,
    Locator,
    Page,
    Playwright,
    WebSocket,
    expect,
    sync_playwright,
)

from tablero.store import Store
from tablero.table import Holder
from tests.browser.serving import run
from tests.limits import LIMIT

Found = TypeVar("Found")

# Servers are forked from a process that has imported the site: a start takes a tenth of the time.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tablero.site.server.app", "tablero.site.server.serve"])
# As tools/outside.py installs them: a shell has no window around the page.
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = ("chromium-headless-shell", *WHOLE)
# Of a browser's window only the page is looked at. Its buttons and suggestions are pages as well and cost every
# visitor as much as half a table. The last list of features counts: what Playwright would switch off of what we meet
# is repeated.
UNUSED = (
    "InitialWebUI",
    "PreloadTopChromeWebUI",
    "WebUILocationBar",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
    "WebUIReloadButton",
    "WebUIToolbar",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(UNUSED)}",
)
# A program of the visitor opens a table, so that there is a token to show.
TOKEN = """() => fetch("/api/tables", {method: "POST", headers: {"Content-Type": "application/json"},
    body: '{"game": "yaxha", "seats": 2, "holders": ["me", "open"]}'})"""

# Nothing is under way in the page, and nothing has come or begun since it asked its server for what it has not shown.
SETTLED = """async () => {
  const { dataset } = document.documentElement;
  const idle = () => new Promise((done) => {
    const look = () => dataset.pending === '0' && (watch.disconnect(), done());
    const watch = new MutationObserver(look);
    watch.observe(document.documentElement, { attributeFilter: ['data-pending'] });
    look();
  });
  for (let asked = ''; asked !== dataset.begun; ) {
    await idle();
    document.dispatchEvent(new Event('settle'));
    asked = dataset.begun;
    await idle();
  }
  return true;
}"""

expect.set_options(timeout=1000 * LIMIT)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in Path(item.fspath).parts:
            item.add_marker("browser")


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@contextmanager
def untraced() -> Iterator[None]:
    """Keep coverage from tracing the processes that are started meanwhile."""
    traced = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("COVERAGE")}
    try:
        yield
    finally:
        os.environ.update(traced)


class Server:
    """The site on a free port with a database of its own; it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = folder / "tables.db"
        self.clock = folder / "clock"  # what its clock says, for tests that set it
        self.now: float | None = None  # the same
        self.process: ForkServerProcess | None = None

    def start(self) -> None:
        """Start serving; return when it does."""
        told, tell = FORKS.Pipe(duplex=False)
        clock = self.clock if self.clock.exists() else None
        self.process = FORKS.Process(target=run, args=(self.port, self.database, clock, tell))
        with untraced():
            self.process.start()
        tell.close()
        try:
            if not told.poll(LIMIT):
                self.kill()
                raise TimeoutError("the server did not start")
            told.recv()
        except EOFError:
            raise ChildProcessError("the server has ended instead of serving: see what it wrote") from None
        finally:
            told.close()

    def set_clock(self, now: float) -> None:
        """Set its clock, which stands still otherwise; before the first start, so that it can be set at all."""
        self.now = now
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(str(now), "utf-8")
        fresh.replace(self.clock)

    def kill(self) -> None:
        """As if the machine had lost its power."""
        assert self.process is not None
        self.process.kill()
        self.process.join()

    @contextmanager
    def away(self) -> Iterator[None]:
        """While it is away others may write to its file: a running server holds that for itself."""
        self.kill()
        yield
        self.start()

    def stop(self) -> None:
        if self.process is not None and self.process.is_alive():
            self.process.terminate()
            self.process.join(LIMIT)
            if self.process.is_alive():
                self.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("site"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test alone."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


def launch(playwright: Playwright, names: tuple[str, ...] = CHROMIUM) -> Browser:
    """Launch the first of some browsers that this machine has, else Playwright's own."""
    path = next(filter(None, map(shutil.which, names)), None)
    channel = "chromium" if path is None and names == WHOLE else None
    return playwright.chromium.launch(executable_path=path, channel=channel, args=list(QUIET))


@contextmanager
def launched() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")  # no longer: its event loop would be in the way of other tests' loops
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def whole_chromium(playwright: Playwright) -> Iterator[Browser]:
    """A browser that shows notifications, as a shell does not."""
    browser = launch(playwright, WHOLE)
    yield browser
    browser.close()


class Visitor:
    """Somebody with a browser of their own: what went over the wire and what the page complained about is kept."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.frames: list[str] = []
        self.complaints: list[str] = []
        self.page = context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self._console(message.type, message.text))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(read_frame(data)))

    def _console(self, kind: str, text: str) -> None:
        # A server that has been stopped answers nobody: pages go on asking, and that is no fault of theirs.
        if kind == "error" and not any(
            sign in text
            for sign in ("WebSocket", "400", "401", "404", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
        ):
            self.complaints.append(text)

    def news(self) -> list[str]:
        """What was sent to this page, except for acknowledgements."""
        return [frame for frame in self.frames if not frame.startswith('{"ack"')]


def read_frame(data: str | bytes) -> str:
    return data if isinstance(data, str) else zlib.decompress(data).decode()


Arrive = Callable[..., Visitor]


@pytest.fixture
def arrive(server: Server, chromium: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Arrive]:
    """A new visitor at the lobby: `arrive()`, `arrive(viewport=...)`, or at a laid table: `arrive(path,
    cookie=cookie)`. Who names a pace is told moves at that pace. What the visitors of a test that fails have seen
    last is kept in its folder."""
    contexts: list[BrowserContext] = []
    visitors: list[Visitor] = []

    def come(
        at: str = "/",
        address: str = server.address,
        pace: str = "none",
        cookie: Any = None,
        browser: Browser = chromium,
        **settings: Any,
    ) -> Visitor:
        settings.setdefault("viewport", {"width": 1440, "height": 900})
        settings.setdefault("locale", "en-US")
        settings.setdefault("reduced_motion", "reduce")
        settings.setdefault("service_workers", "block")  # they would load what most tests never look at
        context = browser.new_context(**settings)
        context.set_default_timeout(1000 * LIMIT)
        context.add_init_script(f"localStorage.getItem('pace') ?? localStorage.setItem('pace', '{pace}')")
        if cookie:
            context.add_cookies([cookie])
        contexts.append(context)
        visitor = Visitor(context, address)
        visitors.append(visitor)
        visitor.page.goto(address + at)
        return visitor

    yield come
    if request.node.stash.get(FAILED, False):
        for number, visitor in enumerate(visitors, 1):
            with suppress(Error):  # the test may have closed the page
                visitor.page.screenshot(path=tmp_path / f"visitor-{number}.png")
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for context in contexts:
        context.close()
    assert not complaints


def open_form(page: Page) -> Locator:
    """The lobby's form, in its sheet."""
    page.get_by_role("link", name="Open a table").click()
    return page.locator("form.open")


def open_table(page: Page, players: int = 2, kinds: tuple[str, ...] = ("bot",), level: int = 1) -> None:
    """Open a table with the lobby's form."""
    form = open_form(page)
    form.get_by_role("radiogroup", name="Players").get_by_text(str(players), exact=True).click()
    for seat, kind in enumerate(kinds, 1):
        form.locator(f'input[name="kind{seat}"][value="{kind}"]').check(force=True)
        if kind == "bot":
            form.locator(f'input[name="level{seat}"][value="{level}"]').check(force=True)
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


def open_game(page: Page, game: str, seats: int) -> None:
    """Any game against bots of level 1, with the lobby's form."""
    form = open_form(page)
    form.locator(f'input[name="game"][value="{game}"]').check(force=True)
    form.locator(f'input[name="seats-{game}"][value="{seats}"]').check(force=True)
    for seat in range(1, seats):
        form.locator(f'input[name="kind{seat}"][value="bot"]').check(force=True)
        form.locator(f'input[name="level{seat}"][value="1"]').check(force=True)
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


def beside(work: Coroutine[Any, Any, Found]) -> Found:
    """Run what needs a loop of its own: this thread's loop belongs to the browser."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def invitation(database: str, game: str, seats: int) -> tuple[str, str]:
    """A table with open seats only: its id and its invitation."""
    store = await Store.open(database)
    try:
        id = await store.open_table(game, seats, None, [Holder("open")] * seats, "")
        return id, await store.invite(id)
    finally:
        await store.close()


def sit_down(arrive: Arrive, invite: str, name: str) -> Page:
    page = arrive(at=f"/join/{invite}").page
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/*")
    return page


def point_at(page: Page, selector: str) -> tuple[float, float]:
    """Where a pointer meets the first place that can be met at all: what is covered cannot be clicked."""
    found = page.wait_for_function(
        """(selector) => {
          for (const spot of document.querySelectorAll(selector)) {
            const box = spot.getBoundingClientRect();
            for (const down of [0.5, 0.3, 0.7, 0.15, 0.85])
              for (const along of [0.5, 0.3, 0.7, 0.15, 0.85]) {
                const [x, y] = [box.left + box.width * along, box.top + box.height * down];
                if (document.elementFromPoint(x, y)?.closest('[data-move]') === spot) return [x, y];
              }
          }
          return null;
        }""",
        arg=selector,
    ).json_value()
    return found[0], found[1]


def settled(page: Page) -> None:
    """Wait until the page has done everything that it was told, and its server has nothing more to show.

    A table page asks its server; other pages say only what they do themselves. Bots may still be thinking.
    """
    page.wait_for_function(SETTLED)


def dress(page: Page, rules: str) -> JSHandle:
    """Lay rules of style over the page: a sheet made by a script, as its policy lets no other in."""
    return page.evaluate_handle(
        """(rules) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rules);
        document.adoptedStyleSheets.push(sheet); return sheet }""",
        rules,
    )


def undress(page: Page, sheet: JSHandle) -> None:
    page.evaluate(
        "(gone) => { document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== gone) }", sheet
    )


def until(page: Page, reached: Callable[[], bool]) -> None:
    """Let the browser go on, frame by frame, until something is reached that its events tell."""
    while not reached():
        page.evaluate("() => new Promise(requestAnimationFrame)")


def something_to_do(page: Page) -> str:
    """Wait until the page asks for something: a tile, a cell, a button; or the game is over."""
    return str(
        page.wait_for_function(
            """() => {
              const seen = (s) => [...document.querySelectorAll(s)].some(
                (e) => e.getClientRects().length && !e.classList.contains('away') && !e.classList.contains('busy'));
              if (document.body.dataset.over === 'yes') return 'over';
              if (document.querySelector('.busy')) return false;
              if (seen('#prompt [data-move]')) return 'button';
              if (seen('[data-slot=board] .can[data-move]')) return 'board';
              if (seen('[data-slot=above] .can[data-move]')) return 'market';
              return false;
            }"""
        ).json_value()
    )

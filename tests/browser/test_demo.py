"""Tablero without a server: static files in a folder of a plain file server, played through their pages."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

import demo
from tablero.analysis.puzzle_set import puzzle_set
from tests.limits import LIMIT

FOLDER = "deep/games"  # not the root of its host
MOST_BYTES = 20_000_000

# Clicks what is offered first, again and again: so many decisions, or until the game is over. What asks to be clicked
# twice is.
PLAY = """async (most) => {
  const { dataset } = document.body;
  const changed = (reached) => new Promise((done) => {
    const look = () => reached() && (watch.disconnect(), done());
    const watch = new MutationObserver(look);
    watch.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
    look();
  });
  const offered = () => [...document.querySelectorAll('#table .can[data-move]:not(.away), #prompt [data-move]')]
    .filter((one) => one.getClientRects().length && !one.disabled);
  // Several things that are chosen together: they are picked one after the other.
  const picks = () => [...document.querySelectorAll('[data-pick]:not(.picked, :disabled)')]
    .filter((one) => one.getClientRects().length);
  const over = () => dataset.over === 'yes';
  const forced = () => document.querySelector('#prompt [data-forced]') !== null;
  let made = 0;
  while (made < most && !over()) {
    await changed(() => over() || (dataset.asked === 'yes' && !forced()
      && (offered().length || picks().length) && !document.querySelector('.busy')));
    if (over()) break;
    while (!offered().length && picks().length)
      picks()[0].dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const before = dataset.version;
    const place = offered()[0];
    place.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await Promise.race([changed(() => dataset.version !== before), new Promise((next) => setTimeout(next, 3000))]);
    if (dataset.version === before) return `nothing came of ${place.outerHTML.slice(0, 300)}`;
    made++;
  }
  return over() ? 'over' : made;
}"""


# The player has to choose, and bots have moved.
DECIDES = """() => new Promise((done) => {
  const look = () => document.body.dataset.asked === 'yes' && !document.querySelector('#prompt [data-forced]')
    && (watch.disconnect(), done(true));
  const watch = new MutationObserver(look);
  watch.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
  look();
})"""


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A plain file server; its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = tmp_path_factory.mktemp("host")
    demo.main(root / FOLDER)
    assert sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) < MOST_BYTES
    with served(root) as host:
        yield f"{host}/{FOLDER}/"


@pytest.fixture
def visit(chromium: Browser, address: str) -> Iterator[BrowserContext]:
    """A visitor whose browser complains of nothing and sends requests to the file server alone."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.add_init_script("try { localStorage.setItem('pace', 'none') } catch {}")
    asked, complaints = list[str](), list[str]()
    context.on("request", lambda request: asked.append(request.url))
    context.on("console", lambda told: told.type in ("error", "warning") and complaints.append(told.text))
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert complaints == []
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []


def frame_of(page: Page, selector: str) -> Frame:
    """The page in the frame, once it shows something."""
    page.frame_locator("iframe.there").locator(selector).first.wait_for(timeout=1000 * LIMIT)
    handle = page.locator("iframe.there").element_handle()
    assert handle is not None
    frame = handle.content_frame()
    assert frame is not None
    return frame


def open_game(page: Page, address: str, game: str) -> Frame:
    """A new table against the level that suits who has never played."""
    page.goto(f"{address}#/")
    frame_of(page, ".games").locator(f'[form="play-{game}"], form[action="/play/{game}"] button').click()
    return frame_of(page, f".game-{game} #table")


def test_a_whole_game_is_played_on_static_files_and_goes_on_after_a_reload(visit: BrowserContext, address: str) -> None:
    page = visit.new_page()
    page.goto(address)
    lobby = frame_of(page, ".games")
    lobby.evaluate("() => parent.tablero.go('/play/yaxha?level=2', {})")
    table = frame_of(page, ".game-yaxha #table")
    assert table.evaluate(PLAY, 12) == 12
    assert table.evaluate(DECIDES)
    history = table.locator("#log").inner_text()
    page.reload()
    table = frame_of(page, "#table")
    assert table.locator("#log").inner_text() == history
    assert "bot 2" in table.locator("#table").inner_text()
    assert table.evaluate(PLAY, 1000) == "over"
    expect(table.locator("#end-sheet")).to_be_visible()
    expect(page).to_have_title("Yaxha · Tablero")


def test_the_other_games_lessons_puzzles_and_rules_are_there_too(visit: BrowserContext, address: str) -> None:
    page = visit.new_page()
    for game in ("amritsar", "tzolkin", "maya"):
        table = open_game(page, address, game)
        assert table.evaluate(PLAY, 5) == 5
    assert table.evaluate(DECIDES)
    table.locator("#hint button").click()
    expect(table.locator("#advice-voice")).not_to_be_empty()

    page.goto(f"{address}#/learn/maya/main")
    lesson = frame_of(page, "#lesson .coach-card")
    first = lesson.locator("#lesson .coach-card").get_attribute("data-step")
    lesson.locator('#lesson [data-teach="next"]').click()
    expect(lesson.locator("#lesson .coach-card")).not_to_have_attribute("data-step", str(first))

    game, puzzles = "maya", puzzle_set("maya")
    puzzle = min(puzzles, key=lambda one: (len(one.best.moves), one.id))
    page.goto(f"{address}#/puzzles/{game}/{puzzle.id}")
    solving = frame_of(page, ".puzzle-page #puzzle")
    solving.locator('[data-puzzle="show"]').first.click()
    expect(solving.locator("#puzzle .verdict")).to_be_visible()

    page.goto(f"{address}#/rules/{game}")
    rules = frame_of(page, ".book-page h1")
    rules.locator(".contents a").nth(3).click()
    expect(rules.locator(".example svg").first).to_be_attached()
    rules.locator('#languages [value="fr"]').dispatch_event("click")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.go_back()
    kept = json.loads(page.evaluate("localStorage.getItem('tablero-local:cookies')"))
    assert kept["language"] == "fr"

"""How soon a click is answered on the screen, measured in Chromium on an idle machine.

    python -m tests.browser.latency [GAME ...] --moves 30

prints as JSON, for each game, the median and the ninth tenth in milliseconds of `move` (from the click until the
frame in which one's own move is on the screen; 100 is the aim) and `preview` (from the moment a pointer rests on a
place until the frame with its bubble; 60 is the aim).
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page, TimeoutError

from tests.browser.conftest import Server
from tests.browser.laid import lay, moves_before
from tests.browser.reach import DESKTOP, GAMES, Reach, a_browser, prepare, settings

# A frame callback runs before its frame is painted; what it posts runs after.
WATCH = """() => {
  globalThis.delays = { move: [], preview: [] };
  let [clicked, over] = [0, 0];
  const drawn = (kind, since) => requestAnimationFrame(() => {
    const port = new MessageChannel();
    port.port1.onmessage = () => delays[kind].push(performance.now() - since);
    port.port2.postMessage(0);
  });
  addEventListener('click', (event) => { clicked = event.timeStamp; }, true);
  addEventListener('pointermove', (event) => { over = event.timeStamp; }, true);
  new MutationObserver(() => { if (clicked) drawn('move', clicked); clicked = 0; })
    .observe(document.body, { attributeFilter: ['data-version'] });
  const bubble = document.querySelector('#bubble');
  new MutationObserver(() => { if (over && !bubble.hidden) { drawn('preview', over); over = 0; } })
    .observe(bubble, { attributeFilter: ['hidden'] });
}"""
ON_BOARD = """() => [...document.querySelectorAll('[data-slot=board] .can[data-move]')]
    .filter((e) => e instanceof SVGElement).map((e) => e.dataset.move)"""


def hover(page: Page) -> None:
    """Rest on some place of the board until its bubble is there."""
    moves = page.evaluate(ON_BOARD)
    for move in moves[:: max(1, len(moves) // 3)][:3]:
        at = page.evaluate("(o) => sight.pointAt(o)", {"move": move, "pick": ""})
        if at is None:
            continue
        page.mouse.move(*at)
        with suppress(TimeoutError):  # a place of which there is nothing to tell has no bubble
            page.wait_for_function("() => !document.querySelector('#bubble').hidden", timeout=2000)
        page.mouse.move(2, 2)
        page.wait_for_function("() => document.querySelector('#bubble').hidden")


def measure(page: Page, server: Server, game: str, moves: int) -> dict[str, dict[str, float]]:
    path, cookie = lay(server, game, 2, moves_before(game, 2, 3, 0.3), 3)
    page.context.add_cookies([cookie])
    page.goto(server.address + path)
    reach = Reach(page, game, DESKTOP)
    reach.wait()
    page.evaluate(WATCH)
    for _ in range(moves):
        if reach.wait() == "over":
            break
        hover(page)
        reach.decide(page.evaluate("(o) => sight.places(o)", {"touch": False, "least": 24}))
    reach.wait()
    return {kind: figures(found) for kind, found in page.evaluate("delays").items() if len(found) > 1}


def figures(found: list[float]) -> dict[str, float]:
    tenths = statistics.quantiles(found, n=10)
    return {"median": round(statistics.median(found), 1), "ninth tenth": round(tenths[8], 1), "of": len(found)}


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("games", nargs="*", default=GAMES)
    ask.add_argument("--moves", type=int, default=30)
    given = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder, a_browser() as browser:
        server = Server(Path(folder))
        server.start()
        try:
            page = browser.new_context(**settings(DESKTOP, reduced_motion="reduce")).new_page()
            page.goto(server.address)
            prepare(page)
            print(json.dumps({game: measure(page, server, game, given.moves) for game in given.games}, indent=1))
        finally:
            server.stop()


if __name__ == "__main__":
    main()

"""A table fits its window: at six sizes nothing scrolls, and board, own goods, prompt and log are in sight."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Arrive, Server
from tests.browser.laid import lay, moves_before
from tests.browser.reach import GAMES, settings

LARGE = ((1440, 900), (1366, 768), (1280, 720), (1024, 768))
PHONES = ((390, 844), (360, 740))
# What somebody owns; on a phone it may be in a tab of its own.
GOODS = {"yaxha": "[data-slot=board] svg", "maya": ".my-slot", "tzolkin": ".tz-player", "amritsar": ".am-own > header"}
# How much of each part can be seen: its box, cut by the window and by what scrolls or hides around it.
SEEN = """(parts) => Object.fromEntries(Object.entries(parts).map(([name, selector]) => {
  const shares = [...document.querySelectorAll(selector)].map((e) => {
    const box = e.getBoundingClientRect();
    let [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
    let [right, bottom] = [Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)];
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === 'visible' || up instanceof SVGElement) continue;
      const room = up.getBoundingClientRect();
      [left, top] = [Math.max(left, room.left), Math.max(top, room.top)];
      [right, bottom] = [Math.min(right, room.right), Math.min(bottom, room.bottom)];
    }
    if (!box.width || !box.height) return 0;
    return Math.max(0, right - left) * Math.max(0, bottom - top) / (box.width * box.height);
  });
  return [name, Math.round(100 * Math.max(0, ...shares))];
}))"""
FRAME = """() => ({
  wide: document.documentElement.scrollWidth - innerWidth, high: document.documentElement.scrollHeight - innerHeight,
  board: Math.round(100 * document.querySelector('.stage').clientHeight / innerHeight),
  log: document.querySelector('#log-box').clientHeight,
  letters: parseFloat(getComputedStyle(document.querySelector('#log > *')).fontSize),
})"""


def problems(seen: dict[str, int], frame: dict[str, float]) -> list[str]:
    found = [f"{name}: {share} % in sight" for name, share in seen.items() if share < 98]
    if frame["wide"] > 0 or frame["high"] > 0:
        found.append(f"the page scrolls by {frame['wide']} x {frame['high']}")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_every_large_window(server: Server, arrive: Arrive, game: str, tmp_path: Path) -> None:
    path, cookie = lay(server, game, 4, moves_before(game, 4, 3, 0.5), 3)
    page = arrive(path, cookie=cookie, **settings(LARGE[0])).page
    page.locator("[data-move]:visible").first.wait_for()
    found = {}
    for width, height in LARGE:
        page.set_viewport_size({"width": width, "height": height})
        frame = page.evaluate(FRAME)
        parts = {"board": ".stage", "goods": GOODS[game], "prompt": "#prompt", "log": "#log-box"}
        found[width] = problems(page.evaluate(SEEN, parts), frame)
        if frame["log"] < 3 * 1.3 * frame["letters"]:
            found[width].append(f"the log has {frame['log']} px: not three lines")
        if frame["board"] < 45:
            found[width].append(f"the board has {frame['board']} % of the height")
        if found[width]:
            page.screenshot(path=tmp_path / f"{game}-{width}.png")
    assert found == {width: [] for width, _ in LARGE}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_every_phone(server: Server, arrive: Arrive, game: str, tmp_path: Path) -> None:
    path, cookie = lay(server, game, 4, moves_before(game, 4, 3, 0.5), 3)
    page = arrive(path, cookie=cookie, **settings(PHONES[0])).page
    page.locator("[data-move]:visible").first.wait_for()
    found = {}
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        own: list[int] = []
        for tab in page.locator(".tabs [data-tab]:visible").all():
            tab.tap()
            name = tab.get_attribute("data-tab")
            frame, parts = page.evaluate(FRAME), {"prompt": ".voice", "tabs": ".tabs"}
            if name == "board":
                parts["board"] = ".stage"
            if name == "history":
                parts["log"] = "#log-box"
            own.append(page.evaluate(SEEN, {"goods": GOODS[game]})["goods"])
            found[f"{width} {name}"] = problems(page.evaluate(SEEN, parts), frame)
            if name == "board" and frame["board"] < 45:
                found[f"{width} {name}"].append(f"the board has {frame['board']} % of the height")
            if name == "history" and frame["log"] < 200:
                found[f"{width} {name}"].append(f"the log has {frame['log']} px")
            if found[f"{width} {name}"]:
                page.screenshot(path=tmp_path / f"{game}-{width}-{name}.png")
        if max(own) < 98:
            found[f"{width} goods"] = [f"{max(own)} % in sight in the best of the tabs"]
    assert found == {place: [] for place in found}

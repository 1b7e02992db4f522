"""Whatever is asked can be seen, reached and read, by mouse in a large window and by thumb on a phone.

A table is opened once for each of its positions, and everything looks at it then: axe-core, what a pointer can reach,
words, the layout at every size. Passages of games that contain every kind of choice are played by mouse, keys and
taps, up to the end of the game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tablero
from tests.browser.conftest import Arrive, Server
from tests.browser.laid import lay, moves_before
from tests.browser.passages import SEATS, Passage, passages, steps
from tests.browser.reach import (
    DESKTOP,
    GAMES,
    LANDSCAPE,
    LOG,
    PHONE,
    ZOOM,
    Finding,
    Reach,
    is_low,
    prepare,
    settings,
    told,
)
from tests.browser.test_axe import findings

SEED = 3
LARGE = ((1440, 900), (1366, 768), (1280, 720), (1024, 768))
PHONES = ((390, 844), (360, 740))
SMALLEST = (320, 568)
ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
# What a player owns; on a phone it may be in a tab of its own.
GOODS = {"yaxha": "[data-slot=board] svg", "maya": ".my-slot", "tzolkin": ".tz-player", "amritsar": ".am-own > header"}
# Colours come with the theme and places with the device: two pairs show both.
DEVICES = pytest.mark.parametrize(
    ("size", "theme"),
    [
        pytest.param(DESKTOP, "light", id="desktop-light"),
        pytest.param(PHONE, "dark", id="phone-dark"),
        pytest.param(DESKTOP, "dark", id="desktop-dark", marks=pytest.mark.long),
        pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.long),
    ],
)


def complaints(found: list[Finding]) -> list[str]:
    return [f"{f.kind} {n}x: {f.figure}, {f.place}: {f.label} [{f.prompt}]" for f, n in told(found)]


def sit(server: Server, page: Page, game: str, seats: int, made: Any, seed: int) -> None:
    """Sit first at a table at which these moves have been made."""
    path, cookie = lay(server, game, seats, made, seed)
    page.context.add_cookies([cookie])
    page.goto(server.address + path)


@DEVICES
@pytest.mark.parametrize("game", GAMES)
def test_a_table_can_be_seen_and_read_at_every_size(
    server: Server, arrive: Arrive, game: str, size: tuple[int, int], theme: str, tmp_path: Path
) -> None:
    page = arrive("/luck", color_scheme=theme, **settings(size)).page  # a short page: the table has its own address
    prepare(page)
    reach = Reach(page, game, size, shots=tmp_path)
    found: dict[str, list[str]] = {}
    for place, share in (("start", 0), ("middle", 0.5)):
        sit(server, page, game, 4, moves_before(game, 4, SEED, share), SEED)
        reach.wait()
        reach.look()
        if place == "middle" or size == DESKTOP:
            found[place] = findings(page)
        if size == PHONE:
            found |= tabs_fit(page, game, reach, place) | low_fits(page, reach, place, (SMALLEST, LANDSCAPE))
        else:
            found |= windows_fit(page, game, reach, place) | low_fits(page, reach, place, (ZOOM,))
    if size == PHONE:
        page.locator('.tabs [data-tab="history"]').tap()
    page.locator("[data-do=since]:visible").click()
    expect(page.locator("#told")).to_be_visible()
    found["since"] = findings(page, within="#told")
    found["reach"] = complaints(reach.findings)
    found = {place: problems for place, problems in found.items() if problems}
    if found:
        page.screenshot(path=tmp_path / "last.png")
    assert found == {}


def windows_fit(page: Page, game: str, reach: Reach, place: str) -> dict[str, list[str]]:
    """Find what does not fit large windows: board, own goods, prompt, three lines of the log, every choice."""
    found = {}
    for width, height in LARGE:
        page.set_viewport_size({"width": width, "height": height})
        parts = {"board": ".stage", "goods": GOODS[game], "prompt": "#prompt", "log": "#log-box"}
        fit = page.evaluate("(parts) => sight.fit(parts)", parts)
        problems = misfits(fit)
        if fit["log"] < max(3 * 1.3 * fit["letters"], LOG.get(game, 0)):
            problems.append(f"the log has {fit['log']} px")
        if fit["board"] < 45:
            problems.append(f"the board has {fit['board']} % of the height")
        found[f"{place} {width}"] = problems
        reach.look_at_size(f"{place} at {width}")
    page.set_viewport_size({"width": 768, "height": 844})
    if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
        found[f"{place} 768"] = ["the page scrolls sideways"]
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    return found


def tabs_fit(page: Page, game: str, reach: Reach, place: str) -> dict[str, list[str]]:
    """Find what does not fit phones, in each tab: prompt and tabs, board, log, and own goods in one of them."""
    found = {}
    own: dict[int, list[int]] = {width: [] for width, _ in PHONES}
    for name in page.locator(".tabs [data-tab]:visible").evaluate_all("(all) => all.map((e) => e.dataset.tab)"):
        page.locator(f'.tabs [data-tab="{name}"]').tap()
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            parts = {"prompt": ".voice", "tabs": ".tabs", "goods": GOODS[game]}
            parts |= {"board": {"board": ".stage"}, "history": {"log": "#log-box"}}.get(name, {})
            fit = page.evaluate("(parts) => sight.fit(parts)", parts)
            own[width].append(fit["shares"].pop("goods"))
            problems = misfits(fit)
            if name == "board" and fit["board"] < 45:
                problems.append(f"the board has {fit['board']} % of the height")
            if name == "history" and fit["log"] < 200:
                problems.append(f"the log has {fit['log']} px")
            found[f"{place} {width} {name}"] = problems
            reach.look_at_size(f"{place} at {width}, {name}")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        if place == "middle":
            found[f"axe {name}"] = findings(page, within="#table")
    for width, shares in own.items():
        if max(shares) < 98:
            found[f"{place} {width} goods"] = [f"{max(shares)} % in sight in the best of the tabs"]
    return found


def low_fits(page: Page, reach: Reach, place: str, sizes: Any) -> dict[str, list[str]]:
    """Find what does not fit the smallest and the low windows: the bar, the board and every choice."""
    found, before = {}, page.viewport_size
    if page.locator('.tabs [data-tab="board"]:visible').count():
        page.locator('.tabs [data-tab="board"]').tap()
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        fit = page.evaluate("(parts) => sight.fit(parts)", {"prompt": "#prompt .words", "board": ".stage"})
        if width > height and fit["board"] < 75:
            fit["shares"]["height of the board"] = fit["board"]
        found[f"{place} {width}x{height}"] = misfits(fit)
        reach.look_at_size(f"{place} at {width}x{height}")
    assert before is not None
    page.set_viewport_size(before)
    return found


def misfits(fit: dict[str, Any]) -> list[str]:
    found = [f"{name}: {share} % in sight" for name, share in fit["shares"].items() if share < 98]
    wide, high = fit["scroll"]
    return [*found, f"the page scrolls by {wide} x {high}"] if wide > 0 or high > 0 else found


def passage_visits() -> list[Any]:
    """Return games and devices. On phones one game shows how previews and the bar work together; the others, and the
    longest on a desktop, are in `make long`. So are low windows: what is laid out otherwise there is looked at in two
    positions of every game in each run."""
    rare = {
        ("maya", "phone-dark"),
        ("tzolkin", "phone-dark"),
        ("amritsar", "desktop-light"),
        ("amritsar", "phone-dark"),
        ("tzolkin", "desktop-light"),
    }
    devices = {"desktop-light": (DESKTOP, "light"), "phone-dark": (PHONE, "dark")}
    devices |= {"landscape-light": (LANDSCAPE, "light"), "zoom-dark": (ZOOM, "dark")}
    return [
        pytest.param(
            game,
            *device,
            id=f"{game}-{name}",
            marks=[pytest.mark.long] if (game, name) in rare or is_low(device[0]) else [],
        )
        for game in GAMES
        for name, device in devices.items()
    ]


@pytest.mark.parametrize(("game", "size", "theme"), passage_visits())
def test_every_kind_of_choice_is_within_reach(
    server: Server, arrive: Arrive, game: str, size: tuple[int, int], theme: str, tmp_path: Path
) -> None:
    """Passages played by mouse and keys, or by taps, every other one of these in French, whose words are longer."""
    visits = []
    for language in ("en-US",) if size == DESKTOP else ("en-US", "fr-FR"):
        page = arrive("/luck", color_scheme=theme, **settings(size, locale=language)).page
        prepare(page)
        visits.append(Reach(page, game, size, shots=tmp_path))
    for number, passage in enumerate(passages(game)):
        reach = visits[number % len(visits)]
        sit(server, reach.page, game, passage.seats, passage.before(), passage.seed)
        follow(reach.page, reach, passage)
        if passage.ends():
            assert reach.wait() == "over"
            the_end_tells_the_record(reach.page, passage)
    visits[0].jumps()  # not in French, where some prompts need a third line
    assert [complaint for reach in visits for complaint in complaints(reach.findings)] == []


def follow(page: Page, reach: Reach, passage: Passage) -> None:
    """Make the moves of a passage, all but those that the page makes by itself."""
    start = version(page)
    while passage.after + version(page) - start < passage.until and reach.wait() == "asked":
        move = passage.whole()[passage.after + version(page) - start][1]
        places = reach.look()
        shown = any(place["move"] == str(move) for place in places)
        if not reach.touch and shown and reach.decisions % 3 == 2:
            reach.choose_by_keys(move, ARROWS[reach.decisions % 4])
        else:
            reach.choose(move, places)
        reach.decisions += 1


def version(page: Page) -> int:
    """How many moves the page shows, counted from some beginning."""
    return int(page.locator("body").get_attribute("data-version") or 0)


def the_end_tells_the_record(page: Page, passage: Passage) -> None:
    """The sheet at the end opens by itself and by its button, and says what the saved record says."""
    sheet = page.locator("#end-sheet")
    expect(sheet).to_be_visible()
    assert findings(page, within="#end-sheet") == []
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.locator("#prompt [data-open=end-sheet]").click()
    expect(sheet).to_be_visible()
    sheet.locator(".end-more > summary").click()
    with page.expect_download() as saving:
        sheet.locator("a[download]").click()
    record = tablero.Record.from_text(Path(saving.value.path()).read_text("utf-8"))
    game = tablero.game(passage.game)
    assert [game.moves.write(move) for _, move in passage.whole()] == [words for _, words in record.moves]
    result = record.verify(game).view(None)["result"]
    shown = sheet.locator(".points").all_inner_texts()
    for seat in range(passage.seats):
        shown.remove(game.final(result, seat))
    assert len(shown) == (1 if passage.seats == 1 else 0), "who plays alone sees the other side's points too"


def test_the_passages_contain_every_kind_of_choice() -> None:
    """Random games ask and play nothing that the passages do not."""
    for game in GAMES:
        known = set().union(*(passage.kinds() for passage in passages(game)))
        for seats in SEATS[game]:
            for seed in range(1000, 1010):
                found = set().union(*(step.kinds for step in steps(game, seats, seed)))
                assert found <= known, f"{game}: run python -m tests.browser.passages"
            assert ("over", str(seats)) in known


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("yaxha", 2),
        ("yaxha", 4),
        ("maya", 2),
        ("maya", 4),
        ("tzolkin", 2),
        ("tzolkin", 4),
        ("amritsar", 1),
        ("amritsar", 2),
        ("amritsar", 4),
    ],
)
def test_all_that_can_be_chosen_is_within_reach_in_whole_games(
    server: Server, arrive: Arrive, game: str, seats: int, size: tuple[int, int], tmp_path: Path
) -> None:
    page = arrive(**settings(size, color_scheme="dark")).page
    prepare(page)
    reach = Reach(page, game, size, shots=tmp_path, contrast=True)
    path, cookie = lay(server, game, seats, (), SEED)
    page.context.add_cookies([cookie])
    page.goto(server.address + path)
    assert reach.play(1500) == "over"
    assert complaints(reach.findings) == []

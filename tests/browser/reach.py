"""Plays a game by real clicks or taps and looks, at every decision, whether a person can see and reach what is asked.

    python -m tests.browser.reach GAME --size 1280x720 --seats 2 --moves 60 --shots FOLDER

prints what was found: `outside` the view, `covered` by something else, `small` or `narrow` to hit, `crowded` (small
because its neighbours are near: taps must go to the nearest place), `hidden` in a tab that the page did not open,
`marker` missing or weak, `clipped` words, `letters` too small, `scroll` of the page or the board, a `log` that is too
low, a `dock` of a phone with parts that are cut off or lie on others, `jump` of the board or the prompt.
"""

from __future__ import annotations

import argparse
import base64
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Server, dress, launched, open_game, undress
from tests.browser.pointer import Pointer

GAMES = ("yaxha", "maya", "tzolkin", "amritsar")
SIGHT = Path(__file__).with_name("sight.js")
DESKTOP, PHONE, LANDSCAPE, ZOOM = (1280, 720), (390, 844), (844, 390), (683, 384)
TARGET = {"touch": 44, "mouse": 24}  # CSS pixels
LETTERS = {"touch": 12, "mouse": 11}
SMALL_TARGET, SMALL_LETTERS = 38, 9.5  # the same in the smallest windows; those of a zoomed page are twice as large
LOG = {"tzolkin": 100}  # CSS pixels at least, of a large window; otherwise 60
CONTRAST = 3.0
# What the marker looks like is taken away, and nothing else.
BARE = """.can-case, .can-line { visibility: hidden !important }
.can-box { border-color: transparent !important; box-shadow: none !important }
.can-box::before, .can-box::after { border-color: transparent !important; box-shadow: none !important }"""


@dataclass(frozen=True)
class Finding:
    kind: str
    game: str
    prompt: str
    place: str  # the part of the page and the style there
    label: str
    figure: str

    @property
    def same(self) -> tuple[str, str]:
        """Findings about one thing are told once, with how often they came."""
        return (self.kind, self.place)


def settings(size: tuple[int, int], **more: Any) -> dict[str, Any]:
    """How a browser of that size is: a phone has fingers; 683 by 384 is a laptop at 200 %."""
    phone = {"has_touch": True, "is_mobile": True} if is_phone(size) else {}
    return {"viewport": {"width": size[0], "height": size[1]}, **phone, **more}


def is_phone(size: tuple[int, int]) -> bool:
    return size != ZOOM and (size[0] <= 760 or size[1] <= 480)


def is_low(size: tuple[int, int]) -> bool:
    """Whether the page is laid out for a low window: a strip at its right edge opens all parts but the board."""
    return size[0] > 560 and size[1] <= 480


def prepare(page: Page) -> None:
    """Prepare a page before its first table: install the measuring script, and show news at once."""
    page.context.add_init_script(path=SIGHT)
    page.context.add_init_script("localStorage.setItem('pace', 'none')")


@dataclass
class Reach:
    """One person at one table."""

    page: Page
    game: str
    size: tuple[int, int]
    seed: int = 0
    shots: Path | None = None
    contrast: bool = False
    findings: list[Finding] = field(default_factory=list)
    decisions: int = 0
    prompt: str = ""
    frames: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    read: set[str] = field(default_factory=set)  # the kinds of prompts at which the words have been looked at

    def __post_init__(self) -> None:
        self.luck = random.Random(self.seed)
        self.touch = is_phone(self.size)
        self.hand = "touch" if self.touch else "mouse"
        self.pointer = Pointer(self.page, self.touch)
        self.in_parts = self.touch or is_low(self.size)  # what does not fit is behind tabs

    def play(self, moves: int) -> str:
        """Up to so many decisions; "over" when the game has ended."""
        for _ in range(moves):
            if self.wait() == "over":
                break
            self.decide(self.look())
            self.decisions += 1
        end = self.wait()
        self.jumps()
        return end

    def wait(self) -> str:
        answer = self.page.wait_for_function("() => sight.asked()").json_value()
        if answer == "asked":
            # A sheet over the board belongs to the person, who closes it.
            while self.page.locator("dialog[open]").count():
                self.page.keyboard.press("Escape")
        return str(answer)

    # ---------------------------------------------------------------- looking

    def look(self) -> list[dict[str, Any]]:
        """Measures all that can be chosen, the words and the frame; gives the choices that can be made now."""
        page, before = self.page, len(self.findings)
        seen = page.evaluate("(o) => sight.look(o)", {**self.measures, "read": not self.was_read()})
        self.prompt, places, hidden = seen["prompt"], seen["places"], seen["hidden"]
        self.judge(places)
        self.put_down(seen)
        self.frame(seen["frame"])
        if self.contrast:
            self.markers(places)
        if hidden and self.in_parts:
            places += self.elsewhere({one["move"] for one in hidden})
            reached = {place["move"] for place in places}
            hidden = [one for one in hidden if one["move"] not in reached]
        for one in hidden:
            self.add("hidden", one, f"drawn in {one['slot']} only")
        if (
            self.shots
            and len(self.findings) > before
            and {f.same for f in self.findings[before:]} - {f.same for f in self.findings[:before]}
        ):
            page.screenshot(path=self.shots / f"{self.game}-{self.size[0]}-{self.decisions:03}.png")
        return places

    @property
    def measures(self) -> dict[str, Any]:
        """What is large enough for this hand; a little less where a board has no more than 340 pixels."""
        least, smallest = TARGET[self.hand], LETTERS[self.hand]
        if is_low(self.shown) or self.shown[0] < 360:
            least, smallest = min(least, SMALL_TARGET), SMALL_LETTERS
        return {"touch": self.touch, "least": least, "smallest": smallest}

    @property
    def shown(self) -> tuple[int, int]:
        """The size that the window has now."""
        now = self.page.viewport_size
        return (now["width"], now["height"]) if now else self.size

    def was_read(self) -> bool:
        """Whether the words of this kind of prompt have been looked at: that is done once, and now and then, because
        boards fill up.
        """
        kind = re.sub(r"\d+", "", self.page.evaluate("sight.prompt()"))
        if kind in self.read and self.decisions % 10:
            return True
        self.read.add(kind)
        return False

    def look_at_size(self, name: str) -> None:
        """Measure what holds at every size and in every tab: choices are in sight and uncovered, by thumb large enough
        too; a dock has place for its parts; letters are not too small."""
        self.prompt, before = name, len(self.findings)
        seen = self.page.evaluate("(o) => sight.look(o)", {**self.measures, "read": True})
        self.judge(seen["places"])
        self.put_down(seen)
        held = {"outside", "covered", "letters", *(("small", "dock") if self.touch else ())}
        self.findings[before:] = [finding for finding in self.findings[before:] if finding.kind in held]

    def places(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("(o) => sight.places(o)", self.measures)
        self.judge(found)
        return found

    def put_down(self, seen: dict[str, Any]) -> None:
        for words in seen["words"]:
            self.add(words["kind"], words, words["figure"])
        for words in seen["dock"]:
            self.add("dock", {"slot": "the dock"}, words)

    def judge(self, places: list[dict[str, Any]]) -> None:
        for place in places:
            for kind, figure in place["findings"]:
                self.add(kind, place, figure)
            if not place["marked"]:
                self.add("marker", place, "no gold line in a case of ink")

    def elsewhere(self, wanted: set[str]) -> list[dict[str, Any]]:
        """Measure what the page's own leads open (parts of a board, a tab marked as due), then return to where we
        were.
        """
        page, found = self.page, []
        opened = page.evaluate("[document.body.dataset.tab, document.body.dataset.part ?? '']")
        leads = page.locator("[role=tab][data-part]:visible, .tabs .due:visible")
        names = leads.evaluate_all("(all) => all.map((e) => [e.dataset.tab ?? '', e.dataset.part ?? ''])")
        for tab, part in [name for name in names if name != opened]:
            self.turn(tab, part)
            there = [{**place, "tab": tab, "part": part} for place in self.places() if place["move"] in wanted]
            wanted = wanted - {place["move"] for place in there}
            found += there
        self.turn(*opened)
        return found

    def turn(self, tab: str, part: str) -> None:
        if is_low(self.size):
            tab = ""  # parts lie over the board; the one that is asked for is open
        for selector in (f'.tabs [data-tab="{tab}"]' if tab else "", f'[role=tab][data-part="{part}"]' if part else ""):
            lead = self.page.locator(f"{selector}:visible") if selector else None
            if lead is not None and lead.count():
                press = lead.first.tap if self.touch else lead.first.click
                press()

    def frame(self, frame: dict[str, Any]) -> None:
        if not self.touch:
            frame["tab"] = ""
        self.frames.append((self.prompt, frame))
        x, y, wide, high = frame["scroll"]
        if x or y or wide > 0 or high > 0:
            self.add("scroll", {"slot": "the page"}, f"{wide}x{high} too large, scrolled by {x}, {y}")
        low = is_low(self.size)
        if not self.touch and not low and frame["inside"][0] > 1:
            self.add(
                "scroll", {"slot": "the board"}, f"{frame['inside'][0]} px too high, scrolled by {frame['inside'][1]}"
            )
        if not self.touch and not low and (frame["log"] is None or frame["log"][3] < LOG.get(self.game, 60)):
            self.add("log", {"slot": "the log"}, f"{frame['log'] and frame['log'][3]} px high")

    def jumps(self) -> None:
        """Find what moves while prompts change: the prompt on the whole page, the board in each tab of a phone."""
        tabs = sorted({frame["tab"] for _, frame in self.frames})
        parts = [
            ("dock" if self.touch else "prompt", "the prompt", tabs),
            *(("board", "the board", [tab]) for tab in tabs),
        ]
        for part, name, within in parts:
            boxes = [
                (prompt, tuple(frame[part][1:4:2]))
                for prompt, frame in self.frames
                if frame[part] and frame["tab"] in within
            ]
            if not boxes:
                continue
            usual = Counter(box for _, box in boxes).most_common(1)[0][0]
            for prompt, box in boxes:
                if max(abs(a - b) for a, b in zip(box, usual, strict=True)) > 1:
                    self.prompt = prompt
                    self.add(
                        "jump", {"slot": name}, f"top and height {box[0]}, {box[1]} instead of {usual[0]}, {usual[1]}"
                    )

    def markers(self, places: list[dict[str, Any]]) -> None:
        """How much each marker stands out, from two pictures of the page."""
        marked = [place for place in places if place["marked"] and place["slot"] != "prompt" and not place["findings"]]
        if not marked:
            return
        seen = self.page.screenshot()
        style = dress(self.page, BARE)
        bare = self.page.screenshot()
        undress(self.page, style)
        width = int.from_bytes(seen[16:20], "big")
        boxes = [place["box"] for place in marked]
        pictures = {"marked": base64.b64encode(seen).decode(), "bare": base64.b64encode(bare).decode()}
        ratios = self.page.evaluate(
            "(o) => sight.contrasts(o)", {**pictures, "boxes": boxes, "ratio": width / self.size[0]}
        )
        for place, ratio in zip(marked, ratios, strict=True):
            if ratio < CONTRAST:
                self.add("marker", place, f"contrast {ratio}")

    def add(self, kind: str, what: dict[str, Any], figure: str) -> None:
        place = f"{what['slot']} {what.get('style', '')}".strip()
        self.findings.append(Finding(kind, self.game, self.prompt, place, what.get("label", ""), figure))

    # ---------------------------------------------------------------- choosing

    def decide(self, places: list[dict[str, Any]]) -> None:
        """One move by clicks or taps, whichever place it has."""
        page = self.page
        version = page.locator("body").get_attribute("data-version")
        self.luck.shuffle(places)
        picks = [place for place in places if place["pick"]]
        pair = page.locator("[data-two]").count() > 0
        if picks and (pair or self.luck.random() < 0.4):
            for pick in {place["pick"]: place for place in picks}.values() if pair else picks[:1]:
                self.press(pick)
            places = self.page.evaluate("(o) => sight.places(o)", self.measures)
            if self.in_parts and not pair and (hidden := self.page.evaluate("sight.hidden()")):
                places += self.elsewhere({one["move"] for one in hidden})  # of the pick, on other gears
            self.luck.shuffle(places)
        self.press_one([place for place in places if place["move"]])
        page.wait_for_function("(version) => document.body.dataset.version !== version", arg=version)

    def choose(self, move: int, places: list[dict[str, Any]]) -> None:
        """Make this move by clicks or taps, picking first what it belongs to."""
        version = self.page.locator("body").get_attribute("data-version")
        wanted = [place for place in places if place["move"] == str(move)]
        if not wanted:
            colour = self.page.evaluate("(m) => document.querySelector(`[data-move='${m}']`)?.dataset.colour", move)
            for pick in str(colour).split():
                if not any(place["pick"] == pick and place["picked"] for place in places):
                    self.press_one([place for place in places if place["pick"] == pick])
            wanted = [place for place in self.places() if place["move"] == str(move)]
        self.press_one(wanted)
        self.page.wait_for_function("(version) => document.body.dataset.version !== version", arg=version)

    def choose_by_keys(self, move: int, arrow: str) -> None:
        """Make this move with the keyboard, after an arrow key, which must lead to something that has a name."""
        page = self.page
        version = page.locator("body").get_attribute("data-version")
        if page.locator("main .can[data-move]:visible").count():
            page.keyboard.press(arrow)
            named = "(document.activeElement?.ariaLabel || document.activeElement?.textContent || '').trim()"
            if page.evaluate("document.activeElement === document.body") or not page.evaluate(named):
                self.add("keys", {"slot": "the focus"}, f"{arrow} leads to nothing that has a name")
        page.locator(f'[data-move="{move}"]:visible').first.focus()
        page.keyboard.press("Enter")
        if page.locator(f'[data-twice] [data-move="{move}"].held').count():
            page.keyboard.press("Enter")  # it was selected first
        page.wait_for_function("(version) => document.body.dataset.version !== version", arg=version)

    def press_one(self, places: list[dict[str, Any]]) -> None:
        """Press the first of these that a pointer meets, in its tab."""
        for place in places:
            if self.in_parts and "tab" in place:
                self.turn(place["tab"], place["part"])
            if self.press(place):
                return
        raise AssertionError(f"nothing of what is asked can be met by a pointer: {self.prompt}")

    def press(self, place: dict[str, Any]) -> bool:
        page = self.page
        at = page.evaluate("(o) => sight.pointAt(o)", place)
        if at is None:
            return False
        self.pointer.press(at)
        if not self.touch:
            if place["move"] and page.locator(f'[data-twice] [data-move="{place["move"]}"].held').count():
                self.pointer.press(page.evaluate("(o) => sight.pointAt(o)", place) or at)  # it was selected first
        elif place["move"] and not place["sure"]:
            # The first tap shows; what it shows may have moved the place.
            page.wait_for_function("() => !document.querySelector('#bubble').hidden || document.querySelector('.hot')")
            self.pointer.press(page.evaluate("(o) => sight.pointAt(o)", place) or at)
        return True


def told(findings: list[Finding]) -> list[tuple[Finding, int]]:
    """Each thing once, with how often."""
    counted = Counter(finding.same for finding in findings)
    first: dict[tuple[str, str], Finding] = {}
    for finding in findings:
        first.setdefault(finding.same, finding)
    return [(finding, counted[same]) for same, finding in sorted(first.items())]


@contextmanager
def a_server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            yield server.address
        finally:
            server.stop()


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game", choices=GAMES)
    ask.add_argument("--size", default="1280x720", help="of the window; up to 760 wide it is a phone")
    ask.add_argument("--seats", type=int, default=2)
    ask.add_argument("--moves", type=int, default=60, help="how many decisions, at most")
    ask.add_argument("--shots", type=Path, help="a folder for pictures of what was found")
    ask.add_argument("--theme", choices=("light", "dark"), default="light")
    ask.add_argument("--language", default="en-US", help="en-US, es-ES, fr-FR")
    ask.add_argument("--seed", type=int, default=0, help="of the person's choices")
    ask.add_argument("--contrast", action="store_true", help="measure the markers in pictures, too (slow)")
    ask.add_argument("--kinds", default="", help="only these kinds, with commas between")
    given = ask.parse_args()
    size = (int(given.size.split("x")[0]), int(given.size.split("x")[1]))
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    with a_server() as address, launched() as browser:
        look = settings(size, locale=given.language, color_scheme=given.theme, reduced_motion="reduce")
        page = browser.new_context(**look).new_page()
        page.goto(address)
        prepare(page)
        open_game(page, given.game, given.seats)
        reach = Reach(page, given.game, size, given.seed, given.shots, given.contrast)
        began = time.monotonic()
        try:
            end = reach.play(given.moves)
        except Exception as trouble:
            end = f"stopped: {str(trouble).splitlines()[0]}"
            if given.shots:
                page.screenshot(path=given.shots / f"{given.game}-{size[0]}-stopped.png")
        kinds = given.kinds.split(",") if given.kinds else None
        print(
            f"{given.game} {given.size}, {given.seats} seats: {reach.decisions} decisions "
            f"in {time.monotonic() - began:.0f} s, then {end}"
        )
        for finding, times in told(reach.findings):
            if kinds is None or finding.kind in kinds:
                print(
                    f"{finding.kind:9} {times:4}x  {finding.figure:32}  {finding.place:28}  "
                    f"{finding.label[:60]:60}  [{finding.prompt[:44]}]"
                )


if __name__ == "__main__":
    main()

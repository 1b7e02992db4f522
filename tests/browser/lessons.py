"""A lesson walked through by clicks, as somebody does who tries everything once.

`python -m tests.browser.lessons ADDRESS FOLDER [GAME [LESSON]]` does it for every lesson at a running site, at two
sizes and in three languages, and leaves a picture of every card.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tablero.games import games
from tests.browser.conftest import launched
from tests.browser.pointer import Pointer
from tests.browser.reach import DESKTOP, PHONE, settings

# What came of a press: "turned" for another step, another move asked for or an answer; "sheet" when the moves of the
# others lie over it; "shown" when the place was selected or previewed.
OUTCOME = """([step, asked, made, answer]) => {
    if (document.querySelector("#told-sheet[open]")) return "sheet";
    const card = document.querySelector("#lesson:not([hidden]) .coach-card");
    if (!card) return "";
    const answering = card.querySelector(".answer")?.textContent ?? "";
    const other = card.dataset.step !== step || card.dataset.asked !== asked || card.dataset.made !== made;
    if (other || (answering !== "" && answering !== answer)) return "turned";
    return document.querySelector("#bubble:not([hidden]), #table .hot, #table .held") ? "shown" : "";
}"""
# The middle of a place, if a pointer meets the place there.
MIDDLE = """place => {
    const box = place.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const top = document.elementFromPoint(x, y);
    return top !== null && (place.contains(top) || top.contains(place)) ? [x, y] : null;
}"""
# What is wrong with the card where it stands: outside the window, over what is asked for, or with words cut off.
MISPLACED = """() => {
    const card = document.querySelector(".coach-card"), box = card.getBoundingClientRect(), found = [];
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
        found.push("outside");
    for (const part of card.querySelectorAll("p, button, h2"))
        if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline")
            found.push("cut: " + part.textContent);
    const asked = card.dataset.asked
        && [...document.querySelectorAll(`#table [data-move="${card.dataset.asked}"]`)].filter((place) =>
            place.getClientRects().length && !place.classList.contains("away"));
    if (asked && !asked.length) found.push("what is asked for is not in sight");
    if (asked && asked.length && asked.every((place) => {
        const own = place.getBoundingClientRect(), x = (own.left + own.right) / 2, y = (own.top + own.bottom) / 2;
        return x > box.left && x < box.right && y > box.top && y < box.bottom;
    })) found.push("over what is asked for");
    for (const name of JSON.parse(card.dataset.lit || "[]"))
        if (!document.querySelector(`#table ${name}, .top ${name}`)) found.push("nothing to light: " + name);
    return found;
}"""

# What the card lies over of the places that it speaks of: what is asked for, and what its step lights, as far as no
# sheet lies over them. A fiftieth of a place is its edge.
COVERED = """() => {
    const card = document.querySelector(".coach-card"), box = card.getBoundingClientRect(), found = [];
    const asked = card.dataset.asked ? [`#table [data-move="${card.dataset.asked}"]:not(.away)`] : [];
    const lit = JSON.parse(card.dataset.lit || "[]").map((name) => `#table ${name}, .top ${name}`);
    card.style.pointerEvents = "none";
    for (const name of [...asked, ...lit])
        for (const place of document.querySelectorAll(name)) {
            const own = place.getBoundingClientRect();
            const middle = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
            const cover = document.elementFromPoint(...middle)?.closest("[data-slot], .top, .voice, .tabs");
            if (cover && !cover.contains(place)) continue;
            const wide = Math.min(own.right, box.right) - Math.max(own.left, box.left);
            const high = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top);
            if (wide > 0 && high > 0 && wide * high > 0.02 * own.width * own.height) found.push(name);
        }
    card.style.pointerEvents = "";
    return found;
}"""


class Walk:
    """One lesson in one page. `complaints` says what was wrong on the way."""

    def __init__(self, page: Page, shots: Path | None = None) -> None:
        self.page = page
        self.touch = bool(page.evaluate("navigator.maxTouchPoints > 0"))
        self.pointer = Pointer(page, self.touch)
        self.shots = shots
        self.complaints: list[str] = []
        self.answered = 0

    def through(self, address: str, wrong: bool = True, most: int = 200) -> int:
        """Click through every step and return how many there were. With `wrong`, try another legal move first."""
        self.page.goto(address)
        self.page.locator(".coach-card").wait_for()
        self.page.evaluate("() => document.fonts.ready")
        steps = 0
        for _ in range(most):
            step, asked = self.card()
            self.note(step, steps)
            if step == "end":
                return steps
            if asked and wrong:
                self.try_another(asked)
            self.go_on(step, asked)
            steps += self.card()[0] != step
        self.complaints.append(f"the lesson does not end: {self.card()[0]}")
        return steps

    def card(self) -> tuple[str, str]:
        card = self.page.locator(".coach-card")
        return card.get_attribute("data-step") or "", card.get_attribute("data-asked") or ""

    def made(self) -> str:
        """How many moves of this step have been made: the same one may be asked for twice."""
        return self.page.locator(".coach-card").get_attribute("data-made") or ""

    def answer(self) -> str:
        found = self.page.locator(".coach-card .answer")
        return found.inner_text() if found.count() else ""

    def note(self, step: str, number: int) -> None:
        """What is seen of a card: measured, and photographed."""
        self.page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')")
        self.complaints += [f"{step}: {found}" for found in self.page.evaluate(MISPLACED)]
        if self.shots is not None:
            self.page.screenshot(path=self.shots / f"{number:02}-{step}.png")

    def try_another(self, asked: str) -> None:
        """Another legal move is answered, and the card asks for the same."""
        others = f'#table .can.unlit[data-move]:not(.away):not(.under):not([data-move="{asked}"]):visible'
        if not self.page.locator(others).count():
            return
        before, made, answer = self.card(), self.made(), self.answer()
        self.press(others)
        self.turned(*before, made, answer)
        if self.card() != before or not self.answer():
            self.complaints.append(f"{before[0]}: another move was made, or not answered")
        self.answered += 1

    def go_on(self, step: str, asked: str) -> None:
        made, answer = self.made(), self.answer()
        if asked:
            self.press(f'#table [data-move="{asked}"]:not(.away):visible')
        else:
            self.page.locator('[data-teach="next"]').click()
        self.turned(step, asked, made, answer)

    def press(self, selector: str) -> None:
        """Click or tap as often as it takes: a finger shows first and then does, and so do long lists."""
        before = [*self.card(), self.made(), self.answer()]
        place = self.page.locator(selector).first
        inside = "(place, name) => place.closest(name) !== null"
        again = place.evaluate(inside, "[data-twice]") or (self.touch and not place.evaluate(inside, "[data-sure]"))
        self._point(selector)
        if again and self.page.wait_for_function(OUTCOME, arg=before).json_value() == "shown":
            self._point(selector)

    def _point(self, selector: str) -> None:
        """At the middle of the first such place; one that lies behind others is clicked all the same."""
        place = self.page.locator(selector).first
        place.scroll_into_view_if_needed()
        at = place.evaluate(MIDDLE)
        if at is None:
            place.dispatch_event("click")
        else:
            self.pointer.press(at)

    def turned(self, *before: str) -> None:
        """Wait until the card has turned since `before`: its step, what it asks for, how many moves, its answer."""
        outcome = f"(before) => {{ const seen = ({OUTCOME})(before); return seen !== 'shown' && seen }}"
        while self.page.wait_for_function(outcome, arg=list(before)).json_value() == "sheet":
            self.page.locator("#told-sheet [data-tell]").first.click()


def main(address: str, folder: str, game: str = "", lesson: str = "") -> None:
    wrong = 0
    with launched() as browser:
        for language in ("en", "es", "fr"):
            for size, name in ((DESKTOP, "desktop"), (PHONE, "phone")):
                for each in games():
                    for one in each.course.lessons if not game or game == each.name else ():
                        if lesson and lesson != one:
                            continue
                        options: dict[str, Any] = {**settings(size), "locale": language, "reduced_motion": "reduce"}
                        context = browser.new_context(**options)
                        context.add_init_script("localStorage.setItem('pace', 'none')")
                        shots = Path(folder, each.name, one, f"{name}-{language}")
                        shots.mkdir(parents=True, exist_ok=True)
                        walk = Walk(context.new_page(), shots)
                        steps = walk.through(f"{address}/learn/{each.name}/{one}")
                        print(
                            each.name,
                            one,
                            name,
                            language,
                            f"{steps} steps, {walk.answered} answers",
                            *walk.complaints,
                            sep="  ",
                        )
                        wrong += len(walk.complaints)
                        context.close()
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])

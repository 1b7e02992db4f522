"""A lesson walked through by clicks, as somebody does who tries everything once.

`python -m tests.browser.lessons ADDRESS FOLDER [GAME [LESSON]]` does it for every lesson at a running site, at two sizes and in three
languages, and leaves a picture of every card.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, sync_playwright

from tablero.games import games
from tests.browser.reach import DESKTOP, PHONE, settings

PATIENCE = 20_000

# Whether the card has turned: another step, another move asked for, or an answer.
TURNED = """([step, asked, made, answer]) => {
    const card = document.querySelector("#lesson:not([hidden]) .coach-card");
    if (!card) return false;
    const answering = card.querySelector(".answer")?.textContent ?? "";
    return card.dataset.step !== step || card.dataset.asked !== asked || card.dataset.made !== made || (answering !== "" && answering !== answer);
}"""
# What is wrong with the card where it stands: outside the window, over what is asked for, or with words cut off.
MISPLACED = """() => {
    const card = document.querySelector(".coach-card"), box = card.getBoundingClientRect(), found = [];
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push("outside");
    for (const part of card.querySelectorAll("p, button, h2"))
        if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline") found.push("cut: " + part.textContent);
    const asked = card.dataset.asked && [...document.querySelectorAll(`#table [data-move="${card.dataset.asked}"]`)].filter((place) =>
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


class Walk:
    """One lesson in one page. `complaints` says what was wrong on the way."""

    def __init__(self, page: Page, shots: Path | None = None) -> None:
        self.page = page
        self.touch = bool(page.evaluate("navigator.maxTouchPoints > 0"))
        self.shots = shots
        self.complaints: list[str] = []
        self.answered = 0

    def through(self, address: str, wrong: bool = True, most: int = 200) -> int:
        """Every step, by clicks; how many there were. `wrong`: another legal move is tried first wherever there is one."""
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
        self.page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')", timeout=PATIENCE)
        self.complaints += [f"{step}: {found}" for found in self.page.evaluate(MISPLACED)]
        if self.shots is not None:
            self.page.screenshot(path=self.shots / f"{number:02}-{step}.png")

    def try_another(self, asked: str) -> None:
        """Another legal move is answered, and the card asks for the same."""
        others = self.page.locator(f'#table .can.unlit[data-move]:not(.away):not(.under):not([data-move="{asked}"]):visible')
        if not others.count():
            return
        before, made, answer = self.card(), self.made(), self.answer()
        self.press(others.first)
        self.turned(*before, made, answer)
        if self.card() != before or not self.answer():
            self.complaints.append(f"{before[0]}: another move was made, or not answered")
        self.answered += 1

    def go_on(self, step: str, asked: str) -> None:
        made, answer = self.made(), self.answer()
        if asked:
            self.press(self.page.locator(f'#table [data-move="{asked}"]:not(.away):visible').first)
        else:
            self.page.locator('[data-teach="next"]').click(timeout=PATIENCE)
        self.turned(step, asked, made, answer)

    def press(self, place: Locator) -> None:
        """Click or tap as often as it takes: a finger shows first and then does, and so do long lists."""
        before = self.card(), self.made(), self.answer()
        twice = self.touch or place.evaluate("place => place.closest('[data-twice]') !== null")
        _click(place)
        self.page.wait_for_timeout(150)
        if twice and place.count() and place.is_visible() and (self.card(), self.made(), self.answer()) == before:
            _click(place)

    def turned(self, step: str, asked: str, made: str, answer: str) -> None:
        for _ in range(40):
            if self.page.locator("#told-sheet[open]").count():
                self.page.locator("#told-sheet [data-tell]").first.click()
            try:
                self.page.wait_for_function(TURNED, arg=[step, asked, made, answer], timeout=PATIENCE / 40)
                return
            except Exception:  # a sheet may lie over it
                continue
        self.complaints.append(f"{step}: nothing happens")
        raise AssertionError(self.complaints)


def _click(place: Locator) -> None:
    """On the middle of a place; one that lies behind others is clicked where it can be seen."""
    if _reachable(place):
        place.click(timeout=PATIENCE)
    else:
        place.dispatch_event("click")


def _reachable(place: Locator) -> bool:
    """Whether the middle of a place can be pointed at."""
    return bool(
        place.evaluate("""place => {
            const box = place.getBoundingClientRect();
            const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
            return top !== null && (place.contains(top) || top.contains(place));
        }""")
    )


def main(address: str, folder: str, game: str = "", lesson: str = "") -> None:
    wrong = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
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
                        print(each.name, one, name, language, f"{steps} steps, {walk.answered} answers", *walk.complaints, sep="  ")
                        wrong += len(walk.complaints)
                        context.close()
        browser.close()
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])

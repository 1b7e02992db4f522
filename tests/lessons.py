"""A lesson or a drawn example played through on the engine, with every claim asserted.

What a claim may say of every game is here (`common`), what it may say of one is in its own
`tests/games/GAME/claims.py`: `names(old, new, events, words)` gives the words of the language, where `old` and `new`
are the positions before and after, `events` what happened between, `words` the move of an answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from typing import Any

from tablero.core.drawing.render_options import RenderOptions
from tablero.core.game import Game
from tablero.core.state import State
from tablero.core.teaching.example import Example
from tablero.core.teaching.lesson import Lesson, Script, Step
from tablero.table.lesson_session import LEARNER_SEAT, LessonSession

MAX_CARD_WORDS = 30  # words of a card


def count(text: str) -> int:
    """How many words a card has."""
    return sum(any(sign.isalnum() for sign in word) for word in text.replace("–", " ").split())


def common(game: Game, old: State, new: State, events: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a claim may say of every game."""

    def why(words: str, seat: int = LEARNER_SEAT) -> str | None:
        return new.why_not(seat, game.read(new, seat, words))

    def legal(seat: int = LEARNER_SEAT) -> list[str]:
        return [game.write(new, seat, move) for move in new.moves(seat)]

    def after(*moves: str, seat: int = LEARNER_SEAT) -> State:
        state = new.copy()
        for words in moves:
            state.play(seat, game.read(state, seat, words))
        return state

    return {
        "game": game,
        "old": old,
        "new": new,
        "events": events,
        "why": why,
        "legal": legal,
        "after": after,
        "can": lambda words, seat=LEARNER_SEAT: why(words, seat) is None,
        "kinds": [event["kind"] for event in events],
        "event": lambda kind: next(event for event in events if event["kind"] == kind),
        "view": new.view(LEARNER_SEAT),
        "seen": new.view(None),
        "scores": None if (result := new.result()) is None else list(result.scores),
    }


def assert_claims(
    game: Game,
    claims: Sequence[str],
    where: str,
    old: State,
    new: State,
    events: Sequence[dict[str, Any]] = (),
    words: str = "",
) -> int:
    """Every claim is true; the one that is not is named with its step."""
    own = import_module(f"tests.games.{game.name}.claims").names(old, new, events, words)
    language = {**common(game, old, new, events), "words": words, **own}
    for claim in claims:
        try:
            true = eval(claim, dict(language))
        except Exception as error:
            raise AssertionError(f"{where}: {claim}: {error!r}") from error
        assert true, f"{where}: not true: {claim}"
    return len(claims)


class Noted(LessonSession):
    """Keeps in mind how a step was entered: the position and what had been told before its script ran."""

    def _run(self, script: Script) -> None:
        if not self.made:
            self.entered = self.table.state.copy(), len(self.table.log(LEARNER_SEAT))
        super()._run(script)


class Replay:
    """A lesson taught to somebody who does what is asked, after trying everything else."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game = game
        self.lesson = lesson
        self.counts: Counter[str] = Counter()

    def run(self) -> Counter[str]:
        teaching = Noted(self.game, self.lesson)
        while not teaching.over:
            step, where = teaching.step, f"{self.game.name}, lesson {self.lesson.name}, step {teaching.step.id}"
            assert count(step.text) <= MAX_CARD_WORDS, f"{where}: {count(step.text)} words"
            assert step.claims or step.checks, f"{where} asserts nothing"
            shown = teaching.table.state.copy()
            before, told = teaching.entered
            self.counts["steps"] += 1
            self.counts["claims"] += assert_claims(self.game, step.claims, where, before, shown)
            for words in step.do:
                if step.goal is None:
                    self.try_others(teaching, where)
                move = self.game.read(teaching.table.state, LEARNER_SEAT, words)
                assert teaching.table.state.why_not(LEARNER_SEAT, move) is None, f"{where}: {words} is not legal"
                assert self.game.write(teaching.table.state, LEARNER_SEAT, move) == words, (
                    f"{where}: {words} is written otherwise"
                )
                assert teaching.play(move), f"{where}: {words} is not taken"
                self.counts["moves"] += 1
            assert not (step.goal and teaching.failed), f"{where}: the goal is not reached by what it asks for"
            if not step.do:
                teaching.next()
            self.check(step, where, shown if step.do else before, told, teaching.at - 1)
        return self.counts

    def check(self, step: Step, where: str, before: State, told: int, at: int) -> None:
        """What is true when the step is done: before the next one lets others move or shows another position."""
        done = LessonSession(self.game, self.lesson, at=at)
        for words in step.do:
            done._make(LEARNER_SEAT, words)
        done._run(step.after)
        events = [event for _, event in done.table.log(LEARNER_SEAT)][told:]
        self.counts["claims"] += assert_claims(self.game, step.checks, where, before, done.table.state, events)

    def try_others(self, teaching: LessonSession, where: str) -> None:
        """Every other legal move is answered, and nothing happens; what the answer says is true."""
        step, state = teaching.step, teaching.table.state
        matched = set()
        for move in state.moves(LEARNER_SEAT):
            if move == teaching.asked:
                continue
            words = self.game.write(state, LEARNER_SEAT, move)
            assert not teaching.play(move), f"{where}: {words} is taken"
            assert 0 < count(teaching.answer) <= MAX_CARD_WORDS, (
                f"{where}: the answer to {words} has {count(teaching.answer)} words"
            )
            self.counts["other moves"] += 1
            pattern = step.pattern(words) or ""
            matched.add(pattern)
            if proofs := step.proofs.get(pattern, ()):
                tried = state.copy()
                tried.journal = []
                tried.play(LEARNER_SEAT, move)
                found = assert_claims(self.game, proofs, f"{where}, {words}", state, tried, tried.journal, words)
                self.counts["claims"] += found
        if len(step.do) == 1:
            assert step.answers.keys() <= matched, (
                f"{where}: answers to what cannot happen: {step.answers.keys() - matched}"
            )
        assert step.proofs.keys() <= step.answers.keys(), f"{where}: proofs without an answer"


def check_example(game: Game, example: Example) -> int:
    """A drawn example shows what it says."""
    begins = example.begins.state(game, listen=True)
    state = example.state(game)
    where = f"{game.name}, example {example.id}"
    assert example.checks, f"{where} asserts nothing"
    return assert_claims(game, example.checks, where, begins, state, state.journal or [])


# ---------------------------------------------------------------- what is lit


class Parts(HTMLParser):
    """The elements of a page, each with those around it."""

    VOID = frozenset(
        {"br", "img", "input", "hr", "use", "path", "circle", "rect", "line", "ellipse", "polygon", "polyline"}
    )

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str]]] = []
        self.found: list[list[tuple[str, dict[str, str]]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append((tag, {name: value or "" for name, value in attrs}))
        self.found.append(list(self.open))
        if tag in self.VOID:
            self.open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append([*self.open, (tag, {name: value or "" for name, value in attrs})])

    def handle_endtag(self, tag: str) -> None:
        if any(name == tag for name, _ in reversed(self.open)):
            while self.open.pop()[0] != tag:
                pass


@cache
def pieces(simple: str) -> list[str]:
    """The parts of a simple selector."""
    return re.findall(r"^\w[\w-]*|#[\w-]+|\.[\w-]+|\[[^\]]+\]", simple)


def fits(part: tuple[str, dict[str, str]], simple: str) -> bool:
    """Whether an element is meant by a simple selector: tag, #id, .class, [name], [name="value"] and such joined."""
    tag, attributes = part
    for piece in pieces(simple):
        if piece[0] == "#":
            good = attributes.get("id") == piece[1:]
        elif piece[0] == ".":
            good = piece[1:] in attributes.get("class", "").split()
        elif piece[0] == "[":
            name, _, value = piece[1:-1].partition("=")
            sign, name = (name[-1], name[:-1]) if name[-1] in "^$*~" else ("", name)
            value, own = value.strip("\"'"), attributes.get(name)
            good = own is not None and (
                not value
                or {"": own == value, "^": own.startswith(value), "$": own.endswith(value), "*": value in own}.get(
                    sign, value in own.split()
                )
            )
        else:
            good = tag == piece
        if not good:
            return False
    return True


def is_drawn(parts: Parts, selector: str) -> bool:
    """Whether a page has what a selector names; one element inside another is written with a space."""
    *outer, last = selector.split()
    for chain in parts.found:
        if not fits(chain[-1], last):
            continue
        around = iter(chain[:-1])
        if all(any(fits(part, simple) for part in around) for simple in outer):
            return True
    return False


def page_of(game: Game, teaching: LessonSession) -> Parts:
    """The places of a table page, with what is drawn in them."""
    view = teaching.table.view(LEARNER_SEAT)
    render = RenderOptions(names=("Ana", *teaching.lesson.names))
    slots = game.drawing.panels(view, render).slots
    drawn = "".join(f'<section data-slot="{slot}">{html}</section>' for slot, html in slots.items())
    return Parts(f'<div id="table"><div id="prompt" class="prompt"></div>{drawn}<ol id="log"></ol></div>')

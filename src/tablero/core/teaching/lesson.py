"""Lessons: learning a game by playing it. A lesson is data: a start position and steps; the ordinary engine plays it.

`lessons/course.toml` of a game's folder names its lessons in order, the game in one minute, and the answers to legal
moves that a step does not mention; `lessons/NAME.toml` is one lesson. Moves are written in notation, in scripts with
their seat in front: `1: take tile 2`. Tests assert `claims` and `checks`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import Any

from tablero.core.teaching.start_position import StartPosition, read_start_position, start_position_at

COMPANION_NAMES = ("Itzel", "Balam", "Nicté")  # the other players, unless a lesson names its own
Script = tuple[tuple[int, str], ...]  # moves in notation, each with the seat that makes it


@dataclass(frozen=True)
class Step:
    """One card of the coach. Without `do` it is only read."""

    id: str
    text: str
    title: str = ""  # the heading of the card; a step without one has that of the step before
    before: Script = ()  # played before the card is shown
    do: tuple[str, ...] = ()  # what the learner is asked for, move by move
    after: Script = ()  # played when the learner has done it
    lit: tuple[str, ...] = ()  # what is lit besides the move asked for: selectors of the page
    # Answers to other legal moves, by patterns of their notation
    answers: Mapping[str, str] = field(default_factory=dict)
    begins: StartPosition | None = None  # the step shows another position
    lapse: bool = False  # `before` is shown as a time lapse
    # Any way to do it counts that brings an event like this before the turn is over; `do` is one such way.
    goal: Mapping[str, Any] | None = None
    claims: tuple[str, ...] = ()  # true when the card is shown
    checks: tuple[str, ...] = ()  # true when the step is done
    proofs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of the answers, after that other move

    def answer(self, words: str) -> str | None:
        """Return the answer to another legal move, or None."""
        pattern = self.pattern(words)
        return None if pattern is None else self.answers[pattern]

    def pattern(self, words: str) -> str | None:
        """Return the first pattern of the answers that a move matches, or None."""
        return next((pattern for pattern in self.answers if fnmatchcase(words, pattern)), None)


@dataclass(frozen=True)
class Lesson:
    """A lesson; the learner has seat 0."""

    name: str
    title: str
    minutes: int
    begins: StartPosition
    steps: tuple[Step, ...]
    names: tuple[str, ...]  # of the others, from seat 1
    version: int = 1  # raised when the steps change so that a lesson begun before cannot be resumed


@dataclass(frozen=True)
class Course:
    """The lessons of a game, the main one first."""

    lessons: Mapping[str, Lesson]
    minute: tuple[str, ...]  # the game in one minute, sentence by sentence
    answers: Mapping[str, str]  # to legal moves that a step does not answer

    def answer(self, step: Step, words: str) -> str:
        """Return the answer to a legal move that is not the one asked for. Raise LookupError if there is none."""
        said = step.answer(words)
        if said is None:
            said = next((said for pattern, said in self.answers.items() if fnmatchcase(words, pattern)), None)
        if said is None:
            raise LookupError(f"step {step.id} has no answer to {words!r}")
        return said

    def sentences(self) -> set[str]:
        """Return all sentences of the lessons, for translation."""
        said = {*self.minute, *self.answers.values()}
        for lesson in self.lessons.values():
            said.add(lesson.title)
            for step in lesson.steps:
                said |= {step.title, step.text, *step.answers.values()}
        return said


class _Lessons(Mapping[str, Lesson]):
    """Lessons in a game's folder, each read when it is looked at first: the lobby, which a start waits for, shows one
    of each game."""

    def __init__(self, package: str, names: Sequence[str]) -> None:
        self._package = package
        self._read: dict[str, Lesson | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Lesson:
        found = self._read[name]
        if found is None:
            text = files(self._package).joinpath("lessons", f"{name}.toml").read_text("utf-8")
            found = self._read[name] = _lesson(self._package, name, tomllib.loads(text))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def load_course(package: str) -> Course:
    """Read the lessons in a game's folder."""
    home = files(package).joinpath("lessons")
    course = tomllib.loads(home.joinpath("course.toml").read_text("utf-8"))
    return Course(_Lessons(package, course["lessons"]), tuple(course["minute"]), course.get("answers", {}))


def _lesson(package: str, name: str, data: Mapping[str, Any]) -> Lesson:
    begins = read_start_position(package, data)
    titles: list[str] = []
    for step in data["step"]:
        titles.append(step["title"] if "title" in step else titles[-1])
    steps = tuple(_step(package, title, step) for title, step in zip(titles, data["step"], strict=True))
    names = tuple(data.get("names", COMPANION_NAMES))[: begins.seats - 1]
    return Lesson(name, data["title"], data["minutes"], begins, steps, names, data.get("version", 1))


def _step(package: str, title: str, data: Mapping[str, Any]) -> Step:
    known = {part.name for part in fields(Step)} - {"begins"} | {"position"}
    if unknown := data.keys() - known:
        raise ValueError(f"step {data.get('id')} of {package} says {', '.join(sorted(unknown))}, which no step has")
    return Step(
        data["id"],
        data["text"],
        title,
        read_script(data.get("before", ())),
        tuple(data.get("do", ())),
        read_script(data.get("after", ())),
        tuple(data.get("lit", ())),
        data.get("answers", {}),
        start_position_at(package, data["position"]) if "position" in data else None,
        data.get("lapse", False),
        data.get("goal"),
        tuple(data.get("claims", ())),
        tuple(data.get("checks", ())),
        {pattern: tuple(proofs) for pattern, proofs in data.get("proofs", {}).items()},
    )


def read_script(lines: tuple[str, ...] | list[str]) -> Script:
    """Parse moves of several seats.

    >>> read_script(["1: take tile 2"])
    ((1, 'take tile 2'),)
    """
    pairs = [line.split(": ", 1) for line in lines]
    return tuple((int(seat), words) for seat, words in pairs)

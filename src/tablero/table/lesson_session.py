"""Session of one learner in one lesson, on an ordinary table without other people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tablero.core.game import Game
from tablero.core.teaching.lesson import Lesson, Script, Step
from tablero.core.teaching.start_position import StartPosition
from tablero.table.holder import Holder
from tablero.table.table import Table

LEARNER_SEAT = 0
NOBODY = Holder("person")


@dataclass(frozen=True)
class LessonProgress:
    """Number of the current step, version of the lesson, and the moves that reached each goal with several solutions,
    by the id of its step."""

    step: int
    version: int
    finished: bool = False
    ways: Mapping[str, Sequence[int]] = field(default_factory=dict)


class LessonSession:
    """Position of a learner in a lesson. The table follows from the lesson, the number of the step, and the moves by
    which the learner reached goals (`ways`)."""

    seat = LEARNER_SEAT

    def __init__(
        self,
        game: Game,
        lesson: Lesson,
        learner: Holder = NOBODY,
        at: int = 0,
        ways: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self.game = game
        self.lesson = lesson
        self.ways = {step: list(moves) for step, moves in (ways or {}).items()}
        self.answer = ""  # answer of the coach to the last move
        self.early = False  # whether a move was tried at a step that is only read
        self.failed = 0  # how often the goal of this step was missed
        self.lapse: int | None = None  # count of moves from which a time lapse is shown
        self._learner = learner
        self.at = 0
        self.made: list[int] = []  # by the learner, in this step
        self.table = self._new_table(lesson.begins)
        self.go(at)

    # ---------------------------------------------------------------- state

    @property
    def step(self) -> Step:
        return self.lesson.steps[min(self.at, len(self.lesson.steps) - 1)]

    @property
    def coming(self) -> str:
        """The heading that comes after this one; empty under the last."""
        return next((step.title for step in self.lesson.steps[self.at :] if step.title != self.step.title), "")

    @property
    def over(self) -> bool:
        """Whether all steps are done."""
        return self.at >= len(self.lesson.steps)

    @property
    def asked(self) -> int | None:
        """The move that is asked for; None at steps that are read or have a goal."""
        step = self.step
        if self.over or step.goal is not None or len(self.made) >= len(step.do):
            return None
        return self.game.read(self.table.state, LEARNER_SEAT, step.do[len(self.made)])

    @property
    def reading(self) -> bool:
        """Whether the step needs no move."""
        return self.over or not self.step.do

    # ---------------------------------------------------------------- actions of the learner

    def play(self, move: int) -> bool:
        """Make a legal move if it is the one asked for, else set `answer`; return whether it was made."""
        step = self.step
        if step.goal is None and move != self.asked:
            words = self.game.write(self.table.state, LEARNER_SEAT, move)
            self.early = self.reading
            self.answer = "" if self.reading else self.game.course.answer(step, words)
            return False
        self.answer = ""
        self.table = self.table.copy()  # viewers of the earlier position keep it
        self._make(LEARNER_SEAT, move)
        self.made.append(move)
        if step.goal is not None:
            self._check_goal(step)
        elif len(self.made) == len(step.do):
            self._finish()
        return True

    def _check_goal(self, step: Step) -> None:
        """Finish the step if its goal is reached; restart it if the turn ended without it."""
        if self.table.state.owes(LEARNER_SEAT) and not self.table.state.settled > self._settled:
            return
        goal = step.goal or {}
        events = [event for _, event in self.table.log(LEARNER_SEAT)][self._events_before :]
        if any(goal.items() <= event.items() for event in events):
            if [self.game.read(self.table.state, LEARNER_SEAT, words) for words in step.do] != self.made:
                self.ways[step.id] = list(self.made)
            self._finish()
            return
        self.failed += 1
        self.answer = self.game.course.answer(step, "")
        failed, answer = self.failed, self.answer
        self.go(self.at)
        self.failed, self.answer = failed, answer

    def next(self) -> None:
        """Go to the next step; make the moves asked for in this one."""
        if self.over:
            return
        if self.reading:
            self.table = self.table.copy()
            self._finish()
            return
        step = self.step
        if step.goal is not None:
            self.go(self.at)
            self.ways.pop(step.id, None)
            for words in step.do:
                self._make(LEARNER_SEAT, self.game.read(self.table.state, LEARNER_SEAT, words))
            self._finish()
        elif self.asked is not None:
            self.play(self.asked)

    def back(self) -> None:
        """Undo the last move of this step, or restart the step before."""
        if self.made:
            made = self.made[:-1]
            self.go(self.at)
            for move in made:
                self._make(LEARNER_SEAT, move)
            self.made = made
        else:
            self.go(max(0, self.at - 1))

    def again(self) -> None:
        """Restart the lesson."""
        self.go(0)

    def go(self, at: int) -> None:
        """Begin a step."""
        self.at = 0
        self.ways = {step.id: self.ways[step.id] for step in self.lesson.steps[:at] if step.id in self.ways}
        self.table = self._new_table(self.lesson.begins)
        self._open()
        for _ in range(min(at, len(self.lesson.steps))):
            for seat, words in self._done(self.step):
                self._make(seat, words)
            self._finish()

    def _done(self, step: Step) -> list[tuple[int, int | str]]:
        way = self.ways.get(step.id)
        moves: Sequence[int | str] = step.do if way is None else way
        return [(LEARNER_SEAT, move) for move in moves]

    def _finish(self) -> None:
        self._run(self.step.after)
        self.at += 1
        self._open()

    def _open(self) -> None:
        """Begin the current step: set its position up and make the moves of its script."""
        self.made = []
        self.answer = ""
        self.early = False
        self.failed = 0
        self.lapse = None
        if self.over:
            return
        if self.step.begins is not None:
            self.table = self._new_table(self.step.begins)
        self.lapse = self.table.checkpoints(LEARNER_SEAT)[-1][0] if self.step.lapse else None
        self._run(self.step.before)
        self._settled = self.table.state.settled
        self._events_before = len(self.table.log(LEARNER_SEAT))

    # ---------------------------------------------------------------- the table

    def _new_table(self, begins: StartPosition) -> Table:
        holders = [self._learner, *(Holder("bot", name, level=1) for name in self.lesson.names)]
        return Table("", self.game, begins.seats, begins.options, holders, begins.seed, "", start=begins.position)

    def _run(self, script: Script) -> None:
        for seat, words in script:
            self._make(seat, words)

    def _make(self, seat: int, move: int | str) -> None:
        table = self.table
        number = self.game.read(table.state, seat, move) if isinstance(move, str) else move
        table.make(seat, number)

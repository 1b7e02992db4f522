"""Teaching: one learner in one lesson, on a table of the ordinary engine that nobody else sits at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablero.core.beginning import Beginning
from tablero.core.game import Game
from tablero.core.lesson import Lesson, Script, Step
from tablero.table.holder import Holder
from tablero.table.table import Table

LEARNER = 0
NOBODY = Holder("person")


class Teaching:
    """Where a learner is in a lesson. Everything follows from the lesson, the number of the step, and the ways in which
    the learner reached goals; the table is worked out from them."""

    seat = LEARNER

    def __init__(self, game: Game, lesson: Lesson, learner: Holder = NOBODY, at: int = 0,
                 ways: Mapping[str, Sequence[int]] | None = None) -> None:  # fmt: skip
        self.game = game
        self.lesson = lesson
        self.ways = {step: list(moves) for step, moves in (ways or {}).items()}
        self.answer = ""  # what the coach says to the move that was just tried
        self.early = False  # whether a move was tried where there is something to read first
        self.failed = 0  # how often the goal of this step was missed
        self.lapse: int | None = None  # the learner's count of moves from which on a time lapse is shown
        self._learner = learner
        self.at = 0
        self.made: list[int] = []  # by the learner, in this step
        self.table = self._laid(lesson.begins)
        self.go(at)

    # ---------------------------------------------------------------- where the lesson is

    @property
    def step(self) -> Step:
        return self.lesson.steps[min(self.at, len(self.lesson.steps) - 1)]

    @property
    def over(self) -> bool:
        """Whether all steps are done."""
        return self.at >= len(self.lesson.steps)

    @property
    def asked(self) -> int | None:
        """The move that the learner is asked for; None while there is something to read, or several ways to a goal."""
        step = self.step
        if self.over or step.goal is not None or len(self.made) >= len(step.do):
            return None
        return self.game.read(self.table.state, LEARNER, step.do[len(self.made)])

    @property
    def reading(self) -> bool:
        """Whether the learner goes on without a move."""
        return self.over or not self.step.do

    # ---------------------------------------------------------------- what the learner does

    def play(self, move: int) -> bool:
        """Make a legal move of the learner's if it is the one asked for; else the coach answers, and nothing is made."""
        step = self.step
        if step.goal is None and move != self.asked:
            words = self.game.write(self.table.state, LEARNER, move)
            self.early = self.reading
            self.answer = "" if self.reading else self.game.course.answer(step, words)
            return False
        self.answer = ""
        self.table = self.table.fork()  # whoever looks at the position before keeps it
        self._make(LEARNER, move)
        self.made.append(move)
        if step.goal is not None:
            self._judge(step)
        elif len(self.made) == len(step.do):
            self._finish()
        return True

    def _judge(self, step: Step) -> None:
        """Whether the goal is reached; when the turn is over without it, the step begins again."""
        if self.table.state.owes(LEARNER) and not self.table.state.settled > self._settled:
            return
        goal = step.goal or {}
        events = [event for _, event in self.table.log(LEARNER)][self._told :]
        if any(goal.items() <= event.items() for event in events):
            if [self.game.read(self.table.state, LEARNER, words) for words in step.do] != self.made:
                self.ways[step.id] = list(self.made)
            self._finish()
            return
        self.failed += 1
        self.answer = self.game.course.answer(step, "")
        failed, answer = self.failed, self.answer
        self.go(self.at)
        self.failed, self.answer = failed, answer

    def next(self) -> None:
        """Go on from a step that is read; elsewhere the move asked for is made."""
        if self.over:
            return
        if self.reading:
            self.table = self.table.fork()
            self._finish()
            return
        step = self.step
        if step.goal is not None:
            self.go(self.at)
            self.ways.pop(step.id, None)
            for words in step.do:
                self._make(LEARNER, self.game.read(self.table.state, LEARNER, words))
            self._finish()
        elif self.asked is not None:
            self.play(self.asked)

    def back(self) -> None:
        """The last move of this step is taken back, or the step before begins again."""
        if self.made:
            made = self.made[:-1]
            self.go(self.at)
            for move in made:
                self._make(LEARNER, move)
            self.made = made
        else:
            self.go(max(0, self.at - 1))

    def again(self) -> None:
        """The lesson from its first step."""
        self.go(0)

    def go(self, at: int) -> None:
        """Begin a step anew."""
        self.at = 0
        self.ways = {step.id: self.ways[step.id] for step in self.lesson.steps[:at] if step.id in self.ways}
        self.table = self._laid(self.lesson.begins)
        self._open()
        for _ in range(min(at, len(self.lesson.steps))):
            for seat, words in self._done(self.step):
                self._make(seat, words)
            self._finish()

    def _done(self, step: Step) -> list[tuple[int, int | str]]:
        way = self.ways.get(step.id)
        moves: Sequence[int | str] = step.do if way is None else way
        return [(LEARNER, move) for move in moves]

    def _finish(self) -> None:
        self._run(self.step.after)
        self.at += 1
        self._open()

    def _open(self) -> None:
        """A step begins: another position perhaps, and what others do before it is shown."""
        self.made = []
        self.answer = ""
        self.early = False
        self.failed = 0
        self.lapse = None
        if self.over:
            return
        if self.step.begins is not None:
            self.table = self._laid(self.step.begins)
        self.lapse = self.table.stops(LEARNER)[-1][0] if self.step.lapse else None
        self._run(self.step.before)
        self._settled = self.table.state.settled
        self._told = len(self.table.log(LEARNER))

    # ---------------------------------------------------------------- the table

    def _laid(self, begins: Beginning) -> Table:
        holders = [self._learner, *(Holder("bot", name, level=1) for name in self.lesson.names)]
        return Table(
            "", self.game, begins.seats, begins.options, holders, begins.seed, "", start=begins.position,
        )  # fmt: skip

    def _run(self, script: Script) -> None:
        for seat, words in script:
            self._make(seat, words)

    def _make(self, seat: int, move: int | str) -> None:
        table = self.table
        number = self.game.read(table.state, seat, move) if isinstance(move, str) else move
        table.take(table.play(seat, number, table.version_for(seat), ""), checked=True)

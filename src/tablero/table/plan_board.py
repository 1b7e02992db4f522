"""Board on which a plan is made: an imagined position, moves that are tried there, and the lines that they become."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Literal

import msgspec

from tablero.core.errors import IllegalMove
from tablero.core.game import Game
from tablero.core.state import State
from tablero.table.errors import Refusal
from tablero.table.history import SeenMove
from tablero.table.holder import Holder
from tablero.table.plans import Condition, PlanLine, fingerprint
from tablero.table.table import Table

Trail = tuple[int, ...]  # of a line: its place among the first lines, then among those after it ...
Form = Literal["exact", "kind", "any"]
LINE_FORMS: tuple[Form, ...] = ("exact", "kind", "any")


@dataclass
class PlanBoard:
    """What one player tries: `base` is the position for which the plan is made, with what the player cannot know dealt
    anew; `path` are the moves that are tried, by all seats."""

    game: Game
    names: tuple[str, ...]
    person: str
    seat: int
    base: State
    path: list[tuple[int, int]] = field(default_factory=list)

    def table(self, path: Sequence[tuple[int, int]] | None = None) -> Table:
        """Return the position after the path, as a table at which the player has the seat that is to move."""
        state = self.base
        holders = [Holder("person", name) for name in self.names]
        start, rules = state.dump(), state.rules_number()
        table = Table("", self.game, int(state.seats), state.options, holders, 0, "", start=start, rules=rules)
        for mover, move in self.path if path is None else path:
            table.make(mover, move)
        actors = table.state.actors()
        shown = self.seat if self.seat in actors or not actors else actors[0]
        table.set_holder(shown, Holder("person", self.names[shown], self.person))
        return table

    def play(self, seat: int, move: int) -> None:
        """Try a move of any seat."""
        self.table().check(seat, move)
        self.path.append((seat, move))

    def back(self) -> None:
        """Take the last move back, with choices before it that could be made in one way only."""
        if not self.path:
            raise Refusal("there is nothing to take back here")
        self.path.pop()
        while self.path:
            before = self.table(self.path[:-1]).state
            seat = self.path[-1][0]
            if len(before.moves(seat)) > 1 or not before.nested(seat):
                return
            self.path.pop()

    # ---------------------------------------------------------------- lines

    def kept(self, lines: Sequence[PlanLine]) -> tuple[PlanLine, ...]:
        """Return the lines with that of the path. Raise Refusal where there is nothing to keep."""
        new = self._lines()
        if new is None:
            raise Refusal("try first what the others may do, and what you do then")
        return _merged(lines, new)

    def _lines(self) -> PlanLine | None:
        """Return the path as a line with those after it; it ends where something unknown comes to light."""
        table = self.table()
        turns = list(_turns(table.whole_history().happened(0, self.seat), self.seat, self.game.surprises))
        examples = self._examples([len(own) for _, own in turns])
        line = None
        for number in range(len(turns) - 1, -1, -1):
            others, own = turns[number]
            if not own and not others:
                continue
            made: dict[int, list[str]] = {}
            for one in others:
                if one.words:
                    made.setdefault(one.seat, []).append(one.words)
            when = tuple(Condition(mover, did=tuple(words)) for mover, words in sorted(made.items()))
            sees = fingerprint(table, self.seat, own[0].before) if own and when else ""
            after = () if line is None else (line,)
            line = PlanLine(when, tuple(one.words for one in own), after, sees, examples[number])
        return line

    def _examples(self, lengths: Sequence[int]) -> list[tuple[tuple[int, str], ...]]:
        """Return what the others did before each own turn of so many moves, their secret moves included. What they
        chose in secret while the own turn was made comes after it."""
        out: list[list[tuple[int, str]]] = [[] for _ in range(len(lengths) + 1)]
        starts = [0, *accumulate(lengths)]
        state, own = self.base.copy(), 0
        for mover, move in self.path:
            if mover == self.seat:
                own += 1
            else:
                turn = next((n for n, start in enumerate(starts) if start >= own), len(lengths))
                out[turn].append((mover, self.game.write(state, mover, move)))
            state.apply(mover, move)
        return [tuple(one) for one in out]

    def path_to(self, lines: Sequence[PlanLine], trail: Trail) -> list[tuple[int, int]]:
        """Return the moves that lead to the end of a line, as they were tried; as far as they can be made."""
        state, path = self.base.copy(), list[tuple[int, int]]()
        for line in along(lines, trail):
            for mover, words in (*line.example, *((self.seat, words) for words in line.then)):
                try:
                    move = self.game.read(state, mover, words)
                    state.play(mover, move)
                except IllegalMove:
                    return path
                path.append((mover, move))
        return path

    def reshaped(self, lines: Sequence[PlanLine], trail: Trail, form: Form) -> tuple[PlanLine, ...]:
        """Return the lines with one whose condition is as tried (exact), any move of its kind but those that the lines
        beside it name, or whatever happens."""
        line = along(lines, trail)[-1]
        if form == "any":
            return replaced(lines, trail, msgspec.structs.replace(line, when=(), sees=""))
        path = self.path_to(lines, trail)
        exact = along(
            (PlanBoard(self.game, self.names, self.person, self.seat, self.base, path)._lines() or line,),
            (0,) * len(trail),
        )[-1]
        if form == "exact":
            return replaced(lines, trail, msgspec.structs.replace(line, when=exact.when, sees=exact.sees))
        beside = [other for place, other in enumerate(_level(lines, trail)) if place != trail[-1]]
        when = tuple(_of_kind(condition, beside) for condition in exact.when)
        return replaced(lines, trail, msgspec.structs.replace(line, when=when, sees=""))


def form_of(line: PlanLine) -> Form:
    """Return which of the forms a line has."""
    if not line.when:
        return "any"
    return "kind" if any(condition.kind for condition in line.when) else "exact"


def _of_kind(condition: Condition, beside: Sequence[PlanLine]) -> Condition:
    """Return a condition about any move of the kind that was tried last, but those that other lines name."""
    words = condition.did[-1].split()
    kind = " ".join(words[:-1] or words)
    named = (words for line in beside for other in line.when if other.seat == condition.seat for words in other.did)
    but = tuple(dict.fromkeys(words for words in named if words.startswith(kind)))
    return Condition(condition.seat, kind=kind, but=but)


def _turns(
    happened: Sequence[SeenMove], seat: int, surprises: frozenset[str]
) -> Iterator[tuple[list[SeenMove], list[SeenMove]]]:
    """Yield what the others did and the own moves after it, turn by turn, up to the first surprise."""
    others: list[SeenMove] = []
    own: list[SeenMove] = []
    for one in happened:
        if one.seat != seat:
            if own:
                yield others, own
                others, own = [], []
            if one.kinds & surprises:
                return
            others.append(one)
        else:
            own.append(one)
            if one.kinds & surprises:
                break
    if others or own:
        yield others, own


# ---------------------------------------------------------------- trees of lines


def along(lines: Sequence[PlanLine], trail: Trail) -> list[PlanLine]:
    """Return the lines that lead to one, itself the last. Raise Refusal where there is none."""
    out = []
    for place in trail:
        if not 0 <= place < len(lines):
            raise Refusal("this line has been taken away: choose another")
        out.append(lines[place])
        lines = lines[place].after
    if not out:
        raise Refusal("this line has been taken away: choose another")
    return out


def _level(lines: Sequence[PlanLine], trail: Trail) -> Sequence[PlanLine]:
    return along(lines, trail[:-1])[-1].after if len(trail) > 1 else lines


def replaced(lines: Sequence[PlanLine], trail: Trail, *instead: PlanLine) -> tuple[PlanLine, ...]:
    """Return the lines with others, or none, in place of one."""
    along(lines, trail)
    place, rest = trail[0], trail[1:]
    if rest:
        deeper = replaced(lines[place].after, rest, *instead)
        instead = (msgspec.structs.replace(lines[place], after=deeper),)
    return (*lines[:place], *instead, *lines[place + 1 :])


def shifted(lines: Sequence[PlanLine], trail: Trail, by: int) -> tuple[PlanLine, ...]:
    """Return the lines with one moved up (-1) or down (1) among those of its turn."""
    level = list(_level(lines, trail))
    place, to = trail[-1], trail[-1] + by
    along(lines, trail)
    if not 0 <= to < len(level):
        return tuple(lines)
    level[place], level[to] = level[to], level[place]
    if len(trail) == 1:
        return tuple(level)
    parent = along(lines, trail[:-1])[-1]
    return replaced(lines, trail[:-1], msgspec.structs.replace(parent, after=tuple(level)))


def _merged(lines: Sequence[PlanLine], new: PlanLine) -> tuple[PlanLine, ...]:
    """Return the lines with a new one: it goes on from one that is the same so far, and replaces one with the same
    condition; lines for whatever happens stay last."""
    for place, line in enumerate(lines):
        same_case = line.when == new.when or (line.example == new.example and line.then == new.then)
        if same_case and line.then == new.then:
            after = line.after if not new.after else _merged(line.after, new.after[0])
            return replaced(lines, (place,), msgspec.structs.replace(line, after=after))
        if same_case:
            return replaced(lines, (place,), new)
    last = next((place for place, line in enumerate(lines) if new.when and not line.when), len(lines))
    return (*lines[:last], new, *lines[last:])

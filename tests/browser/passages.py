"""Passages of games that together contain every kind of choice, for pages that are played by mouse and by finger.

    python -m tests.browser.passages

searches them anew and writes `passages.toml`: after a change of the rules, when `test_passages.py` says that a kind is
missing. A kind is a prompt that the first seat is asked, a family of moves (the first word of the notation) that it
plays, or the end of the game. In a passage the first seat alone decides, so that it is the same in every run.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import tablero

FILE = Path(__file__).with_name("passages.toml")
SEATS = {"yaxha": (2,), "maya": (2,), "tzolkin": (2,), "amritsar": (1, 2)}
SEEDS = 300  # games that are searched, for each number of seats
LONGEST = 14  # decisions
OPENING = 4  # what opening a page costs, in decisions

Played = tuple[int, int]  # a seat and its move
Kind = tuple[str, str]


@dataclass(frozen=True)
class Passage:
    """The decisions of the first seat that follow after some moves of a varied game."""

    game: str
    seats: int
    seed: int
    after: int  # moves made before
    until: int  # moves made at its end

    def whole(self) -> tuple[Played, ...]:
        return varied_game(self.game, self.seats, self.seed)

    def before(self) -> tuple[Played, ...]:
        return self.whole()[: self.after]

    def ends(self) -> bool:
        """Whether the game is over after it."""
        return self.until == len(self.whole())

    def kinds(self) -> set[Kind]:
        all_steps = steps(self.game, self.seats, self.seed)
        return {kind for step in all_steps[self.after : self.until] for kind in step.kinds} | (
            {("over", str(self.seats))} if self.ends() else set()
        )


@dataclass(frozen=True)
class Step:
    move: int
    alone: bool  # the first seat is the only one that can move
    chosen: bool  # and it has a choice
    kinds: frozenset[Kind]


@cache
def varied_game(name: str, seats: int, seed: int) -> tuple[Played, ...]:
    """A whole game in which every seat prefers the families of moves that it has played least."""
    game = tablero.game(name)
    state, luck = game.start(seats, seed), tablero.seeded(seed)
    played: dict[tuple[int, str], int] = {}
    made: list[Played] = []
    while actors := state.actors():
        seat = actors[-1]
        moves = state.moves(seat)
        least = min(played.get((seat, family(name, move)), 0) for move in moves)
        rare = [move for move in moves if played.get((seat, family(name, move)), 0) == least]
        move = rare[luck.below(len(rare))]
        played[seat, family(name, move)] = least + 1
        made.append((seat, move))
        state.play(seat, move)
    return tuple(made)


@cache
def family(name: str, move: int) -> str:
    return tablero.game(name).moves.write(move).split()[0]


@cache
def steps(name: str, seats: int, seed: int) -> tuple[Step, ...]:
    """Return every move of a varied game, with what it shows of the first seat's choices."""
    state = tablero.game(name).start(seats, seed)
    found = []
    for seat, move in varied_game(name, seats, seed):
        alone = tuple(state.actors()) == (0,)
        chosen = alone and len(state.moves(0)) > 1
        kinds = {("prompt", state.view(0)["prompt"]["kind"]), ("move", family(name, move))} if chosen else set()
        found.append(Step(move, alone, chosen, frozenset(kinds)))
        state.play(seat, move)
    return tuple(found)


def passages(name: str) -> list[Passage]:
    """Return the passages of a game that `passages.toml` names."""
    found = tomllib.loads(FILE.read_text("utf-8"))[name]
    return [Passage(name, **one) for one in found]


def candidates(name: str) -> Iterator[Passage]:
    """Every passage of up to LONGEST decisions that begins and ends with one."""
    for seats in SEATS[name]:
        for seed in range(SEEDS):
            all_steps = steps(name, seats, seed)
            for after, first in enumerate(all_steps):
                if not first.chosen:
                    continue
                length = 0
                for until in range(after, len(all_steps)):
                    if not all_steps[until].alone or length == LONGEST:
                        break
                    length += all_steps[until].chosen
                    if all_steps[until].chosen or until + 1 == len(all_steps):
                        yield Passage(name, seats, seed, after, until + 1)


def search(name: str) -> list[Passage]:
    """Choose, one after another, the passage that shows most new kinds for its length."""
    known = [(passage, passage.kinds(), OPENING + passage.until - passage.after) for passage in candidates(name)]
    missing = set().union(*(kinds for _, kinds, _ in known))
    chosen = []
    while missing:
        passage, kinds, _ = max(known, key=lambda one: (len(one[1] & missing) / one[2], -one[0].seed))
        chosen.append(passage)
        missing -= kinds
    return chosen


def main() -> None:
    lines = ["# Written by `python -m tests.browser.passages`."]
    for name in SEATS:
        for passage in search(name):
            lines += ["", f"[[{name}]]", f"seats = {passage.seats}", f"seed = {passage.seed}"]
            lines += [f"after = {passage.after}", f"until = {passage.until}"]
            print(passage, sorted(passage.kinds()))
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()

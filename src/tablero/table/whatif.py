"""What-if tree: branches that leave a game, or one another, each played on tables that are not stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablero.analysis.win_chances import WinChances
from tablero.core.errors import BadOption, BadRecord, IllegalMove
from tablero.core.game import Game
from tablero.core.luck import Luck, seeded
from tablero.core.state import State
from tablero.table.errors import OtherRules, Refusal
from tablero.table.holder import Holder
from tablero.table.table import Table
from tablero.table.undo import in_force

BRANCH_LETTERS = "ABCDEFGH"  # one letter for each branch
REAL_LINE = ""  # letter of the game as it was played
Move = tuple[int, int]  # a seat and its move
Node = tuple[str, int]  # the letter of a line, and how many of its moves have been made
Turn = tuple[int, int]  # a seat, and the count of moves of its line when its turn was over


@dataclass(frozen=True)
class Ground:
    """Root of a tree: a position, and the moves played from there if all of them are public."""

    game: Game
    names: tuple[str, ...]
    start: State
    made: tuple[Move, ...] = ()
    finished: bool = False  # nothing about it is secret any more
    number: int = 0  # count of moves at the first position, as its players count
    _known: dict[int, State] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of_finished(cls, table: Table) -> Ground:
        """Return the root for a finished game, at its first position."""
        game = table.game
        if table.start is not None:
            start = game.load(table.start)
        else:
            start = game.start(table.seats, table.seed, table.options, rules=table.rules)
        return cls(game, table.names, start, tuple(in_force(table.rows)), finished=True)

    @classmethod
    def of_running(cls, table: Table, seat: int, k: int, luck: Luck) -> Ground:
        """Return the root for a running game as one seat saw it after k moves; what it cannot know is random."""
        return cls(table.game, table.names, table.imagined_at(k, seat, luck), number=k)

    @classmethod
    def of_position(cls, table: Table) -> Ground:
        """Return the root for the position of a lesson or an example."""
        return cls(table.game, table.names, table.state.copy())

    def state(self, k: int) -> State:
        """Return the position after k of the moves played."""
        if k not in self._known:
            state = self.start.copy()
            for seat, move in self.made[:k]:
                state.apply(seat, move)
            self._known[k] = state
        return self._known[k]

    def written(self) -> dict[str, Any] | None:
        """Return what has to be stored; None for a finished game, which is stored already."""
        if self.finished:
            return None
        return {"names": list(self.names), "start": self.start.dump(), "number": self.number}

    @classmethod
    def read(cls, game: Game, written: Mapping[str, Any]) -> Ground:
        return cls(game, tuple(written["names"]), game.load(written["start"]), number=written["number"])


@dataclass
class Branch:
    """A branch: where it leaves its parent, and its moves. `luck` is the seed for what `seat`, which moves first,
    cannot know; None keeps the luck of the game."""

    letter: str
    parent: str
    after: int
    seat: int
    luck: int | None
    moves: list[Move] = field(default_factory=list)


def turns_of(moves: Sequence[Move]) -> list[Turn]:
    """Return where the consecutive moves of one seat end."""
    seats = [seat for seat, _ in moves]
    return [(seat, count) for count, seat in enumerate(seats, 1) if count == len(seats) or seats[count] != seat]


class WhatIf:
    """A tree of branches and its current node. The person plays the seats in `mine`, bots of a level the others: when
    `bots_owe`, the caller computes their moves and passes them to `extend`."""

    def __init__(
        self, ground: Ground, person: str, mine: Sequence[int], level: int, deal: Callable[[], int], home: int = 0
    ) -> None:
        self.ground = ground
        self.person = person
        self.mine = frozenset(mine)
        self.level = level
        self.same_luck = False
        self.weighed = False  # whether win chances are shown
        self.home = home  # count of moves of the real game at which the tree was opened
        self.branches: dict[str, Branch] = {}
        self.win_chances: dict[Node, WinChances] = {}
        self.at: Node = (REAL_LINE, home)
        self._deal = deal
        self._removed: list[Branch] = []
        self._starts: dict[str, State] = {}
        self._shown: tuple[object, Table] | None = None

    # ---------------------------------------------------------------- the current position

    @property
    def table(self) -> Table:
        """The current node as a table; the person sits at the own seat that has to move, or moved last."""
        letter, count = self.at
        key = (self.at, self.mine, self.level)
        if self._shown is None or self._shown[0] != key:
            table = self._new_table(self.start_of(letter) if letter else self.ground.state(count))
            for seat, move in self.branches[letter].moves[:count] if letter else ():
                table.make(seat, move)
            self._shown = key, self._seated(table)
        return self._shown[1]

    def _new_table(self, state: State) -> Table:
        seats, game = int(state.seats), self.ground.game
        holders = [Holder("bot", name, level=self.level) for name in self.ground.names]
        return Table("", game, seats, state.options, holders, 0, "", start=state.dump(), rules=state.rules_number())

    def _seated(self, table: Table) -> Table:
        owing = [seat for seat in table.state.actors() if seat in self.mine]
        chosen = owing[0] if owing else self.seat
        for seat, name in enumerate(self.ground.names):
            mine = Holder("person", name, self.person) if seat == chosen else Holder("person", name)
            table.set_holder(
                seat, mine if seat in self.mine or seat == chosen else Holder("bot", name, level=self.level)
            )
        return table

    @property
    def seat(self) -> int:
        """The own seat that moved last, from which the person looks when none has to move."""
        letter, count = self.at
        made = self.branches[letter].moves[:count] if letter else ()
        return next((seat for seat, _ in reversed(made) if seat in self.mine), min(self.mine, default=0))

    def start_of(self, letter: str) -> State:
        """Return the position where a branch leaves its parent, with new luck unless it keeps that of the game."""
        if letter not in self._starts:
            branch = self.branches[letter]
            state = self.state((branch.parent, branch.after))
            if branch.luck is not None:
                state = state.imagine(branch.seat, seeded(branch.luck))
                state.reopen(branch.seat)
            self._starts[letter] = state
        return self._starts[letter]

    def state(self, node: Node) -> State:
        """Return the position of a node; do not change it."""
        letter, count = node
        if not letter:
            return self.ground.state(count)
        state = self.start_of(letter).copy()
        for seat, move in self.branches[letter].moves[:count]:
            state.apply(seat, move)
        return state

    def moves_of(self, letter: str) -> Sequence[Move]:
        return self.branches[letter].moves if letter else self.ground.made

    @property
    def at_tip(self) -> bool:
        """Whether the node is the last of a branch."""
        letter, count = self.at
        return bool(letter) and count == len(self.branches[letter].moves)

    def bots_owe(self) -> bool:
        """Whether only bots have to move at the end of a branch."""
        owing = self.table.state.actors()
        return self.at_tip and bool(owing) and not any(seat in self.mine for seat in owing)

    def root(self, letter: str) -> int:
        """Return the count of moves at which a branch leaves the real game."""
        while letter:
            branch = self.branches[letter]
            letter, after = branch.parent, branch.after
            if not letter:
                return after
        return self.at[1]

    def compared(self, letter: str) -> Node:
        """Return the node of the real game after the turn that was played where a branch leaves."""
        root = self.root(letter)
        later = turns_of(self.ground.made[root:])
        return (REAL_LINE, root + later[0][1] if later else root)

    # ---------------------------------------------------------------- navigation

    def go(self, letter: str, count: int) -> None:
        """Go to a node."""
        if letter and letter not in self.branches:
            raise Refusal("this branch has been removed: choose another")
        self.at = letter, max(0, min(count, len(self.moves_of(letter))))

    def step(self, by: int) -> None:
        """Go one turn forward or back along the line; before its first turn to the line that it left."""
        letter, count = self.at
        ends = [0, *(end for _, end in turns_of(self.moves_of(letter)))]
        if by > 0:
            self.go(letter, next((end for end in ends if end > count), count))
        elif count > 0:
            self.go(letter, max(end for end in ends if end < count))
        elif letter:
            branch = self.branches[letter]
            self.go(branch.parent, branch.after)

    def switch_line(self, by: int) -> None:
        """Go to the end of the next or the previous line; the real game comes first."""
        lines = [REAL_LINE, *sorted(self.branches)]
        letter = lines[(lines.index(self.at[0]) + by) % len(lines)]
        self.go(letter, len(self.branches[letter].moves) if letter else self.home)

    # ---------------------------------------------------------------- changes

    def play(self, seat: int, move: int) -> None:
        """Make a move of the person: at the end of a branch in it, elsewhere in a new branch; a move that the branch
        contains already goes along it."""
        letter, count = self.at
        table = self.table
        table.check(seat, move)
        if letter and not self.at_tip and self.branches[letter].moves[count] == (seat, move):
            moves = self.branches[letter].moves
            count += 1
            while count < len(moves) and moves[count][0] not in self.mine:
                count += 1
            self.at = letter, count
            return
        if not self.at_tip:
            self._leave(seat)
        self.extend([(seat, move)])

    def extend(self, moves: Sequence[Move]) -> None:
        """Append moves to the current branch."""
        letter, count = self.at
        table = self.table.copy()
        for seat, move in moves:
            table.make(seat, move)
            self.branches[letter].moves.append((seat, move))
        self.at = letter, count + len(moves)
        self._shown = (self.at, self.mine, self.level), self._seated(table)

    def branch(self) -> None:
        """Begin a branch at the current node."""
        actors = self.table.state.actors()
        if not actors:
            raise Refusal("the game is over here: go back to an earlier move first")
        self._leave(next((seat for seat in actors if seat in self.mine), actors[0]))

    def _leave(self, seat: int) -> None:
        letter, count = self.at
        if letter and not self.branches[letter].moves:
            return  # a new branch without moves
        if letter and count == 0:  # beside that branch, not on it
            letter, count = self.branches[letter].parent, self.branches[letter].after
        free = [each for each in BRANCH_LETTERS if each not in self.branches]
        if not free:
            raise Refusal("there are eight branches already: remove one first")
        same = self.same_luck and self.ground.finished
        branch = Branch(free[0], letter, count, seat, None if same else self._deal())
        self.branches[branch.letter] = branch
        self._starts.pop(branch.letter, None)
        self.at = branch.letter, 0

    def undo(self) -> None:
        """Undo the last move of the person with the answers of bots; inside a branch only go back."""
        letter, count = self.at
        if not letter or count == 0:
            raise Refusal("there is nothing to take back in this branch")
        branch, tip = self.branches[letter], self.at_tip
        count -= 1
        while count > 0 and branch.moves[count][0] not in self.mine:
            count -= 1
        if tip and not any(each.parent == letter and each.after > count for each in self.branches.values()):
            del branch.moves[count:]
            self.win_chances = {
                node: worth for node, worth in self.win_chances.items() if node[0] != letter or node[1] <= count
            }
        self.at = letter, count

    def remove(self, letter: str) -> None:
        """Remove a branch and those that leave it; `restore` brings them back."""
        if letter not in self.branches:
            raise Refusal("this branch has been removed: choose another")
        gone = {letter}
        for _ in BRANCH_LETTERS:
            gone |= {each.letter for each in self.branches.values() if each.parent in gone}
        branch = self.branches[letter]
        self._removed = [self.branches[each] for each in self.branches if each in gone]
        if self.at[0] in gone:
            self.at = branch.parent, branch.after
        for each in gone:
            del self.branches[each]
            self._starts.pop(each, None)
        self.win_chances = {node: worth for node, worth in self.win_chances.items() if node[0] not in gone}

    def restore(self) -> None:
        """Restore the branches that were removed last."""
        if not self._removed or any(each.letter in self.branches for each in self._removed):
            raise Refusal("what was removed cannot be brought back any more")
        self.branches |= {each.letter: each for each in self._removed}
        letter = self._removed[0].letter
        self._removed = []
        self.go(letter, len(self.branches[letter].moves))

    # ---------------------------------------------------------------- stored form

    def written(self) -> dict[str, Any]:
        """Return the tree as JSON values."""
        branches = [
            [each.letter, each.parent, each.after, each.seat, each.luck, each.moves] for each in self.branches.values()
        ]
        win_chances = [[letter, count, worth.written()] for (letter, count), worth in self.win_chances.items()]
        return {
            "ground": self.ground.written(),
            "mine": sorted(self.mine),
            "level": self.level,
            "same_luck": self.same_luck,
            "weighed": self.weighed,
            "home": self.home,
            "at": self.at,
            "branches": branches,
            "worths": win_chances,
        }

    @classmethod
    def read(
        cls, written: Mapping[str, Any], ground: Ground, person: str, deal: Callable[[], int], levels: Sequence[int]
    ) -> WhatIf:
        """Return a stored tree on its ground. Raise OtherRules if it cannot be played any more."""
        level = written["level"] if written["level"] in levels else levels[-1]
        tree = cls(ground, person, written["mine"], level, deal, written["home"])
        tree.same_luck, tree.weighed = written["same_luck"], written["weighed"]
        for letter, parent, after, seat, luck, moves in written["branches"]:
            made = [(int(mover), int(move)) for mover, move in moves]
            tree.branches[letter] = Branch(letter, parent, after, seat, luck, made)
        tree.win_chances = {(letter, count): WinChances.read(worth) for letter, count, worth in written["worths"]}
        try:
            tree.go(*written["at"])
            for branch in tree.branches.values():
                state = tree.start_of(branch.letter).copy()
                for seat, move in branch.moves:
                    state.play(seat, move)
        except (IllegalMove, BadRecord, BadOption, RecursionError, KeyError):
            raise OtherRules("this was begun under other rules: begin again from the game") from None
        return tree

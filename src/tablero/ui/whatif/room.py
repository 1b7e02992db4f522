"""A what-if tree, kept for one user and shown in all windows of that user."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from tablero.analysis.win_chances import WinChances
from tablero.bots.levels import LEVELS, Level
from tablero.core.state import State
from tablero.table import Refusal, Table
from tablero.table.log_row import AppendResult
from tablero.table.whatif import BRANCH_LETTERS, REAL_LINE, Node, WhatIf
from tablero.ui.messages import number, unknown_request, unreadable
from tablero.ui.room_feed import RoomFeed
from tablero.ui.updates import Viewer

SaveTree = Callable[[Mapping[str, Any]], Awaitable[None]]


class WhatIfThinker(Protocol):
    """Computes for what-if boards. `who` is the user whose limit a request counts against. Raises Refusal."""

    async def win_chances(self, state: State, who: str) -> WinChances:
        """Return the chances of all seats in a position."""

    async def answers(
        self, state: State, mine: Collection[int], level: int, who: str, quick: bool = False
    ) -> list[tuple[int, int]]:
        """Return the bots' moves until a seat in `mine` owes a decision; `quick` bots do not search."""


class WhatIfRoom(RoomFeed):
    """Backend and feed of one user's tree: lets bots answer, has positions evaluated, refreshes all windows.
    Without `save` it is another user's tree, which can be looked at but not changed. `levels` are those of the bots
    that may answer; `shared` says whether others can open its address."""

    def __init__(
        self,
        tree: WhatIf,
        key: str,
        source: str,
        thinker: WhatIfThinker,
        save: SaveTree | None,
        levels: Sequence[Level] = LEVELS,
        shared: bool = True,
    ) -> None:
        self.id = ""  # the tables of a tree have none
        self.tree = tree
        super().__init__()
        self.key = key
        self.source = source
        self.levels = levels
        self.shared = shared
        self.trouble = ""  # why bots do not answer
        self.to_end = False  # whether they play all seats
        self._thinker = thinker
        self._save = save
        self._writing = asyncio.Lock()
        self._answering: asyncio.Task[None] | None = None
        self._evaluating: asyncio.Task[None] | None = None
        self._changes = 0

    # ---------------------------------------------------------------- shown on the page

    @property
    def owned(self) -> bool:
        return self._save is not None

    @property
    def thinking(self) -> bool:
        """Whether bots are about to move."""
        return self._answering is not None and not self._answering.done()

    @property
    def weighing(self) -> bool:
        return self._evaluating is not None and not self._evaluating.done()

    @property
    def back(self) -> str:
        """The address of the game, lesson or example that the tree began from, at the moment of the branch."""
        parts = self.source.split("/")
        if parts[0] == "t" and len(parts) == 2:
            return f"/t/{parts[1]}?move={self.tree.root(self.tree.at[0])}"
        if parts[0] == "t":
            return f"/t/{parts[1]}"
        return "/" + "/".join(parts if parts[2] == "try" else parts[:3])

    # ---------------------------------------------------------------- backend

    async def table(self, id: str = "") -> Table:
        return self.tree.table

    async def play(
        self, id: str, seat: int, move: int, version: int, action_id: str, *, lag: float = 0.0
    ) -> AppendResult:
        self._check_owned()
        self.tree.table.play(seat, move, version, action_id)
        return await self._changed(lambda: self.tree.play(seat, move))

    async def undo(self, id: str, seat: int, action_id: str) -> AppendResult:
        self._check_owned()
        return await self._changed(self.tree.undo)

    async def restart(self, id: str, seat: int, action_id: str) -> AppendResult:
        """Go to where the branch begins; its moves stay."""
        return await self._changed(lambda: self.tree.go(self.tree.at[0], 0) if self.tree.at[0] else None)

    async def enter(self, home: int, mine: Sequence[int]) -> None:
        """Show the moment of a finished game from which the user comes; other trees stay as they were left."""
        if self.tree.ground.finished:
            self.tree.home, self.tree.mine = home, frozenset(mine)
            await self._changed(lambda: self.tree.go(REAL_LINE, home))

    async def do(self, message: dict[str, Any]) -> None:
        """Do what the page's bar, list and strip ask for. Raise BadMessage or Refusal."""
        tree, what = self.tree, message.get("button")
        moving: dict[str, Callable[[], object]] = {
            "go": lambda: tree.go(_letter(message), number(message, "count")),
            "step": lambda: tree.step(number(message, "by")),
            "aside": lambda: tree.switch_line(number(message, "by")),
        }
        changing: dict[str, Callable[[], object]] = {
            "branch": tree.branch,
            "remove": lambda: tree.remove(_letter(message)),
            "restore": tree.restore,
            "level": lambda: self._set_level(number(message, "level")),
            "seat": lambda: self._set_seat(number(message, "seat")),
            "luck": lambda: setattr(tree, "same_luck", not tree.same_luck),
            "weigh": lambda: setattr(tree, "weighed", not tree.weighed),
            "end": self._begin_end,
            "stop": lambda: None,
            "on": lambda: None,
        }
        if not isinstance(what, str) or what not in moving | changing:
            raise unknown_request()
        if what in changing:
            self._check_owned()
        await self._changed((moving | changing)[what])

    def _set_level(self, level: int) -> None:
        if level not in [each.number for each in self.levels]:
            raise unreadable()
        self.tree.level = level

    def _set_seat(self, seat: int) -> None:
        """Change whether the user or a bot moves a seat. Raise Refusal for the user's last seat."""
        if not 0 <= seat < len(self.tree.ground.names):
            raise unreadable()
        mine = self.tree.mine ^ {seat}
        if not mine:
            raise Refusal("one seat at least is yours to move: choose another first")
        self.tree.mine = mine

    def _begin_end(self) -> None:
        if not self.tree.at_tip:
            self.tree.branch()
        self.to_end = True

    def _check_owned(self) -> None:
        if self._save is None:
            raise Refusal("somebody shared this with you: make a copy of your own to go on")

    async def _changed(self, change: Callable[[], object]) -> AppendResult:
        before, self.to_end = self.to_end, False
        try:
            change()
        except Refusal:
            self.to_end = before
            raise
        self.trouble = ""
        await self._grown()
        return AppendResult(self.tree.table.version, False)

    async def _grown(self) -> None:
        self._changes += 1
        self.go_on()
        self.refresh_viewers()
        if self._save is not None:
            async with self._writing:
                await self._save(self.tree.written())

    # ---------------------------------------------------------------- bots and chances

    def go_on(self) -> None:
        """Start tasks that let bots answer and evaluate positions, where that is due."""
        if self._save is None:
            return
        if self._due() and not self.thinking:
            self._answering = asyncio.create_task(self._answer())
        if self._without_chances() is not None and not self.weighing:
            self._evaluating = asyncio.create_task(self._evaluate())

    def _due(self) -> bool:
        tree = self.tree
        return not self.trouble and not tree.table.over and tree.at_tip and (self.to_end or tree.bots_owe())

    async def _answer(self) -> None:
        """Let bots move until the user owes a decision or the game is over."""
        tree = self.tree
        try:
            while self._due():
                changes = self._changes
                mine = frozenset[int]() if self.to_end else tree.mine
                # To the end of the game, waiting for a search at every step would take too long.
                moves = await self._thinker.answers(tree.table.state, mine, tree.level, tree.person, self.to_end)
                if changes == self._changes:
                    tree.extend(moves)
                    await self._grown()
        except Refusal as error:
            self.trouble = str(error)
        except Exception:
            logging.getLogger("tablero").exception("bots could not answer in a what-if of %s", tree.ground.game.name)
            self.trouble = "the answer was lost: ask again"
        self.to_end = False
        self._answering = None
        self.go_on()
        self.refresh_viewers()

    def _without_chances(self) -> Node | None:
        """Return a node that is shown or compared with and has no chances yet."""
        tree = self.tree
        if not tree.weighed or self._due():
            return None
        nodes = (tree.at, tree.compared(tree.at[0]))
        return next((node for node in nodes if node not in tree.win_chances), None)

    def _path_to(self, node: Node) -> object:
        letter, count = node
        branch = self.tree.branches.get(letter)
        return letter if branch is None else (branch.parent, branch.after, branch.luck, tuple(branch.moves[:count]))

    async def _evaluate(self) -> None:
        tree = self.tree
        try:
            while (node := self._without_chances()) is not None:
                made = self._path_to(node)
                worth = await self._thinker.win_chances(tree.state(node), tree.person)
                if self._path_to(node) == made:  # else it is another position by now
                    tree.win_chances[node] = worth
                    await self._grown()
        except Refusal as error:
            self.trouble = str(error)
            tree.weighed = False
        except Exception:
            logging.getLogger("tablero").exception("a what-if of %s could not be weighed", tree.ground.game.name)
            tree.weighed = False
        self._evaluating = None
        self.refresh_viewers()

    # ---------------------------------------------------------------- feed

    @contextmanager
    def subscribed(self, viewer: Viewer) -> Iterator[None]:
        with super().subscribed(viewer):
            self.go_on()
            try:
                yield
            finally:
                if len(self._viewers) == 1:  # no other window waits for the rest
                    self.to_end = False


def _letter(message: Mapping[str, Any]) -> str:
    letter = message.get("branch")
    if not isinstance(letter, str) or (letter and letter not in BRANCH_LETTERS) or len(letter) > 1:
        raise unreadable()
    return letter

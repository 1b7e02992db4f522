"""Fork room: a what-if tree, kept and shown on the ordinary table page to one person."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from tablero.bots import LEVELS
from tablero.site.fair_turns import quick_level
from tablero.site.fork_parts import what_if
from tablero.site.messages import BadMessage, number, unreadable
from tablero.site.showing import Viewer
from tablero.site.tableau import Sight, Tableau, tableau
from tablero.site.weighing import Weighing
from tablero.store import Played
from tablero.table import Refusal, Table
from tablero.table.whatif import LETTERS, REAL, Node, WhatIf

Keep = Callable[[Mapping[str, Any]], Awaitable[None]]


class ForkRoom:
    """Keeps the tree of one person, lets bots answer and positions be weighed, and shows it in all windows of that person.
    Without `keep` it is somebody else's tree: one may go about in it, and change nothing."""

    def __init__(self, tree: WhatIf, key: str, source: str, weighing: Weighing, keep: Keep | None) -> None:
        self.id = ""  # the tables of a tree have none
        self.tree = tree
        self.key = key
        self.source = source
        self.trouble = ""  # why bots do not answer
        self.to_end = False  # whether they play all seats
        self._weighing = weighing
        self._keep = keep
        self._viewers: set[Viewer] = set()
        self._writing = asyncio.Lock()
        self._answering: asyncio.Task[None] | None = None
        self._judging: asyncio.Task[None] | None = None
        self._changes = 0

    # ---------------------------------------------------------------- what the page tells about it

    @property
    def owned(self) -> bool:
        return self._keep is not None

    @property
    def thinking(self) -> bool:
        """Whether bots are about to move."""
        return self._answering is not None and not self._answering.done()

    @property
    def weighing(self) -> bool:
        return self._judging is not None and not self._judging.done()

    @property
    def back(self) -> str:
        """The address of what the tree was begun from, at the moment where the branch left it."""
        parts = self.source.split("/")
        if parts[0] == "t" and len(parts) == 2:
            return f"/t/{parts[1]}?move={self.tree.root(self.tree.at[0])}"
        if parts[0] == "t":
            return f"/t/{parts[1]}"
        return "/" + "/".join(parts if parts[2] == "try" else parts[:3])

    # ---------------------------------------------------------------- kept

    async def table(self, id: str = "") -> Table:
        return self.tree.table

    async def play(self, id: str, seat: int, move: int, version: int, action_id: str) -> Played:
        self._check_owned()
        self.tree.table.play(seat, move, version, action_id)
        return await self._changed(lambda: self.tree.play(seat, move))

    async def undo(self, id: str, seat: int, action_id: str) -> Played:
        self._check_owned()
        return await self._changed(self.tree.undo)

    async def restart(self, id: str, seat: int, action_id: str) -> Played:
        """To where the branch begins; its moves stay."""
        return await self._changed(lambda: self.tree.go(self.tree.at[0], 0) if self.tree.at[0] else None)

    async def enter(self, home: int, mine: Sequence[int]) -> None:
        """The person comes from a moment of a finished game: the tree is looked at there. What was begun elsewhere is found as
        it was left."""
        if self.tree.ground.finished:
            self.tree.home, self.tree.mine = home, frozenset(mine)
            await self._changed(lambda: self.tree.go(REAL, home))

    async def do(self, message: dict[str, Any]) -> None:
        """What the page's bar, list and strip ask for."""
        tree, what = self.tree, message.get("button")
        going: dict[str, Callable[[], object]] = {
            "go": lambda: tree.go(_letter(message), number(message, "count")),
            "step": lambda: tree.step(number(message, "by")),
            "aside": lambda: tree.aside(number(message, "by")),
        }
        growing: dict[str, Callable[[], object]] = {
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
        if not isinstance(what, str) or what not in going | growing:
            raise BadMessage("this page asked for something unknown: load it again")
        if what in growing:
            self._check_owned()
        await self._changed((going | growing)[what])

    def _set_level(self, level: int) -> None:
        if level not in [each.number for each in LEVELS]:
            raise unreadable()
        self.tree.level = level

    def _set_seat(self, seat: int) -> None:
        """Whether the person moves a seat or a bot does; one seat at least stays theirs."""
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
        if self._keep is None:
            raise Refusal("somebody shared this with you: make a copy of your own to go on")

    async def _changed(self, change: Callable[[], object]) -> Played:
        before, self.to_end = self.to_end, False
        try:
            change()
        except Refusal:
            self.to_end = before
            raise
        self.trouble = ""
        await self._grown()
        return Played(self.tree.table.version, False)

    async def _grown(self) -> None:
        self._changes += 1
        self.go_on()
        self._look()
        if self._keep is not None:
            async with self._writing:
                await self._keep(self.tree.written())

    def _look(self) -> None:
        for viewer in list(self._viewers):
            viewer.look()

    # ---------------------------------------------------------------- thoughts

    def go_on(self) -> None:
        """Let bots answer and positions be weighed where that is due."""
        if self._keep is None:
            return
        if self._due() and not self.thinking:
            self._answering = asyncio.create_task(self._answer())
        if self._unweighed() is not None and not self.weighing:
            self._judging = asyncio.create_task(self._weigh())

    def _due(self) -> bool:
        tree = self.tree
        return not self.trouble and not tree.table.over and tree.at_tip and (self.to_end or tree.bots_owe())

    async def _answer(self) -> None:
        """Bots move until the person owes something, or the game is over."""
        tree = self.tree
        try:
            while self._due():
                changes = self._changes
                # To the end nobody waits for a search at every step.
                quick = quick_level(tree.ground.game, tree.level)
                mine, level = (frozenset[int](), quick) if self.to_end else (tree.mine, tree.level)
                moves = await self._weighing.answers(tree.table.state, mine, level, tree.person)
                if changes == self._changes:
                    tree.grow(moves)
                    await self._grown()
        except Refusal as error:
            self.trouble = str(error)
        except Exception:
            logging.getLogger("tablero").exception("bots could not answer in a what-if of %s", tree.ground.game.name)
            self.trouble = "the thought was lost: ask again"
        self.to_end = False
        self._answering = None
        self.go_on()
        self._look()

    def _unweighed(self) -> Node | None:
        """What is shown or compared with, and has not been weighed."""
        tree = self.tree
        if not tree.weighed or self._due():
            return None
        nodes = (tree.at, tree.compared(tree.at[0]))
        return next((node for node in nodes if node not in tree.worths), None)

    def _way_to(self, node: Node) -> object:
        letter, count = node
        branch = self.tree.branches.get(letter)
        return letter if branch is None else (branch.parent, branch.after, branch.luck, tuple(branch.moves[:count]))

    async def _weigh(self) -> None:
        tree = self.tree
        try:
            while (node := self._unweighed()) is not None:
                made = self._way_to(node)
                worth = await self._weighing.worth(tree.state(node), tree.person)
                if self._way_to(node) == made:  # else it is another position by now
                    tree.worths[node] = worth
                    await self._grown()
        except Refusal as error:
            self.trouble = str(error)
            tree.weighed = False
        except Exception:
            logging.getLogger("tablero").exception("a what-if of %s could not be weighed", tree.ground.game.name)
            tree.weighed = False
        self._judging = None
        self._look()

    # ---------------------------------------------------------------- shown

    @contextmanager
    def to(self, viewer: Viewer) -> Iterator[None]:
        self._viewers.add(viewer)
        self.go_on()
        try:
            yield
        finally:
            self._viewers.discard(viewer)
            if not self._viewers:  # nobody waits for the rest
                self.to_end = False

    async def rematch(self, table: Table) -> str | None:
        return None

    def tableau(self, table: Table, sight: Sight, rematch: str | None = None) -> Tableau:
        return tableau(table, sight, what=what_if(self, table, sight))


def _letter(message: Mapping[str, Any]) -> str:
    letter = message.get("branch")
    if not isinstance(letter, str) or (letter and letter not in LETTERS) or len(letter) > 1:
        raise unreadable()
    return letter

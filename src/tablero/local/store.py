"""What is kept on a device, in memory: tables, lessons, puzzles and what-if trees; each change goes to the journal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from tablero.bots import LEVELS
from tablero.core.game import Game
from tablero.games import GAME_NAMES, games
from tablero.games import game as find_game
from tablero.local.answers import LOCAL_PERSON
from tablero.local.journal import Journal, Values
from tablero.local.match_room import MatchRoom, new_table, stored_table, table_settings
from tablero.local.thinker import LocalThinker, offered_levels
from tablero.table import Holder, OtherRules, Table
from tablero.table.lesson_session import LessonProgress
from tablero.table.whatif import Ground, WhatIf
from tablero.ui.game_cards import FIRST_LEVEL, USUAL_LEVEL, GameExperience
from tablero.ui.puzzles.room import Attempt
from tablero.ui.whatif.room import WhatIfRoom

LEVEL_NUMBERS = [level.number for level in LEVELS]


@dataclass(frozen=True)
class LocalTry:
    """The tries at one puzzle on this device."""

    solved: bool
    tried: float
    due: float | None = None  # it comes back after the new ones
    day: str = ""  # on which it was solved as the puzzle of the day


class LocalStore:
    """Everything of one person on one device."""

    def __init__(self, journal: Journal, pause: float = 0.3) -> None:
        self.journal = journal
        self.thinker = LocalThinker()
        self.lessons: dict[tuple[str, str], LessonProgress] = {}
        self.tries: dict[tuple[str, str], LocalTry] = {}
        self._pause = pause
        self._settings: Values = {}
        self._rows: dict[str, list[Mapping[str, Any]]] = {}
        self._rooms: dict[str, MatchRoom] = {}
        self._trees: Values = {}
        self._whatif: dict[str, WhatIfRoom] = {}

    async def load(self) -> None:
        """Read what earlier visits have kept. A table is played again when it is opened."""
        self._settings = await self.journal.read("tables")
        for key, row in (await self.journal.read("rows")).items():
            self._rows.setdefault(key.rpartition("/")[0], []).append(row)
        for rows in self._rows.values():
            rows.sort(key=lambda row: int(row["number"]))
        for key, kept in (await self.journal.read("lessons")).items():
            game, _, lesson = key.partition("/")
            self.lessons[game, lesson] = LessonProgress(**kept)
        for key, kept in (await self.journal.read("puzzles")).items():
            game, _, id = key.partition("/")
            self.tries[game, id] = LocalTry(**kept)
        self._trees = await self.journal.read("trees")

    # ---------------------------------------------------------------- tables

    async def open_table(
        self, game: Game, seats: int, options: Mapping[str, str], holders: Sequence[Holder], start: Any = None
    ) -> str:
        """Open a table against bots; return its id when it is kept."""
        table = new_table(game, seats, options, holders, LOCAL_PERSON, start)
        settings = table_settings(table)
        await self.journal.put("tables", table.id, settings)
        self._settings[table.id] = settings
        self._rooms[table.id] = MatchRoom(table, self.journal, self.thinker, self._pause)
        return table.id

    def room(self, id: str) -> MatchRoom | None:
        """Return the room of a table; None where there is none, or none that can be played here any more."""
        if id not in self._rooms and id in self._settings:
            try:
                table = stored_table(id, self._settings[id], self._rows.get(id, ()))
            except (OtherRules, KeyError):
                return None
            self._rooms[id] = MatchRoom(table, self.journal, self.thinker, self._pause)
        return self._rooms.get(id)

    def tables(self) -> list[Table]:
        """Return all tables that can be played here, the newest first."""
        found = [room.current for id in self._settings if (room := self.room(id)) is not None]
        return sorted(found, key=lambda table: -table.created)

    # ---------------------------------------------------------------- lessons, puzzles

    async def save_lesson(self, game: str, lesson: str, progress: LessonProgress) -> None:
        known = self.lessons.get((game, lesson))
        finished = progress.finished or (known is not None and known.finished)
        progress = LessonProgress(progress.step, progress.version, finished, progress.ways)
        await self.journal.put("lessons", f"{game}/{lesson}", asdict(progress))
        self.lessons[game, lesson] = progress

    async def save_try(self, game: str, id: str, attempt: Attempt, day: str) -> None:
        known = self.tries.get((game, id))
        solved = attempt.solved or (known is not None and known.solved)
        kept = LocalTry(solved, time.time(), None, day if attempt.solved else known.day if known else "")
        await self.journal.put("puzzles", f"{game}/{id}", asdict(kept))
        self.tries[game, id] = kept

    # ---------------------------------------------------------------- what-if

    def whatif(self, key: str) -> WhatIfRoom | None:
        """Return the room of a tree; None where there is none, or none that can be played any more."""
        if key not in self._whatif and key in self._trees:
            kept = self._trees[key]
            ground = self._ground(kept)
            if ground is None:
                return None
            tree = WhatIf.read(kept["tree"], ground, LOCAL_PERSON, _draw_seed, LEVEL_NUMBERS)
            self._whatif[key] = self._whatif_room(tree, key, kept["source"])
        return self._whatif.get(key)

    def _ground(self, kept: Mapping[str, Any]) -> Ground | None:
        if kept["game"] not in GAME_NAMES:
            return None
        if kept["tree"]["ground"] is not None:
            return Ground.read(find_game(kept["game"]), kept["tree"]["ground"])
        room = self.room(kept["source"].split("/")[1])
        return None if room is None else Ground.of_finished(room.current)

    async def begin_whatif(self, source: str, ground: Ground, mine: Sequence[int], level: int, home: int = 0) -> str:
        """Return the key of the tree from a source, or of a new one."""
        for key, kept in self._trees.items():
            room = self.whatif(key) if kept["source"] == source else None
            if room is not None:
                await room.enter(home, mine)
                return key
        tree, key = WhatIf(ground, LOCAL_PERSON, mine, level, _draw_seed, home), secrets.token_urlsafe(9)
        await self._save_tree(key, ground.game.name, source, tree.written())
        self._whatif[key] = self._whatif_room(tree, key, source)
        return key

    def _whatif_room(self, tree: WhatIf, key: str, source: str) -> WhatIfRoom:
        game = tree.ground.game
        save = partial(self._save_tree, key, game.name, source)
        return WhatIfRoom(tree, key, source, self.thinker, save, offered_levels(game), shared=False)

    async def _save_tree(self, key: str, game: str, source: str, written: Mapping[str, Any]) -> None:
        kept = {"game": game, "source": source, "tree": dict(written)}
        await self.journal.put("trees", key, kept)
        self._trees[key] = kept

    # ---------------------------------------------------------------- lists

    def experience(self) -> dict[str, GameExperience]:
        """Return what the person knows of each game."""
        tables, known = self.tables(), {}
        for game in games():
            mine = [table for table in tables if table.game.name == game.name]
            progress = [self.lessons.get((game.name, lesson)) for lesson in game.course.lessons]
            open_one = next((n for n, one in enumerate(progress) if one is None or not one.finished), len(progress))
            begun = progress[open_one] if open_one < len(progress) else None
            finished = sum(table.over for table in mine)
            level = max((holder.level for holder in mine[0].holders), default=0) if mine else 0
            known[game.name] = GameExperience(
                played=len(mine),
                finished=finished,
                learned=progress[0] is not None and progress[0].finished,
                lesson=open_one,
                step=begun.step if begun is not None else 0,
                level=level or (USUAL_LEVEL if finished else FIRST_LEVEL),
                latest=mine[0].id if mine else "",
            )
        return known


def _draw_seed() -> int:
    return secrets.randbits(64)

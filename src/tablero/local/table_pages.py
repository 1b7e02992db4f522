"""Pages of tables, lessons, examples, puzzles and what-if boards on this device, and the rooms behind them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from tablero.analysis.puzzle_set import game_of_day, games_with_puzzles, puzzle_set
from tablero.analysis.puzzles import Puzzle
from tablero.core.game import Game
from tablero.core.i18n.translator import translator_for
from tablero.core.luck import seeded
from tablero.core.teaching.lesson import Lesson
from tablero.games import GAME_NAMES
from tablero.games import game as find_game
from tablero.local.answers import LOCAL_PERSON, LocalAnswer, LocalRequest, NotHere, page, redirect
from tablero.local.connection import LocalActions, LocalMeter, LocalSocket
from tablero.local.match_room import MatchRoom
from tablero.local.store import LocalStore
from tablero.local.thinker import offered_levels
from tablero.people.names import BOT_NAMES, GUEST_NAME
from tablero.people.streaks import Streak, streak_of
from tablero.table import Holder, Table
from tablero.table.example_session import ExampleSession
from tablero.table.lesson_session import LEARNER_SEAT, LessonProgress, LessonSession
from tablero.table.puzzle_session import PuzzleSession
from tablero.table.whatif import Ground, turns_of
from tablero.ui.client_view import ClientView
from tablero.ui.coach import FIRST_GAMES
from tablero.ui.connection import TableConnection
from tablero.ui.game_cards import chosen_levels, first_table
from tablero.ui.language import Language
from tablero.ui.lesson_page import LessonPages
from tablero.ui.lesson_room import LessonPlayer, LessonRoom
from tablero.ui.messages import count_of
from tablero.ui.puzzles.page import PuzzlePageBuilder
from tablero.ui.puzzles.practice import choose_next
from tablero.ui.puzzles.room import Attempt, PuzzleConnection, PuzzleRoom, PuzzleStanding
from tablero.ui.puzzles.text import difficulty
from tablero.ui.table_document import table_context
from tablero.ui.table_page import PageMemory, Perspective, TablePage, build_table_page
from tablero.ui.whatif.page import WhatIfConnection, WhatIfPageBuilder
from tablero.ui.whatif.room import WhatIfRoom

OPPONENT_LEVEL = 1  # of the bots in a game that goes on after a lesson
WHATIF_LEVEL = 4  # of the bots that answer, where none sit at the table
ME = Holder("person", GUEST_NAME, LOCAL_PERSON)


class MatchPages:
    """The pages of a match for its one player."""

    def __init__(self) -> None:
        self._memory: PageMemory | None = None

    def page(self, table: Table, perspective: Perspective, rematch: str | None) -> TablePage:
        if self._memory is None:
            self._memory = PageMemory(table, perspective.language)
        return build_table_page(table, perspective, rematch, self._memory)


class TablePages:
    """Every page that is a table, and its connection."""

    def __init__(self, store: LocalStore) -> None:
        self._store = store
        self._puzzles: dict[tuple[str, str], PuzzleRoom] = {}

    # ---------------------------------------------------------------- matches

    def _match(self, id: str) -> MatchRoom:
        room = self._store.room(id)
        if room is None:
            raise NotHere
        return room

    async def match(self, request: LocalRequest, id: str) -> LocalAnswer:
        table = self._match(id).current
        at = count_of(request.query.get("move", ""))
        perspective = replace(self._perspective(request.language, table.seat_of(LOCAL_PERSON), at=at), coached=True)
        shown = build_table_page(table, perspective)
        finished = self._store.experience()[table.game.name].finished
        known = {"commitment": table.commitment, "leave": "/", "beginner": finished < FIRST_GAMES}
        return self._page(request, table, perspective.seat, shown, phrases=(), note=None, **known)

    async def play(self, request: LocalRequest, name: str) -> LocalAnswer:
        """Open a table full of bots."""
        game, every = _game(name), self._store.experience()
        levels = chosen_levels(request.cookies.get("levels", ""), every)
        wanted = count_of(request.query.get("level", "")) or levels[name]
        seats, options = first_table(game) if not every[name].finished else (game.seats[-1], {})
        return await self._open(game, seats, options, min(wanted, offered_levels(game)[-1].number))

    async def again(self, request: LocalRequest, id: str) -> LocalAnswer:
        table = self._match(id).current
        level = max((holder.level for holder in table.holders), default=OPPONENT_LEVEL)
        return await self._open(table.game, table.seats, table.options, level)

    async def _open(
        self, game: Game, seats: int, options: Mapping[str, str], level: int, start: Any = None
    ) -> LocalAnswer:
        bots = [Holder("bot", BOT_NAMES[seat], level=level) for seat in range(seats - 1)]
        return redirect(f"/t/{await self._store.open_table(game, seats, options, [ME, *bots], start)}")

    async def record(self, request: LocalRequest, id: str) -> LocalAnswer:
        return LocalAnswer(self._match(id).current.record().to_text())

    async def connect_match(self, request: LocalRequest, socket: LocalSocket, id: str) -> None:
        room = self._match(id)
        seat = room.current.seat_of(LOCAL_PERSON)
        perspective = replace(self._perspective(request.language, seat, request), coached=True)
        actions = LocalActions(room, seat or 0)
        view, hints = ClientView(LOCAL_PERSON, perspective, MatchPages()), self._store.thinker
        await TableConnection(socket, room, room, view, hints=hints, meter=LocalMeter(), actions=actions).run()

    # ---------------------------------------------------------------- lessons and examples

    def _lesson_room(self, name: str, lesson: str) -> LessonRoom:
        """Return the lesson where the learner left it; a finished one begins again."""
        game, chosen = _lesson(name, lesson)
        known = self._store.lessons.get((name, lesson))
        at, ways = (known.step, known.ways) if known is not None and known.version == chosen.version else (0, {})
        if at >= len(chosen.steps):
            at, ways = 0, {}

        async def save(progress: LessonProgress) -> None:
            await self._store.save_lesson(name, lesson, progress)

        return LessonRoom(LessonSession(game, chosen, ME, at, ways), save)

    def _example_room(self, name: str, figure: str) -> LessonRoom:
        game = _game(name)
        if figure not in game.figures:
            raise NotHere
        return LessonRoom(ExampleSession(game, game.figures[figure], ME))

    async def lesson(self, request: LocalRequest, name: str, lesson: str) -> LocalAnswer:
        game, chosen = _lesson(name, lesson)
        step = request.query.get("step", "")
        if step:  # a step can be opened by its address
            ids = [each.id for each in chosen.steps]
            if step not in ids:
                raise NotHere
            await self._store.save_lesson(name, lesson, LessonProgress(ids.index(step), chosen.version))
            return redirect(f"/learn/{name}/{lesson}")
        said = translator_for(f"{game.package}.lessons", request.language.code)
        return self._room_page(request, self._lesson_room(name, lesson), said(chosen.title), "/learn")

    async def play_on(self, request: LocalRequest, name: str, lesson: str) -> LocalAnswer:
        """Open a table from where the lesson ends, against beginners."""
        game, chosen = _lesson(name, lesson)
        last = LessonSession(game, chosen, at=len(chosen.steps)).table
        if last.over:
            raise NotHere
        return await self._open(game, last.seats, last.options, OPPONENT_LEVEL, last.state.dump())

    async def example(self, request: LocalRequest, name: str, figure: str) -> LocalAnswer:
        room = self._example_room(name, figure)
        example = room.course.game.figures[figure]
        said = translator_for(f"{room.course.game.package}.guide", request.language.code)
        return self._room_page(request, room, said(example.title), f"/rules/{name}#{example.rules[0]}")

    def _room_page(self, request: LocalRequest, room: LessonRoom, title: str, leave: str) -> LocalAnswer:
        course = room.course
        shown = LessonPages(course).page(course.table, self._perspective(request.language, course.seat))
        trial = isinstance(course, ExampleSession)
        return self._page(request, course.table, course.seat, shown, lesson=title, leave=leave, trial=trial)

    async def connect_lesson(self, request: LocalRequest, socket: LocalSocket, name: str, lesson: str) -> None:
        await self._teach(request, socket, self._lesson_room(name, lesson))

    async def connect_example(self, request: LocalRequest, socket: LocalSocket, name: str, figure: str) -> None:
        await self._teach(request, socket, self._example_room(name, figure))

    async def _teach(self, request: LocalRequest, socket: LocalSocket, room: LessonRoom) -> None:
        perspective = self._perspective(request.language, room.course.seat, request)
        await LessonPlayer(socket, LOCAL_PERSON, room, perspective).run()

    # ---------------------------------------------------------------- puzzles

    def standing(self, puzzle: Puzzle) -> PuzzleStanding:
        today = date.today()
        return PuzzleStanding(
            before=(puzzle.game, puzzle.id) in self._store.tries,
            today=puzzle_set(puzzle.game).of_day(today) == puzzle.id,
            streak=self.streak(),
            shared=False,
        )

    def streak(self) -> Streak:
        days = {date.fromisoformat(kept.day) for kept in self._store.tries.values() if kept.day}
        return streak_of(days, date.today())

    def _puzzle_room(self, name: str, id: str) -> PuzzleRoom:
        puzzle = _puzzle(name, id)
        known = self._puzzles.get((name, id))
        if known is not None:
            return known

        async def keep(attempt: Attempt) -> PuzzleStanding:
            of_day = puzzle_set(name).of_day(date.today()) == id
            before = self.standing(puzzle).before
            await self._store.save_try(name, id, attempt, date.today().isoformat() if of_day else "")
            standing = self.standing(puzzle)
            return PuzzleStanding(before=before, today=of_day, streak=standing.streak, shared=False)

        thinker = self._store.thinker
        room = PuzzleRoom(PuzzleSession(puzzle, ME), self.standing(puzzle), thinker.judge_turn, keep, time.time)
        self._puzzles[name, id] = room
        return room

    async def puzzle(self, request: LocalRequest, name: str, id: str) -> LocalAnswer:
        room = self._puzzle_room(name, id)
        table, seat, puzzle = room.session.table, room.session.seat, room.session.puzzle
        shown = PuzzlePageBuilder(room, table, self._perspective(request.language, seat)).build()
        level = difficulty(puzzle.rating, request.language.say)
        return self._page(request, table, seat, shown, puzzle=puzzle, level=level, standing=room.standing)

    async def puzzle_of_day(self, request: LocalRequest) -> LocalAnswer:
        today = date.today()
        name = game_of_day(today)
        return redirect(f"/puzzles/{name}/{puzzle_set(name).of_day(today)}")

    async def next_puzzle(self, request: LocalRequest, name: str) -> LocalAnswer:
        if name not in games_with_puzzles():
            raise NotHere
        known, theme = puzzle_set(name), request.query.get("theme", "")
        chosen = known.themes.get(theme, ()) if theme else known.ids
        tries = {id: kept for (game, id), kept in self._store.tries.items() if game == name}
        id = choose_next(chosen, known.ratings, tries, None, time.time(), LOCAL_PERSON)
        if id is None:
            raise NotHere
        self._puzzles.pop((name, id), None)  # it begins anew
        return redirect(f"/puzzles/{name}/{id}" + (f"?theme={theme}" if theme else ""))

    async def connect_puzzle(self, request: LocalRequest, socket: LocalSocket, name: str, id: str) -> None:
        room = self._puzzle_room(name, id)
        perspective = self._perspective(request.language, room.session.seat, request)
        await PuzzleConnection(socket, LOCAL_PERSON, room, perspective).run()

    # ---------------------------------------------------------------- what-if

    async def whatif_of_match(self, request: LocalRequest, id: str) -> LocalAnswer:
        """Begin from a table after `move` moves: over all seats in a finished game, else as the player's own stops."""
        table = self._match(id).current
        move, seat = count_of(request.query.get("move", "")), table.seat_of(LOCAL_PERSON) or 0
        level = max((holder.level for holder in table.holders), default=WHATIF_LEVEL)
        if not table.over:
            last = table.checkpoints(seat)[-1][0]
            k = last if move is None else min(move, last)
            ground = Ground.of_running(table, seat, k, seeded(secrets.randbits(128)))
            return await self._whatif(f"t/{id}/{k}", ground, [seat], level)
        ground = Ground.of_finished(table)
        turns = turns_of(ground.made)
        home = (turns[-2][1] if len(turns) > 1 else 0) if move is None else min(move, len(ground.made))
        mover = ground.made[home][0] if home < len(ground.made) else seat
        return await self._whatif(f"t/{id}", ground, sorted({mover, seat}), level, home)

    async def whatif_of_lesson(self, request: LocalRequest, name: str, lesson: str) -> LocalAnswer:
        game, chosen = _lesson(name, lesson)
        ids, step = [each.id for each in chosen.steps], request.query.get("step", "")
        table = LessonSession(game, chosen, ME, ids.index(step) if step in ids else len(ids)).table
        source = f"learn/{name}/{lesson}/{step if step in ids else 'end'}"
        return await self._whatif(source, Ground.of_position(table), [LEARNER_SEAT], WHATIF_LEVEL)

    async def whatif_of_example(self, request: LocalRequest, name: str, figure: str) -> LocalAnswer:
        session = self._example_room(name, figure).course
        ground = Ground.of_position(session.table)
        return await self._whatif(f"learn/{name}/try/{figure}", ground, [session.seat], WHATIF_LEVEL)

    async def whatif_of_puzzle(self, request: LocalRequest, name: str, id: str) -> LocalAnswer:
        session = PuzzleSession(_puzzle(name, id), ME)
        ground = Ground.of_position(session.table)
        return await self._whatif(f"puzzles/{name}/{id}", ground, [session.seat], WHATIF_LEVEL)

    async def _whatif(self, source: str, ground: Ground, mine: list[int], level: int, home: int = 0) -> LocalAnswer:
        return redirect(f"/whatif/{await self._store.begin_whatif(source, ground, mine, level, home)}")

    def _tree(self, key: str) -> WhatIfRoom:
        room = self._store.whatif(key)
        if room is None:
            raise NotHere
        return room

    async def whatif(self, request: LocalRequest, key: str) -> LocalAnswer:
        room = self._tree(key)
        table = room.tree.table
        perspective = self._perspective(request.language, table.seat_of(LOCAL_PERSON))
        shown = WhatIfPageBuilder(room, table, perspective).build()
        return self._page(request, table, perspective.seat, shown, what=True)

    async def connect_whatif(self, request: LocalRequest, socket: LocalSocket, key: str) -> None:
        room = self._tree(key)
        perspective = self._perspective(request.language, room.tree.table.seat_of(LOCAL_PERSON), request)
        await WhatIfConnection(socket, LOCAL_PERSON, room, perspective, self._store.thinker).run()

    # ---------------------------------------------------------------- common

    def _perspective(
        self, language: Language, seat: int | None, request: LocalRequest | None = None, at: int | None = None
    ) -> Perspective:
        """Return the perspective of the player; `request` is that of a connection, which names side and moment."""
        turn = 0
        if request is not None:
            turn, at = count_of(request.query.get("turn", "")) or 0, count_of(request.query.get("move", ""))
        return Perspective(seat, language, turn=turn % 4, at=at, local=True)

    def _page(
        self, request: LocalRequest, table: Table, seat: int | None, shown: TablePage, **more: Any
    ) -> LocalAnswer:
        context = {**table_context(table, seat, shown, request.language), **more}
        return page("table/table.jinja", request, **context)


def _game(name: str) -> Game:
    if name not in GAME_NAMES:
        raise NotHere
    return find_game(name)


def _lesson(name: str, lesson: str) -> tuple[Game, Lesson]:
    game = _game(name)
    if lesson not in game.course.lessons:
        raise NotHere
    return game, game.course.lessons[lesson]


def _puzzle(name: str, id: str) -> Puzzle:
    if name not in games_with_puzzles() or id not in puzzle_set(name):
        raise NotHere
    return puzzle_set(name)[id]

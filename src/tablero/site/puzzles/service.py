"""What pages and programs ask of puzzles: those of today, the next one for a person, and the rooms in use."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Protocol

from tablero.analysis.puzzle_jobs import Verdict
from tablero.analysis.puzzle_set import game_of_day, games_with_puzzles, puzzle_set
from tablero.analysis.puzzles import Puzzle
from tablero.analysis.turns import Turn
from tablero.games import GAME_NAMES
from tablero.people.streaks import Streak, streak_of
from tablero.store import Store
from tablero.store.puzzles.attempts import PuzzleTry
from tablero.store.puzzles.own_puzzles import OwnPuzzle
from tablero.table import Holder
from tablero.table.puzzle_session import PuzzleSession
from tablero.ui.puzzles.practice import DayPuzzle, choose_next
from tablero.ui.puzzles.room import Attempt, PuzzleRoom, PuzzleStanding

MAX_ROOMS = 400  # in this process; the one that was used longest ago goes


class TurnJudge(Protocol):
    """Judges turns in processes of their own."""

    async def judge_turn(self, puzzle: Puzzle, turn: Turn, who: str) -> Verdict:
        """Judge a whole turn; `who` is the user whose limit it counts against. Raises Refusal."""


class PuzzleRooms:
    """The rooms of solvers in this process, so that a page that comes back finds its turn as it was left."""

    def __init__(self) -> None:
        self._rooms: OrderedDict[tuple[str, str, str], PuzzleRoom] = OrderedDict()

    def find(self, person: str, puzzle: Puzzle) -> PuzzleRoom | None:
        key = (person, puzzle.game, puzzle.id)
        if key in self._rooms:
            self._rooms.move_to_end(key)
        return self._rooms.get(key)

    def add(self, person: str, puzzle: Puzzle, room: PuzzleRoom) -> PuzzleRoom:
        self._rooms[person, puzzle.game, puzzle.id] = room
        while len(self._rooms) > MAX_ROOMS:
            self._rooms.popitem(last=False)
        return room

    def forget(self, person: str, puzzle: Puzzle) -> None:
        self._rooms.pop((person, puzzle.game, puzzle.id), None)


def today_of(store: Store) -> date:
    """Return the day by the server's clock, the same for everybody."""
    return datetime.fromtimestamp(store.now(), UTC).date()


def is_of_day(puzzle: Puzzle, day: date) -> bool:
    return puzzle_set(puzzle.game).of_day(day) == puzzle.id


async def find_puzzle(store: Store, person: str, game: str, id: str) -> tuple[Puzzle, OwnPuzzle | None] | None:
    """Return a puzzle of a set, or one from a person's own games with where it comes from."""
    if game in GAME_NAMES and id in puzzle_set(game):
        return puzzle_set(game)[id], None
    found = await store.own_puzzles.find(person, game, id) if game in GAME_NAMES else None
    return None if found is None else (found[1], found[0])


async def standing_of(store: Store, person: str, puzzle: Puzzle, change: int | None = None) -> PuzzleStanding:
    """Return what the page of a puzzle tells beside the board."""
    today = today_of(store)
    figures = (await store.puzzles.figures(puzzle.game, [puzzle.id])).get(puzzle.id)
    rating = (await store.puzzles.ratings(person)).get(puzzle.game)
    known = (await store.puzzles.of(person, puzzle.game)).get(puzzle.id)
    return PuzzleStanding(
        tried=figures.tried if figures else 0,
        solved=figures.solved if figures else 0,
        rating=rating.rating.points if rating else None,
        change=change,
        before=known is not None,
        today=is_of_day(puzzle, today),
        streak=streak_of(await store.puzzles.days(person), today),
    )


async def room_of(
    store: Store, rooms: PuzzleRooms, pool: TurnJudge, holder: Holder, puzzle: Puzzle, own: OwnPuzzle | None
) -> PuzzleRoom:
    """Return the room of a solver at a puzzle, which may be from an own game."""
    known = rooms.find(holder.person, puzzle)
    if known is not None:
        return known
    person = holder.person
    room = PuzzleRoom(
        PuzzleSession(puzzle, holder),
        await standing_of(store, person, puzzle) if own is None else _own_standing(own),
        lambda puzzle, turn: pool.judge_turn(puzzle, turn, person),
        partial(_keep, store, person, puzzle) if own is None else partial(_keep_own, store, person, own),
        store.now,
    )
    return rooms.find(person, puzzle) or rooms.add(person, puzzle, room)


async def _keep(store: Store, person: str, puzzle: Puzzle, attempt: Attempt) -> PuzzleStanding:
    today = today_of(store)
    before = (await store.puzzles.of(person, puzzle.game)).get(puzzle.id)
    kept = await store.puzzles.add(
        person,
        PuzzleTry(
            puzzle.game,
            puzzle.id,
            puzzle.rating,
            attempt.share,
            attempt.solved,
            attempt.seconds,
            today if is_of_day(puzzle, today) else None,
        ),
    )
    return await standing_of(store, person, puzzle, kept.change if before is None else None)


async def _keep_own(store: Store, person: str, own: OwnPuzzle, attempt: Attempt) -> PuzzleStanding:
    if attempt.solved:
        await store.own_puzzles.solve(person, own.game, own.id)
    return _own_standing(own)


def _own_standing(own: OwnPuzzle) -> PuzzleStanding:
    return PuzzleStanding(before=own.solved, match=own.match, at=own.at)


# ---------------------------------------------------------------- days


async def puzzles_of_day(store: Store, person: str, day: date) -> list[DayPuzzle]:
    """Return the puzzles of a day, the one for all first."""
    solvers, first = await store.puzzles.solved_on(day), game_of_day(day)
    found = []
    for game in sorted(games_with_puzzles(), key=lambda name: name != first):
        id = puzzle_set(game).of_day(day)
        known = (await store.puzzles.of(person, game)).get(id)
        solved = known is not None and known.solved
        points = puzzle_set(game).ratings[id]
        found.append(DayPuzzle(day, game, id, points, game == first, solved, solvers.get(game, 0)))
    return found


async def archive(store: Store, person: str, game: str, days: int) -> list[DayPuzzle]:
    """Return the puzzles of a game on the latest days, today's first."""
    attempts, today = await store.puzzles.of(person, game), today_of(store)
    found = []
    for number in range(days):
        day = today - timedelta(days=number)
        id = puzzle_set(game).of_day(day)
        solved = id in attempts and attempts[id].solved
        found.append(DayPuzzle(day, game, id, puzzle_set(game).ratings[id], game_of_day(day) == game, solved))
    return found


async def streak(store: Store, person: str) -> Streak:
    return streak_of(await store.puzzles.days(person), today_of(store))


# ---------------------------------------------------------------- practice


async def next_puzzle(store: Store, person: str, game: str, theme: str = "") -> str | None:
    """Return the id of the puzzle that a person should try next: one that comes back, else a new one that suits."""
    attempts = await store.puzzles.of(person, game)
    rating = (await store.puzzles.ratings(person)).get(game)
    chosen = puzzle_set(game).themes.get(theme, ()) if theme else puzzle_set(game).ids
    return choose_next(
        chosen, puzzle_set(game).ratings, attempts, None if rating is None else rating.rating, store.now(), person
    )

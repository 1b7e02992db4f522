"""The puzzles that come with a game, in `games/GAME/puzzles/set.jsonl.gz`: lines of JSON, the first about the set.

What is asked on which day follows from the date and the set alone.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from tablero.analysis.puzzles import Puzzle
from tablero.games import GAME_NAMES
from tablero.games import game as find_game

FILE = "set.jsonl.gz"
FIRST_DAY = date(2026, 1, 1)  # from which days are counted


class PuzzleSet:
    """Puzzles of a game by id. A puzzle is read when it is needed."""

    def __init__(self, game: str, about: Mapping[str, Any], lines: Iterable[str]) -> None:
        self.game = game
        self.about = about  # how it was found, and how many turns were rejected why
        self._lines = {json.loads(line)["id"]: line for line in lines}

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[Puzzle]:
        return map(self.__getitem__, self._lines)

    def __contains__(self, id: object) -> bool:
        return id in self._lines

    def __getitem__(self, id: str) -> Puzzle:
        return Puzzle.read(json.loads(self._lines[id]))

    @property
    def ids(self) -> Sequence[str]:
        return tuple(self._lines)

    @cached_property
    def ratings(self) -> Mapping[str, int]:
        """Difficulty of every puzzle, the easiest first."""
        return dict(sorted(((puzzle.id, puzzle.rating) for puzzle in self), key=lambda one: (one[1], one[0])))

    @cached_property
    def themes(self) -> Mapping[str, Sequence[str]]:
        """The puzzles by what is gained most in them, an aspect of the game, the commonest first."""
        found: dict[str, list[str]] = {}
        for puzzle in self:
            found.setdefault(puzzle.theme, []).append(puzzle.id)
        return dict(sorted(found.items(), key=lambda one: (-len(one[1]), one[0])))

    @cached_property
    def _days(self) -> Sequence[str]:
        """All ids in an order that tells nothing: none comes twice before all have come."""
        return sorted(self._lines, key=lambda id: hashlib.sha256(f"{self.game} {id}".encode()).hexdigest())

    def of_day(self, day: date) -> str:
        """Return the id of the puzzle of a day."""
        return self._days[(day - FIRST_DAY).days % len(self._days)]


@cache
def puzzle_set(game: str) -> PuzzleSet:
    """Return the puzzles that come with a game; none are for component data of a host's own."""
    rules = find_game(game)
    file = files(rules.package) / "puzzles" / FILE
    if rules.own_facts or not file.is_file():
        return PuzzleSet(game, {}, ())
    first, *lines = gzip.decompress(file.read_bytes()).decode("utf-8").splitlines()
    return PuzzleSet(game, json.loads(first), lines)


def games_with_puzzles() -> list[str]:
    """Return the games of this server that have puzzles."""
    return [name for name in GAME_NAMES if len(puzzle_set(name))]


def game_of_day(day: date) -> str:
    """Return the game whose puzzle of the day is the one for all; the games take turns."""
    names = games_with_puzzles()
    return names[(day - FIRST_DAY).days % len(names)]


def packed(about: Mapping[str, Any], puzzles: Iterable[Puzzle]) -> bytes:
    """Return the bytes of a set; the same puzzles give the same bytes."""
    lines = [json.dumps(one, separators=(",", ":")) for one in (about, *(puzzle.written() for puzzle in puzzles))]
    return gzip.compress("\n".join(lines).encode("utf-8"), 9, mtime=0)


def varied(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Return at most so many puzzles, of all numbers of seats, stages and themes alike, in the order of their ids."""
    kinds = Counter[tuple[object, ...]]()
    ranked = []
    for puzzle in sorted(puzzles, key=lambda one: one.id):
        kind = (puzzle.seats, puzzle.stage, puzzle.theme)
        kinds[kind] += 1
        ranked.append((kinds[kind], puzzle.id, puzzle))
    chosen = [puzzle for _, _, puzzle in sorted(ranked, key=lambda one: one[:2])[:most]]
    return sorted(chosen, key=lambda one: one.id)

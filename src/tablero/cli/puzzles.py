"""The command `puzzles`: find positions in which one move is clearly the best."""

from __future__ import annotations

import json as json_text
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import tablero
from tablero.analysis.puzzles import PuzzleBudget, puzzles_in
from tablero.analysis.review_jobs import load_played_game
from tablero.cli.console import (
    Choices,
    Json,
    Ray,
    Refused,
    bar,
    out,
    print_json,
    ray_address,
    read_options,
    worker_count,
)
from tablero.cli.records import open_record
from tablero.cli.simulate import usual_seats
from tablero.core import Game, Record, State
from tablero.lab.arena import play_out
from tablero.lab.bot_names import bot_by_name, own_modules, refuse_clocks
from tablero.lab.errors import ArenaError
from tablero.lab.run_folder import add_line, as_line, compare, mend, put, read_lines
from tablero.lab.workers import share_out

SEARCH_SUFFIX = ".search"  # of the file that keeps what was found so far


@dataclass(frozen=True)
class PuzzleSource:
    """A game to search: dealt by a seed and played by bots, or read from a record."""

    game: Game
    number: int
    effort: PuzzleBudget
    seats: int = 2
    options: Mapping[str, str] | None = None
    bots: tuple[str, ...] = ()
    record: str | None = None

    def decisions(self) -> list[tuple[State, int]]:
        """Return all positions of the game, each with the seat that had to decide."""
        if self.record is not None:
            course = load_played_game(self.record)
            return [(state, seat) for state, (seat, _) in zip(course.states, course.moves, strict=False)]
        found: list[tuple[State, int]] = []
        names = [self.bots[seat % len(self.bots)] for seat in range(self.seats)]
        bots = [bot_by_name(name, self.game) for name in names]
        play_out(
            self.game.start(self.seats, self.number, self.options),
            bots,
            self.number,
            names,
            lambda state, seat, move, tried: found.append((state.copy(), seat)),
        )
        return found


def find_puzzles(source: PuzzleSource) -> tuple[int, list[dict[str, Any]]]:
    """Return the number of a game, and the puzzles in it."""
    return source.number, [puzzle.written() for puzzle in puzzles_in(source.decisions(), source.number, source.effort)]


def puzzles(
    game: str,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--out", "-o"], metavar="FILE")] = None,
    games: int = 20,
    bots: str = "level5",
    seats: int | None = None,
    seed: int = 0,
    records: Annotated[list[Path] | None, Parameter(consume_multiple=True, negative="")] = None,
    margin: float = PuzzleBudget.margin,
    effort: float = 1.0,
    processes: int | None = None,
    ray: Ray = None,
    option: Choices = None,
    json: Json = False,
) -> None:
    """Look for puzzles: positions in which one move is clearly the best, as far as their seat can know.

    Each is a line of JSON: a position that the engine loads, the seat, its best move and the next best one with their
    chances, by how much it leads give or take how much, and why. The same seeds give the same file. Whatever
    interrupts it, the same command goes on.

    Parameters
    ----------
    game
        The game's name, as `tablero games` lists it.
    output
        The file that gets them; without it puzzles-GAME.jsonl.
    games
        How many games of bots are looked through.
    bots
        Who plays them, with commas, one for each seat or one for all; none that thinks by the clock.
    seats
        How many sit at the table.
    seed
        The luck of the first game; the following ones take the next numbers.
    records
        Look through these finished games instead: .tablero files, or folders of them.
    margin
        By how much the best move must lead after all doubts: 0.05 is five wins in a hundred.
    effort
        How much is thought about, compared with usual: 2 takes twice as long and is surer.
    processes
        How many games are looked through at the same time; without it as many as there are cores.
    """
    rules = tablero.game(game)
    if not 0 < margin < 1:
        raise Refused(f"--margin is more than 0 and less than 1, not {margin:g}")
    if not 0.01 <= effort <= 100:
        raise Refused(f"--effort is a number from 0.01 to 100, not {effort:g}")
    if games < 1 or seed < 0:
        raise Refused("--games is 1 or more, --seed 0 or more")
    budget = scaled(effort, margin)
    workers = worker_count(processes, os.cpu_count() or 1)
    file = output or Path(f"puzzles-{rules.name}.jsonl")
    began = time.perf_counter()
    try:
        if records:
            sources = [
                PuzzleSource(rules, number_of(record), budget, record=record.to_text())
                for record in finished(rules, records)
            ]
            about: dict[str, Any] = {"records": [source.number for source in sources]}
        else:
            number = seats if seats is not None else usual_seats(rules)
            options = rules.settle_options(number, read_options(option))
            named = tuple(name.strip() for name in bots.split(",") if name.strip())
            if len(named) not in (1, number):
                raise Refused(f"{len(named)} bots are named for {number} seats: name one for each seat, or one for all")
            refuse_clocks(named, rules)
            sources = [PuzzleSource(rules, one, budget, number, options, named) for one in range(seed, seed + games)]
            about = {"seats": number, "options": options, "bots": list(named), "seed": seed, "games": games}
        work = PuzzleProgress(
            file,
            {
                "tablero": tablero.__version__,
                "game": rules.name,
                "rules": rules.rules,
                "facts": rules.own_facts,
                **about,
                **asdict(budget),
            },
        )
        with bar(f"{rules.title}: looking for puzzles", len(sources), json) as update:
            update(len(work.done), work.summary())
            left = (source for source in sources if source.number not in work.done)
            for number, found in share_out(find_puzzles, left, workers, ray_address(ray), own_modules(sources[0].bots)):
                work.add(number, found)
                update(len(work.done), work.summary())
        lines = work.finish([source.number for source in sources])
    except ArenaError as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"{file} cannot be written: {error.strerror}; what was found so far is kept beside it") from None
    except KeyboardInterrupt:
        print(
            f"tablero: what was found so far is kept in {file}{SEARCH_SUFFIX}, and the same command goes on",
            file=sys.stderr,
        )
        raise
    if json:
        print_json(
            {
                "game": rules.name,
                "file": str(file),
                "games": len(sources),
                "puzzles": lines,
                "seconds": round(time.perf_counter() - began, 3),
            }
        )
    else:
        out().print(f"{file}: {lines} puzzles from {len(sources)} games of {rules.title}.")


def scaled(effort: float, margin: float) -> PuzzleBudget:
    """Return the usual budget multiplied by `effort`."""
    usual = PuzzleBudget()
    quick, deep, after = (max(1, round(effort * one)) for one in (usual.quick, usual.deep, usual.after))
    return PuzzleBudget(quick, deep, after, usual.closely, margin)


class PuzzleProgress:
    """Search results so far, in a file beside the output: settings, then a line for each game."""

    def __init__(self, file: Path, settings: Mapping[str, Any]) -> None:
        """Raise ArenaError if the file exists, or was begun with other settings."""
        self.file = file
        self.aside = file.with_name(file.name + SEARCH_SUFFIX)
        self.done: dict[int, list[dict[str, Any]]] = {}
        if file.exists():
            raise ArenaError(f"{file} is there already; name another one, or take it away")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            mend(self.aside)
            first, *rest = read_lines(self.aside) or [b""]
            if not first:
                put(self.aside, as_line(settings))
            else:
                compare(json_text.loads(first), settings, f"the search for {file}", "file")
            for line in rest:
                summary = json_text.loads(line)
                self.done[int(summary["number"])] = list(summary["puzzles"])
        except (ValueError, LookupError, TypeError):
            raise ArenaError(f"{self.aside} is damaged; take it away, and the search begins anew") from None

    def add(self, number: int, found: list[dict[str, Any]]) -> None:
        add_line(self.aside, {"number": number, "puzzles": found})
        self.done[number] = found

    def summary(self) -> str:
        return f"games, {sum(map(len, self.done.values()))} puzzles"

    def finish(self, numbers: Sequence[int]) -> int:
        """Write the file in the order of games and delete the file beside it; return the number of puzzles."""
        lines = [as_line(puzzle) for number in numbers for puzzle in self.done[number]]
        put(self.file, b"".join(lines))
        self.aside.unlink()
        return len(lines)


def number_of(record: Record) -> int:
    """Return a number derived from the record's checksum."""
    return int(record.checksum()[:12], 16)


def finished(rules: Game, places: Sequence[Path]) -> Iterator[Record]:
    """Yield the records in these files and folders. Raise Refused if one is of another game, or is not finished."""
    paths = [path for place in places for path in (sorted(place.glob("*.tablero")) if place.is_dir() else [place])]
    if not paths:
        raise Refused(f"there are no records in {', '.join(map(str, places))}: their names end with .tablero")
    for path in paths:
        record, game = open_record(path)
        if game is not rules:
            raise Refused(f"{path} is a game of {game.title}, not of {rules.title}")
        if record.scores is None:
            raise Refused(f"{path} is a game that is still played: puzzles are made of finished ones")
        yield record

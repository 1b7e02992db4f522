"""The command `puzzles`: find positions in which one turn is clearly the best."""

from __future__ import annotations

import json as json_text
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
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
from tablero.cli.puzzle_solving import solve_puzzles
from tablero.cli.records import open_record
from tablero.core import Game, Record, State
from tablero.lab.arena import play_out
from tablero.lab.bot_names import bot_by_name, own_modules, refuse_clocks
from tablero.lab.errors import ArenaError
from tablero.lab.run_folder import add_line, as_line, compare, mend, put, read_lines
from tablero.lab.seeds import PUZZLE_SEEDS
from tablero.lab.workers import share_out


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


def find_puzzles(source: PuzzleSource) -> tuple[int, dict[str, Any]]:
    """Return the number of a game, and the puzzles in it with what was rejected."""
    harvest = puzzles_in(source.decisions(), source.number, source.effort)
    return source.number, {"tally": harvest.tally, "puzzles": [puzzle.written() for puzzle in harvest.puzzles]}


def puzzles(
    game: str,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--out", "-o"], metavar="FILE")] = None,
    games: int = 20,
    bots: str = "level6",
    seats: int | None = None,
    seed: int = PUZZLE_SEEDS.start,
    records: Annotated[list[Path] | None, Parameter(consume_multiple=True, negative="")] = None,
    margin: float = PuzzleBudget.margin,
    effort: float = 1.0,
    solve: str = "",
    tries: int = 4,
    processes: int | None = None,
    ray: Ray = None,
    option: Choices = None,
    json: Json = False,
) -> None:
    """Look for puzzles: positions in which one turn is clearly the best, as far as their seat can know.

    The file has a line of JSON for each game: its puzzles, and how many turns were rejected why. A puzzle is a position
    that the engine loads, the seat, its best turn and others with their chances, by how much it leads give or take how
    much, and why. The same seeds give the same file. Whatever interrupts it, the same command goes on; with more games
    it goes on with a finished file.

    Parameters
    ----------
    game
        The game's name, as `tablero games` lists it.
    output
        The file that gets them; without it puzzles-GAME.jsonl.
    games
        How many games of bots are looked through, those that the file has already among them.
    bots
        Who plays them, with commas, one for each seat or one for all; none that thinks by the clock.
    seats
        How many sit at the table; without it every number in turn.
    seed
        The luck of the first game; the following ones take the next numbers. Without it those of a range of their own,
        which nothing is trained on.
    records
        Look through these finished games instead: .tablero files, or folders of them.
    margin
        By how much the best turn must lead after all doubts: 0.05 is five wins in a hundred.
    effort
        How much is thought about, compared with usual: 2 takes twice as long and is surer.
    solve
        Look for none: let these bots, with commas, solve the puzzles that come with the game, or those of the file that
        --out names, and print how many each of them solves.
    tries
        How often each bot tries each puzzle.
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
    if solve:
        return solve_puzzles(rules, output, _names(solve), tries, workers, ray_address(ray), json)
    file = output or Path(f"puzzles-{rules.name}.jsonl")
    began = time.perf_counter()
    try:
        if records:
            sources = [
                PuzzleSource(rules, number_of(record), budget, record=record.to_text())
                for record in finished(rules, records)
            ]
            about: dict[str, Any] = {"records": True}
        else:
            named = _names(bots)
            if seats is not None and len(named) not in (1, seats):
                raise Refused(f"{len(named)} bots are named for {seats} seats: name one for each seat, or one for all")
            refuse_clocks(named, rules)
            chosen = read_options(option)
            numbers = [seats] if seats is not None else [number for number in rules.seats if number > 1]
            options = {number: rules.settle_options(number, chosen) for number in numbers}
            sources = [
                PuzzleSource(rules, one, budget, number, options[number], named)
                for one in range(seed, seed + games)
                for number in [numbers[one % len(numbers)]]
            ]
            about = {"seats": numbers, "options": chosen, "bots": list(named), "seed": seed}
        work = PuzzleFile(
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
        work.sort()
    except ArenaError as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"{file} cannot be written: {error.strerror}; what it holds already is kept") from None
    except KeyboardInterrupt:
        print(f"tablero: what was found so far is kept in {file}, and the same command goes on", file=sys.stderr)
        raise
    tally = work.tally()
    if json:
        print_json(
            {
                "game": rules.name,
                "file": str(file),
                "games": len(work.done),
                "puzzles": tally["accepted"],
                "turns": dict(tally),
                "seconds": round(time.perf_counter() - began, 3),
            }
        )
    else:
        out().print(f"{file}: {tally['accepted']} puzzles from {len(work.done)} games of {rules.title}.")
        for reason, count in tally.most_common():
            out().print(f"{count:8} {reason}")


def _names(bots: str) -> tuple[str, ...]:
    """Return names that are written with commas."""
    return tuple(name.strip() for name in bots.split(",") if name.strip())


def scaled(effort: float, margin: float) -> PuzzleBudget:
    """Return the usual budget multiplied by `effort`."""
    usual = PuzzleBudget(margin=margin)
    found = {name: max(1, round(effort * getattr(usual, name))) for name in ("quick", "search", "after")}
    return replace(usual, **found, deals=max(4, round(min(effort, 1.0) * usual.deals)))


class PuzzleFile:
    """A file of puzzles: settings, then a line for each game with its puzzles and what was rejected. It can be gone on
    with at any time."""

    def __init__(self, file: Path, settings: Mapping[str, Any]) -> None:
        """Raise ArenaError if the file was begun with other settings."""
        self.file = file
        self.settings = settings
        self.done: dict[int, dict[str, Any]] = {}
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            mend(file)
            first, *rest = read_lines(file) or [b""]
            if not first:
                put(file, as_line(settings))
            else:
                compare(json_text.loads(first), settings, f"the search for {file}", "file")
            for line in rest:
                found = json_text.loads(line)
                self.done[int(found["number"])] = found
        except (ValueError, LookupError, TypeError):
            raise ArenaError(f"{file} is damaged, or holds something else; name another one") from None

    def add(self, number: int, found: Mapping[str, Any]) -> None:
        add_line(self.file, {"number": number, **found})
        self.done[number] = {"number": number, **found}

    def tally(self) -> Counter[str]:
        """Return how many turns were accepted, and rejected for each reason."""
        return sum((Counter(found["tally"]) for found in self.done.values()), Counter())

    def summary(self) -> str:
        return f"games, {self.tally()['accepted']} puzzles"

    def sort(self) -> None:
        """Put the games in their order."""
        put(self.file, b"".join(map(as_line, [self.settings, *(self.done[number] for number in sorted(self.done))])))


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

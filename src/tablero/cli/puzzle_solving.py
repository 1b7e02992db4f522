"""How many puzzles bots solve: `tablero puzzles GAME --solve BOT,BOT`."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from tablero.analysis.puzzle_set import puzzle_set
from tablero.analysis.puzzles import EASY_BELOW, MEDIUM_BELOW, Puzzle
from tablero.analysis.turns import after_turn, place_of, turn_by
from tablero.bots import glimpse
from tablero.cli.console import Refused, bar, out, print_json
from tablero.core import Game, seeded
from tablero.lab.bot_names import bot_by_name, own_modules
from tablero.lab.errors import ArenaError
from tablero.lab.run_folder import read_lines
from tablero.lab.workers import share_out

# Ratings of puzzles.
KINDS = {
    "all": range(10_000),
    "easy": range(EASY_BELOW),
    "medium": range(EASY_BELOW, MEDIUM_BELOW),
    "hard": range(MEDIUM_BELOW, 10_000),
}


@dataclass(frozen=True)
class SolvingTask:
    """A puzzle for one bot, which tries it so many times."""

    puzzle: Puzzle
    bot: str
    tries: int


def share_solved(task: SolvingTask) -> tuple[str, int, float]:
    """Return the bot, the rating of the puzzle, and the share of the tries that were right."""
    puzzle = task.puzzle
    state, seat = puzzle.state(), puzzle.seat
    right = {place_of(after_turn(state, seat, puzzle.moves(turn))) for turn in puzzle.turns if turn.right}
    player, solved = bot_by_name(task.bot, state.game), 0
    for number in range(task.tries):
        luck = seeded(number)
        solved += place_of(after_turn(state, seat, turn_by(player, glimpse(state, seat, luck), luck))) in right
    return task.bot, puzzle.rating, solved / task.tries


def puzzles_of(game: Game, file: Path | None) -> Sequence[Puzzle]:
    """Return the puzzles that come with a game, or those of a file. Raise Refused if there are none."""
    if file is None:
        found = list(puzzle_set(game.name))
    else:
        try:
            games = map(json_text.loads, read_lines(file)[1:])
            found = [Puzzle.read(puzzle) for one in games for puzzle in one["puzzles"]]
        except (ValueError, LookupError, TypeError):
            raise Refused(f"{file} holds no puzzles: name a file that `tablero puzzles` has made") from None
    if not found:
        raise Refused(f"there are no puzzles of {game.title}" + (f" in {file}" if file else ""))
    return found


def solve_puzzles(
    game: Game, file: Path | None, bots: Sequence[str], tries: int, workers: int, ray: str | None, json: bool
) -> None:
    """Print which share of the puzzles each of the bots solves."""
    if tries < 1:
        raise Refused("--tries is 1 or more")
    puzzles = puzzles_of(game, file)
    try:
        for name in bots:
            bot_by_name(name, game)
    except ArenaError as error:
        raise Refused(str(error)) from None
    tasks: Iterator[SolvingTask] = (SolvingTask(puzzle, name, tries) for name in bots for puzzle in puzzles)
    found: dict[str, list[tuple[int, float]]] = {name: [] for name in bots}
    with bar(f"{game.title}: solving puzzles", len(puzzles) * len(bots), json) as update:
        for number, (name, rating, share) in enumerate(share_out(share_solved, tasks, workers, ray, own_modules(bots))):
            found[name].append((rating, share))
            update(number + 1, "puzzles")
    shares = {name: {kind: _mean_in(rows, ratings) for kind, ratings in KINDS.items()} for name, rows in found.items()}
    if json:
        print_json({"game": game.name, "puzzles": len(puzzles), "tries": tries, "solved": shares})
        return
    counts = {kind: sum(puzzle.rating in ratings for puzzle in puzzles) for kind, ratings in KINDS.items()}
    table = Table(title=f"{game.title}: solved of {len(puzzles)} puzzles, {tries} tries each", title_justify="left")
    for column in ("bot", *(f"{kind} ({counts[kind]})" for kind in KINDS)):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for name, row in shares.items():
        table.add_row(name, *("" if share is None else f"{100 * share:.0f} %" for share in row.values()))
    out().print(table)


def _mean_in(rows: Sequence[tuple[int, float]], ratings: range) -> float | None:
    """Return the mean share over puzzles with these ratings; None if there are none."""
    inside = [share for rating, share in rows if rating in ratings]
    return sum(inside) / len(inside) if inside else None

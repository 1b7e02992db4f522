"""The command `review`: evaluate a finished game and write the review as one HTML file, or as JSON."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from tablero.analysis.review import Review, one_by_one, side_by_side_in
from tablero.analysis.review import review as make_review
from tablero.analysis.review_jobs import ReviewBudget
from tablero.cli.console import Json, Refused, out, print_json, write_file
from tablero.cli.parts import need
from tablero.cli.records import name_of, open_record, refuse
from tablero.core import BadOption, BadRecord, Record
from tablero.core.i18n.translator import LANGUAGE_CODES

USUAL_SECONDS = 50.0  # the default limit


def review(
    file: Path,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None,
    processes: int | None = None,
    seconds: float = USUAL_SECONDS,
    seed: int = 1,
    language: str = "en",
    json: Json = False,
) -> int:
    """Review a finished game: the chances of each seat over the game, the costliest decisions, luck and skill.

    Parameters
    ----------
    file
        A record, as the site and `tablero simulate --save` write it.
    output
        The HTML file to write, which stands alone; without it the record's name with .html.
    processes
        In how many processes to think; without it one for each core.
    seconds
        Think no longer than about this; 0 means no limit, and then the same seed gives the same review everywhere.
    seed
        The seed of the games that are played out.
    language
        In which language the file speaks.
    """
    try:
        budget = _budget(processes, seconds, seed)
        if language not in LANGUAGE_CODES:
            raise Refused(f"--language is one of {', '.join(LANGUAGE_CODES)}, not {language!r}")
        record, _ = open_record(file)
        if output or not json:
            need("site")  # before thinking for minutes
        found = _reviewed(record, budget, quiet=json)
    except (BadRecord, BadOption, Refused) as error:
        return refuse(error, json)
    if json:
        print_json(found.as_json())
        if output is None:
            return 0
    wanted = output or file.with_suffix(".html")
    write_file(wanted, _page(record, found, language))
    if not json:
        _print_summary(record, found, wanted)
    return 0


def _budget(processes: int | None, seconds: float, seed: int) -> ReviewBudget:
    if processes is not None and not 1 <= processes <= 256:
        raise Refused(f"--processes is a number from 1 to 256, not {processes}")
    if not 0 <= seconds <= 86400:
        raise Refused(f"--seconds is a number from 0 (no limit) to 86400, not {seconds:g}")
    if not 0 <= seed < 1 << 64:
        raise Refused(f"--seed is a number from 0 to {(1 << 64) - 1}, not {seed}")
    return ReviewBudget(seconds=seconds, processes=processes or os.cpu_count() or 1, seed=seed)


def _reviewed(record: Record, budget: ReviewBudget, quiet: bool) -> Review:
    """Return the review, with a progress bar on stderr."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    pool: nullcontext[None] | Executor = nullcontext()
    if budget.processes > 1:
        pool = ProcessPoolExecutor(budget.processes, mp_context=multiprocessing.get_context("spawn"))
    with (
        pool as executor,
        Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar,
    ):
        task = bar.add_task("judging moves", total=len(record.moves))
        each = one_by_one if executor is None else side_by_side_in(executor)
        return make_review(record, budget, lambda done, all: bar.update(task, completed=done, total=all), each)


def _page(record: Record, found: Review, language: str) -> bytes:
    from tablero.site.review.download import review_file  # the site is heavy, and JSON needs none of it

    try:
        return review_file(record, found, language).encode()
    except RuntimeError as error:  # the page has not been built
        raise Refused(f"the file cannot be written, but --json can: {error}") from None


def _print_summary(record: Record, found: Review, file: Path) -> None:
    first, last = found.moments[0], found.moments[-1]
    for seat in range(found.seats):
        costs = [one.cost for one in found.of_seat(seat)]
        worst = f", costliest decision {costs[0]:.1f} points" if costs else ""
        out().print(
            f"{name_of(record, seat)}: {found.scores[seat]} points, chance at the start {first.chances[seat]:.0%}, "
            f"halfway {found.moments[len(found.moments) // 2].chances[seat]:.0%}, "
            f"at the end {last.chances[seat]:.0%}{worst}"
        )
    out().print(f"{file}: judged by {found.games} games played out")

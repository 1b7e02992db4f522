"""The command `dataset`: bots play, and every decision is written to Parquet files."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import tablero
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
from tablero.cli.simulate import usual_seats
from tablero.lab.errors import ArenaError, DatasetError


def dataset(
    game: str,
    /,
    *,
    games: int,
    bots: str,
    seats: int | None = None,
    seed: int = 0,
    output: Annotated[Path | None, Parameter(name=["--out", "-o"], metavar="FOLDER")] = None,
    shard: int = 32,
    processes: int | None = None,
    ray: Ray = None,
    option: Choices = None,
    json: Json = False,
) -> None:
    """Let bots play and write down every decision: what was seen, what was legal, what was chosen, what came of it.

    The Parquet files are read by tablero.lab.datasets, and by anything that reads Parquet. The same seeds give the
    same files, however many play. Whatever interrupts it, the same command goes on where it stopped, mends what is
    damaged, and with more --games adds to it.

    Parameters
    ----------
    game
        The game's name, as `tablero games` lists it.
    games
        How many games the dataset has in the end.
    bots
        Who plays, with commas: search:400, level1 to level7, greedy, random, MODULE:FACTORY for a bot of your own.
        They sit in this order, the first one seat further with every game. Bots that think by the clock (search:0.5s,
        level8) are refused: their games could not be repeated.
    seats
        How many sit at the table.
    seed
        The luck of the first game; the following ones take the next numbers.
    output
        The folder that gets the dataset; without it datasets/GAME.
    shard
        How many games one file has. It is played in one go: an interruption loses so many games for each process at
        most.
    processes
        How many files are made at the same time; without it as many as there are cores.
    """
    rules = tablero.game(game)
    number = seats if seats is not None else usual_seats(rules)
    options = rules.settle_options(number, read_options(option))
    for name, value, least in (("--games", games, 1), ("--seed", seed, 0), ("--shard", shard, 1)):
        if value < least:
            raise Refused(f"{name} is {least} or more, not {value}")
    workers = worker_count(processes, os.cpu_count() or 1)
    folder = output or Path("datasets") / rules.name
    began = time.perf_counter()
    try:
        try:
            from tablero.lab.gathering import Gathering
        except ImportError as error:
            raise Refused(f'datasets need NumPy and pyarrow ({error}): pip install "tablero[lab]"') from None
        named = tuple(name.strip() for name in bots.split(",") if name.strip())
        gathering = Gathering(rules, named, number, seed, options, shard)
        with bar(f"{rules.title}, {number} seats", games, json) as update:
            found = gathering.fill(
                folder,
                games,
                processes=workers,
                ray=ray_address(ray),
                progress=lambda done, rows, size: update(done, f"games, {rows:,} decisions, {size / 1e6:,.1f} MB"),
            )
    except (ArenaError, DatasetError) as error:
        raise Refused(str(error)) from None
    except KeyboardInterrupt:
        print(f"tablero: the finished files are kept in {folder}, and the same command goes on", file=sys.stderr)
        raise
    size = sum(one.bytes for one in found.shards)
    if json:
        print_json(
            {
                "game": rules.name,
                "seats": number,
                "folder": str(folder),
                "games": found.games,
                "decisions": len(found),
                "files": len(found.shards),
                "bytes": size,
                "layout": found.layout,
                "seconds": round(time.perf_counter() - began, 3),
            }
        )
        return
    out().print(
        f"{folder}: {found.games:,} games of {rules.title}, {len(found):,} decisions, {len(found.shards):,} files, "
        f"{size / 1e6:,.1f} MB. Read it with tablero.lab.datasets.Dataset({str(folder)!r})."
    )

"""The command `train`: fit a value network by self-play."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import tablero
from tablero.cli.console import Json, Ray, Refused, out, print_json, ray_address, watch, write_file
from tablero.lab.errors import ArenaError, LearningError
from tablero.lab.workers import cluster
from tablero.plain import is_compiled


def train(
    game: str,
    /,
    *,
    folder: Annotated[Path | None, Parameter(negative="")] = None,
    generations: int = 3,
    games: int = 1500,
    iterations: int = 12,
    duels: int = 300,
    pace: int = 60,
    seed: int = 1,
    minutes: float | None = None,
    processes: int | None = None,
    ray: Ray = None,
    keep: Annotated[bool, Parameter(negative="")] = False,
    json: Json = False,
) -> None:
    """Learn how well seats stand: bots play, a network is fitted to who won, and it is kept when it wins its matches.

    Whatever interrupts it, the same command goes on where it stopped.

    Parameters
    ----------
    game
        The game's name, as `tablero games` lists it.
    folder
        Where everything is kept until it is done; without it training/GAME.
    generations
        How often to play, fit and compare; each plays with the best judge so far.
    games
        How many games a generation plays.
    iterations
        How long its searches think about a decision.
    duels
        How many games each match has that a generation must win.
    pace
        How many iterations the rival has for a turn in those matches; the candidate gets as much time.
    seed
        All luck follows from it.
    minutes
        Stop after about so long, to go on another time.
    processes
        How many games are played at once; without it as many as there are cores.
    keep
        Put the best judge into its place in this installation.
    """
    check(generations, games, iterations, duels, pace, seed, minutes, processes)
    rules = tablero.game(game)
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise Refused("learning needs NumPy: pip install 'tablero[lab]'") from None
    from tablero.lab.training import Trainer, TrainingConfig

    began = time.monotonic()
    try:
        config = TrainingConfig(rules.name, seed=seed, games=games, iterations=iterations, duels=duels, pace=pace)
        workers, address = processes or os.cpu_count() or 1, ray_address(ray)
        trainer = Trainer(folder or Path("training") / rules.name, config, workers, address)
        trainer.until = None if minutes is None else began + 60 * minutes
        if not json and not is_compiled():
            out().print(
                "Tablero is not compiled here: this takes about fifty times as long as it could (make compile)."
            )
        with cluster(address, workers):  # one for all stages: starting it takes seconds
            for stage in trainer.stages(generations):
                for _ in watch(stage.steps, stage.about, stage.total, json):
                    pass
                if not json and not trainer.out_of_time():
                    out().print(f"{stage.about}: {stage.said()}")
        finish(trainer, rules, generations, keep, json)
    except (ArenaError, LearningError) as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"the folder cannot be used: {error}") from None


def check(
    generations: int,
    games: int,
    iterations: int,
    duels: int,
    pace: int,
    seed: int,
    minutes: float | None,
    processes: int | None,
) -> None:
    """Raise Refused if a number is out of range."""
    bounds = (
        ("--generations", generations, 1, 1000),
        ("--games", games, 100, 1_000_000),
        ("--duels", duels, 20, 1_000_000),
        ("--iterations", iterations, 1, 100_000),
        ("--pace", pace, 1, 100_000),
        ("--seed", seed, 0, 999_999),
        ("--processes", 1 if processes is None else processes, 1, 1000),
    )
    for name, number, low, high in bounds:
        if not low <= number <= high:
            raise Refused(f"{name} is a number from {low} to {high}, not {number}")
    if minutes is not None and not minutes > 0:
        raise Refused(f"--minutes is more than 0, not {minutes}")


def finish(trainer: Any, rules: tablero.Game, generations: int, keep: bool, json: bool) -> None:
    """Print the result, and install the winning network if `keep`."""
    verdicts = trainer.verdicts()
    winner = trainer.winner()
    place = Path(str(rules.judgement_file))
    if keep and winner is not None:
        write_file(place, winner.write().encode())
    if json:
        print_json(
            {
                "game": rules.name,
                "folder": str(trainer.folder),
                "done": len(verdicts) >= generations,
                "generations": verdicts,
                "kept": str(place) if keep and winner is not None else None,
            }
        )
        return
    if len(verdicts) < generations:
        out().print(f"{len(verdicts)} of {generations} generations are done; the same command goes on here.")
    if winner is None:
        out().print("No generation has won its matches yet: the hand-made judge stays.")
    elif keep:
        out().print(f"The best judge is in its place now: {place}")
    else:
        out().print("A learned judge leads; with --keep the same command puts it into its place.")

"""The command `arena`: matches between bots, with ratings and confidence intervals."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

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
    write_file,
)
from tablero.cli.simulate import usual_seats
from tablero.lab.arena import Outcome
from tablero.lab.bot_names import yardstick
from tablero.lab.charts import chart
from tablero.lab.errors import ArenaError
from tablero.lab.standings import Standings
from tablero.lab.tournament import Tournament

UPDATE_SECONDS = 1.0  # between two texts of the standings
SHOWN_MATCHES = 3  # in the progress bar


def arena(
    game: str,
    /,
    *,
    bots: str,
    vs: str | None = None,
    seats: int | None = None,
    games: int = 100,
    seed: int = 0,
    ladder: Annotated[bool, Parameter(negative="")] = False,
    sprt: str | None = None,
    processes: int | None = None,
    ray: Ray = None,
    folder: Path | None = None,
    plot: Path | None = None,
    option: Choices = None,
    json: Json = False,
) -> None:
    """Let bots fight and tell who is stronger, by how much, and how sure that is.

    Parameters
    ----------
    game
        The game's name, as `tablero games` lists it.
    bots
        Who plays, with commas: level1, search:400, search:0.5s, greedy, random; MODULE:FACTORY for a bot of your own;
        http://HOST:PORT/PATH for a program that answers.
    vs
        A yardstick: every bot plays against this one alone. openspiel-mcts is OpenSpiel's tree search with as much
        time a turn as the slowest bot (openspiel-mcts:0.5s: with half a second).
    seats
        How many sit at the table; copies of the rival fill the seats that the hero leaves.
    games
        How many games each match has at least: under every seed one for each seat.
    seed
        The luck of the first game; the following ones take the next numbers.
    ladder
        Each bot against the one named before it, instead of every pair.
    sprt
        Two Elo values, LOW,HIGH: a match ends as soon as it is clear which of the two is nearer the truth.
    processes
        How many games are played at the same time; without it one, on a Ray cluster that is started here one for each
        core. Bots that think by the clock want a core each.
    folder
        Where outcomes are kept: the same command goes on where it was left.
    plot
        An .svg file that gets a chart of it.
    """
    rules = tablero.game(game)
    number = seats if seats is not None else usual_seats(rules)
    options = rules.settle_options(number, read_options(option))
    if games < 1:
        raise Refused(f"--games is 1 or more, not {games}")
    if seed < 0:
        raise Refused(f"--seed is 0 or more, not {seed}")
    workers = worker_count(processes, 1 if ray is None else os.cpu_count() or 1)
    if ladder and vs is not None:
        raise Refused("--ladder and --vs are two ways to say who plays whom; choose one")
    if plot is not None and plot.suffix != ".svg":
        raise Refused(f"a chart is an SVG file: --plot {plot.with_suffix('.svg')}")
    seeds = -(-games // number)
    decide = read_sprt(sprt)
    began = time.perf_counter()
    try:
        named = tuple(name.strip() for name in bots.split(",") if name.strip())
        if vs is not None:
            named = (*named, yardstick(vs, named, rules))
        tournament = Tournament(rules, named, number, seed, options, ladder, vs is not None)
        with bar(f"{rules.title}, {number} seats", seeds * len(tournament.pairs), json) as update:
            matches = tournament.play(
                seeds,
                folder=folder,
                processes=workers,
                ray=ray_address(ray),
                decide=decide,
                progress=ArenaProgress(tournament, update),
            )
    except ArenaError as error:
        raise Refused(str(error)) from None
    except KeyboardInterrupt:
        if folder is not None:
            print(f"tablero: the finished games are kept in {folder}, and the same command goes on", file=sys.stderr)
        raise
    standings = Standings.of(tournament, matches, decide)
    if plot is not None:
        write_file(plot, chart(standings).encode())
    if json:
        print_json({**standings.as_json(), "seconds": round(time.perf_counter() - began, 3)})
    else:
        show(standings, rules.title)


class ArenaProgress:
    """Update a progress bar with how far a tournament is, and every second with the standings of its matches."""

    def __init__(self, tournament: Tournament, update: Callable[[int, str], None]) -> None:
        self._tournament = tournament
        self._update = update
        self._text = ""
        self._updated_at = -UPDATE_SECONDS

    def __call__(self, done: int, matches: Mapping[tuple[int, int], Sequence[Outcome]]) -> None:
        if time.monotonic() - self._updated_at >= UPDATE_SECONDS:
            self._text, self._updated_at = self._standing(matches), time.monotonic()
        self._update(done, self._text)

    def _standing(self, matches: Mapping[tuple[int, int], Sequence[Outcome]]) -> str:
        bots, seats = self._tournament.bots, self._tournament.seats
        lines = [
            f"{bots[hero]} {fmean(outcome.share for outcome in outcomes):.1%} of {seats * len(outcomes)} "
            f"against {bots[rival]}"
            for (hero, rival), outcomes in matches.items()
            if outcomes
        ]
        return "; ".join(lines[:SHOWN_MATCHES]) + (
            f"; {len(lines) - SHOWN_MATCHES} more" if len(lines) > SHOWN_MATCHES else ""
        )


def show(standings: Standings, title: str) -> None:
    """Print the strength of every bot, and every match."""
    bots = sorted(standings.bots, key=lambda one: -one.rating.elo)
    strength = Table(
        title=f"{title}, {standings.seats} seats; equal is {1 / standings.seats:.1%}", title_justify="left"
    )
    thought = Table(title="Milliseconds of thought", title_justify="left")
    for table, headings in (
        (strength, ("share of wins (95 %)", "Elo (95 %)", "openskill", "score")),
        (thought, ("a decision", "a turn: median", "95 % within", "longest")),
    ):
        table.add_column("bot", no_wrap=True)
        for heading in headings:
            table.add_column(heading, justify="right")
    for one in bots:
        rating, pace = one.rating, one.pace
        skill = f"{one.openskill['mu']:.1f} ± {one.openskill['sigma']:.1f}" if one.openskill else "not installed"
        strength.add_row(
            one.name,
            f"{one.share:.1%} ({100 * one.low:.1f} to {100 * one.high:.1f})",
            f"{rating.elo:.0f} ({rating.low:.0f} to {rating.high:.0f})",
            skill,
            f"{one.score:.1f}",
        )
        times = (pace.ms_per_decision, *(pace.ms_per_turn(part) for part in (0.5, 0.95, 1.0)))
        thought.add_row(one.name, *(f"{ms:,.1f}" for ms in times))
    out().print(strength)
    out().print(thought)
    for hero, rival, match in standings.matches:
        low, high = match.elo_interval()
        verdict = f"; {standings.verdict(match)}" if standings.decide else ""
        out().print(
            f"{hero} against {rival}: {match.share:.1%} of {match.games} games, "
            f"{match.elo:+.0f} Elo ({low:+.0f} to {high:+.0f}){verdict}"
        )
    out().print("Elo is counted from the weakest bot.")


def read_sprt(words: str | None) -> tuple[float, float] | None:
    """Return two Elo values read from `0,50`. Raise Refused if it is nothing like that."""
    if words is None:
        return None
    try:
        low, high = map(float, words.split(","))
    except ValueError:
        low = high = 0.0
    if not low < high:
        raise Refused(f"--sprt is two Elo values, the lower one first, for example 0,50, not {words!r}")
    return low, high

"""The command `bench`: how fast Tablero is on this machine, beside other libraries."""

from __future__ import annotations

import json as jsons
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table

import tablero
from tablero.cli.bench.peer_environment import PEER_PACKAGES, home, install_peers
from tablero.cli.bench.rounds import CONTEST_ROUNDS, rounds, runners
from tablero.cli.bench.steps import BATCH_GAMES, LARGE_BATCH_GAMES, WORKER_PROCESSES
from tablero.cli.console import Json, Refused, out, print_json, watch
from tablero.plain import is_compiled

Figures = dict[str, Any]

LOAD_PLAYERS = 200
# Ours, each step with observation and mask.
STEPS = {
    "raw_steps_per_s": "single steps/s, our own library",
    "env_steps_per_s": "single steps/s, PettingZoo",
    "gym_steps_per_s": "learner's steps/s, Gymnasium, one random bot",
    "batch_steps_per_s": f"batch of {BATCH_GAMES}, steps/s",
    "large_steps_per_s": f"batch of {LARGE_BATCH_GAMES}, steps/s by the clock",
    "shared_steps_per_s": f"the same on {WORKER_PROCESSES} processes",
    "shared_speedup": "speed-up by processes",
}
# A peer's figure: what it is, and which of ours it is compared with.
KINDS = {
    "decisions_per_s": ("random play without observations", "decisions_per_s"),
    "gym_steps_per_s": ("its Gymnasium, one random bot", "gym_steps_per_s"),
    "own_steps_per_s": ("", "raw_steps_per_s"),
    "steps_per_s": ("", "env_steps_per_s"),
    "bare_steps_per_s": ("bare", "env_steps_per_s"),
    "batch_steps_per_s": ("", "batch_steps_per_s"),
}


def bench(
    game: str | None = None,
    /,
    *,
    seconds: float = 2.0,
    peers: Annotated[bool, Parameter(negative="")] = False,
    load: Annotated[bool, Parameter(negative="")] = False,
    json: Json = False,
) -> None:
    """Measure decisions, steps, copies, searches and drawing, compiled and plain, beside other libraries.

    Parameters
    ----------
    game
        One game; without it all of them.
    seconds
        How long each figure is measured.
    peers
        Measure catanatron, OpenSpiel, PettingZoo's classics, RLCard, fastcatan, Pgx and EnvPool in the same run. They
        are installed into an environment of their own the first time, which is kept; without this only catanatron is
        measured, where it is installed.
    load
        Measure a server with 200 players too, as `tablero load` does.
    """
    if not 0.01 <= seconds <= 600:
        raise Refused(f"--seconds is a number from 0.01 to 600, not {seconds}")
    names = [tablero.game(game).name] if game else [one.name for one in tablero.games()]
    others, left_out = choose_peers(peers, json)
    found = dict(watch(measure_all(names, seconds, load), "Measuring", len(names), json))
    theirs = measure_steps(found, others, left_out, seconds, json)
    if json:
        about = {"python": sys.version.split()[0], "compiled": is_compiled()}
        print_json({"games": found, "peers": theirs, "left_out": left_out, **about})
        return
    show_table(found, theirs)
    show_peers(found, theirs, left_out)


def choose_peers(peers: bool, quiet: bool) -> tuple[dict[str, str], dict[str, str]]:
    """Return the peers to measure with their Python, and those that are left out with the reason."""
    if not peers:
        return ({"catanatron": sys.executable} if find_spec("catanatron") else {}), {}
    python, missing = install_peers(home(), lambda said: None if quiet else out().print(said, markup=False))
    return {peer: python for peer in PEER_PACKAGES if peer not in missing}, missing


def measure_all(names: list[str], seconds: float, load: bool = False) -> Iterator[tuple[str, Figures]]:
    """Measure each game in a process of its own, one after the other."""
    for name in names:
        here = measure_game(name, seconds, plain=not is_compiled(), whole=True)
        figures = here.pop("site")
        plain = here if not is_compiled() else measure_game(name, seconds, plain=True)
        if load:
            figures["load"] = measure_load(name, seconds)
        both = {"plain": {key: plain[key] for key in here}, "compiled": here if is_compiled() else None}
        yield name, {**both, **figures}


def measure_steps(
    found: dict[str, Figures], others: dict[str, str], left_out: dict[str, str], seconds: float, quiet: bool
) -> dict[str, Figures]:
    """Add our steps to `found`, return those of the peers; what cannot be measured is named in `left_out`."""
    contestants = runners(list(found), others)
    try:
        for _ in watch(rounds(contestants, seconds), "Rounds of steps", CONTEST_ROUNDS, quiet):
            pass
    finally:
        for one in contestants:
            one.close()
    theirs: dict[str, Figures] = {}
    for one in contestants:
        figures = one.figures()
        if why := figures.pop("left_out", ""):
            left_out[one.name] = why
        left_out.update({f"{one.name} {part}": why for part, why in figures.pop("games_left_out", {}).items()})
        if one.name not in found:
            if one.best:
                theirs[one.name] = figures
            continue
        # Random play is what catanatron's random play is compared with: the figure of the same rounds counts.
        ours = found[one.name]
        if "decisions_per_s" in figures:
            ours["compiled" if is_compiled() else "plain"]["decisions_per_s"] = figures.pop("decisions_per_s")
        ours.update(figures)
        if figures.get("large_steps_per_s"):
            ours["shared_speedup"] = round(figures["shared_steps_per_s"] / figures["large_steps_per_s"], 2)
    return theirs


def measure_load(game: str, seconds: float) -> Figures:
    """Return the figures of `tablero load` for a game, in a fresh process."""
    words = ["load", game, "--players", str(LOAD_PLAYERS), "--seconds", str(max(seconds, 0.1)), "--json"]
    return run_json(game, [sys.executable, "-m", "tablero", *words], dict(os.environ))


def measure_game(subject: str, seconds: float, plain: bool, whole: bool = False) -> Figures:
    """Return the figures of `tablero.cli.bench.engine` for a game, in a fresh process."""
    environment = {key: value for key, value in os.environ.items() if key != "TABLERO_PLAIN"}
    if plain:
        environment["TABLERO_PLAIN"] = "1"
    command = [sys.executable, "-m", "tablero.cli.bench.engine", subject, str(seconds), *(["--whole"] if whole else [])]
    return run_json(subject, command, environment)


def run_json(subject: str, command: list[str], environment: dict[str, str]) -> Figures:
    """Return the JSON that a command prints. Raise Refused if it fails."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise Refused(f"measuring {subject} failed: {last}")
    figures: Figures = jsons.loads(done.stdout)
    return figures


def show_table(found: dict[str, Figures], theirs: dict[str, Figures]) -> None:
    table = Table(title="Tablero on this machine, one core", title_justify="left")
    table.add_column("")
    for name in found:
        table.add_column(tablero.game(name).title, justify="right")

    def row(label: str, *path: str, form: str = "{:,.0f}") -> None:
        cells = []
        for figures in found.values():
            value: Any = figures
            for key in path:
                value = value.get(key) if value else None
            cells.append("-" if value is None else form.format(value))
        table.add_row(label, *cells)

    def ratio(label: str, top: list[float | None], bottom: list[float | None]) -> None:
        table.add_row(label, *[f"{a / b:.1f} x" if a and b else "-" for a, b in zip(top, bottom, strict=True)])

    row("random play, decisions/s, compiled", "compiled", "decisions_per_s")
    row("random play, decisions/s, plain", "plain", "decisions_per_s")
    plain = [figures["plain"]["decisions_per_s"] for figures in found.values()]
    ratio("compiled : plain", [(f["compiled"] or {}).get("decisions_per_s") for f in found.values()], plain)
    catanatron = theirs.get("catanatron", {}).get("decisions_per_s")
    ratio("ours : catanatron", [decisions(figures) for figures in found.values()], [catanatron] * len(found))
    row("copies/s, compiled", "compiled", "copies_per_s")
    row("imagined positions/s, compiled", "compiled", "imagines_per_s")
    row("search iterations/s", "search_per_s")
    for key, label in STEPS.items():
        row(label, key, form="{:.2f} x" if key == "shared_speedup" else "{:,.0f}")
    row("drawing, mean ms", "draw_ms", form="{:.2f}")
    row("drawing, worst ms", "draw_ms_worst", form="{:.2f}")
    row("update, mean bytes", "update_bytes_mean")
    row("update, largest bytes", "update_bytes")
    if any("load" in figures for figures in found.values()):
        row(f"server with {LOAD_PLAYERS} players, moves/s", "load", "moves_per_s")
        row("acknowledged after, 99 of 100, ms", "load", "p99_ms")
        row("server's processor, ms a move", "load", "server_cpu_ms_per_move", form="{:.2f}")
    out().print(table)


def decisions(figures: Figures) -> float:
    """Return decisions per second of random play, compiled if possible."""
    return float((figures["compiled"] or figures["plain"])["decisions_per_s"])


def show_peers(found: dict[str, Figures], theirs: dict[str, Figures], left_out: dict[str, str]) -> None:
    """Print each figure of a peer with the ratio of ours of the same kind."""
    table = Table(title="Others in the same run, and how many times as fast we are", title_justify="left")
    table.add_column("")
    table.add_column("a second", justify="right")
    for name in found:
        table.add_column(tablero.game(name).title, justify="right")
    for peer, figures in theirs.items():
        for key, (kind, ours) in KINDS.items():
            run_json = figures.get(key)
            for game, rate in run_json.items() if isinstance(run_json, dict) else [("", run_json)] if run_json else []:
                best = [decisions(one) if ours == "decisions_per_s" else one.get(ours) for one in found.values()]
                cells = [f"{one / rate:,.1f} x" if one and rate else "-" for one in best]
                number = figures["gym_version"] if key == "gym_steps_per_s" else figures["version"]
                table.add_row(", ".join(filter(None, [f"{peer} {number}", game, kind])), f"{rate:,}", *cells)
    if theirs:
        out().print(table)
    for name, why in left_out.items():
        out().print(f"Left out: {name}: {why}", markup=False)
    if "catanatron" not in theirs and "catanatron" not in left_out:
        out().print("catanatron is not installed; for the comparison: tablero bench --peers")
    if not is_compiled():
        out().print("Tablero is not compiled here: make compile (the same results, about fifty times faster).")

"""The command that measures how fast Tablero is on this machine."""

from __future__ import annotations

import json as jsons
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table

import tablero
from tablero.cli.talk import Json, Refused, out, print_json, watch
from tablero.plain import is_compiled

Figures = dict[str, Any]

LOAD_PLAYERS = 200


def bench(
    game: str | None = None,
    /,
    *,
    seconds: float = 2.0,
    load: Annotated[bool, Parameter(negative="")] = False,
    json: Json = False,
) -> None:
    """Measure decisions, copies, searches and drawing, compiled and plain, beside catanatron's random play.

    Parameters
    ----------
    game
        One game; without it all of them.
    seconds
        How long each figure is measured.
    load
        Measure a server with 200 players too, as `tablero load` does.
    """
    if not 0.01 <= seconds <= 600:
        raise Refused(f"--seconds is a number from 0.01 to 600, not {seconds}")
    names = [tablero.game(game).name] if game else [one.name for one in tablero.games()]
    found: dict[str, Figures] = {}
    peer: Figures = {}
    steps = [*names, "catanatron"]
    for step in watch(measure_all(names, seconds, load), "Measuring", len(steps), json):
        name, figures = step
        if name == "catanatron":
            peer = figures
        else:
            found[name] = figures
    peers = {"catanatron": peer} if peer else {}
    if json:
        print_json({"games": found, "peers": peers, "python": sys.version.split()[0], "compiled": is_compiled()})
        return
    show_table(found, peer)


def measure_all(names: list[str], seconds: float, load: bool = False) -> Iterator[tuple[str, Figures]]:
    """Every figure in a process of its own, one after the other, so that nothing disturbs the clock.

    The peer is measured before and after us and its better figure counts, so that a busy machine flatters nobody.
    """
    peer = measured("catanatron", seconds, plain=False)
    for name in names:
        here = measured(name, seconds, plain=not is_compiled(), whole=True)
        figures = here.pop("house")
        plain = here if not is_compiled() else measured(name, seconds, plain=True)
        if load:
            figures["load"] = loaded(name, seconds)
        both = {"plain": {key: plain[key] for key in here}, "compiled": here if is_compiled() else None}
        yield name, {**both, **figures}
    again = measured("catanatron", seconds, plain=False) if peer else peer
    yield "catanatron", max(peer, again, key=lambda figures: figures.get("decisions_per_s", 0))


def loaded(game: str, seconds: float) -> Figures:
    """What `tablero load` says of a game, in a fresh process."""
    words = ["load", game, "--players", str(LOAD_PLAYERS), "--seconds", str(max(seconds, 0.1)), "--json"]
    return told(game, [sys.executable, "-m", "tablero", *words], dict(os.environ))


def measured(subject: str, seconds: float, plain: bool, whole: bool = False) -> Figures:
    """What `tablero.cli.measure` says of a game, or of a peer, in a fresh process."""
    surroundings = {key: value for key, value in os.environ.items() if key != "TABLERO_PLAIN"}
    if plain:
        surroundings["TABLERO_PLAIN"] = "1"
    command = [sys.executable, "-m", "tablero.cli.measure", subject, str(seconds), *(["--whole"] if whole else [])]
    return told(subject, command, surroundings)


def told(subject: str, command: list[str], surroundings: dict[str, str]) -> Figures:
    """The JSON that a command prints."""
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise Refused(f"measuring {subject} failed: {last}")
    figures: Figures = jsons.loads(done.stdout)
    return figures


def show_table(found: dict[str, Figures], peer: Figures) -> None:
    table = Table(title="Tablero on this machine, one core", title_justify="left")
    table.add_column("")
    for name in found:
        table.add_column(tablero.game(name).title, justify="right")
    theirs = peer.get("decisions_per_s")

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
    best = [(figures["compiled"] or figures["plain"])["decisions_per_s"] for figures in found.values()]
    ratio("compiled : plain", [(f["compiled"] or {}).get("decisions_per_s") for f in found.values()], plain)
    ratio("ours : catanatron", list(best), [theirs] * len(found))
    row("copies/s, compiled", "compiled", "copies_per_s")
    row("imagined positions/s, compiled", "compiled", "imagines_per_s")
    row("search iterations/s", "search_per_s")
    row("environment steps/s", "env_steps_per_s")
    row("batch of 256, steps/s", "batch_steps_per_s")
    row("drawing, mean ms", "draw_ms", form="{:.2f}")
    row("drawing, worst ms", "draw_ms_worst", form="{:.2f}")
    row("update, mean bytes", "update_bytes_mean")
    row("update, largest bytes", "update_bytes")
    if any("load" in figures for figures in found.values()):
        row(f"server with {LOAD_PLAYERS} players, moves/s", "load", "moves_per_s")
        row("acknowledged after, 99 of 100, ms", "load", "p99_ms")
        row("server's processor, ms a move", "load", "server_cpu_ms_per_move", form="{:.2f}")
    out().print(table)
    if theirs:
        out().print(f"catanatron {peer['version']}, random play, measured in the same run: {theirs:,} decisions/s.")
    else:
        out().print("catanatron is not installed; for the comparison: pip install catanatron")
    if not is_compiled():
        out().print("Tablero is not compiled here: make compile (the same results, about 30 times faster).")

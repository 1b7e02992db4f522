"""Measurements of one game as JSON: `python -m tablero.cli.bench.engine yaxha 2 --whole`, run by `tablero bench`."""

from __future__ import annotations

import gzip
import json
import sys
import time
from collections.abc import Callable, Mapping
from itertools import cycle
from typing import Any

import tablero
from tablero.bots import Searcher, glimpse
from tablero.core import Game, State, seeded
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.playout import play_at_random
from tablero.plain import is_compiled

SLICES = 3
MAX_DECISIONS = 1_000_000
SEARCH_ITERATIONS = 100  # iterations of one measured search


def rate(work: Callable[[], int], seconds: float) -> int:
    """Return the best rate of a few slices, per second of processor time; `work` returns how many things it did."""
    work()
    best = 0.0
    for _ in range(SLICES):
        done = 0
        began = time.process_time()
        while (took := time.process_time() - began) < seconds / SLICES:
            done += work()
        best = max(best, done / took)
    return round(best)


def bench_seats(game: Game) -> int:
    """Return three if the game allows it: neither the shortest nor the longest games."""
    return 3 if 3 in game.seats else game.seats[-1]


def positions(game: Game) -> list[State]:
    """Return copies of every position of one random game."""
    state = game.start(bench_seats(game), 0)
    luck = seeded(-1)
    found = []
    while state.actor() >= 0:
        found.append(state.copy())
        play_at_random(state, luck, 1)
    return found


def measure_engine(game: Game, seconds: float, whole: bool) -> dict[str, Any]:
    """Return the figures of the engine for one game, and if `whole` those of search and drawing."""
    seats = bench_seats(game)
    every = positions(game)
    seeds = iter(range(MAX_DECISIONS))
    dreams = seeded(1)
    busy = cycle([state for state in every if len(state.moves(int(state.actor()))) > 1][:: max(1, len(every) // 8)])
    thinker = Searcher(iterations=SEARCH_ITERATIONS)

    def play() -> int:
        seed = next(seeds)
        return int(play_at_random(game.start(seats, seed), seeded(-1 - seed), MAX_DECISIONS))

    def copy() -> int:
        for state in every:
            state.copy()
        return len(every)

    def imagine() -> int:
        for state in every:
            state.imagined(0, dreams)
        return len(every)

    def search() -> int:
        state = next(busy)
        thinker.think(glimpse(state, int(state.actor()), dreams), dreams)
        return SEARCH_ITERATIONS

    figures: dict[str, Any] = {
        "seats": seats,
        "compiled": is_compiled(),
        "decisions_per_s": rate(play, seconds),
        "copies_per_s": rate(copy, seconds),
        "imagines_per_s": rate(imagine, seconds),
    }
    if whole:
        figures["site"] = {"search_per_s": rate(search, seconds), **measure_drawing(game)}
    return figures


def measure_drawing(game: Game) -> dict[str, Any]:
    """Return what a move costs on the page: drawing the panels of a view, and the bytes of those that changed."""
    seats = bench_seats(game)
    render = RenderOptions(names=("Ana", "Bruno", "Chloé", "Diego")[:seats])
    state = game.start(seats, 0)
    luck = seeded(-1)
    before: list[Mapping[str, str]] = [{} for _ in range(seats)]
    took: list[float] = []
    sizes: list[int] = []
    while state.actor() >= 0:
        for seat in range(seats):
            view = state.view(seat)
            began = time.perf_counter()
            panels = game.drawing.panels(view, render).slots
            took.append(time.perf_counter() - began)
            changed = {slot: html for slot, html in panels.items() if before[seat].get(slot) != html}
            if before[seat] and changed:
                sizes.append(len(gzip.compress(json.dumps({"panels": changed}).encode(), 6)))
            before[seat] = panels
        play_at_random(state, luck, 1)
    return {
        "draw_ms": round(1000 * sum(took) / len(took), 3),
        "draw_ms_worst": round(1000 * max(took), 3),
        "update_bytes": max(sizes, default=0),
        "update_bytes_mean": round(sum(sizes) / len(sizes)) if sizes else 0,
    }


def main() -> None:
    subject, seconds, whole = sys.argv[1], float(sys.argv[2]), "--whole" in sys.argv
    sys.stdout.write(json.dumps(measure_engine(tablero.game(subject), seconds, whole)))


if __name__ == "__main__":
    main()

"""Measure every game (docs/games/NAME.json) and write figures and plots into its page, between the two marks.

python tools/measure_games.py yaxha maya    # measure these anew, or all without names: half an hour on two cores
python tools/measure_games.py --write       # write the pages and plots again from the figures that are there
"""

import json
import math
import os
import subprocess
import sys
from collections import Counter
from dataclasses import asdict
from datetime import date
from pathlib import Path
from statistics import fmean

import game_pages
import tablero
from tablero.lab import measures
from tablero.lab.arena import match

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/games"
GAMES = {"random": 500, "greedy": 500, "search:50": 12}  # of each bot against itself
SEED = 900_000  # far from those that anything was tuned on
HEARD = 30  # games of plain Python in which luck is listened to
LOOKED = 200_000  # observations
DEALS, REPEATS = 60, 6
SEEDS = 100  # of matches
STEPS = 20  # parts of a game in the plot of its legal moves
KEPT = 3  # games whose outcome is written down, so that a test can see whether they are still the same


def figures(game: tablero.Game) -> dict:
    """All figures of a game, as plain JSON values."""
    heard = json.loads(
        subprocess.run(
            [sys.executable, __file__, "--chance", game.name],
            env={**os.environ, "TABLERO_PLAIN": "1"},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    )
    return {
        "game": game.name,
        "title": game.title,
        "rules": game.rules,
        "version": tablero.__version__,
        "date": date.today().isoformat(),
        "seed": SEED,
        "games": GAMES,
        "heard": HEARD,
        "deals": DEALS,
        "repeats": REPEATS,
        "seeds": SEEDS,
        "moves": int(game.moves.size),
        "families": {name: list(found) for name, found in measures.families(game).items()},
        "options": {name: len(option.choices) or len(option.among) for name, option in game.options.items()},
        "seats": {str(seats): of_seats(game, seats, heard[str(seats)]) for seats in game.seats},
    }


def of_seats(game: tablero.Game, seats: int, heard: dict) -> dict:
    layout = game.layout(seats)
    found = {
        "observation": layout.size,
        "mark": layout.mark,
        "chance": heard,
        "positions": asdict(measures.positions(game, seats, LOOKED, SEED)),
        "deal_share": measures.deal_share(game, seats, deals=DEALS, repeats=REPEATS, seed=SEED),
        "bots": {bot: of_bot(game, seats, bot, games) for bot, games in GAMES.items()},
        "matches": {},
    }
    for hero, rival in (("greedy", "random"), ("level1", "level4")) if seats > 1 else ():
        played = match(game, hero, rival, seats=seats, seeds=range(SEED, SEED + SEEDS))
        low, high = played.interval()
        found["matches"][f"{hero} against {rival}"] = {
            "share": played.share,
            "low": low,
            "high": high,
            "games": played.games,
        }
    print(f"{game.title}, {seats} seats", flush=True)
    return found


def of_bot(game: tablero.Game, seats: int, bot: str, games: int) -> dict:
    traces = [measures.trace(game, bot, seats, seed) for seed in range(SEED, SEED + games)]
    scores = Counter(score for one in traces for score in one.result.scores)
    kept = [{"seed": one.seed, "decisions": len(one.moves), "scores": list(one.result.scores)} for one in traces[:KEPT]]
    return {
        **asdict(measures.Measures.of(game, traces)),
        "course": course(traces),
        "scores": dict(sorted(scores.items())),
        "kept": kept,
    }


def course(traces: list) -> list[float]:
    """The mean number of legal moves in each part of a game."""
    parts: list[list[int]] = [[] for _ in range(STEPS)]
    for one in traces:
        for number, legal in enumerate(one.legal):
            parts[number * STEPS // len(one.legal)].append(legal)
    return [fmean(part) for part in parts]


def rounded(value: object) -> object:
    """Five digits are enough, and the same everywhere."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(one) for one in value]
    return float(f"{value:.5g}") if isinstance(value, float) and math.isfinite(value) else value


def write(names: list[str]) -> None:
    for name in names:
        found = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
        page = FOLDER / f"{name}.md"
        page.write_text(game_pages.written(page.read_text("utf-8"), found), "utf-8")
        for plot, drawn in game_pages.plots(found).items():
            (FOLDER / plot).write_text(drawn, "utf-8")


def main(words: list[str]) -> None:
    if words[:1] == ["--chance"]:
        game = tablero.game(words[1])
        print(json.dumps({seats: asdict(measures.chance(game, seats, HEARD, SEED)) for seats in game.seats}))
        return
    names = [word for word in words if word != "--write"] or [game.name for game in tablero.games()]
    for name in names if "--write" not in words else ():
        told = json.dumps(rounded(figures(tablero.game(name))), indent=1, ensure_ascii=False)
        (FOLDER / f"{name}.json").write_text(told + "\n", "utf-8")
    write(names)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Pack what `tablero puzzles` has found into the set that comes with a game: `pack_puzzles.py FILE ...`.

At most MOST puzzles of each game are chosen, of all numbers of seats, stages and themes alike. Everything that the file
tells about the search goes into the first line of the set: games, bots, budget, and how many turns were rejected why.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from tablero.analysis.puzzle_set import FILE, packed, varied
from tablero.analysis.puzzles import Puzzle

MOST = 400
GAMES = Path(__file__).resolve().parent.parent / "src/tablero/games"


def main(names: list[str]) -> None:
    for name in names:
        settings, *games = map(json.loads, Path(name).read_text("utf-8").splitlines())
        tally = sum((Counter(game["tally"]) for game in games), Counter[str]())
        found = [Puzzle.read(puzzle) for game in games for puzzle in game["puzzles"]]
        usual = [puzzle for puzzle in found if puzzle.solved["4"] > settings["chance"]]  # by turns that count as well
        tally["accepted"] -= len(usual)
        tally["level 4 finds it by chance"] += len(usual)
        chosen = varied([puzzle for puzzle in found if puzzle not in usual], MOST)
        content = packed({**settings, "games": len(games), "turns": dict(tally.most_common())}, chosen)
        place = GAMES / settings["game"] / "puzzles" / FILE
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(content)
        print(f"{settings['game']}: {len(chosen)} of {tally['accepted']} puzzles, {len(content) / 1000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])

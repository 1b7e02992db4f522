"""Measure how often a classifier names a character by its moves: python tools/measure_characters.py maya

Learned from other games than it is tested on; the figures stand in docs/bots.md.
"""

from __future__ import annotations

import argparse

import tablero
from tablero.lab.training.recognition import recognition


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--learned", type=int, default=150, help="games of each character to learn from")
    parser.add_argument("--tested", type=int, default=50, help="games of each character to be named")
    parser.add_argument("--seed", type=int, default=62_000_000, help="of the first game to learn from")
    given = parser.parse_args()
    found = recognition(tablero.game(given.game), given.level, given.learned, given.tested, given.seed)
    low, high = found.interval()
    print(f"{given.game}, level {given.level}: {found.right:.1%} [{low:.1%}, {high:.1%}] of {found.games} games named")
    for key, row in zip(found.keys, found.named, strict=True):
        told = ", ".join(f"{name} {count}" for name, count in zip(found.keys, row, strict=True))
        print(f"  {key} was taken for: {told}")


if __name__ == "__main__":
    main()

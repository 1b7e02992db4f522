"""Five levels, and bots by name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tablero.bots.players import UNLIMITED, Bot, Greedy, Random, Searcher
from tablero.core.errors import BadOption


@dataclass(frozen=True)
class Level:
    """A strength to play against; the name is that of a stone or a feather the Maya treasured."""

    number: int
    name: str  # an English word, translatable
    about: str  # an English sentence, translatable
    bot: Bot


# Searching levels are limited by iterations and, so that nobody waits on a slow machine, by seconds too.
LEVELS = (
    Level(1, "Pebble", "A kind beginner who enjoys building.", Greedy(blur=3.0)),
    Level(2, "Clay", "Sees what brings points now and slips at times.", Greedy(blur=1.5)),
    Level(3, "Obsidian", "A good companion for an evening: quick and sound.", Greedy(blur=0.5)),
    Level(4, "Jade", "Looks ahead and knows what you want.", Searcher(120, 0.8)),
    Level(5, "Quetzal", "The strongest; takes a moment to think.", Searcher(6000, 1.5)),
)

KINDS = "random, greedy, search:ITERATIONS (search:400), search:SECONDS (search:0.5s), level1 to level5"


def bot(spec: str) -> Bot:
    """The bot of this name; BadOption says which names there are.

    >>> bot("search:400")
    Searcher(iterations=400, seconds=0.0, exploration=0.5, horizon=0, softness=0.0, learned=True)
    """
    word = str(spec).strip().lower()
    if word == "random":
        return Random()
    if word == "greedy":
        return Greedy()
    if (found := re.fullmatch(r"search:(\d{1,9})", word)) and int(found[1]) > 0:
        return Searcher(iterations=int(found[1]))
    if (found := re.fullmatch(r"search:(\d{1,4}(?:\.\d+)?)s", word)) and float(found[1]) > 0:
        return Searcher(iterations=UNLIMITED, seconds=float(found[1]))
    if found := re.fullmatch(r"level([1-5])", word):
        return LEVELS[int(found[1]) - 1].bot
    raise BadOption("there is no bot '{name}'; there are {kinds}", name=spec, kinds=KINDS)

"""The eight levels, and bots by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tablero.bots.glimpse import Glimpse
from tablero.bots.players import UNLIMITED_ITERATIONS, Bot, Classic, Greedy, Random, Searcher, Stop
from tablero.core.errors import BadOption
from tablero.core.evaluation.character import Character
from tablero.core.game import Game
from tablero.core.luck import Luck


@dataclass(frozen=True)
class OfLevel:
    """Bot of a level, with limits of its own for each game: an iteration is worth more in one game than in another."""

    number: int
    version: str = ""  # of Tablero, in which the level was like that; empty: today's
    character: str = ""  # the key of one of the game's characters; empty: it values winning alone

    def at(self, game: Game) -> Bot:
        """Return the bot of this level in a game. Raise BadOption if the game has no such character."""
        levels = game.frozen[self.version] if self.version else game.levels
        strength = levels[self.number - 1]
        character = character_of(game, self.character) if self.character else None
        if not strength.iterations and not strength.seconds:
            return Greedy(strength.blur, character)
        effort = character.effort if character is not None else 1.0
        return Searcher(
            int(effort * strength.iterations) or UNLIMITED_ITERATIONS,
            strength.seconds,
            candidates=strength.candidates,
            character=character,
        )

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """Return the move of the level's bot in the game of the glimpse."""
        return self.at(glimpse.state.game).choose(glimpse, luck, stop)


def character_of(game: Game, key: str) -> Character:
    """Return a character of a game by its key. Raise BadOption, which lists them, if there is none."""
    known = game.cast.all if game.cast is not None else ()
    found = next((one for one in known if one.key == key), None)
    if found is None:
        keys = ", ".join(one.key for one in known)
        raise BadOption("{game} has no character '{key}'; it has {keys}", game=game.title, key=key, keys=keys)
    return found


@dataclass(frozen=True)
class Level:
    """A level of play, named after something the Maya treasured."""

    number: int
    name: str  # an English word, translatable
    about: str  # two English words of character, translatable

    @property
    def bot(self) -> OfLevel:
        return OfLevel(self.number)


LEVELS = (
    Level(1, "Pebble", "Kind, unhurried"),
    Level(2, "Clay", "Cheerful, forgetful"),
    Level(3, "Shell", "Curious, hasty"),
    Level(4, "Flint", "Quick, sound"),
    Level(5, "Obsidian", "Sharp, direct"),
    Level(6, "Turquoise", "Watchful, patient"),
    Level(7, "Jade", "Far-sighted, cool"),
    Level(8, "Quetzal", "Tireless, deep"),
)


def strongest(game: Game) -> Searcher:
    """Return the bot of the highest level, for analysis: it gives all moves their visits, not a few candidates."""
    found = LEVELS[-1].bot.at(game)
    assert isinstance(found, Searcher)
    return replace(found, candidates=0)


QUICK_ITERATIONS = 500  # at most, of a level that answers in a few milliseconds


def thinks_quickly(game: Game, level: int) -> bool:
    """Return whether bots of a level answer in a few milliseconds in this game."""
    found = LEVELS[level - 1].bot.at(game)
    return not isinstance(found, Searcher) or (not found.seconds and found.iterations <= QUICK_ITERATIONS)


def quick_level(game: Game, level: int) -> int:
    """Return the highest quick level up to this one."""
    return max(number for number in range(1, level + 1) if thinks_quickly(game, number))


FROZEN_VERSIONS = ("0.8",)  # in which versions of Tablero all games froze their levels
SEARCH_BOTS: Mapping[str, Callable[..., Bot]] = {"search": Searcher, "classic": Classic}
BOT_KINDS = (
    "random, greedy, search:ITERATIONS (search:400), search:SECONDS (search:0.5s), "
    f"classic:ITERATIONS and classic:SECONDS (version 0.1's search, as a yardstick), level1 to level{len(LEVELS)}, "
    f"{' and '.join(f'level1@{version}' for version in FROZEN_VERSIONS)} and so on (levels as that version had them), "
    "level5:CHARACTER (a level with a character of the game)"
)


def bot(spec: str) -> Bot:
    """Return the bot of this name. Raise BadOption, which lists the names, if there is none.

    >>> bot("search:400") == Searcher(iterations=400)
    True
    """
    word = str(spec).strip().lower()
    if word == "random":
        return Random()
    if word == "greedy":
        return Greedy()
    if (found := re.fullmatch(r"(search|classic):(\d{1,9})", word)) and int(found[2]) > 0:
        return SEARCH_BOTS[found[1]](iterations=int(found[2]))
    if (found := re.fullmatch(r"(search|classic):(\d{1,4}(?:\.\d+)?)s", word)) and float(found[2]) > 0:
        return SEARCH_BOTS[found[1]](iterations=UNLIMITED_ITERATIONS, seconds=float(found[2]))
    if (found := re.fullmatch(r"level(\d)(?:@(\d+\.\d+)|:([a-z]+))?", word)) and 1 <= int(found[1]) <= len(LEVELS):
        version = found[2] or ""
        if not version or version in FROZEN_VERSIONS:
            return OfLevel(int(found[1]), version, found[3] or "")
    raise BadOption("there is no bot '{name}'; there are {kinds}", name=spec, kinds=BOT_KINDS)

"""Bots by name: those of `tablero.bots`, the user's own as MODULE:FACTORY, and programs that answer over HTTP."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

from tablero.bots import Bot, OfLevel, Searcher, bot
from tablero.core import BadOption, Game
from tablero.lab.errors import ArenaError

OWN = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<factory>[A-Za-z_]\w*)")
SPIEL = re.compile(r"openspiel-mcts(?::(?P<seconds>\d{1,4}(?:\.\d+)?)s)?")
OTHERS = "a bot of your own is named MODULE:FACTORY, a program http://HOST:PORT/PATH"


def bot_by_name(spec: str, game: Game) -> Bot:
    """Return a new bot of this name for one seat of one game. Raise ArenaError if the name is wrong.

    >>> import tablero
    >>> bot_by_name("random", tablero.game("maya"))
    Random()
    """
    word = spec.strip()
    if re.match(r"https?://", word):
        from tablero.lab.http_bot import HttpBot

        return HttpBot(word)
    if yardstick := SPIEL.fullmatch(word):
        return _openspiel_mcts(yardstick["seconds"])
    try:
        found = bot(word)
        if isinstance(found, OfLevel):
            found.at(game)  # whether the game has such a character
        return found
    except BadOption as error:
        if (own := OWN.fullmatch(word)) is None:
            raise ArenaError(f"{error}; {OTHERS}") from None
        return own_bot(own["module"], own["factory"], str(error))


def refuse_clocks(bots: Sequence[str], game: Game) -> None:
    """Raise ArenaError if one of these bots is limited by time, so that the same seeds would not give the same games.
    The user's own bots and programs are not checked.

    >>> import tablero
    >>> refuse_clocks(["level7", "search:400", "random"], tablero.game("maya"))
    """
    for spec in bots:
        seated = bot_by_name(spec, game)
        seconds = getattr(seated.at(game) if isinstance(seated, OfLevel) else seated, "seconds", 0.0)
        if seconds:
            raise ArenaError(
                f"{spec} thinks by the clock ({seconds:g} seconds a turn), so that the same seeds would not give the "
                "same games; take one that is limited by iterations, for example search:400 or level7"
            )


def yardstick(spec: str, bots: Sequence[str], game: Game) -> str:
    """Return the name of an external rival with its seconds a turn: those of the slowest of these bots.

    >>> import tablero
    >>> yardstick("openspiel-mcts", ["greedy", "search:0.5s"], tablero.game("maya"))
    'openspiel-mcts:0.5s'
    """
    if spec.strip() != "openspiel-mcts":
        return spec
    seated = [bot_by_name(one, game) for one in bots]
    seconds = max((one.seconds for one in seated if isinstance(one, Searcher)), default=0.0)
    return f"openspiel-mcts:{seconds:g}s" if seconds else spec


def own_modules(bots: Sequence[str]) -> list[str]:
    """Return the names of the user's own modules among these bots.

    >>> own_modules(["level1", "mine:Careful"])
    ['mine']
    """
    return [own["module"] for spec in bots if (own := OWN.fullmatch(spec.strip()))]


def _openspiel_mcts(seconds: str | None) -> Bot:
    if seconds is None or float(seconds) <= 0.0:
        raise ArenaError("say how long OpenSpiel's search may think for a turn, for example openspiel-mcts:0.5s")
    try:
        from tablero.lab.openspiel_mcts import SpielMcts
    except ImportError as error:
        raise ArenaError(f"OpenSpiel is not installed here ({error}): pip install 'tablero[openspiel]'") from None
    return SpielMcts(float(seconds))


def own_bot(module: str, factory: str, otherwise: str) -> Bot:
    """Return the bot that a factory in a user's module makes. `otherwise` is the error if the name was not meant as a
    module."""
    make = _factory(module, factory, otherwise)
    spec = f"{module}:{factory}"
    if not callable(make):
        raise ArenaError(
            f"{spec} is {_kind(make)}, nothing that can be called; name a function or a class that makes a bot"
        )
    try:
        made = make()
    except Exception as error:
        raise ArenaError(f"{spec}() made no bot: {failure(error)}") from error
    if not callable(getattr(made, "choose", None)):
        raise ArenaError(
            f"{spec}() made {_kind(made)}, which is no bot: a bot has the method choose(glimpse, luck, stop=None)"
        )
    found: Bot = made
    return found


def _factory(module: str, factory: str, otherwise: str) -> Callable[[], Any]:
    # The user's own bot lies in the current folder, which is not on the path of an installed command.
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        loaded = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise ArenaError(f"the module {module} cannot be imported: {failure(error)}") from error
        raise ArenaError(f"{otherwise}; nor is there a module {module} that could be imported from here") from None
    except Exception as error:
        raise ArenaError(f"the module {module} cannot be imported: {failure(error)}") from error
    if not hasattr(loaded, factory):
        raise ArenaError(f"the module {module} ({loaded.__file__}) has no {factory}; {OTHERS}")
    found: Callable[[], Any] = getattr(loaded, factory)
    return found


def failure(error: BaseException) -> str:
    """Return an error of a user's code in one line, with the place where it happened."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = f" (in {os.path.basename(at.tb_frame.f_code.co_filename)}, line {at.tb_lineno})" if at else ""
    return f"{type(error).__name__}: {error}{place}"


def _kind(thing: object) -> str:
    return f"an object of the type {type(thing).__name__}"

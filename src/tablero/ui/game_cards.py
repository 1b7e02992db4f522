"""Cards of the games, as the lobby and the form of tournaments show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablero.bots import LEVELS
from tablero.core.game import Game
from tablero.games import games
from tablero.ui.language import Language
from tablero.ui.terms_form import options_of

USUAL_LEVEL = 3  # of the bots behind "Play now", and the default of the form
FIRST_LEVEL = 1  # of the bots for a visitor who has not finished a game yet


@dataclass(frozen=True)
class GameExperience:
    """What a visitor knows of one game: tables played and finished, and the first lesson that is not finished.

    `latest` is the id of the latest table against bots, `level` the level that suits the visitor after it.
    """

    played: int = 0
    finished: int = 0
    learned: bool = False  # the first lesson is finished
    lesson: int = 0  # counted from 0; the number of lessons when all are finished
    step: int = 0  # done in that lesson
    level: int = FIRST_LEVEL
    latest: str = ""

    @property
    def new(self) -> bool:
        """Whether the lesson is offered first."""
        return not self.learned and self.played < 2

    @property
    def begun(self) -> bool:
        return self.lesson > 0 or self.step > 0


def chosen_levels(cookie: str, known: Mapping[str, GameExperience]) -> dict[str, int]:
    """Return the level of each game: the one chosen on this device since the latest game, else the one that suits.

    >>> chosen_levels("yaxha.5.~maya.3.abc", {"yaxha": GameExperience(), "maya": GameExperience(latest="xyz")})
    {'yaxha': 5, 'maya': 1}
    """
    levels = {name: one.level for name, one in known.items()}
    for part in cookie[:400].split("~"):
        name, _, rest = part.partition(".")
        level, _, latest = rest.partition(".")
        if name in known and latest == known[name].latest and level in {str(one.number) for one in LEVELS}:
            levels[name] = int(level)
    return levels


def first_table(game: Game) -> tuple[int, Mapping[str, str]]:
    """Return seats and options of a visitor's first table: those of the game's first lesson."""
    begins = next(iter(game.course.lessons.values())).begins
    return begins.seats, begins.options


def cards(language: Language, known: Mapping[str, GameExperience] | None = None) -> list[dict[str, Any]]:
    """Return one dictionary per game for the templates. `known` is empty where nothing is known of the visitor."""
    known = known or {}
    return [
        {
            "game": game,
            "name": game.name,
            "title": game.title,
            "about": language.of(game)(game.card.about),
            "players": f"{game.seats[0]}–{game.seats[-1]}",
            "minutes": game.card.minutes,
            "weight": game.card.weight,
            "bots": (game.seats[-1] if known.get(game.name, GameExperience()).finished else first_table(game)[0]) - 1,
            "known": known.get(game.name, GameExperience()),
            "lessons": tuple(game.course.lessons.values()),
            "options": options_of(game, language),
        }
        for game in games()
    ]

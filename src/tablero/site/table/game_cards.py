"""Cards of the games, as the lobby and the form of tournaments show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablero.core.game import Game
from tablero.games import games
from tablero.store import Store
from tablero.ui.language import Language
from tablero.ui.terms_form import options_of

USUAL_LEVEL = 3  # of the bots behind "Play now", and the default of the form
FIRST_LEVEL = 1  # of the bots for a visitor who has not finished a game yet


@dataclass(frozen=True)
class GameExperience:
    """What a visitor knows of one game: tables played and finished, first lesson begun and finished."""

    played: bool = False
    finished: bool = False
    begun: bool = False
    learned: bool = False

    @property
    def new(self) -> bool:
        """Whether the lesson is offered first."""
        return not self.played and not self.learned

    @property
    def level(self) -> int:
        """The level of the bots behind "Play now"."""
        return USUAL_LEVEL if self.finished else FIRST_LEVEL


async def known_games(store: Store, person: str) -> dict[str, GameExperience]:
    """Return what the visitor with the id `person` knows of each game, by the game's name."""
    tables = [table for table in await store.tables_of(person) if any(h.person == person for h in table.holders)]
    lessons = await store.lesson_progress.of(person)
    known = {}
    for game in games():
        first = lessons.get((game.name, next(iter(game.course.lessons))))
        mine = [table for table in tables if table.game == game.name]
        known[game.name] = GameExperience(
            played=bool(mine),
            finished=any(table.over for table in mine),
            begun=first is not None and not first.finished and first.step > 0,
            learned=first is not None and first.finished,
        )
    return known


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
            "lesson": next(iter(game.course.lessons.values())),
            "options": options_of(game, language),
        }
        for game in games()
    ]

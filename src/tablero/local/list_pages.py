"""The lobby, the lists of lessons and puzzles, and the rulebooks on this device."""

from __future__ import annotations

from datetime import date
from typing import Any

from tablero.analysis.puzzle_set import game_of_day, games_with_puzzles, puzzle_set
from tablero.core.i18n.translator import LANGUAGE_CODES
from tablero.games import GAME_NAMES, games
from tablero.games import game as find_game
from tablero.local.answers import LOCAL_PERSON, LocalAnswer, LocalRequest, NotHere, fragment, page, redirect
from tablero.local.store import LocalStore
from tablero.local.table_pages import TablePages
from tablero.local.thinker import offered_levels
from tablero.table import Table
from tablero.ui.game_cards import cards, chosen_levels
from tablero.ui.lesson_list import lessons_of
from tablero.ui.names import seat_names
from tablero.ui.puzzles.practice import DayPuzzle
from tablero.ui.puzzles.text import difficulty
from tablero.ui.rules.examples import example_of
from tablero.ui.rules.rulebook import Rulebook, book_of, minute_of

TABLES_SHOWN = 6


class ListPages:
    """Pages that lead to tables, and the rules."""

    def __init__(self, store: LocalStore, tables: TablePages) -> None:
        self._store = store
        self._tables = tables

    async def lobby(self, request: LocalRequest) -> LocalAnswer:
        known, language = self._store.experience(), request.language
        offered = {game.name: offered_levels(game) for game in games()}
        chosen = chosen_levels(request.cookies.get("levels", ""), known)
        chosen = {name: min(level, offered[name][-1].number) for name, level in chosen.items()}
        return page(
            "local/lobby.jinja",
            request,
            here="play",
            cards=[{**card, "levels": offered[card["name"]]} for card in cards(language, known)],
            chosen_levels=chosen,
            tables=[self._line(table, request) for table in self._store.tables()[:TABLES_SHOWN]],
        )

    def _line(self, table: Table, request: LocalRequest) -> dict[str, Any]:
        seat, names = table.seat_of(LOCAL_PERSON), seat_names(table, request.language)
        others = [name for other, name in enumerate(names) if other != seat]
        turn = seat in table.actors()
        return {"table": table, "game": table.game, "others": request.language.say.every(others), "turn": turn}

    async def choose_language(self, request: LocalRequest) -> LocalAnswer:
        language, back = request.form.get("language", ""), request.form.get("back", "/")
        if language not in LANGUAGE_CODES:
            raise NotHere
        return redirect(back if back.startswith("/") else "/", language=language)

    # ---------------------------------------------------------------- lessons

    async def learn(self, request: LocalRequest) -> LocalAnswer:
        known, language = self._store.lessons, request.language
        courses = [{"game": game, "lessons": lessons_of(game, known, language)} for game in games()]
        return page("learn/lessons.jinja", request, here="learn", cards=courses)

    async def first_lesson(self, request: LocalRequest, name: str) -> LocalAnswer:
        if name not in GAME_NAMES:
            raise NotHere
        return redirect(f"/learn/{name}/{next(iter(find_game(name).course.lessons))}")

    # ---------------------------------------------------------------- puzzles

    async def puzzles(self, request: LocalRequest) -> LocalAnswer:
        today, first, language = date.today(), game_of_day(date.today()), request.language
        shown = []
        for name in sorted(games_with_puzzles(), key=lambda name: name != first):
            game, known = find_game(name), puzzle_set(name)
            id = known.of_day(today)
            solved = {one for (played, one), kept in self._store.tries.items() if played == name and kept.solved}
            points = known.ratings[id]
            shown.append(
                {
                    "game": game,
                    "day": DayPuzzle(today, name, id, points, name == first, id in solved),
                    "level": difficulty(points, language.say),
                    "rating": None,
                    "count": len(known),
                    "solved": len(solved),
                    "back": 0,
                    "themes": [
                        (theme, language.of(game)(game.themes[theme]), len(ids)) for theme, ids in known.themes.items()
                    ],
                }
            )
        streak = self._tables.streak()
        return page("puzzles/start.jinja", request, here="puzzles", cards=shown, streak=streak, today=today, own=[])

    # ---------------------------------------------------------------- rules

    async def rulebooks(self, request: LocalRequest) -> LocalAnswer:
        books = [(game, *minute_of(game, request.language)) for game in games()]
        return page("rules/rulebooks.jinja", request, here="rules", cards=books)

    async def rulebook(self, request: LocalRequest, name: str) -> LocalAnswer:
        book = _book(request, name)
        drawn = {}
        if request.query.get("pictures") == "all":
            drawn = {id: example_of(name, id, request.language) for id in book.examples}
        context: dict[str, Any] = {
            "book": book,
            "game": book.game,
            "back": self._back(request),
            "games": games(),
            "drawn": drawn,
        }
        return page("rules/rulebook.jinja", request, here="rules", **context)

    async def example(self, request: LocalRequest, name: str, id: str) -> LocalAnswer:
        """Return the pictures of one example, for a rulebook in which it comes into sight."""
        if id not in _book(request, name).examples:
            raise NotHere
        drawn = example_of(name, id, request.language)
        return fragment("rules/parts/pictures.jinja", request, pictures=drawn)

    async def rule(self, request: LocalRequest, name: str, id: str) -> LocalAnswer:
        """Return one rule for the page of a table."""
        book = _book(request, name)
        rule = book.rule(id)
        if rule is None:
            raise NotHere
        examples = [piece.example.id for piece in rule.pieces if piece.example]
        drawn = {id: example_of(name, id, request.language) for id in examples}
        context = {"book": book, "game": book.game, "back": self._back(request), "rule": rule, "drawn": drawn}
        return fragment("rules/parts/rule-sheet.jinja", request, **context)

    def _back(self, request: LocalRequest) -> str:
        """Return the id of the table from which the rules are read."""
        id = request.query.get("table", "")
        return id if self._store.room(id) is not None else ""

    async def luck(self, request: LocalRequest) -> LocalAnswer:
        return page("lobby/luck.jinja", request)


def _book(request: LocalRequest, name: str) -> Rulebook:
    if name not in GAME_NAMES:
        raise NotHere
    return book_of(name, request.language)

"""The rounds and notable moments of a log, as marks of the history strip; only new events are read."""

from __future__ import annotations

from collections.abc import Sequence

from tablero.core.game import Game
from tablero.core.i18n.translator import Translator
from tablero.ui.log_text import Entry, fill_names
from tablero.ui.rendering import symbol
from tablero.ui.strips import Mark


class HistoryMarks:
    """The marks of one log, in one language."""

    def __init__(self, game: Game, say: Translator) -> None:
        self._game = game
        self._say = say
        self._names: tuple[str, ...] = ()
        self._entries: Sequence[Entry] = ()
        self._rounds: list[tuple[object, int]] = []
        self._notable: list[Mark] = []

    def of(
        self, entries: Sequence[Entry], names: tuple[str, ...]
    ) -> tuple[Sequence[tuple[object, int]], Sequence[Mark]]:
        """Return the rounds with the k at which each begins, and the marks of notable events."""
        known = len(self._entries)
        if names != self._names or self._entries != entries[:known]:
            self._names, known = names, 0
            self._rounds, self._notable = [], []
        game = self._game
        for k, event in entries[known:]:
            if "round" in event:
                self._rounds.append((event["round"], k))
            if event["kind"] in game.marks:
                words = fill_names(game.words.line(event, self._say), names, self._say, marks=False)
                self._notable.append((symbol(game.name, game.marks[event["kind"]], 15), words, k))
        self._entries = entries
        return self._rounds, self._notable

"""Telling: sentences with the names of those at the table, and the log line by line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from tablero.core import ink
from tablero.core.game import Words
from tablero.core.speech import Speech

_SEAT = re.compile(r"@([0-3])")

Entry = tuple[int, Mapping[str, Any]]


def tell(sentence: str, names: Sequence[str], say: Speech, marks: bool = True) -> Markup:
    """A sentence with the seats' names where it says @0 to @3, joined as its language joins them."""

    def seat(found: re.Match[str]) -> str:
        number = int(found[1])
        if number >= len(names):
            return found[0]
        shape = ink.seat_mark(number, 16) if marks else ""
        return f'<span class="who">{shape}{escape(names[number])}</span>' if marks else str(escape(names[number]))

    return Markup(_SEAT.sub(seat, str(escape(say.fit(sentence, names)))))


class Chronicle:
    """The log of one page, in one language. What has been told stays as it was; only what is new is put into words."""

    def __init__(self, words: Words, say: Speech) -> None:
        self._words = words
        self._say = say
        self._names: tuple[str, ...] = ()
        self._entries: list[Entry] = []
        self._lines: list[str] = []  # one for each entry; empty for those that need none

    def lines(self, entries: Sequence[Entry], names: tuple[str, ...]) -> list[str]:
        """A line for every entry that needs one."""
        if names != self._names:
            self._names = names
            self._entries = []
        same = self._known(entries)
        if same < len(entries):  # who looks back reads the beginning of what is known
            self._lines = self._lines[:same] + [self._line(*entry) for entry in entries[same:]]
            self._entries = list(entries)
        return list(filter(None, self._lines[: len(entries)]))

    def _known(self, entries: Sequence[Entry]) -> int:
        """How many of them have been told."""
        if self._entries == entries[: len(self._entries)]:  # nearly always: something was added
            return len(self._entries)
        pairs = zip(entries, self._entries, strict=False)
        return next((i for i, (new, old) in enumerate(pairs) if new != old), min(len(entries), len(self._entries)))

    def _line(self, k: int, event: Mapping[str, Any]) -> str:
        words = self._words.line(event, self._say)
        if not words:
            return ""
        kind = ' class="head"' if "round" in event or event["kind"] == "end" else ""
        return f'<li{kind} data-k="{k}">{tell(words, self._names, self._say)}</li>'

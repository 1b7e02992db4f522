"""An index of the rules of all games in one language: SQLite's FTS5 over the stems of words, and a list of words."""

from __future__ import annotations

import re
import sqlite3
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from math import log
from threading import Lock

import snowballstemmer
from babel import Locale, UnknownLocaleError

# How much a rule counts that says a word otherwise than the query, for each kind of finding.
SAID, BEGUN, ALIKE, MISTYPED_WEIGHT = 1.0, 0.6, 0.6, 0.8
COLUMN_WEIGHTS = (5.0, 2.0, 1.0, 0.4)  # title, questions, text, examples and tables
MIN_TYPED = 3  # letters of a word that may have been mistyped
LIKENESS = 0.76  # of a mistyped word and a word of the rules, as difflib counts it

_WORD = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """Return the text without accents and capitals, of the same length.

    >>> fold("Élan Vital")
    'elan vital'
    """
    return "".join(_letter(sign) for sign in text)


@lru_cache(4096)
def _letter(sign: str) -> str:
    plain = unicodedata.normalize("NFKD", sign)[:1].casefold()[:1]
    return plain or sign


def words_of(text: str) -> list[re.Match[str]]:
    """Return the words of a folded text, with their places."""
    return list(_WORD.finditer(text))


@dataclass(frozen=True)
class ReaderWords:
    """Words of readers in one language: those too common to be looked for, and groups that mean the same."""

    common: Sequence[str]
    alike: Sequence[Sequence[str]]


class RuleIndex:
    """The rules of one language, found by stems. May be asked from several threads.

    `rules` are their texts by column: title, questions, text, examples.
    """

    def __init__(self, language: str, rules: Sequence[tuple[str, str, str, str]]) -> None:
        self._stemmer = _stemmer(language)
        self._lock = Lock()
        self._stems: dict[str, str] = {}  # of folded words
        self.spelling: dict[str, str] = {}  # folded words as the rules write them
        self._by_stem: dict[str, set[str]] = defaultdict(set)
        words = _reader_words().get(language)
        self._common = frozenset(words.common) if words else frozenset()
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.execute("CREATE VIRTUAL TABLE rules USING fts5(title, asked, said, shown)")
        for number, rule in enumerate(rules):
            title, asked, said, shown = (" ".join(self._learn(text)) for text in rule)
            # Long tables have a row of their own: a text counts less the longer its row is.
            self._insert(2 * number + 1, title, asked, said, "")
            self._insert(2 * number + 2, "", "", "", shown)
        self._rows = 2 * len(rules)
        self._alike: dict[str, set[str]] = defaultdict(set)
        for line in words.alike if words else ():
            stems = {self.stem(word) for word in line}
            for stem in stems:
                self._alike[stem] |= (stems - {stem}) & self._by_stem.keys()

    def _learn(self, text: str) -> Iterator[str]:
        folded = fold(text)
        for word in words_of(folded):
            self.spelling.setdefault(word[0], text[word.start() : word.end()].lower())
            stem = self.stem(word[0])
            self._by_stem[stem].add(word[0])
            yield stem

    def stem(self, word: str) -> str:
        """Return the stem of a folded word."""
        if word not in self._stems:
            with self._lock:
                stem = self._stemmer.stemWord(word) if self._stemmer else word
            if len(self._stems) > 50_000:
                return stem
            self._stems[word] = stem
        return self._stems[word]

    def telling(self, words: Sequence[str]) -> list[str]:
        """Return the words of a folded query without the most common ones; all of them if there are no others."""
        return [word for word in words if word not in self._common] or list(words)

    def readings(self, word: str, last: bool) -> dict[str, float]:
        """Return the stems that a folded word of a query may mean, with how much each counts; empty if it is unknown.
        An unknown word, and the `last` one, which may still be being typed, mean all words that begin so."""
        stem = self.stem(word)
        found = dict.fromkeys(self._alike.get(stem, ()), ALIKE)
        if len(word) > 1 and (last or stem not in self._by_stem):
            found |= {self._stems[known]: BEGUN for known in self.spelling if known.startswith(word)}
        if stem in self._by_stem:
            found[stem] = SAID
        return found

    def mistyped(self, word: str) -> str:
        """Return the word of the rules that an unknown word of a query is most like; empty if it is like none."""
        if len(word) < MIN_TYPED or len(word) > 30 or word.isdecimal():
            return ""
        known = [other for other in self.spelling if abs(len(other) - len(word)) < 3 and not other.isdecimal()]
        return next(iter(get_close_matches(word, known, 1, LIKENESS)), "")

    def scores(self, readings: dict[str, float]) -> dict[int, float]:
        """Return how well rules fit one word of a query, by their number."""
        rows = {stem: self._matches(stem) for stem in readings}
        rarity = self._rarity(len({row for found in rows.values() for row, _ in found}))
        best: dict[int, float] = defaultdict(float)
        for stem, found in rows.items():
            # A rare word among those that mean the same is no more telling than all of them together.
            weight = readings[stem] * rarity / self._rarity(len(found))
            for row, score in found:
                number = (row - 1) // 2
                best[number] = max(best[number], weight * score)
        return best

    def _rarity(self, rows: int) -> float:
        return log(1 + (self._rows - rows + 0.5) / (rows + 0.5))

    def _insert(self, row: int, *texts: str) -> None:
        self._database.execute(
            "INSERT INTO rules (rowid, title, asked, said, shown) VALUES (?, ?, ?, ?, ?)", (row, *texts)
        )

    def _matches(self, stem: str) -> list[tuple[int, float]]:
        ask = "SELECT rowid, -bm25(rules, ?, ?, ?, ?) FROM rules WHERE rules MATCH ?"
        with self._lock:
            return self._database.execute(ask, (*COLUMN_WEIGHTS, f'"{stem}"')).fetchall()


@lru_cache(1)
def _reader_words() -> dict[str, ReaderWords]:
    """Return the folded words of readers by language."""
    said = tomllib.loads(files("tablero.site.rules").joinpath("search_words.toml").read_text("utf-8"))
    return {
        language: ReaderWords(fold(part["common"]).split(), [fold(line).split() for line in part["alike"]])
        for language, part in said.items()
    }


def _stemmer(language: str) -> snowballstemmer.stemmer | None:
    """Return Snowball's stemmer of a language; None where it has none."""
    try:
        name = (Locale.parse(language).get_display_name("en") or "").partition(" ")[0].lower()
    except UnknownLocaleError:
        return None
    return snowballstemmer.stemmer(name) if name in snowballstemmer.algorithms() else None

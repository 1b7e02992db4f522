"""Search in the guides of all games: titles, text, tables, questions and the texts of drawn examples."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache

from markupsafe import Markup, escape

from tablero.core.game import Game
from tablero.core.i18n.translator import translator_for
from tablero.games import game as find_game
from tablero.games import games
from tablero.site.rules.guide import Block, Rule, guide_of
from tablero.site.rules.reference_tables import tables_of
from tablero.ui.language import Language

MAX_QUERY_LENGTH = 60  # characters; the rest of a query is ignored
MAX_WORDS = 6
MAX_HITS = 8  # of one game
EXCERPT_MARGIN = 70  # characters shown before and after a match

_WORD = re.compile(r"\w+")


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


@dataclass(frozen=True)
class SearchText:
    """A text that can be found: a rule's title, or a part of the rule."""

    words: str

    @cached_property
    def folded(self) -> str:
        return fold(self.words)


@dataclass(frozen=True)
class SearchEntry:
    """A rule with all its texts."""

    id: str
    title: SearchText
    parts: tuple[SearchText, ...]


@dataclass(frozen=True)
class SearchHit:
    """A rule that was found: its title and an excerpt, with the match marked."""

    id: str
    title: Markup
    excerpt: Markup


@dataclass(frozen=True)
class SearchResult:
    """The hits by game; without any, words of the guides that are similar to those of the query."""

    query: str
    games: tuple[tuple[Game, tuple[SearchHit, ...]], ...]
    nearest: tuple[str, ...] = ()


def tidy(query: str) -> str:
    return " ".join(query[: 4 * MAX_QUERY_LENGTH].split())[:MAX_QUERY_LENGTH].strip()


def search(query: str, language: Language, first: str = "") -> SearchResult:
    """Return the rules in which every word of the query begins some word; those of the game `first` come first."""
    query = tidy(query)
    words = _WORD.findall(fold(query))[:MAX_WORDS]
    if not words:
        return SearchResult(query, ())
    order = sorted(games(), key=lambda game: game.name != first)
    found = [(game, _hits(entries_of(game.name, language), words)) for game in order]
    kept = tuple((game, hits) for game, hits in found if hits)
    return SearchResult(query, kept, () if kept else _nearest(words, language))


def _hits(entries: Sequence[SearchEntry], words: Sequence[str]) -> tuple[SearchHit, ...]:
    patterns = [re.compile(rf"\b{re.escape(word)}") for word in words]
    ranked = []
    for number, entry in enumerate(entries):
        texts = [entry.title, *entry.parts]
        if not all(any(pattern.search(text.folded) for text in texts) for pattern in patterns):
            continue
        missing = sum(not pattern.search(entry.title.folded) for pattern in patterns)
        ranked.append((missing, number, entry))
    ranked.sort(key=lambda found: found[:2])
    return tuple(_hit(entry, patterns) for _, _, entry in ranked[:MAX_HITS])


def _hit(entry: SearchEntry, patterns: Sequence[re.Pattern[str]]) -> SearchHit:
    """Return the title, and the text that matches most words of the query."""
    best = max(
        entry.parts,
        key=lambda part: sum(bool(pattern.search(part.folded)) for pattern in patterns),
        default=SearchText(""),
    )
    return SearchHit(entry.id, _marked(entry.title, patterns, 0), _marked(best, patterns, EXCERPT_MARGIN))


def _marked(part: SearchText, patterns: Sequence[re.Pattern[str]], around: int) -> Markup:
    """Return the text with the first match marked; with `around`, only so many characters beside the match."""
    found = min(
        filter(None, (pattern.search(part.folded) for pattern in patterns)),
        key=lambda match: match.start(),
        default=None,
    )
    begin, end = (found.start(), found.end()) if found else (0, 0)
    while found and end < len(part.words) and part.words[end].isalnum():
        end += 1
    left, right = 0, len(part.words)
    if around:
        left = 0 if begin <= around else part.words.find(" ", begin - around) + 1
        right = right if right - end <= around else max(end, part.words.rfind(" ", end, end + around))
        left = min(left, begin)
    before, after = ("… " if left else ""), (" …" if right < len(part.words) else "")
    marked = Markup("<mark>{}</mark>").format(part.words[begin:end]) if found else Markup()
    return escape(before + part.words[left:begin]) + marked + escape(part.words[end:right] + after)


def _nearest(words: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return three words of the guides that are most similar to the first unknown word of the query."""
    known = _vocabulary(language)
    wanted = next((word for word in words if not any(one.startswith(word) for one in known)), words[0])
    close = [word for word in get_close_matches(wanted[:30], known, 4, 0.4) if word != wanted]
    return tuple(known[word] for word in close[:3])


@lru_cache(16)
def _vocabulary(language: Language) -> dict[str, str]:
    """Return the words of all guides: folded, and as they are written."""
    said: dict[str, str] = {}
    for game in games():
        for entry in entries_of(game.name, language):
            for part in (entry.title, *entry.parts):
                for word in _WORD.findall(part.words):
                    if len(word) > 2 and not word.isdecimal():
                        said.setdefault(fold(word), word.lower())
    return said


@lru_cache(64)
def entries_of(name: str, language: Language) -> tuple[SearchEntry, ...]:
    """Return the searchable rules of a game."""
    rules = guide_of(name, language.code).rules
    return tuple(_entry(find_game(name), rule, language) for rule in rules if rule.id)


def _entry(game: Game, rule: Rule, language: Language) -> SearchEntry:
    parts = [SearchText(words) for block in rule.blocks for words in _texts(game, block, language) if words]
    say = language.of(game)
    for option in game.options.values():
        if option.rule == rule.id:
            parts.append(
                SearchText(f"{option.label(say)}: {', '.join(option.choice(value, say) for value in option.choices)}")
            )
    return SearchEntry(rule.id, SearchText(rule.title), tuple(parts))


def _texts(game: Game, block: Block, language: Language) -> Iterator[str]:
    """Yield the texts of a block."""
    if block.kind == "figure":
        example, said = game.figures[block.id], translator_for(f"{game.package}.guide", language.code)
        yield f"{said(example.title)}. {said(example.text)}"
        yield "; ".join(f"{said(words)}: {said(brings)}" for words, brings in example.reckoning)
    elif block.kind == "table":
        shown = tables_of(game.name, language)[block.id]
        yield shown.table.title
        yield from (f"{subject}. {words}" for subject, words in shown.sentences)
        yield shown.table.note
    else:
        yield block.words

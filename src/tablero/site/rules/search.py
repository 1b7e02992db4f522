"""Search in the guides of all games: titles, questions, text, tables, and the texts of drawn examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from markupsafe import Markup, escape

from tablero.core.game import Game
from tablero.core.i18n.translator import translator_for
from tablero.games import game as find_game
from tablero.games import games
from tablero.site.rules.search_index import MISTYPED_WEIGHT, RuleIndex, fold, words_of
from tablero.ui.language import Language
from tablero.ui.rules.guide import Block, Rule, guide_of
from tablero.ui.rules.reference_tables import tables_of

MAX_QUERY_LENGTH = 60  # characters; the rest of a query is ignored
MAX_WORDS = 8
BEST_HITS = 3  # of all games, shown first
MAX_HITS = 8  # of one game
OWN_GAME = 2.5  # how much more a rule counts of the game that is read
WORTH_SHOWING = 0.34  # of the best rule's score
EXCERPT_MARGIN = 70  # characters shown before and after a match


@dataclass(frozen=True)
class SearchText:
    """A text that can be found: a rule's title, or a part of the rule; `column` of the index."""

    words: str
    column: int = 0

    @cached_property
    def folded(self) -> str:
        return fold(self.words)


@dataclass(frozen=True)
class SearchEntry:
    """A rule with all its texts."""

    game: Game
    id: str
    title: SearchText
    parts: tuple[SearchText, ...]

    def column(self, number: int) -> str:
        return " ".join(part.words for part in (self.title, *self.parts) if part.column == number)


@dataclass(frozen=True)
class SearchHit:
    """A rule that was found: its title and an excerpt, with the words marked."""

    game: Game
    id: str
    title: Markup
    excerpt: Markup


@dataclass(frozen=True)
class SearchResult:
    """The best rules, further ones by game, and what became of words of the query that no rule says.

    `mistyped` has words as they were typed and as they were read; `unknown` words were left out.
    """

    query: str
    best: tuple[SearchHit, ...] = ()
    games: tuple[tuple[Game, tuple[SearchHit, ...]], ...] = ()
    mistyped: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def hits(self) -> tuple[SearchHit, ...]:
        return (*self.best, *(hit for _, hits in self.games for hit in hits))


def tidy(query: str) -> str:
    return " ".join(query[: 4 * MAX_QUERY_LENGTH].split())[:MAX_QUERY_LENGTH].strip()


def search(query: str, language: Language, first: str = "") -> SearchResult:
    """Return the rules that say the words of a query in any of their forms, those that say most of them first. The
    rules of the game `first` are preferred."""
    query = tidy(query)
    said = [word[0] for word in words_of(fold(query))][:MAX_WORDS]
    if not said:
        return SearchResult(query)
    entries, index = _indexed(language)
    scores, stems = [0.0] * len(entries), set[str]()
    mistyped, unknown = list[tuple[str, str]](), list[str]()
    for word in index.telling(said):
        readings, weight = index.readings(word, last=word == said[-1]), 1.0
        if not readings and (meant := index.mistyped(word)):
            readings, weight = index.readings(meant, last=False), MISTYPED_WEIGHT
            mistyped.append((word, index.spelling[meant]))
        elif not readings:
            unknown.append(word)
        for number, score in index.scores(readings).items():
            scores[number] += weight * score
        stems |= readings.keys()
    ranked = _ranked(entries, scores, first)
    hits = [_hit(entry, index, stems) for entry in ranked]
    best, more = hits[:BEST_HITS], hits[BEST_HITS:]
    by_game = []
    for game in sorted(games(), key=lambda game: game.name != first):
        if own := tuple(hit for hit in more if hit.game is game)[:MAX_HITS]:
            by_game.append((game, own))
    return SearchResult(query, tuple(best), tuple(by_game), tuple(mistyped), tuple(unknown))


def _ranked(entries: Sequence[SearchEntry], scores: Sequence[float], first: str) -> list[SearchEntry]:
    weighed = [
        (score * (OWN_GAME if entry.game.name == first else 1), -number)
        for number, (entry, score) in enumerate(zip(entries, scores, strict=True))
        if score
    ]
    weighed.sort(reverse=True)
    return [entries[-number] for score, number in weighed if score >= WORTH_SHOWING * weighed[0][0]]


def _hit(entry: SearchEntry, index: RuleIndex, stems: set[str]) -> SearchHit:
    """Return the title, and the text that says most words of the query."""
    best = max(entry.parts, key=lambda part: len(set(_said(part, index, stems))), default=SearchText(""))
    return SearchHit(
        entry.game, entry.id, _marked(entry.title, index, stems, 0), _marked(best, index, stems, EXCERPT_MARGIN)
    )


def _said(part: SearchText, index: RuleIndex, stems: set[str]) -> Iterator[str]:
    return (stem for word in words_of(part.folded) if (stem := index.stem(word[0])) in stems)


def _marked(part: SearchText, index: RuleIndex, stems: set[str], around: int) -> Markup:
    """Return the text with the words found in it marked; with `around`, only so many characters beside the first."""
    found = [word for word in words_of(part.folded) if index.stem(word[0]) in stems]
    begin, end = (found[0].start(), found[0].end()) if found else (0, 0)
    left, right = 0, len(part.words)
    if around:
        left = 0 if begin <= around else part.words.find(" ", begin - around) + 1
        left = min(left, begin)
        right = right if right - end <= 2 * around else max(end, part.words.rfind(" ", end, end + 2 * around))
    said, here = Markup("… " if left else ""), left
    for word in found:
        if word.end() <= right:
            said += escape(part.words[here : word.start()])
            said += Markup("<mark>{}</mark>").format(part.words[word.start() : word.end()])
            here = word.end()
    return said + escape(part.words[here:right] + (" …" if right < len(part.words) else ""))


@lru_cache(16)
def _indexed(language: Language) -> tuple[tuple[SearchEntry, ...], RuleIndex]:
    """Return the rules of all games with their index."""
    entries = tuple(entry for game in games() for entry in entries_of(game.name, language))
    written = {guide_of(game.name, language.code).language for game in games()}
    index = RuleIndex(
        written.pop() if len(written) == 1 else language.code,
        [(entry.column(0), entry.column(1), entry.column(2), entry.column(3)) for entry in entries],
    )
    return entries, index


@lru_cache(64)
def entries_of(name: str, language: Language) -> tuple[SearchEntry, ...]:
    """Return the searchable rules of a game."""
    rules = guide_of(name, language.code).rules
    return tuple(_entry(find_game(name), rule, language) for rule in rules if rule.id)


def _entry(game: Game, rule: Rule, language: Language) -> SearchEntry:
    parts = [text for block in rule.blocks for text in _texts(game, block, language) if text.words]
    say = language.of(game)
    for option in game.options.values():
        if option.rule == rule.id:
            words = f"{option.label(say)}: {', '.join(option.choice(value, say) for value in option.choices)}"
            parts.append(SearchText(words, 3))
    return SearchEntry(game, rule.id, SearchText(rule.title), tuple(parts))


def _texts(game: Game, block: Block, language: Language) -> Iterator[SearchText]:
    """Yield the texts of a block."""
    if block.kind == "figure":
        example, said = game.figures[block.id], translator_for(f"{game.package}.guide", language.code)
        yield SearchText(f"{said(example.title)}. {said(example.text)}", 3)
        yield SearchText("; ".join(f"{said(words)}: {said(brings)}" for words, brings in example.reckoning), 3)
    elif block.kind == "table":
        shown = tables_of(game.name, language)[block.id]
        yield SearchText(shown.table.title, 3)
        yield from (SearchText(f"{subject}. {words}", 3) for subject, words in shown.sentences)
        yield SearchText(shown.table.note, 3)
    else:
        yield SearchText(block.words, 1 if block.kind == "asked" else 2)

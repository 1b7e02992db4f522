"""Search in the guides of all games: titles, text, tables, questions and what is said beside drawn examples."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache

from markupsafe import Markup, escape

from tablero.core.game import Game
from tablero.core.speech import speaker
from tablero.games import games
from tablero.site.guide import Block, Rule, guide_of
from tablero.site.language import Tongue
from tablero.site.references import tables_of

LONGEST = 60  # characters of a query that are looked at
MOST_WORDS = 6
MOST_HITS = 8  # of one game
AROUND = 70  # characters shown before and after what was found

_WORD = re.compile(r"\w+")


def fold(text: str) -> str:
    """Text without accents and capitals, letter by letter: as long as it was.

    >>> fold("Élan Vital")
    'elan vital'
    """
    return "".join(_letter(sign) for sign in text)


@lru_cache(4096)
def _letter(sign: str) -> str:
    plain = unicodedata.normalize("NFKD", sign)[:1].casefold()[:1]
    return plain or sign


@dataclass(frozen=True)
class Part:
    """Something that can be found: a rule's title, or a stretch of what stands in it."""

    words: str

    @cached_property
    def folded(self) -> str:
        return fold(self.words)


@dataclass(frozen=True)
class Place:
    """A rule with all its words."""

    id: str
    title: Part
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Hit:
    """A rule that was found: its title and a stretch of its words, with what was found marked."""

    id: str
    title: Markup
    excerpt: Markup


@dataclass(frozen=True)
class Found:
    """All that was found, game by game; when nothing was, words that are much like those asked for."""

    query: str
    games: tuple[tuple[Game, tuple[Hit, ...]], ...]
    nearest: tuple[str, ...] = ()


def tidy(query: str) -> str:
    return " ".join(query[: 4 * LONGEST].split())[:LONGEST].strip()


def search(query: str, tongue: Tongue, first: str = "") -> Found:
    """The rules in which every word of the query begins some word; those of the game `first` before the others'."""
    query = tidy(query)
    words = _WORD.findall(fold(query))[:MOST_WORDS]
    if not words:
        return Found(query, ())
    order = sorted(games(), key=lambda game: game.name != first)
    found = [(game, _hits(places_of(game.name, tongue), words)) for game in order]
    kept = tuple((game, hits) for game, hits in found if hits)
    return Found(query, kept, () if kept else _nearest(words, tongue))


def _hits(places: Sequence[Place], words: Sequence[str]) -> tuple[Hit, ...]:
    patterns = [re.compile(rf"\b{re.escape(word)}") for word in words]
    ranked = []
    for number, place in enumerate(places):
        texts = [place.title, *place.parts]
        if not all(any(pattern.search(text.folded) for text in texts) for pattern in patterns):
            continue
        missing = sum(not pattern.search(place.title.folded) for pattern in patterns)
        ranked.append((missing, number, place))
    ranked.sort(key=lambda entry: entry[:2])
    return tuple(_hit(place, patterns) for _, _, place in ranked[:MOST_HITS])


def _hit(place: Place, patterns: Sequence[re.Pattern[str]]) -> Hit:
    """The title, and the stretch that has most of what was asked for."""
    told = max(place.parts, key=lambda part: sum(bool(pattern.search(part.folded)) for pattern in patterns), default=Part(""))
    return Hit(place.id, _marked(place.title, patterns, 0), _marked(told, patterns, AROUND))


def _marked(part: Part, patterns: Sequence[re.Pattern[str]], around: int) -> Markup:
    """The words with the first match marked; of a long text the stretch around it."""
    found = min(filter(None, (pattern.search(part.folded) for pattern in patterns)), key=lambda match: match.start(), default=None)
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


def _nearest(words: Sequence[str], tongue: Tongue) -> tuple[str, ...]:
    """Three words of the guides that are most like the first one that none of them says."""
    known = _vocabulary(tongue)
    wanted = next((word for word in words if not any(one.startswith(word) for one in known)), words[0])
    close = [word for word in get_close_matches(wanted[:30], known, 4, 0.4) if word != wanted]
    return tuple(known[word] for word in close[:3])


@lru_cache(16)
def _vocabulary(tongue: Tongue) -> dict[str, str]:
    """The words of all guides: without accents, and as they are written."""
    said: dict[str, str] = {}
    for game in games():
        for place in places_of(game.name, tongue):
            for part in (place.title, *place.parts):
                for word in _WORD.findall(part.words):
                    if len(word) > 2 and not word.isdecimal():
                        said.setdefault(fold(word), word.lower())
    return said


@lru_cache(64)
def places_of(name: str, tongue: Tongue) -> tuple[Place, ...]:
    """The rules of a game as they can be found."""
    game = next(game for game in games() if game.name == name)
    rules = guide_of(name, tongue.language).rules
    return tuple(_place(game, rule, tongue) for rule in rules if rule.id)


def _place(game: Game, rule: Rule, tongue: Tongue) -> Place:
    parts = [Part(words) for block in rule.blocks for words in _told(game, block, tongue) if words]
    say = tongue.of(game)
    for option in game.options.values():
        if option.rule == rule.id:
            parts.append(Part(f"{option.label(say)}: {', '.join(option.choice(value, say) for value in option.choices)}"))
    return Place(rule.id, Part(rule.title), tuple(parts))


def _told(game: Game, block: Block, tongue: Tongue) -> Iterator[str]:
    """What a part of a rule says, in words."""
    if block.kind == "figure":
        figure, said = game.figures[block.id], speaker(f"{game.package}.guide", tongue.language)
        yield f"{said(figure.title)}. {said(figure.text)}"
        yield "; ".join(f"{said(words)}: {said(brings)}" for words, brings in figure.reckoning)
    elif block.kind == "table":
        shown = tables_of(game.name, tongue)[block.id]
        yield shown.table.title
        yield from (f"{about}. {told}" for about, told in shown.sentences)
        yield shown.table.note
    else:
        yield block.words

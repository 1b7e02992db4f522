"""A game's whole guide as a page shows it: rules with their examples, tables, questions and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablero.core.game import Game
from tablero.core.i18n.translator import translator_for
from tablero.games import game as find_game
from tablero.ui.language import Language
from tablero.ui.rules.examples import ExampleText, tell_example
from tablero.ui.rules.guide import Block, Guide, Rule, guide_of
from tablero.ui.rules.reference_tables import ShownTable, tables_of


@dataclass(frozen=True)
class OptionChoice:
    """An option of a table, shown at the rule that it changes: its values by name, the default first."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class RulePart:
    """A part of a rule: HTML, a drawn example or a table."""

    html: str = ""  # from the guide's Markdown, in which HTML is escaped
    example: ExampleText | None = None
    table: ShownTable | None = None


@dataclass(frozen=True)
class RuleCard:
    """A rule as the page shows it."""

    id: str
    title: str
    pieces: tuple[RulePart, ...]
    asked: tuple[str, ...]  # frequent questions with their answers
    options: tuple[OptionChoice, ...]
    also: tuple[tuple[str, str], ...]  # id and title of other rules of the same drawn examples

    @property
    def pictures(self) -> bool:
        """Whether the page needs the game's symbols."""
        return any(piece.example or piece.table for piece in self.pieces)


@dataclass(frozen=True)
class Rulebook:
    """A game's whole guide as the page shows it."""

    game: Game
    guide: Guide
    minute: tuple[str, ...]
    minute_language: str
    chapters: tuple[tuple[str, tuple[RuleCard, ...]], ...]

    @property
    def rules(self) -> tuple[RuleCard, ...]:
        return tuple(rule for _, rules in self.chapters for rule in rules)

    @property
    def pictures(self) -> bool:
        return any(rule.pictures for rule in self.rules)

    @property
    def examples(self) -> tuple[str, ...]:
        """The ids of the drawn examples."""
        return tuple(piece.example.id for rule in self.rules for piece in rule.pieces if piece.example)

    def rule(self, id: str) -> RuleCard | None:
        return next((rule for rule in self.rules if rule.id and rule.id == id), None)


@lru_cache(64)
def book_of(name: str, language: Language) -> Rulebook:
    """Return a game's guide with its examples and tables; it is made once for each language."""
    game = find_game(name)
    guide = guide_of(name, language.code)
    tables = tables_of(name, language)
    chapters = [
        (part.title, tuple(_card(game, guide, rule, tables, language) for rule in part.rules))
        for part in guide.chapters
    ]
    return Rulebook(game, guide, *minute_of(game, language), tuple(chapters))


def minute_of(game: Game, language: Language) -> tuple[tuple[str, ...], str]:
    """Return the game in one minute, and the language of these sentences."""
    say = translator_for(f"{game.package}.lessons", language.code)
    return tuple(say(sentence) for sentence in game.course.minute), say.language


def _card(game: Game, guide: Guide, rule: Rule, tables: Mapping[str, ShownTable], language: Language) -> RuleCard:
    pieces = tuple(_part(game, block, tables, language) for block in rule.blocks if block.kind != "asked")
    asked = tuple(block.html for block in rule.blocks if block.kind == "asked")
    return RuleCard(rule.id, rule.title, pieces, asked, _options(game, rule.id, language), _also(game, guide, rule.id))


def _part(game: Game, block: Block, tables: Mapping[str, ShownTable], language: Language) -> RulePart:
    if block.kind == "figure":
        return RulePart(example=tell_example(game, game.figures[block.id], language))
    if block.kind == "table":
        return RulePart(table=tables[block.id])
    return RulePart(block.html)


def _options(game: Game, rule: str, language: Language) -> tuple[OptionChoice, ...]:
    say = language.of(game)
    changing = [option for option in game.options.values() if rule and option.rule == rule]
    return tuple(
        OptionChoice(option.label(say), tuple(option.choice(value, say) for value in (option.choices or option.among)))
        for option in changing
        if len(option.choices or option.among) > 1
    )


def _also(game: Game, guide: Guide, rule: str) -> tuple[tuple[str, str], ...]:
    titles = dict(guide.contents)
    shared = [example.rules for example in game.figures.values() if rule and rule in example.rules]
    others = dict.fromkeys(other for rules in shared for other in rules if other != rule and other in titles)
    return tuple((other, titles[other]) for other in others)

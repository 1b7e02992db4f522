"""Pages of the rulebooks under /rules, their search, and single rules for the table page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from tablero.core.game import Game
from tablero.core.i18n.translator import translator_for
from tablero.games import GAME_NAMES, games
from tablero.games import game as find_game
from tablero.site.rules.examples import DrawnExample, ExampleText, example_of, tell_example
from tablero.site.rules.guide import Block, Guide, Rule, guide_of
from tablero.site.rules.reference_tables import ShownTable, tables_of
from tablero.site.rules.search import MAX_QUERY_LENGTH, search
from tablero.site.web.language import language_of
from tablero.site.web.page import HtmlRequest, page
from tablero.ui.language import Language
from tablero.ui.rendering import render

_TABLE_ID = re.compile(r"[\w-]{1,64}", re.ASCII)


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
    return Rulebook(game, guide, *_minute(game, language), tuple(chapters))


def _minute(game: Game, language: Language) -> tuple[tuple[str, ...], str]:
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


# ---------------------------------------------------------------- pages


@get("/rules")
async def rulebooks(request: HtmlRequest) -> Response[str]:
    language = language_of(request)
    cards = [(game, *_minute(game, language)) for game in games()]
    return page("rules/rulebooks.jinja", request, here="rules", cards=cards, longest=MAX_QUERY_LENGTH)


@get("/rules/search")
async def find(
    request: HtmlRequest, q: FromQuery[str] = "", game: FromQuery[str] = "", fragment: FromQuery[str] = ""
) -> Response[str]:
    """Search the rules; return a page, or only the list for a page that shows it under its field."""
    language = language_of(request)
    found = await asyncio.to_thread(search, q, language, game)
    if fragment:
        return _fragment("rules/parts/search-results.jinja", language, found=found)
    first = find_game(game) if game in GAME_NAMES else None
    return page(
        "rules/search.jinja",
        request,
        here="rules",
        found=found,
        game=first,
        query=found.query,
        longest=MAX_QUERY_LENGTH,
    )


@get("/rules/{name:str}")
async def rules(
    request: HtmlRequest, name: FromPath[str], table: FromQuery[str] = "", pictures: FromQuery[str] = ""
) -> Response[str]:
    """Show a rulebook; its examples are drawn when they come into sight, or at once with `pictures=all`."""
    context = await _book_context(request, name, table)
    drawn = await _draw(request, context["book"], context["book"].examples) if pictures == "all" else {}
    context |= {"games": games(), "query": "", "longest": MAX_QUERY_LENGTH, "drawn": drawn}
    return page("rules/rulebook.jinja", request, here="rules", **context)


@get("/rules/{name:str}/example/{id:str}")
async def one_example(request: HtmlRequest, name: FromPath[str], id: FromPath[str]) -> Response[str]:
    """Return the pictures of one example, for a rulebook in which it comes into sight."""
    book = (await _book_context(request, name, ""))["book"]
    if id not in book.examples:
        raise NotFoundException
    drawn = await _draw(request, book, (id,))
    return _fragment("rules/parts/pictures.jinja", language_of(request), pictures=drawn[id])


@get("/rules/{name:str}/rule/{id:str}")
async def one_rule(
    request: HtmlRequest, name: FromPath[str], id: FromPath[str], table: FromQuery[str] = ""
) -> Response[str]:
    """Return one rule for the page of a table."""
    context = await _book_context(request, name, table)
    rule = context["book"].rule(id)
    if rule is None:
        raise NotFoundException
    drawn = await _draw(request, context["book"], [piece.example.id for piece in rule.pieces if piece.example])
    return _fragment("rules/parts/rule-sheet.jinja", language_of(request), **context, rule=rule, drawn=drawn)


async def _book_context(request: HtmlRequest, name: str, table: str) -> dict[str, Any]:
    """Return a rulebook and the id of the table to go back to, for a template. Raise NotFoundException."""
    if name not in GAME_NAMES:
        raise NotFoundException
    book = await asyncio.to_thread(book_of, name, language_of(request))
    return {"book": book, "game": book.game, "back": table if _TABLE_ID.fullmatch(table) else ""}


async def _draw(request: HtmlRequest, book: Rulebook, examples: Iterable[str]) -> dict[str, DrawnExample]:
    """Return the pictures of examples by their id."""
    name, language = book.game.name, language_of(request)
    return await asyncio.to_thread(lambda: {id: example_of(name, id, language) for id in examples})


def _fragment(template: str, language: Language, **context: Any) -> Response[str]:
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    return Response(render(template, language, **context), media_type="text/html", headers=headers)


HANDLERS = (rulebooks, find, rules, one_rule, one_example)

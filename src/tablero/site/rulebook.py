"""The rulebook: the pages under /rules, search in them, and one rule by itself for the table page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from tablero.core.game import Game
from tablero.core.speech import speaker
from tablero.games import NAMES, games
from tablero.games import game as find_game
from tablero.site.examples import Example, example_of
from tablero.site.guide import Block, Guide, Rule, guide_of
from tablero.site.language import Tongue, tongue_of
from tablero.site.pages import Visit, page
from tablero.site.references import Tabled, tables_of
from tablero.site.render import render
from tablero.site.search import LONGEST, search

_TABLE = re.compile(r"[\w-]{1,64}", re.ASCII)


@dataclass(frozen=True)
class Choice:
    """An option of a table, shown at the rule that it changes: its values by name, the usual one first."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Piece:
    """A part of a rule: HTML, a drawn example or a table."""

    html: str = ""  # of the guide's own Markdown, in which HTML is only text
    example: Example | None = None
    table: Tabled | None = None


@dataclass(frozen=True)
class Shown:
    """A rule as the page shows it."""

    id: str
    title: str
    pieces: tuple[Piece, ...]
    asked: tuple[str, ...]  # what people ask, with the answers
    options: tuple[Choice, ...]
    also: tuple[tuple[str, str], ...]  # other rules of the same drawn examples: address and title

    @property
    def pictures(self) -> bool:
        """Whether the game's symbols are needed to show it."""
        return any(piece.example or piece.table for piece in self.pieces)


@dataclass(frozen=True)
class Book:
    """A game's whole guide as the page shows it."""

    game: Game
    guide: Guide
    minute: tuple[str, ...]
    minute_language: str
    chapters: tuple[tuple[str, tuple[Shown, ...]], ...]

    @property
    def rules(self) -> tuple[Shown, ...]:
        return tuple(rule for _, rules in self.chapters for rule in rules)

    @property
    def pictures(self) -> bool:
        return any(rule.pictures for rule in self.rules)

    def rule(self, id: str) -> Shown | None:
        return next((rule for rule in self.rules if rule.id and rule.id == id), None)


@lru_cache(64)
def book_of(name: str, tongue: Tongue) -> Book:
    """A game's guide with all that is drawn and tabled in it; made once for each language."""
    game = find_game(name)
    guide = guide_of(name, tongue.language)
    tables = tables_of(name, tongue)
    chapters = [(part.title, tuple(_shown(game, guide, rule, tables, tongue) for rule in part.rules)) for part in guide.chapters]
    return Book(game, guide, *_minute(game, tongue), tuple(chapters))


def _minute(game: Game, tongue: Tongue) -> tuple[tuple[str, ...], str]:
    """The game in one minute, and the language that it is told in."""
    say = speaker(f"{game.package}.lessons", tongue.language)
    return tuple(say(sentence) for sentence in game.course.minute), say.language


def _shown(game: Game, guide: Guide, rule: Rule, tables: Mapping[str, Tabled], tongue: Tongue) -> Shown:
    pieces = tuple(_piece(game, block, tables, tongue) for block in rule.blocks if block.kind != "asked")
    asked = tuple(block.html for block in rule.blocks if block.kind == "asked")
    return Shown(rule.id, rule.title, pieces, asked, _options(game, rule.id, tongue), _also(game, guide, rule.id))


def _piece(game: Game, block: Block, tables: Mapping[str, Tabled], tongue: Tongue) -> Piece:
    if block.kind == "figure":
        return Piece(example=example_of(game.name, block.id, tongue))
    if block.kind == "table":
        return Piece(table=tables[block.id])
    return Piece(block.html)


def _options(game: Game, rule: str, tongue: Tongue) -> tuple[Choice, ...]:
    say = tongue.of(game)
    changing = [option for option in game.options.values() if rule and option.rule == rule]
    return tuple(
        Choice(option.label(say), tuple(option.choice(value, say) for value in (option.choices or option.among)))
        for option in changing
        if len(option.choices or option.among) > 1
    )


def _also(game: Game, guide: Guide, rule: str) -> tuple[tuple[str, str], ...]:
    titles = dict(guide.contents)
    shared = [figure.rules for figure in game.figures.values() if rule and rule in figure.rules]
    others = dict.fromkeys(other for rules in shared for other in rules if other != rule and other in titles)
    return tuple((other, titles[other]) for other in others)


# ---------------------------------------------------------------- pages


@get("/rules")
async def rulebooks(request: Visit) -> Response[str]:
    tongue = tongue_of(request)
    cards = [(game, *_minute(game, tongue)) for game in games()]
    return page("rulebooks.jinja", request, here="rules", cards=cards, longest=LONGEST)


@get("/rules/search")
async def find(request: Visit, q: FromQuery[str] = "", game: FromQuery[str] = "", fragment: FromQuery[str] = "") -> Response[str]:
    """What the rules say about some words: a page, or the list alone for a page that shows it under its field."""
    tongue = tongue_of(request)
    found = await asyncio.to_thread(search, q, tongue, game)
    if fragment:
        return _fragment("parts/found.jinja", tongue, found=found)
    first = find_game(game) if game in NAMES else None
    return page("found.jinja", request, here="rules", found=found, game=first, query=found.query, longest=LONGEST)


@get("/rules/{name:str}")
async def rules(request: Visit, name: FromPath[str], table: FromQuery[str] = "") -> Response[str]:
    if name not in NAMES:
        raise NotFoundException
    book = await asyncio.to_thread(book_of, name, tongue_of(request))
    back = table if _TABLE.fullmatch(table) else ""
    return page(
        "rules.jinja", request, here="rules", book=book, game=book.game, games=games(), back=back, query="", longest=LONGEST
    )


@get("/rules/{name:str}/rule/{id:str}")
async def one_rule(request: Visit, name: FromPath[str], id: FromPath[str], table: FromQuery[str] = "") -> Response[str]:
    """One rule by itself, for the page of a table."""
    if name not in NAMES:
        raise NotFoundException
    tongue = tongue_of(request)
    book = await asyncio.to_thread(book_of, name, tongue)
    rule = book.rule(id)
    if rule is None:
        raise NotFoundException
    back = table if _TABLE.fullmatch(table) else ""
    return _fragment("parts/one-rule.jinja", tongue, book=book, game=book.game, rule=rule, back=back)


def _fragment(template: str, tongue: Tongue, **context: Any) -> Response[str]:
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    return Response(render(template, tongue, **context), media_type="text/html", headers=headers)


HANDLERS = (rulebooks, find, rules, one_rule)

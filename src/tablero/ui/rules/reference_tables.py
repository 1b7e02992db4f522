"""Reference tables of a guide, made from the component data; also as sentences, with the sources of the data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablero.core.game import Game
from tablero.core.i18n.translator import Translator
from tablero.core.option import facts_with
from tablero.core.teaching.reference_table import ReferenceTable
from tablero.games import game as find_game
from tablero.ui.language import Language

EMPTY_CELLS = ("", "–", "-", "—")
FLAG = "_confirmed"


@dataclass(frozen=True)
class ShownTable:
    """A reference table as a page shows it; `doubtful` of its `entries` are not confirmed by the printed rules."""

    table: ReferenceTable
    sentences: tuple[tuple[str, str], ...]  # the subject of a row, and its cells in words
    entries: int
    doubtful: int


@lru_cache(64)
def tables_of(name: str, language: Language) -> Mapping[str, ShownTable]:
    """Return the tables of a game's guide by id; they are made once for each language."""
    return make_tables(find_game(name), language)


def make_tables(game: Game, language: Language) -> dict[str, ShownTable]:
    if game.tables is None:
        return {}
    facts = facts_with(game.facts, game.options, game.defaults)
    flags = dict(_flags(facts))
    return {table.id: _shown(table, flags, language.say) for table in game.tables(facts, language.of(game))}


def _shown(table: ReferenceTable, flags: Mapping[str, bool], say: Translator) -> ShownTable:
    known = [found for cover in table.covers if (found := flags.get(cover)) is not None]
    return ShownTable(table, tuple(_sentences(table, say)), len(known), known.count(False))


def _sentences(table: ReferenceTable, say: Translator) -> Iterator[tuple[str, str]]:
    for row in table.rows:
        cells = [(column, cell.words) for column, cell in zip(table.columns[1:], row[1:], strict=False)]
        filled = [f"{column}: {words}" if column else words for column, words in cells if words not in EMPTY_CELLS]
        yield row[0].words, say.separated(filled)


def _flags(facts: Mapping[str, Any], place: str = "", confirmed: bool = True) -> Iterator[tuple[str, bool]]:
    """Yield whether data are confirmed, by dotted path and by component id. An entry without a flag of its own has
    that of the entry around it; `beyond_table_confirmed` is the flag of what begins with `beyond_table`."""
    confirmed = bool(facts.get("confirmed", confirmed)) and not facts.get("reconstructed", False)
    if place:
        yield place, confirmed
    if isinstance(id := facts.get("id"), str):
        yield id, confirmed
    apart = {name.removesuffix(FLAG): bool(flag) for name, flag in facts.items() if name.endswith(FLAG)}
    for name, value in facts.items():
        here = f"{place}.{name}" if place else name
        if isinstance(value, Mapping):
            yield from _flags(value, here, confirmed)
            continue
        yield here, next((flag for start, flag in apart.items() if name.startswith(start)), confirmed)
        if isinstance(value, list):
            for number, entry in enumerate(value):
                if isinstance(entry, Mapping):
                    yield from _flags(entry, f"{here}.{number}", confirmed)
                else:
                    yield f"{here}.{number}", confirmed

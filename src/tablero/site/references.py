"""The reference tables of a guide: made from the component data, with the same as sentences and with where the data come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablero.core.game import Game
from tablero.core.option import facts_with
from tablero.core.reference import Reference
from tablero.games import game as find_game
from tablero.site.language import Tongue

NOTHING = ("", "–", "-", "—")


@dataclass(frozen=True)
class Tabled:
    """A table as a page shows it; `doubtful` of its `entries` are not confirmed by the printed rules."""

    table: Reference
    sentences: tuple[tuple[str, str], ...]  # what a row is about, and what is said of it
    entries: int
    doubtful: int


@lru_cache(64)
def tables_of(name: str, tongue: Tongue) -> Mapping[str, Tabled]:
    """The tables of a game's guide by their ids."""
    return make_tables(find_game(name), tongue)


def make_tables(game: Game, tongue: Tongue) -> dict[str, Tabled]:
    if game.tables is None:
        return {}
    facts = facts_with(game.facts, game.options, game.defaults)
    flags = dict(_flags(facts))
    return {table.id: _tabled(table, flags) for table in game.tables(facts, tongue.of(game))}


def _tabled(table: Reference, flags: Mapping[str, bool]) -> Tabled:
    known = [found for cover in table.covers if (found := flags.get(cover)) is not None]
    return Tabled(table, tuple(_sentences(table)), len(known), known.count(False))


def _sentences(table: Reference) -> Iterator[tuple[str, str]]:
    for row in table.rows:
        cells = [(column, cell.words) for column, cell in zip(table.columns[1:], row[1:], strict=False)]
        told = [f"{column}: {words}" if column else words for column, words in cells if words not in NOTHING]
        yield row[0].words, "; ".join(told)


def _flags(facts: Mapping[str, Any], place: str = "", confirmed: bool = True) -> Iterator[tuple[str, bool]]:
    """Whether the data are confirmed, by their dotted places and by the ids of components. What says nothing itself is as
    what it stands in."""
    confirmed = bool(facts.get("confirmed", confirmed)) and not facts.get("reconstructed", False)
    if place:
        yield place, confirmed
    if isinstance(id := facts.get("id"), str):
        yield id, confirmed
    for name, value in facts.items():
        here = f"{place}.{name}" if place else name
        if isinstance(value, Mapping):
            yield from _flags(value, here, confirmed)
            continue
        yield here, confirmed
        if isinstance(value, list):
            for number, entry in enumerate(value):
                if isinstance(entry, Mapping):
                    yield from _flags(entry, f"{here}.{number}", confirmed)
                else:
                    yield f"{here}.{number}", confirmed

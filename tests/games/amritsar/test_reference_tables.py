"""The tables of the guide: everything in the box is in one of them, and its numbers are the box's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from tablero.core.errors import BadFacts
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for, untranslated
from tablero.core.teaching.reference_table import ReferenceTable
from tablero.games.amritsar.components import NOTES
from tablero.games.amritsar.reference_tables import tables

from .position import GAME

# What the text of the rules says; no component.
IN_WORDS = {
    "enums",
    "rulings",
    "movement_token",
    "knowledge_rules",
    "objective_rules",
    "district_tile_rules",
    "district_tile_themes",
    "turn",
    "setup.spare_workers_two_players",
    "setup.spare_workers_otherwise",
    "setup.temple_tiles",
    "setup.bridge_tiles",
    "setup.free_first_objective",
    "setup.free_first_mahout",
    "setup.setup_order",
    "setup.second_maharaja_token",
    "player_board.zones",
    "board.score_track_max",
    "board.score_rules",
    "board.elephants_per_district_max",
    "board.elephant_path",
    "board.maharaja.spaces",
    "board.maharaja.direction",
    "board.maharaja.steps_per_round",
    "donation_rules",
    "temple_rules.ties",
    "temple_rules.min_counters_to_score",
    "temple_rules.values",
    "board.sections.per_district",
    "board.district",
    "board.market_rules",
    "warehouse_rules",
    "bridge_rules.flip_at_decade_end",
    "final_scoring.tie_break",
    "solo.base_setup",
    "solo.human_is_start_player",
    "solo.maharaja_ends_round",
    "solo.start_elephant",
}
# The points of a donation are on its tile; this is the rule by which the tiles were made.
TOLD_ELSEWHERE = {"donation_levels.pp"}

Place = tuple[Any, ...]


def leaves(value: Any, place: Place = (), ids: tuple[str, ...] = ()) -> Iterator[tuple[Place, tuple[str, ...], Any]]:
    """Everything that the facts say: where, inside which components, what."""
    if isinstance(value, dict):
        own = (*ids, value["id"]) if isinstance(value.get("id"), str) else ids
        for name, inside in value.items():
            if name not in NOTES and name != "id":
                yield from leaves(inside, (*place, name), own)
    elif isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        for number, inside in enumerate(value):
            yield from leaves(inside, (*place, number), ids)
    else:
        yield place, ids, value


def ids_in(value: Any) -> Iterator[str]:
    """The ids of all components."""
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for inside in value.values():
            yield from ids_in(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from ids_in(inside)


def among(place: Place, dotted: set[str]) -> bool:
    """Whether a place or something it stands in is named."""
    names = list(map(str, place))
    return any(".".join(names[:n]) in dotted for n in range(1, len(names) + 1))


def changed(facts: Any, place: Place, value: Any) -> Any:
    if not place:
        return value
    first, *rest = place
    if isinstance(facts, list):
        return [changed(one, tuple(rest), value) if n == first else one for n, one in enumerate(facts)]
    return {**facts, first: changed(facts[first], tuple(rest), value)}


def made() -> list[ReferenceTable]:
    return list(tables(GAME.facts, untranslated))


COVERED = {cover for table in made() for cover in table.covers}


def test_everything_in_the_box_is_in_a_table() -> None:
    missing = {
        ".".join(map(str, place))
        for place, ids, _ in leaves(GAME.facts)
        if not (set(ids) & COVERED or among(place, COVERED | IN_WORDS | TOLD_ELSEWHERE))
    }
    assert missing == set()
    assert set(ids_in(GAME.facts)) <= COVERED


def test_the_tables_cover_nothing_that_the_facts_do_not_have() -> None:
    known = set(ids_in(GAME.facts))
    for place, _, _ in leaves(GAME.facts):
        known |= {".".join(map(str, place[:n])) for n in range(1, len(place) + 1)}
    assert known >= COVERED | IN_WORDS | TOLD_ELSEWHERE


@pytest.mark.parametrize(
    ("lists", "count"),
    [
        ("district_tile", 12),
        ("action", 17),
        ("mahout_tile", 7),
        ("warehouse", 15),
        ("bridge_tile", 6),
        ("temple_tile", 4),
        ("objective", 24),
        ("knowledge_track", 3),
        ("donation_tile", 12),
    ],
)
def test_every_component_has_its_table(lists: str, count: int) -> None:
    ids = {entry["id"] for entry in GAME.facts[lists]}
    assert len(ids) == count
    assert ids <= COVERED


def test_the_numbers_follow_the_facts() -> None:
    """Each number of a table's data, changed by itself, changes a table; data that cannot be played are left out."""
    before, tried = made(), 0
    for place, ids, value in leaves(GAME.facts):
        if isinstance(value, bool) or not (set(ids) & COVERED or among(place, COVERED)):
            continue
        numbers = value if isinstance(value, list) else [value]
        for k, number in enumerate(numbers):
            if not isinstance(number, int) or place[-1] == "min" or (place[-1] == "n" and "cells" in place):
                continue  # the least for a majority is said in words; cells are numbered by their order
            other = [*numbers[:k], number + 1, *numbers[k + 1 :]] if isinstance(value, list) else number + 1
            facts = changed(GAME.facts, place, other)
            try:
                after = list(tables(facts, untranslated))
            except (BadFacts, LookupError):
                continue
            tried += 1
            assert after != before, f"{'.'.join(map(str, place))} is in no table"
    assert tried > 250


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_tables_are_whole_in_every_language(language: str) -> None:
    found = tables(GAME.facts, translator_for(GAME.package, language))
    assert len({table.id for table in found}) == len(found) == 23
    for table in found:
        assert table.title
        assert table.rows
        for row in table.rows:
            assert len(row) == len(table.columns), table.id
            assert all(cell.words and "{" not in cell.words for cell in row), table.id
            for cell in row:
                if cell.picture:
                    ElementTree.fromstring(cell.picture)


def test_what_is_reconstructed_bears_a_star() -> None:
    sure = changed(GAME.facts, ("warehouse", 0, "reconstructed"), False)
    (before,) = [table for table in made() if table.id == "warehouses"]
    (after,) = [table for table in tables(sure, untranslated) if table.id == "warehouses"]
    assert before.rows[0][0].words == f"{after.rows[0][0].words} *"
    assert "reconstructed" in before.note


def test_the_maharaja_takes_what_the_table_says() -> None:
    (table,) = [table for table in made() if table.id == "solo-actions"]
    blue = next(row[1].words for row in table.rows if row[0].words == "Blue")
    assert blue.endswith("2 marble in decade I, 1 marble and 1 copper in decade II, 1 copper and 1 gold in decade III.")
    assert [row[0].words for row in table.rows] == ["Yellow", "Blue", "White", "Green"]

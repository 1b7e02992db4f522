"""The tables of the guide: everything in the box is in one of them, and their numbers are those of the facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tablero.core.facts import fact
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for, untranslated
from tablero.core.teaching.reference_table import ReferenceTable
from tablero.games.yaxha.components import house_facts
from tablero.games.yaxha.reference_tables import tables
from tablero.ui.language import Language
from tablero.ui.rules.reference_tables import tables_of

from .test_facts import changed

# Parts of the facts that are components, or numbers that a player looks up.
LOOKED_UP = (
    "components",
    "setup.rounds",
    "setup.cubes_per_market_tile",
    "setup.cubes_per_player_per_game",
    "setup.bonus_cards_in_play",
    "setup.by_players",
    "pyramid.levels",
    "pyramid.level_sizes",
    "pyramid.level_capacity",
    "pyramid.capacity",
    "visibility.visible_per_level_complete",
    "visibility.visible_in_complete_pyramid",
    "scoring.points_by_group_size",
    "scoring.beyond_table_points",
    "bonus.points_each",
    "round.swap.tied_2",
    "round.swap.tied_3",
    "round.swap.tied_4",
)
TOLD_OTHERWISE = {
    "pyramid.levels",  # as many rows as there are levels
    "scoring.points_by_group_size.0",  # a group of nothing
}


def words(table: ReferenceTable) -> list[str]:
    return [table.title, *table.columns, *(cell.words for row in table.rows for cell in row), table.note]


def numbers(value: Any, place: str) -> Iterator[str]:
    """The places of all numbers in a part of the facts."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from numbers(part, f"{place}.{name}")
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from numbers(part, f"{place}.{number}")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield place


def test_every_component_is_in_a_table() -> None:
    facts = house_facts()
    covered = {place for table in tables(facts, untranslated) for place in table.covers}
    cards = {card["id"] for card in facts["bonus"]["card"]}
    colours = {colour["id"] for colour in facts["components"]["colour"]}
    assert len(cards) == 18
    assert cards | colours <= covered
    for place in LOOKED_UP:
        found = fact(facts, place)
        within = (
            [f"{place}.{name}" for name in found if name not in ("confirmed", "source")]
            if isinstance(found, dict)
            else [place]
        )
        if isinstance(found, list) and place not in covered:
            within = [f"{place}.{number}" for number in range(len(found))]
        assert set(within) <= covered, place


def test_what_is_covered_is_in_the_facts() -> None:
    facts = house_facts()
    ids = {part["id"] for parts in (facts["bonus"]["card"], facts["components"]["colour"]) for part in parts}
    for table in tables(facts, untranslated):
        for place in table.covers - ids:
            fact(facts, place)


def test_numbers_follow_the_facts() -> None:
    """Every number that a table covers is read from the facts: another one changes what the table says."""
    facts = house_facts()
    before = {table.id: words(table) for table in tables(facts, untranslated)}
    tried = 0
    for table in tables(facts, untranslated):
        for covered in table.covers:
            if "." not in covered:
                continue
            for place in numbers(fact(facts, covered), covered):
                if place in TOLD_OTHERWISE:
                    continue
                after = {other.id: words(other) for other in tables(changed((place, 777)), untranslated)}
                assert after != before, place
                assert any("777" in word for said in after.values() for word in said), place
                tried += 1
    assert tried > 50


def test_a_colour_is_counted_by_its_own_number() -> None:
    box = next(
        table for table in tables(changed(("components.colour.2.count", 777)), untranslated) if table.id == "box"
    )
    assert [row[1].words for row in box.rows[:5]] == ["24 cubes", "24 cubes", "777 cubes", "24 cubes", "24 cubes"]


def test_a_host_may_leave_out_what_is_the_house_s_anyway() -> None:
    facts = house_facts()
    short = {name: facts[name] for name in ("scoring", "bonus", "setup")}
    assert [words(table) for table in tables(short, untranslated)] == [
        words(table) for table in tables(facts, untranslated)
    ]


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_tables_are_rectangles_without_empty_heads(language: str) -> None:
    found = tables(house_facts(), translator_for("tablero.games.yaxha", language))
    assert len({table.id for table in found}) == len(found) == 6
    for table in found:
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert all(row[0].words for row in table.rows)
        assert all(table.columns)
        assert not any("{" in word for word in words(table))


def test_the_page_counts_as_many_bonus_cards_as_there_are_rows() -> None:
    shown = tables_of("yaxha", Language("en"))["cards"]
    assert (shown.entries, len(shown.table.rows), shown.doubtful) == (18, 18, 3)


def test_swaps_turn_the_order_of_those_tied_round() -> None:
    swaps = next(table for table in tables(house_facts(), untranslated) if table.id == "swaps")
    assert [[cell.words for cell in row] for row in swaps.rows] == [
        ["2 players", "swaps with place 2", "swaps with place 1", "–", "–"],
        ["3 players", "swaps with place 3", "keeps the stone", "swaps with place 1", "–"],
        ["4 players", "swaps with place 4", "swaps with place 3", "swaps with place 2", "swaps with place 1"],
    ]

"""The tables of the guide: everything in the box is in one of them, and their numbers are those of the facts."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from tablero.core.facts import fact
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for, untranslated
from tablero.core.teaching.reference_table import ReferenceTable
from tablero.games.maya.reference_tables import tables

from .position import GAME

FACTS: Any = GAME.facts


def changed(place: str, value: Any) -> Any:
    made: Any = copy.deepcopy(FACTS)
    *way, last = [int(part) if part.isdecimal() else part for part in place.split(".")]
    inside = made
    for part in way:
        inside = inside[part]
    inside[last] = value
    return made


def words(table: ReferenceTable) -> list[str]:
    return [table.title, *table.columns, *(cell.words for row in table.rows for cell in row), table.note]


def named(facts: Any, say: Any = untranslated) -> dict[str, ReferenceTable]:
    return {table.id: table for table in tables(facts, say)}


def numbers(value: Any, place: str) -> Iterator[str]:
    """The places of all numbers in a part of the facts."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from numbers(part, f"{place}.{name}")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield place


def test_every_component_is_in_a_table() -> None:
    covered = {place for table in tables(FACTS, untranslated) for place in table.covers}
    crops = {crop["id"] for crop in FACTS["tiles"]["crops"]}
    temples = {temple["name"] for temple in FACTS["board"]["temples"]}
    areas = {area["id"] for area in FACTS["board"]["areas"]}
    assert (len(crops), len(temples), len(areas)) == (4, 13, 4)
    assert crops | temples | areas <= covered
    assert {f"components.{name}" for name, value in FACTS["components"].items() if type(value) is int} <= covered
    for part in ("areas", "temples", "limit_covers"):
        assert {f"board.{part}.{number}" for number in range(len(FACTS["board"][part]))} <= covered
    assert {f"city_scoring.table.{number}" for number in range(len(FACTS["city_scoring"]["table"]))} <= covered
    assert {f"tiles.distribution.{crop}" for crop in crops} <= covered
    assert {"setup.starting_rack", "setup.areas_in_play.mandatory_area", "setup.initial_temple.temple"} <= covered
    assert {
        "actions.expand.draw_after",
        "actions.expand.draw_after_if_rack_was_empty",
        "actions.expand.rack_limit",
    } <= covered
    assert {"end_of_game.tie_breaks.es_2021", "end_of_game.tie_breaks.fr_2019"} <= covered


def test_what_is_covered_is_in_the_facts() -> None:
    for table in tables(FACTS, untranslated):
        for place in table.covers:
            if "." in place:
                fact(FACTS, place)


def test_numbers_follow_the_facts() -> None:
    """Every number that a table covers is read from the facts: another one is told."""
    tried = 0
    for table in tables(FACTS, untranslated):
        for covered in table.covers:
            if "." not in covered or covered.startswith("board.") or covered == "tiles.per_player":
                continue  # the map must fit together; the tiles of a player are counted
            for place in numbers(fact(FACTS, covered), covered):
                if place.endswith(".size"):
                    continue
                if covered == "city_scoring.shares":  # a note: what ties pay is worked out from the table of cities
                    assert tables(changed(place, 777), untranslated) == tables(FACTS, untranslated)
                    continue
                after = [word for other in tables(changed(place, 777), untranslated) for word in words(other)]
                assert any("777" in word for word in after), place
                tried += 1
    assert tried > 30


def test_areas_temples_and_limit_tiles_follow_the_map() -> None:
    found = named(FACTS)
    assert [cell.words for cell in found["areas"].rows[2]] == [
        "2",
        "blue and red",
        "72",
        "7",
        "7 for two spaces, 1 for one",
    ]
    made = changed("board.limit_covers", [])
    assert named(made)["areas"].rows[2][4].words == "0 for two spaces, 15 for one"
    made = changed("setup.initial_temple.temple", "Caracol")
    start = [row[0].words for row in named(made)["temples"].rows if row[2].words == "yes"]
    assert start == ["Caracol"]
    made = changed("board.temples.1.highlighted", True)
    assert named(made)["temples"].rows[1][3].words == "yes"


def test_shares_are_those_of_the_facts() -> None:
    """The facts list what ties pay: the same as the table works out."""
    shares, cities = FACTS["city_scoring"]["shares"], named(FACTS)["cities"]
    for column, name in (
        (3, "tie_first_2"),
        (4, "tie_first_3"),
        (5, "tie_first_4"),
        (6, "tie_second_2"),
        (7, "tie_second_3"),
    ):
        assert [row[column].words for row in cities.rows] == [str(shares[name][str(size)]) for size in range(1, 6)]
    richer = named(changed("city_scoring.table.4.first", 777))["cities"].rows[4]
    second = FACTS["city_scoring"]["table"][4]["second"]
    assert [cell.words for cell in richer[3:6]] == [str(-(-(777 + second) // tied)) for tied in (2, 3, 4)]


def test_a_host_may_leave_out_what_is_the_house_s_anyway() -> None:
    short = {name: FACTS[name] for name in ("board", "tiles", "setup", "actions", "city_scoring")}
    assert [words(table) for table in tables(short, untranslated)] == [
        words(table) for table in tables(FACTS, untranslated)
    ]


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_tables_are_rectangles_without_empty_heads(language: str) -> None:
    found = tables(FACTS, translator_for("tablero.games.maya", language))
    assert len({table.id for table in found}) == len(found) == 7
    for table in found:
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert all(row[0].words for row in table.rows)
        assert all(table.columns)
        assert not any("{" in word for word in words(table))

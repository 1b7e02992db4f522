"""The tables of Tzolk'in's guide: everything in the box is in one of them, and they tell what the facts say."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import pytest

import tablero
from tablero.core.facts import fact
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for, untranslated
from tablero.core.teaching.reference_table import ReferenceTable
from tablero.games.tzolkin.reference_tables import tables

GAME = tablero.game("tzolkin")
FACTS = GAME.facts


def told(facts: Mapping[str, Any]) -> dict[str, ReferenceTable]:
    return {table.id: table for table in tables(facts, untranslated)}


def words(table: ReferenceTable) -> list[list[str]]:
    return [[cell.words for cell in row] for row in table.rows]


def changed(place: str, value: Any) -> dict[str, Any]:
    """The facts with another value at a dotted place."""
    facts = copy.deepcopy(dict(FACTS))
    where, _, name = place.rpartition(".")
    found = fact(facts, where)
    found[int(name) if isinstance(found, list) else name] = value
    return facts


def components() -> Iterator[str]:
    """Every component of the facts: all that has an id, and every entry of their lists."""
    for part in ("gears", "temples", "technologies", "buildings", "monuments", "wealth"):
        yield from (one["id"] for one in FACTS[part])
    for part, inner in (("gears", "actions"), ("temples", "steps")):
        yield from (f"{part}.{k}.{inner}.{j}" for k, one in enumerate(FACTS[part]) for j in range(len(one[inner])))
    yield from (f"temples.{k}.bonus_highest" for k in range(len(FACTS["temples"])))
    yield from (f"setup.by_players.{k}" for k in range(len(FACTS["setup"]["by_players"])))
    yield from (f"calendar.food_days.{k}" for k in range(len(FACTS["calendar"]["food_days"])))
    for part in ("market.corn_value", "jungle.stacks"):
        yield from (f"{part}.{name}" for name in fact(FACTS, part))
    # What is a sum of other numbers or lies in front of nobody has no line of its own.
    counted = set(FACTS["components"]) - {"markers_per_player", "buildings_total", "confirmed", "src"}
    yield from (f"components.{name}" for name in counted)
    yield from ("placement.marginal_surcharge", "placement.cumulative_surcharge", "technology_rules.cost_in_resources")
    yield from ("feeding.corn_per_worker", "feeding.vp_lost_per_unfed_worker")
    yield from ("final_scoring.corn_per_vp", "final_scoring.vp_per_unused_skull")


def test_everything_in_the_box_is_in_a_table() -> None:
    covered = set().union(*(table.covers for table in told(FACTS).values()))
    assert set(components()) == covered


def test_what_a_table_covers_is_in_it() -> None:
    """As many tiles as the facts have are counted, and each gear has all its actions."""
    found = told(FACTS)
    for age in (1, 2):
        rows = words(found[f"buildings-{age}"])
        assert sum(int(row[-1]) for row in rows) == FACTS["components"][f"buildings_age_{age}"]
    assert len(found["monuments"].rows) == len(FACTS["monuments"])
    assert len(found["wealth"].rows) == len(FACTS["wealth"])
    assert [len(row) for row in found["gears"].rows] == [7] * 4
    assert [row[0] for row in words(found["offerings"])] == [f"Chichen Itza {k}" for k in range(1, 11)]
    heights = [sum(bool(row[t]) for row in words(found["temples"])[:-2]) for t in (1, 2, 3)]
    assert heights == [len(one["steps"]) for one in FACTS["temples"]]


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_every_row_has_as_many_cells_as_there_are_columns(language: str) -> None:
    found = tables(FACTS, translator_for(GAME.package, language))
    assert len({table.id for table in found}) == len(found) == 16
    for table in found:
        assert table.title
        assert table.rows
        for row in table.rows:
            assert len(row) == len(table.columns), table.id
            assert row[0].words, table.id
            assert not any("{" in cell.words for cell in row), table.id


def test_the_signs_are_those_of_the_board() -> None:
    art = GAME.drawing.symbols()
    for table in told(FACTS).values():
        for sign in re.findall(r'href="#([\w-]+)"', "".join(cell.picture for row in table.rows for cell in row)):
            assert f'id="{sign}"' in art, f"{table.id}: {sign}"


@pytest.mark.parametrize(
    ("place", "value", "table", "text"),
    [
        ("components.crystal_skulls", 17, "box", "17"),
        ("setup.by_players.0.dummy_workers", 9, "players", "9"),
        ("wealth.0.effects", [{"kind": "gain", "gold": 7}], "wealth", "7 gold"),
        ("wealth.2.dummy.position", 6, "wealth", "Palenque 6"),
        ("gears.0.actions.1.corn", 8, "gears", "fish: 8 corn"),
        ("gears.0.actions.4.wood", 6, "jungle", "6 wood"),
        ("gears.4.actions.9.vp", 21, "offerings", "21 points"),
        ("market.corn_value.gold", 6, "market", "6 corn"),
        ("market.corn_value.gold", 6, "final", "counts as 6 corn"),
        ("buildings.0.cost", {"stone": 5}, "buildings-1", "5 stone"),
        ("buildings.0.cost", {"stone": 5}, "farms", "5 stone"),
        ("buildings.23.effects", [{"kind": "vp", "vp": 19}], "buildings-2", "19 points"),
        ("monuments.1.score.vp", 9, "monuments", "9 points for each own building and monument"),
        (
            "monuments.2.score.vp_by_players.2",
            8,
            "monuments",
            "with two, three or four players 8, 5 or 4 points for each monument that anybody has built",
        ),
        ("temples.0.steps.6.vp", 23, "temples", "23 points"),
        ("temples.1.bonus_highest.age_2", 11, "temples", "11 points"),
        ("calendar.food_days.0.round", 7, "food-days", "Round 7"),
        ("final_scoring.vp_per_unused_skull", 5, "final", "5 points"),
    ],
)
def test_tables_follow_other_facts(place: str, value: Any, table: str, text: str) -> None:
    assert text not in chain.from_iterable(words(told(FACTS)[table]))
    assert text in chain.from_iterable(words(told(changed(place, value))[table]))


def test_notes_follow_other_facts() -> None:
    assert told(FACTS)["food-days"].note == "Each worker eats 2 corn; one that is not fed costs 3 points."
    assert told(changed("feeding.corn_per_worker", 4))["food-days"].note.startswith("Each worker eats 4 corn")
    assert told(FACTS)["buildings-1"].note
    assert told(changed("building_rules.effect_order_confirmed", True))["buildings-1"].note == ""


def test_tiles_that_are_alike_share_a_line() -> None:
    first = words(told(FACTS)["buildings-1"])[0]
    assert first == ["Farm", "1 wood", "one worker needs no food", "3"]
    other = words(told(changed("buildings.1.cost", {"gold": 1}))["buildings-1"])
    assert [row[-1] for row in other[:2]] == ["2", "1"]


def test_an_unassigned_worker_opposite_is_half_a_gear_away() -> None:
    rows = [row[1:] for row in words(told(FACTS)["wealth"])]
    assert ["Palenque 5", "0"] in rows
    assert ["Uxmal 7", "2"] in rows
    assert [row[1] for row in rows if row[0].startswith("Chichen")] == ["–"] * 5

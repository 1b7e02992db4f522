"""The facts file, a host's own one, and what must be said about both."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import tablero
from tablero.core import BadFacts, seeded
from tablero.core.playout import play_at_random
from tablero.games.amritsar import load

from .position import GAME


def facts() -> dict[str, Any]:
    return copy.deepcopy(dict(GAME.facts))


def test_a_host_can_play_with_other_component_data() -> None:
    own = facts()
    own["donation_levels"]["cost"][0] = {"marble": 0, "copper": 0, "gold": 1}
    own["board"]["market"]["rows"] = own["board"]["market"]["rows"][:3]
    game = load(own)
    state = game.start(3, 1)
    assert state.view(None)["market"]["stock"] == [3, 3, 3]
    play_at_random(state, seeded(1), 10_000)
    assert state.result() is not None


def change(path: str, value: Any) -> dict[str, Any]:
    own = facts()
    at: Any = own
    *steps, last = path.split("/")
    for step in steps:
        at = at[int(step) if step.isdigit() and isinstance(at, list) else step]
    if value is None:
        del at[last]
    else:
        at[int(last) if last.isdigit() and isinstance(at, list) else last] = value
    return own


@pytest.mark.parametrize(("path", "value", "text"), [
    ("warehouse", None, "no entry 'warehouse'"),
    ("warehouse/0/slots", "three", "slots of warehouse wh_coin_resource|slots of wh_coin_resource"),
    ("warehouse/4/colour", "red", "one of yellow, blue, green, not 'red'"),
    ("warehouse/6/effect", "fly", "the benefit of warehouse wh_buy_discount"),
    ("mahout_tile/3/id", "mh_fly", "mahout tiles must be exactly"),
    ("district_tile/0/main", "fly", "the main action of tile yellow_1"),
    ("district_tile/0/colour", "blue", "three district tiles of each colour"),
    ("donation_shape/2", [4, 4, 2, 1], "whole number from 1 to|narrower"),
    ("temple_tile/0/pp", {"north": 4, "east": 4, "south": 1, "west": 2}, "temple tile t1"),
    ("board/market/rows", [], "the market has 1 to 8 rows"),
    ("board/market/rows/0/price", 99, "a market price must be a whole number"),
    ("board/maharaja/layout/start", "m9", "the start of the maharaja"),
    ("board/sections/start_workers/first_section", 4, "three workers"),
    ("knowledge_track/0/cells/5/kind", "immediate", "does something unknown|game_end"),
    ("knowledge_track/0/cells/1/n", 7, "numbered from 1"),
    ("bridge_tile/0/trigger", "rain", "what sets off br_group4_resource"),
    ("objective/0/kind", "luck", "the kind of objective A_north"),
    ("objective/0/type", "B", "as many objectives of type A"),
    ("solo/quarry/rows/0/n", 0, "at least one marble"),
    ("solo/store/slots", 3, "the store holds the whole quarry"),
    ("action", 7, "wrong kind"),
])  # fmt: skip
def test_facts_that_do_not_fit_are_refused_in_words(path: str, value: Any, text: str) -> None:
    with pytest.raises(BadFacts, match=text):
        load(change(path, value))


def test_every_table_of_the_facts_says_whether_it_is_confirmed() -> None:
    def tables(value: Any, name: str) -> Any:
        if isinstance(value, dict):
            if "confirmed" in value:
                yield name, value
            for key, inner in value.items():
                yield from tables(inner, f"{name}.{key}")
        elif isinstance(value, list):
            for inner in value:
                yield from tables(inner, name)

    found = list(tables(dict(GAME.facts), ""))
    assert len(found) > 100
    for name, table in found:
        assert isinstance(table["reconstructed"], bool), name
        assert not table["reconstructed"] or table["why"], name


def test_what_is_reconstructed_is_named_in_every_guide() -> None:
    for language in ("en", "es", "fr"):
        assert "{#reconstructed}" in GAME.guide(language)


def test_counts_that_arithmetic_forces() -> None:
    kinds = [row["kind"] for row in GAME.facts["warehouse"]]
    assert (len(kinds), kinds.count("immediate")) == (15, 3)
    types = [row["type"] for row in GAME.facts["objective"]]
    assert [types.count(kind) for kind in "ABCD"] == [6, 6, 6, 6]
    assert tablero.game("amritsar").start(1, 1).view(0)["solo"]["board"] == 15

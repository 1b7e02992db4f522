"""What-if trees are kept for their owners, found by key, and go with the table that they were grown from."""

import pytest

from tablero.store import House
from tablero.store import forks as forks_file
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio


async def test_a_tree_is_kept_and_found_by_its_key_and_by_what_it_grew_from(house: House) -> None:
    key = await house.forks.add("ana", "maya", "", "learn/maya/main/end", {"home": 1})
    await house.forks.keep(key, {"home": 2})
    found = await house.forks.find(key)
    assert found is not None
    assert (found.owner, found.tree) == ("ana", {"home": 2})
    assert await house.forks.of("ana", "learn/maya/main/end") == found
    assert await house.forks.of("ben", "learn/maya/main/end") is None
    assert await house.forks.find("no such key\x00") is None


async def test_of_one_person_so_many_are_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks_file, "MOST", 3)
    keys = [await house.forks.add("ana", "maya", "", f"learn/maya/main/{step}", {}) for step in range(5)]
    others = await house.forks.add("ben", "maya", "", "learn/maya/main/end", {})
    found = [await house.forks.find(key) is not None for key in (*keys, others)]
    assert found == [False, False, True, True, True, True]


async def test_a_pruned_table_takes_its_trees_with_it(house: House) -> None:
    id = await house.open_table("maya", 2, {}, [ANNA, BEN], ANNA.person)
    grown = await house.forks.add("ana", "maya", id, f"t/{id}", {})
    other = await house.forks.add("ana", "maya", "", "learn/maya/main/end", {})
    await house.remove([id])
    assert await house.forks.find(grown) is None
    assert await house.forks.find(other) is not None

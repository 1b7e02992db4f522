"""What-if trees are kept for their owners, found by key, and go with the table that they were grown from."""

import pytest

from tablero.store import Store
from tablero.store.tables import whatif_trees as forks_file
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio


async def test_a_tree_is_kept_and_found_by_its_key_and_by_what_it_grew_from(store: Store) -> None:
    key = await store.whatif_trees.add("ana", "maya", "", "learn/maya/main/end", {"home": 1})
    await store.whatif_trees.save(key, {"home": 2})
    found = await store.whatif_trees.find(key)
    assert found is not None
    assert (found.owner, found.tree) == ("ana", {"home": 2})
    assert await store.whatif_trees.of("ana", "learn/maya/main/end") == found
    assert await store.whatif_trees.of("ben", "learn/maya/main/end") is None
    assert await store.whatif_trees.find("no such key\x00") is None


async def test_of_one_person_so_many_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks_file, "MAX_TREES", 3)
    keys = [await store.whatif_trees.add("ana", "maya", "", f"learn/maya/main/{step}", {}) for step in range(5)]
    others = await store.whatif_trees.add("ben", "maya", "", "learn/maya/main/end", {})
    found = [await store.whatif_trees.find(key) is not None for key in (*keys, others)]
    assert found == [False, False, True, True, True, True]


async def test_a_pruned_table_takes_its_trees_with_it(store: Store) -> None:
    id = await store.open_table("maya", 2, {}, [ANNA, BEN], ANNA.person)
    grown = await store.whatif_trees.add("ana", "maya", id, f"t/{id}", {})
    other = await store.whatif_trees.add("ana", "maya", "", "learn/maya/main/end", {})
    await store.remove([id])
    assert await store.whatif_trees.find(grown) is None
    assert await store.whatif_trees.find(other) is not None

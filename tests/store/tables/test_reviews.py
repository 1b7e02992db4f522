"""A review is kept with its table, replaced by that of a newer reviewer, and goes with it."""

import pytest

from tablero.store import Store
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio


async def test_a_review_is_kept_for_the_version_that_wrote_it(store: Store) -> None:
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    assert await store.reviews.of(id, 1) is None
    await store.reviews.save(id, 1, "first")
    assert await store.reviews.of(id, 1) == "first"
    assert await store.reviews.of(id, 2) is None, "another reviewer judges anew"
    await store.reviews.save(id, 2, "second")
    assert [await store.reviews.of(id, version) for version in (1, 2)] == [None, "second"]


async def test_a_pruned_table_takes_its_review_with_it(store: Store) -> None:
    gone, stays = [await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person) for _ in range(2)]
    for id in (gone, stays):
        await store.reviews.save(id, 1, "judged")
    await store.remove([gone])
    assert [await store.reviews.of(id, 1) for id in (gone, stays)] == [None, "judged"]
    await store.reviews.save(gone, 1, "too late")  # its judge had not heard of it
    assert await store.reviews.of(gone, 1) is None

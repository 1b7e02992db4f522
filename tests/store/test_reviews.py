"""A review is kept with its table, replaced by that of a newer reviewer, and goes with it."""

import pytest

from tablero.store import House
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio


async def test_a_review_is_kept_for_the_version_that_wrote_it(house: House) -> None:
    id = await house.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    assert await house.reviews.of(id, 1) is None
    await house.reviews.keep(id, 1, "first")
    assert await house.reviews.of(id, 1) == "first"
    assert await house.reviews.of(id, 2) is None, "another reviewer judges anew"
    await house.reviews.keep(id, 2, "second")
    assert [await house.reviews.of(id, version) for version in (1, 2)] == [None, "second"]


async def test_a_pruned_table_takes_its_review_with_it(house: House) -> None:
    gone, stays = [await house.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person) for _ in range(2)]
    for id in (gone, stays):
        await house.reviews.keep(id, 1, "judged")
    await house.remove([gone])
    assert [await house.reviews.of(id, 1) for id in (gone, stays)] == [None, "judged"]
    await house.reviews.keep(gone, 1, "too late")  # its judge had not heard of it
    assert await house.reviews.of(gone, 1) is None

"""Each person's settings are one row, whichever database keeps it."""

import asyncio

import pytest

from tablero.people import Preferences
from tablero.store import Store

pytestmark = pytest.mark.anyio


async def test_settings_are_kept_for_each_person(any_store: Store) -> None:
    assert await any_store.preferences.of("ana") == Preferences()
    await any_store.preferences.change("ana", language="es")
    await any_store.preferences.change("ana", wants_rating=True)
    assert await any_store.preferences.of("ana") == Preferences(language="es", wants_rating=True)
    assert await any_store.preferences.of("ben") == Preferences()
    await any_store.preferences.change("ana", wants_rating=False)
    assert await any_store.preferences.of("ana") == Preferences(language="es")


async def test_two_windows_that_change_different_things_both_count(any_store: Store) -> None:
    for person in ("new", "new", "known"):
        changes: list[dict[str, object]] = [{"language": "fr"}, {"shows_page": True}, {"wants_rating": True}]
        await asyncio.gather(*(any_store.preferences.change(person, **change) for change in changes))
        assert await any_store.preferences.of(person) == Preferences("fr", shows_page=True, wants_rating=True)


async def test_there_is_no_setting_of_another_name(store: Store) -> None:
    with pytest.raises(TypeError):
        await store.preferences.change("ana", hat="red")

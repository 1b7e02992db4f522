"""Accounts and their devices, on both databases."""

import pytest

from tablero.people import BadName, NameTaken
from tablero.store import Store
from tablero.store.database.repository import Database
from tablero.store.people import devices as devices_file

pytestmark = pytest.mark.anyio


async def test_an_account_is_found_by_its_name_however_that_is_written(any_store: Store) -> None:
    ana = await any_store.accounts.create("Ana María", "kept")
    for name in ("Ana María", "ANA  MARÍA", "ana maría"):
        assert await any_store.accounts.by_name(name) == ana
    assert await any_store.accounts.of(ana.person) == ana
    assert await any_store.accounts.by_badge(ana.badge) == ana
    for nobody in ("Ana", "", "a\0b", "\ud800", "x" * 5000):
        assert await any_store.accounts.by_name(nobody) is None
    assert await any_store.accounts.by_badge("\ud800") is None
    assert ana.badge not in ana.person


async def test_two_people_never_have_the_same_name(any_store: Store) -> None:
    ana, ben = [await any_store.accounts.create(name, "kept") for name in ("Ana", "Ben")]
    with pytest.raises(NameTaken):
        await any_store.accounts.create("aNA", "kept")
    with pytest.raises(NameTaken):
        await any_store.personal_data.rename(ben.person, "ANA")
    await any_store.personal_data.rename(ana.person, "ANA")
    assert (await any_store.accounts.by_name("ana")).name == "ANA"  # type: ignore[union-attr]
    assert set(await any_store.accounts.of_people([ana.person, ben.person, "guest"])) == {ana.person, ben.person}
    assert [a.name for a in await any_store.accounts.search("a")] == ["ANA"]
    assert await any_store.accounts.search("%") == []


async def test_the_first_account_administers_and_no_other(any_store: Store) -> None:
    first, second = [await any_store.accounts.create(name, "kept") for name in ("Ana", "Ben")]
    assert (first.admin, second.admin) == (True, False)
    await any_store.accounts.change(second.person, admin=True)
    assert (await any_store.accounts.of(second.person)).admin  # type: ignore[union-attr]


async def test_a_code_opens_once_and_for_its_owner_alone(any_store: Store) -> None:
    ana, ben = [await any_store.accounts.create(name, "kept") for name in ("Ana", "Ben")]
    older = await any_store.accounts.new_recovery_codes(ana.person)
    codes = await any_store.accounts.new_recovery_codes(ana.person)
    assert not await any_store.accounts.use_code(ana.person, older[0])
    assert not await any_store.accounts.use_code(ben.person, codes[0])
    assert await any_store.accounts.use_code(ana.person, codes[0].lower())
    assert not await any_store.accounts.use_code(ana.person, codes[0])
    assert await any_store.accounts.codes_left(ana.person) == len(codes) - 1


async def test_a_device_counts_until_it_is_signed_out(any_store: Store) -> None:
    ana, ben = [await any_store.accounts.create(name, "kept") for name in ("Ana", "Ben")]
    devices = any_store.devices
    here, there = await devices.add(ana.person, "Firefox/Linux"), await devices.add(ana.person, "Safari/iPhone")
    assert await devices.account(here) == await devices.account(there) == ana
    assert await devices.account("nothing") is None
    assert not await devices.sign_out(ben.person, there)
    assert await devices.account(there) == ana
    assert await devices.sign_out(ana.person, there)
    assert await devices.account(there) is None
    assert [device.label for device in await devices.of(ana.person)] == ["Firefox/Linux"]
    others = [await devices.add(ana.person, "other") for _ in range(3)]
    assert await devices.sign_out_others(ana.person, but=here) == 3
    assert [await devices.account(device) for device in (here, *others)] == [ana, None, None, None]


async def test_a_device_signed_out_by_another_process_is_noticed_within_seconds(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await any_store.accounts.create("Ana", "kept")
    devices = any_store.devices
    here = await devices.add(ana.person, "Firefox/Linux")
    other = devices_file.Devices(Database(any_store._reading, any_store._writer.transaction, any_store.now))
    assert await other.account(here) == ana
    await devices.sign_out(ana.person, here)
    assert await other.account(here) == ana  # it has not looked since
    monkeypatch.setattr(devices_file, "CACHE_SECONDS", -1.0)
    assert await other.account(here) is None


async def test_of_one_person_so_many_devices_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices_file, "MAX_DEVICES", 2)
    ana = await store.accounts.create("Ana", "kept")
    given = [await store.devices.add(ana.person, "") for _ in range(4)]
    assert [await store.devices.account(id) is not None for id in given] == [False, False, True, True]


async def test_a_device_knows_its_account_by_its_new_name_at_once(any_store: Store) -> None:
    ana = await any_store.accounts.create("Ana", "kept")
    here = await any_store.devices.add(ana.person, "")
    assert (await any_store.devices.account(here)).name == "Ana"  # type: ignore[union-attr]
    await any_store.personal_data.rename(ana.person, "Anita")
    assert (await any_store.devices.account(here)).name == "Anita"  # type: ignore[union-attr]


async def test_no_new_name_looks_like_an_older_one(any_store: Store) -> None:
    anna, ben = [await any_store.accounts.create(name, "kept") for name in ("Anna", "Ben")]
    for alike in ("Αnnа", "ANNA", "anna\ufe0f"):
        with pytest.raises(NameTaken):
            await any_store.accounts.check_guest_name(alike)
    with pytest.raises(NameTaken, match="looks like"):
        await any_store.accounts.create("Аnnа", "kept")
    with pytest.raises(NameTaken, match="looks like"):
        await any_store.personal_data.rename(ben.person, "аnnа")
    await any_store.personal_data.rename(anna.person, "ANNA")
    await any_store.accounts.check_guest_name("Guest")
    for free in ("Hannah", "Balam", "Bot 3"):
        await any_store.accounts.check_guest_name(free)
    for kept in ("Admin", "Adm1n", "Аdmin", "Tab1ero", "Modérateur"):
        with pytest.raises(BadName, match="is reserved"):
            await any_store.accounts.check_guest_name(kept)


async def test_a_device_that_nobody_uses_is_signed_out_and_none_stays_for_ever(any_store: Store) -> None:
    now = 2e9
    any_store.devices._clock = lambda: now
    ana = await any_store.accounts.create("Ana", "kept")
    lazy, busy = [await any_store.devices.add(ana.person, label) for label in ("lazy", "busy")]
    days = 0
    while days < devices_file.OLDEST_DAYS - 100:
        days += 100
        now = 2e9 + days * devices_file.DAY
        any_store.devices.invalidate()
        assert await any_store.devices.account(busy) is not None
        await any_store.devices.of(ana.person)  # writes when it was used
    assert await any_store.devices.account(lazy) is None
    assert [device.id for device in await any_store.devices.of(ana.person)] == [busy]
    now = 2e9 + (devices_file.OLDEST_DAYS + 1) * devices_file.DAY
    any_store.devices.invalidate()
    assert await any_store.devices.account(busy) is None

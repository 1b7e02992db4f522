"""Accounts and their devices, on both databases."""

import pytest

from tablero.people import NameTaken
from tablero.store import House
from tablero.store import devices as devices_file

pytestmark = pytest.mark.anyio


async def test_an_account_is_found_by_its_name_however_that_is_written(any_house: House) -> None:
    ana = await any_house.accounts.create("Ana María", "kept")
    for name in ("Ana María", "ANA  MARÍA", "ana maría"):
        assert await any_house.accounts.named(name) == ana
    assert await any_house.accounts.of(ana.person) == ana
    assert await any_house.accounts.with_badge(ana.badge) == ana
    for nobody in ("Ana", "", "a\0b", "\ud800", "x" * 5000):
        assert await any_house.accounts.named(nobody) is None
    assert await any_house.accounts.with_badge("\ud800") is None
    assert ana.badge not in ana.person


async def test_two_people_never_have_the_same_name(any_house: House) -> None:
    ana, ben = [await any_house.accounts.create(name, "kept") for name in ("Ana", "Ben")]
    with pytest.raises(NameTaken):
        await any_house.accounts.create("aNA", "kept")
    with pytest.raises(NameTaken):
        await any_house.belongings.rename(ben.person, "ANA")
    await any_house.belongings.rename(ana.person, "ANA")
    assert (await any_house.accounts.named("ana")).name == "ANA"  # type: ignore[union-attr]
    assert set(await any_house.accounts.among([ana.person, ben.person, "guest"])) == {ana.person, ben.person}
    assert [a.name for a in await any_house.accounts.beginning("a")] == ["ANA"]
    assert await any_house.accounts.beginning("%") == []


async def test_the_first_account_administers_and_no_other(any_house: House) -> None:
    first, second = [await any_house.accounts.create(name, "kept") for name in ("Ana", "Ben")]
    assert (first.admin, second.admin) == (True, False)
    await any_house.accounts.change(second.person, admin=True)
    assert (await any_house.accounts.of(second.person)).admin  # type: ignore[union-attr]


async def test_a_code_opens_once_and_for_its_owner_alone(any_house: House) -> None:
    ana, ben = [await any_house.accounts.create(name, "kept") for name in ("Ana", "Ben")]
    older = await any_house.accounts.print_codes(ana.person)
    codes = await any_house.accounts.print_codes(ana.person)
    assert not await any_house.accounts.use_code(ana.person, older[0])
    assert not await any_house.accounts.use_code(ben.person, codes[0])
    assert await any_house.accounts.use_code(ana.person, codes[0].lower())
    assert not await any_house.accounts.use_code(ana.person, codes[0])
    assert await any_house.accounts.codes_left(ana.person) == len(codes) - 1


async def test_a_device_counts_until_it_is_signed_out(any_house: House) -> None:
    ana, ben = [await any_house.accounts.create(name, "kept") for name in ("Ana", "Ben")]
    devices = any_house.devices
    here, there = await devices.give(ana.person, "Firefox/Linux"), await devices.give(ana.person, "Safari/iPhone")
    assert await devices.account(here) == await devices.account(there) == ana
    assert await devices.account("nothing") is None
    assert not await devices.sign_out(ben.person, there)
    assert await devices.account(there) == ana
    assert await devices.sign_out(ana.person, there)
    assert await devices.account(there) is None
    assert [device.label for device in await devices.of(ana.person)] == ["Firefox/Linux"]
    others = [await devices.give(ana.person, "other") for _ in range(3)]
    assert await devices.sign_out_others(ana.person, but=here) == 3
    assert [await devices.account(device) for device in (here, *others)] == [ana, None, None, None]


async def test_a_device_signed_out_by_another_process_is_noticed_within_seconds(
    any_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await any_house.accounts.create("Ana", "kept")
    devices = any_house.devices
    here = await devices.give(ana.person, "Firefox/Linux")
    other = devices_file.Devices(any_house._reading, any_house._writer.alone, any_house.now)
    assert await other.account(here) == ana
    await devices.sign_out(ana.person, here)
    assert await other.account(here) == ana  # it has not looked since
    monkeypatch.setattr(devices_file, "LIFE", -1.0)
    assert await other.account(here) is None


async def test_of_one_person_so_many_devices_are_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices_file, "MOST", 2)
    ana = await house.accounts.create("Ana", "kept")
    given = [await house.devices.give(ana.person, "") for _ in range(4)]
    assert [await house.devices.account(id) is not None for id in given] == [False, False, True, True]


async def test_a_device_knows_its_account_by_its_new_name_at_once(any_house: House) -> None:
    ana = await any_house.accounts.create("Ana", "kept")
    here = await any_house.devices.give(ana.person, "")
    assert (await any_house.devices.account(here)).name == "Ana"  # type: ignore[union-attr]
    await any_house.belongings.rename(ana.person, "Anita")
    assert (await any_house.devices.account(here)).name == "Anita"  # type: ignore[union-attr]

"""Who is here, who is idle, who is away: told from open pages and their signs of life, by a clock of its own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from tablero.games import game as find_game
from tablero.site.language import Tongue
from tablero.site.players import There
from tablero.site.presence import AWAY, FORGOTTEN, IDLE, Presence
from tablero.site.showing import Painter, Showing
from tablero.site.tableau import Sight
from tablero.site.watching import Delays
from tablero.store import House
from tablero.table import Holder, Table

pytestmark = pytest.mark.anyio


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


class Quiet:
    """No other process."""

    shared = False

    def overhear(self, callback: Callable[[str, str], None]) -> None:
        pass


class Onlooker:
    person = "a"

    def show(self, table: Table, rematch: str | None) -> bool:
        return True

    def look(self) -> None:
        pass


class Asked(Painter):
    """Counts how often the others have to be shown something."""

    times = 0

    def ask(self, showing: Showing) -> None:
        self.times += 1


def alone() -> tuple[Presence, Hand]:
    clock = Hand()
    house: Any = SimpleNamespace(now=clock, elsewhere=Quiet())
    presence = Presence(house)
    clock.time += 1000
    presence.sweep()
    return presence, clock


def test_whoever_has_left_is_away_after_a_while_and_a_reload_is_no_absence() -> None:
    presence, clock = alone()
    assert presence.state("t", "ana") == "away"
    with presence.at("t", "ana"):
        assert presence.state("t", "ana") == "here"
        assert presence.state("other", "ana") == "away"
    clock.time += AWAY - 1
    assert presence.state("t", "ana") == "here"
    clock.time += 1
    assert presence.state("t", "ana") == "away"
    assert presence.left("t", "ana") == clock.time - AWAY


def test_after_a_restart_nobody_is_away_before_they_had_time_to_come_back() -> None:
    clock = Hand()
    house: Any = SimpleNamespace(now=clock, elsewhere=Quiet())
    presence = Presence(house)
    told: list[str] = []
    presence.listen(told.append)
    with presence.at("t", "bo"):
        assert presence.state("t", "ana") == "here"
        clock.time = presence.sweep()
        told.clear()
        presence.sweep()
        assert told == ["t"]
        assert presence.state("t", "ana") == "away"
        assert presence.left("t", "ana") == clock.time - AWAY


def test_an_open_page_without_a_sign_of_life_is_idle_until_somebody_touches_it() -> None:
    presence, clock = alone()
    told: list[str] = []
    presence.listen(told.append)
    with presence.at("t", "ana") as page:
        clock.time += IDLE - 30
        presence.alive("t", page, idle=50)
        clock.time += 50
        assert presence.state("t", "ana") == "here"
        clock.time = presence.sweep()
        told.clear()
        presence.sweep()
        assert presence.state("t", "ana") == "idle"
        assert told == ["t"]
        presence.alive("t", page, idle=300)
        assert presence.state("t", "ana") == "idle"
        presence.alive("t", page)
        assert presence.state("t", "ana") == "here"
        assert told == ["t", "t"]


def test_whoever_has_two_pages_is_as_awake_as_the_one_that_was_touched_last() -> None:
    presence, clock = alone()
    with presence.at("t", "ana"):
        clock.time += IDLE
        with presence.at("t", "ana"):
            assert presence.state("t", "ana") == "here"
        assert presence.state("t", "ana") == "idle"


def test_whoever_looks_has_a_page_that_can_be_seen_and_is_there() -> None:
    presence, clock = alone()
    assert not presence.looks("ana")
    with presence.at("t", "ana") as page:
        assert presence.looks("ana", "t")
        assert presence.looks("ana")
        assert not presence.looks("ana", "other")
        presence.alive("t", page, visible=False)
        assert not presence.looks("ana", "t")
        presence.alive("t", page)
        assert presence.looks("ana", "t")
        clock.time += IDLE
        assert not presence.looks("ana", "t")
    assert not presence.looks("ana", "t")


def test_those_who_look_on_are_counted_once_each_and_players_are_not() -> None:
    presence, _ = alone()
    with ExitStack() as pages:
        for person in ("ana", "x", "x", "y"):
            pages.enter_context(presence.at("t", person))
        assert presence.watching("t", ["ana", "bo"]) == 2
    assert presence.watching("t", ["ana", "bo"]) == 0


async def test_the_others_are_shown_who_has_come_and_gone() -> None:
    presence, clock = alone()
    painter = Asked()
    house: Any = SimpleNamespace(listen=lambda hear, id: lambda: None)
    holders = [Holder("person", "Ana", "a"), Holder("person", "Bo", "b"), Holder("bot", "Ixchel", level=2)]
    table = Table("id", find_game("yaxha"), 3, {}, holders, 7, "salt")
    shown = Showing(house, "id", painter, presence, Delays())
    presence.listen(lambda id: shown.note())

    def dots() -> list[str]:
        return re.findall(r"dot is-(\w+)", shown.tableau(table, Sight(0, Tongue("en")), None).parts["people"])

    with presence.at("id", "a"), shown.to(Onlooker()):
        before = painter.times
        with presence.at("id", "b"):
            assert painter.times == before + 1
            assert dots() == ["here", "here"], "bots have none"
        clock.time += AWAY
        presence.sweep()
        assert dots() == ["here", "away"]
        left = re.findall(r'data-gone="(\d+)"', shown.tableau(table, Sight(0, Tongue("en")), None).parts["people"])
        assert left == [str(round(clock.time - AWAY))]
        assert shown.tableau(table, Sight(0, Tongue("en")), None).parts["watching"] == ""
        with presence.at("id", "x"), presence.at("id", "y"):
            assert "2 miran" in shown.tableau(table, Sight(0, Tongue("es")), None).parts["watching"]


async def test_since_when_somebody_is_away_is_not_told_where_nobody_knows() -> None:
    """After a restart, or before they have come at all, the server knows only since when it has been up itself."""
    presence, _ = alone()
    holders = [Holder("person", "Ana", "a"), Holder("person", "Bo", "b")]
    there = There.at(Table("id", find_game("yaxha"), 2, {}, holders, 7, "salt"), presence)
    assert (there.states, there.since) == (("away", "away"), (0, 0))


# ---------------------------------------------------------------- several processes


@pytest.fixture
async def two(postgresql: str) -> AsyncIterator[tuple[Presence, Presence, Hand]]:
    clock = Hand()
    houses = [await House.open(postgresql, clock=clock) for _ in range(2)]
    first, second = map(Presence, houses)
    clock.time += 1000
    yield first, second, clock
    for presence in (first, second):
        await presence.close()
    for house in houses:
        await house.close()


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not what():
            await asyncio.sleep(0.01)


async def test_processes_tell_one_another_who_is_here(two: tuple[Presence, Presence, Hand]) -> None:
    first, second, clock = two
    told: list[str] = []
    second.listen(told.append)
    with first.at("t", "ana") as page:
        await until(lambda: second.state("t", "ana") == "here")
        assert told == ["t"]
        assert second.looks("ana", "t")
        first.alive("t", page, visible=False)
        await until(lambda: not second.looks("ana", "t"))
    await until(lambda: not second._pages)
    clock.time += AWAY
    assert second.state("t", "ana") == "away"


async def test_a_process_that_falls_silent_takes_its_people_with_it(two: tuple[Presence, Presence, Hand]) -> None:
    first, second, clock = two
    with first.at("t", "ana"), second.at("t", "bo"):
        await until(lambda: second.state("t", "ana") == "here")
        clock.time += FORGOTTEN - 1
        first.sweep()  # one more beat
        await until(lambda: any(page.until > clock.time + 2 for page in second._of("t", "ana")))
        clock.time += FORGOTTEN
        second.sweep()
        clock.time += AWAY
        assert second.state("t", "ana") == "away"


async def test_a_process_that_is_started_later_hears_who_is_here(
    postgresql: str, two: tuple[Presence, Presence, Hand]
) -> None:
    first, _, clock = two
    with first.at("t", "ana"):
        house = await House.open(postgresql, clock=clock)
        late = Presence(house)
        clock.time += AWAY
        await until(lambda: late.state("t", "ana") == "here")
        await late.close()
        await house.close()

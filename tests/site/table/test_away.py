"""Who is here, who is idle, who is away: told from open pages and their signs of life, by a clock of its own."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from tablero.games import game as find_game
from tablero.site.table.access import DelayedTables
from tablero.site.table.broadcast import RenderQueue, TableBroadcast
from tablero.site.table.presence import AWAY_SECONDS, FORGET_SECONDS, IDLE_SECONDS, Presence
from tablero.store import Store
from tablero.table import Holder, Table
from tablero.ui.language import Language
from tablero.ui.presence import TablePresence
from tablero.ui.table_page import Perspective
from tests.waiting import eventually

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

    def on_message(self, callback: Callable[[str, str], None]) -> None:
        pass


class Onlooker:
    person = "a"

    def show(self, table: Table, rematch: str | None) -> bool:
        return True

    def refresh(self) -> None:
        pass


class CountingQueue(RenderQueue):
    """Counts how often the others have to be shown something."""

    times = 0

    def add(self, broadcast: TableBroadcast) -> None:
        self.times += 1


def alone() -> tuple[Presence, Hand]:
    clock = Hand()
    store: Any = SimpleNamespace(now=clock, notifier=Quiet())
    presence = Presence(store)
    clock.time += 1000
    presence.sweep()
    return presence, clock


def test_whoever_has_left_is_away_after_a_while_and_a_reload_is_no_absence() -> None:
    presence, clock = alone()
    assert presence.state("t", "ana") == "away"
    with presence.open_page("t", "ana"):
        assert presence.state("t", "ana") == "here"
        assert presence.state("other", "ana") == "away"
    clock.time += AWAY_SECONDS - 1
    assert presence.state("t", "ana") == "here"
    clock.time += 1
    assert presence.state("t", "ana") == "away"
    assert presence.away_since("t", "ana") == clock.time - AWAY_SECONDS


def test_after_a_restart_nobody_is_away_before_they_had_time_to_come_back() -> None:
    clock = Hand()
    store: Any = SimpleNamespace(now=clock, notifier=Quiet())
    presence = Presence(store)
    told: list[str] = []
    presence.subscribe(told.append)
    with presence.open_page("t", "bo"):
        assert presence.state("t", "ana") == "here"
        clock.time = presence.sweep()
        told.clear()
        presence.sweep()
        assert told == ["t"]
        assert presence.state("t", "ana") == "away"
        assert presence.away_since("t", "ana") == clock.time - AWAY_SECONDS


def test_an_open_page_without_a_sign_of_life_is_idle_until_somebody_touches_it() -> None:
    presence, clock = alone()
    told: list[str] = []
    presence.subscribe(told.append)
    with presence.open_page("t", "ana") as page:
        clock.time += IDLE_SECONDS - 30
        presence.on_ping("t", page, idle=50)
        clock.time += 50
        assert presence.state("t", "ana") == "here"
        clock.time = presence.sweep()
        told.clear()
        presence.sweep()
        assert presence.state("t", "ana") == "idle"
        assert told == ["t"]
        presence.on_ping("t", page, idle=300)
        assert presence.state("t", "ana") == "idle"
        presence.on_ping("t", page)
        assert presence.state("t", "ana") == "here"
        assert told == ["t", "t"]


def test_whoever_has_two_pages_is_as_awake_as_the_one_that_was_touched_last() -> None:
    presence, clock = alone()
    with presence.open_page("t", "ana"):
        clock.time += IDLE_SECONDS
        with presence.open_page("t", "ana"):
            assert presence.state("t", "ana") == "here"
        assert presence.state("t", "ana") == "idle"


def test_whoever_looks_has_a_page_that_can_be_seen_and_is_there() -> None:
    presence, clock = alone()
    assert not presence.is_looking("ana")
    with presence.open_page("t", "ana") as page:
        assert presence.is_looking("ana", "t")
        assert presence.is_looking("ana")
        assert not presence.is_looking("ana", "other")
        presence.on_ping("t", page, visible=False)
        assert not presence.is_looking("ana", "t")
        presence.on_ping("t", page)
        assert presence.is_looking("ana", "t")
        clock.time += IDLE_SECONDS
        assert not presence.is_looking("ana", "t")
    assert not presence.is_looking("ana", "t")


def test_those_who_look_on_are_counted_once_each_and_players_are_not() -> None:
    presence, _ = alone()
    with ExitStack() as pages:
        for person in ("ana", "x", "x", "y"):
            pages.enter_context(presence.open_page("t", person))
        assert presence.watching("t", ["ana", "bo"]) == 2
    assert presence.watching("t", ["ana", "bo"]) == 0


async def test_the_others_are_shown_who_has_come_and_gone() -> None:
    presence, clock = alone()
    queue = CountingQueue()
    store: Any = SimpleNamespace(subscribe=lambda hear, id: lambda: None)
    holders = [Holder("person", "Ana", "a"), Holder("person", "Bo", "b"), Holder("bot", "Ixchel", level=2)]
    table = Table("id", find_game("yaxha"), 3, {}, holders, 7, "salt")
    shown = TableBroadcast(store, "id", queue, presence, DelayedTables())
    presence.subscribe(lambda id: shown.schedule())

    def dots() -> list[str]:
        return re.findall(
            r"dot is-(\w+)", shown.pages.page(table, Perspective(0, Language("en")), None).parts["people"]
        )

    with presence.open_page("id", "a"), shown.subscribed(Onlooker()):
        before = queue.times
        with presence.open_page("id", "b"):
            assert queue.times == before + 1
            assert dots() == ["here", "here"], "bots have none"
        clock.time += AWAY_SECONDS
        presence.sweep()
        assert dots() == ["here", "away"]
        left = re.findall(
            r'data-gone="(\d+)"', shown.pages.page(table, Perspective(0, Language("en")), None).parts["people"]
        )
        assert left == [str(round(clock.time - AWAY_SECONDS))]
        assert shown.pages.page(table, Perspective(0, Language("en")), None).parts["watching"] == ""
        with presence.open_page("id", "x"), presence.open_page("id", "y"):
            assert "2 miran" in shown.pages.page(table, Perspective(0, Language("es")), None).parts["watching"]


async def test_since_when_somebody_is_away_is_not_told_where_nobody_knows() -> None:
    """After a restart, or before they have come at all, the server knows only since when it has been up itself."""
    presence, _ = alone()
    holders = [Holder("person", "Ana", "a"), Holder("person", "Bo", "b")]
    there = TablePresence.at(Table("id", find_game("yaxha"), 2, {}, holders, 7, "salt"), presence)
    assert (there.states, there.since) == (("away", "away"), (0, 0))


# ---------------------------------------------------------------- several processes


@pytest.fixture
async def two(postgresql: str) -> AsyncIterator[tuple[Presence, Presence, Hand]]:
    clock = Hand()
    stores = [await Store.open(postgresql, clock=clock) for _ in range(2)]
    first, second = map(Presence, stores)
    clock.time += 1000
    yield first, second, clock
    for presence in (first, second):
        await presence.close()
    for store in stores:
        await store.close()


async def test_processes_tell_one_another_who_is_here(two: tuple[Presence, Presence, Hand]) -> None:
    first, second, clock = two
    told: list[str] = []
    second.subscribe(told.append)
    with first.open_page("t", "ana") as page:
        await eventually(lambda: second.state("t", "ana") == "here")
        assert told == ["t"]
        assert second.is_looking("ana", "t")
        first.on_ping("t", page, visible=False)
        await eventually(lambda: not second.is_looking("ana", "t"))
    await eventually(lambda: not second._pages)
    clock.time += AWAY_SECONDS
    assert second.state("t", "ana") == "away"


async def test_a_process_that_falls_silent_takes_its_people_with_it(two: tuple[Presence, Presence, Hand]) -> None:
    first, second, clock = two
    with first.open_page("t", "ana"), second.open_page("t", "bo"):
        await eventually(lambda: second.state("t", "ana") == "here")
        clock.time += FORGET_SECONDS - 1
        first.sweep()  # one more beat
        await eventually(lambda: any(page.until > clock.time + 2 for page in second._of("t", "ana")))
        clock.time += FORGET_SECONDS
        second.sweep()
        clock.time += AWAY_SECONDS
        assert second.state("t", "ana") == "away"


async def test_a_process_that_is_started_later_hears_who_is_here(
    postgresql: str, two: tuple[Presence, Presence, Hand]
) -> None:
    first, _, clock = two
    with first.open_page("t", "ana"):
        store = await Store.open(postgresql, clock=clock)
        late = Presence(store)
        clock.time += AWAY_SECONDS
        await eventually(lambda: late.state("t", "ana") == "here")
        await late.close()
        await store.close()

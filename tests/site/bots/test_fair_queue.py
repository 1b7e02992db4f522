"""Who thinks next: the order alone, without a clock and without a thought."""

import asyncio
from dataclasses import replace

import pytest

from tablero.bots.levels import quick_level, thinks_quickly
from tablero.games import games
from tablero.site.bots.decisions import BotDecision, owed_decisions
from tablero.site.bots.fair_queue import LEVEL_DELAY, ONLY_BOTS_DELAY, FairQueue, Lane
from tablero.store import Store
from tablero.table import Holder


def decision(table: str, level: int = 5, opener: str = "", seat: int = 0, only_bots: bool = False) -> BotDecision:
    return BotDecision(table, seat, 0, level, opener or f"opener of {table}", only_bots, level <= 3)


def order(line: Lane) -> list[str]:
    """The tables in the order in which they are served, one after the other."""
    served = []
    while (taken := line.take()) is not None:
        served.append(taken.table)
        line.leave(taken)
    return served


def test_low_levels_come_first() -> None:
    line = Lane(1)
    for level in (5, 4, 2, 1, 3):
        line.join(decision(f"level {level}", level), now=0)
    assert order(line) == ["level 1", "level 2", "level 3", "level 4", "level 5"]


def test_alike_come_in_the_order_in_which_they_asked() -> None:
    line = Lane(1)
    for table in "abc":
        line.join(decision(table), now=0)
    assert order(line) == ["a", "b", "c"]


def test_whoever_opened_four_tables_takes_turns_with_whoever_opened_one() -> None:
    line = Lane(1)
    for table in ("a1", "a2", "a3", "a4"):
        line.join(decision(table, opener="a"), now=0)
    line.join(decision("b", opener="b"), now=1)
    line.join(decision("c", opener="c"), now=1)
    assert order(line) == ["a1", "b", "c", "a2", "a3", "a4"]


def test_what_an_opener_has_under_way_counts_too() -> None:
    line = Lane(1)
    line.join(decision("a1", opener="a"), now=0)
    under_way = line.take()
    assert under_way is not None
    line.join(decision("a2", opener="a"), now=0)
    line.join(decision("b"), now=1)
    line.leave(under_way)
    assert order(line) == ["b", "a2"]


def test_nobody_waits_for_ever() -> None:
    """However many easier ones come: after a while an old one is due first."""
    line = Lane(1)
    line.join(decision("old", 5), now=0)
    served = []
    for now in range(1, LEVEL_DELAY + 2):
        line.join(decision(f"new {now}", 4), now)
        taken = line.take()
        assert taken is not None
        served.append(taken.table)
        line.leave(taken)
    assert served == ["new 1", "old", "new 2"]


def test_bots_among_themselves_come_after_those_that_people_wait_for() -> None:
    line = Lane(1)
    line.join(decision("alone", 1, only_bots=True), now=0)
    line.join(decision("with people", 5), now=ONLY_BOTS_DELAY // 2)
    assert order(line) == ["with people", "alone"]


def test_an_opener_never_has_more_than_half_of_the_places() -> None:
    line = Lane(4)
    for table in ("a1", "a2", "a3"):
        line.join(decision(table, opener="a"), now=0)
    taken = [line.take(), line.take()]
    assert [each.table for each in taken if each] == ["a1", "a2"]
    assert line.take() is None, "two places are kept for others"
    line.join(decision("b"), now=0)
    assert getattr(line.take(), "table", "") == "b"
    assert taken[0] is not None
    line.leave(taken[0])
    assert getattr(line.take(), "table", "") == "a3"
    assert len(line) == 0


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_a_quick_answer_does_not_wait_behind_a_long_thought() -> None:
    turns = FairQueue(quick=1, deep=1, clock=lambda: 0)
    long_thought, answered = asyncio.Event(), []

    async def think(each: BotDecision, until: asyncio.Event | None) -> None:
        async with turns.slot(each):
            if until is not None:
                await until.wait()
            answered.append(each.table)

    deep = [asyncio.create_task(think(decision(f"deep {n}", 5), long_thought)) for n in range(4)]
    await asyncio.sleep(0)
    assert turns.waiting() == 3
    await think(decision("quick", 1), None)
    assert answered == ["quick"]
    deep[1].cancel()
    long_thought.set()
    await asyncio.gather(*deep, return_exceptions=True)
    assert answered == ["quick", "deep 0", "deep 2", "deep 3"], "one who gave up is passed over"
    assert turns.waiting() == 0


@pytest.mark.anyio
async def test_what_bots_owe(store: Store) -> None:
    """Several at once where choices are simultaneous, nothing for people, and the opener is the one who is asked."""
    bots = [Holder("bot", "Pebble", level=1), Holder("bot", "Quetzal", level=8)]
    id = await store.open_table("yaxha", 3, {}, [*bots, Holder("person", "Anna", "anna")], "anna")
    owed = owed_decisions(await store.table(id))
    assert owed == [BotDecision(id, 0, 0, 1, "anna", False, True), BotDecision(id, 1, 0, 8, "anna", False, False)]
    alone = await store.open_table("yaxha", 2, {}, bots, "")
    assert owed_decisions(await store.table(alone))[0] == replace(owed[0], table=alone, opener=alone, only_bots=True)


def test_what_has_to_be_quick_is_left_to_the_highest_quick_level() -> None:
    for game in games():
        quick = quick_level(game, 8)
        assert thinks_quickly(game, quick)
        assert not thinks_quickly(game, 8)
        assert quick_level(game, 2) == 2

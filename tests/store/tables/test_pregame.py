"""Tables before their games begin, on both databases: what several people do at once counts once."""

import asyncio
from functools import partial

import pytest

from tablero.store import Store
from tablero.table import Begun, Holder, NoSuchTable, NotInvited, NotYours, Refusal, SeatTaken, Terms, pregame
from tablero.table.pregame import SetupChange
from tests.store.matches import ANNA, BEN, CLEO, OPEN

pytestmark = pytest.mark.anyio

BOT = Holder("bot", "Balam", level=1)


async def opened(store: Store, *holders: Holder, **terms: object) -> str:
    return await store.open_table("maya", len(holders), {}, holders, ANNA.person, terms=Terms.of(terms))


async def agree(store: Store, id: str, what: SetupChange, action: str) -> None:
    await store.append(id, -1, action, lambda t: pregame.change_setup(t, ANNA.person, what, action))


async def send_away(store: Store, id: str, seat: int, action: str) -> None:
    await store.append(id, -1, action, lambda t: pregame.send_away(t, ANNA.person, seat, action))


async def test_what_is_changed_before_the_start_is_there_for_everybody(any_store: Store) -> None:
    id = await opened(any_store, ANNA, OPEN, OPEN)
    await any_store.sit(id, BEN.person, "Ben", 2)
    await agree(any_store, id, SetupChange(2, {}, "nobody", Terms(name="Thursday", visibility="link")), "a")
    await any_store.append(id, -1, "begin", lambda t: pregame.start(t, ANNA.person, "begin"))
    other = Store(any_store._engine)  # another process that has seen nothing of it
    table = await other.table(id)
    assert (table.seats, table.names, table.hints) == (2, ("Anna", "Ben"), "nobody")
    assert table.terms.name == "Thursday"
    assert table.started
    assert table.actors()
    assert [one.id for one in await any_store.open_tables()] == []
    with pytest.raises(Begun):
        await agree(any_store, id, SetupChange(3), "b")


async def test_of_two_who_sit_down_at_once_one_gets_the_seat(any_store: Store) -> None:
    id = await opened(any_store, ANNA, OPEN)
    found = await asyncio.gather(
        any_store.sit(id, BEN.person, "Ben"),
        any_store.sit(id, CLEO.person, "Cleo"),
        any_store.sit(id, BEN.person, "Ben"),
        return_exceptions=True,
    )
    table = await any_store.table(id)
    assert table.started
    assert [type(one) for one in found].count(SeatTaken) == (1 if table.names[1] == "Ben" else 2)


async def test_somebody_is_sent_away_while_others_sit_down(any_store: Store) -> None:
    id = await opened(any_store, ANNA, OPEN, OPEN, OPEN)
    await any_store.sit(id, BEN.person, "Ben", 1)
    others = [Store(any_store._engine) for _ in range(2)]
    await others[1].table(id)
    await asyncio.gather(
        send_away(others[0], id, 1, "k"),
        others[1].sit(id, CLEO.person, "Cleo", 2),
        send_away(any_store, id, 1, "k"),
        return_exceptions=True,
    )
    table = await Store(any_store._engine).table(id)
    assert table.names == ("Anna", "", "Cleo", "")
    assert [row.kind for row in table.rows].count("rise") == 1
    for store in (any_store, *others):
        with pytest.raises(NotInvited):
            await store.sit(id, BEN.person, "Ben")
        with pytest.raises(NotInvited):
            await store.sit(id, BEN.person, "Ben", link=await store.invite(id))
    for store in others:
        await store.close()


async def test_a_game_that_begins_while_its_options_change_is_played_by_one_of_both(any_store: Store) -> None:
    id = await opened(any_store, ANNA, OPEN)
    other = Store(any_store._engine)
    await other.table(id)
    _, changed = await asyncio.gather(
        other.sit(id, BEN.person, "Ben"), agree(any_store, id, SetupChange(3), "a"), return_exceptions=True
    )
    table = await Store(any_store._engine).table(id)
    assert isinstance(changed, Begun) == (table.seats == 2)
    assert table.started == (table.seats == 2)
    assert "Ben" in table.names
    await other.close()


async def test_somebody_who_left_may_sit_down_again(any_store: Store) -> None:
    id = await opened(any_store, ANNA, OPEN, OPEN)
    for action in ("once", "again"):
        assert await any_store.sit(id, BEN.person, "Ben", 1) == 1
        await any_store.append(id, 1, action, partial(pregame.leave_seat, person=BEN.person, action_id=action))
    table = await any_store.table(id)
    assert table.names == ("Anna", "", "")
    assert [row.kind for row in table.rows] == ["sit", "rise", "sit", "rise"]
    assert await any_store.tables_of(BEN.person) == []


async def test_people_who_are_named_find_their_invitations(any_store: Store) -> None:
    id = await any_store.open_table(
        "maya", 3, {}, [ANNA, OPEN, OPEN], ANNA.person, terms=Terms(visibility="named"), invited={BEN.person: "Ben"}
    )
    assert [one.id for one in await any_store.invitations_of(BEN.person)] == [id]
    assert await any_store.open_tables() == await any_store.invitations_of(CLEO.person) == []
    with pytest.raises(NotInvited):
        await any_store.sit(id, CLEO.person, "Cleo", link=await any_store.invite(id))
    assert await any_store.sit(id, BEN.person, "Ben") == 1
    assert await any_store.invitations_of(BEN.person) == []
    known = (await Store(any_store._engine).table(id)).invitations
    assert known.named == {BEN.person: "Ben"}


async def test_an_old_link_leads_nowhere(any_store: Store) -> None:
    id = await opened(any_store, ANNA, OPEN, visibility="link")
    old = await any_store.invite(id)
    table = await any_store.table(id)
    invitations = type(table.invitations)("another", {}, {})
    with pytest.raises(NotYours):
        await any_store.append(id, -1, "n", lambda t: pregame.invite(t, BEN.person, invitations, "n"))
    await any_store.append(id, -1, "n", lambda t: pregame.invite(t, ANNA.person, invitations, "n"))
    assert await any_store.invite(id) == "another"
    with pytest.raises(NoSuchTable):
        await any_store.find_invite(old)
    with pytest.raises(NotInvited):
        await any_store.sit(id, BEN.person, "Ben", link=old)
    assert await any_store.sit(id, BEN.person, "Ben", link="another") == 1


async def test_tables_that_nobody_began_are_forgotten_and_go_later(any_store: Store) -> None:
    now = [1_000_000.0]
    any_store.now = lambda: now[0]
    id = await opened(any_store, ANNA, OPEN)
    running = await opened(any_store, ANNA, BEN)
    await any_store.forget(30)
    assert not (await any_store.table(id)).given_up
    now[0] += 31 * 86400
    await asyncio.gather(any_store.forget(30), any_store.forget(30))
    table = await Store(any_store._engine).table(id)
    assert table.forgotten
    assert await any_store.open_tables() == []
    assert [one.id for one in await any_store.tables_of(ANNA.person)] == [running]
    with pytest.raises(Refusal):
        await any_store.sit(id, BEN.person, "Ben")
    now[0] += 31 * 86400
    await any_store.forget(30)
    with pytest.raises(NoSuchTable):
        await any_store.table(id)


async def test_a_game_that_was_broken_off_has_points_and_no_winner(any_store: Store) -> None:
    id = await opened(any_store, ANNA, BOT)
    await any_store.append(id, 0, "r", lambda t: t.resign(0, "r"))
    [summary] = await any_store.finished(ANNA.person)
    assert summary.broken_off
    assert summary.winners is None
    assert summary.scores == (0, 0)


async def test_private_games_are_no_replays_for_others(any_store: Store) -> None:
    for terms in ({"visibility": "link"}, {"watched": False}):
        id = await opened(any_store, ANNA, BOT, **terms)
        await any_store.append(id, 0, "r", lambda t: t.resign(0, "r"))
        assert await any_store.finished() == []
        assert id in [one.id for one in await any_store.finished(ANNA.person)]
        assert await any_store.finished(BEN.person) == []

"""Before the game begins: who may come, who sits where, what is agreed on."""

from dataclasses import replace

import pytest

from tablero.core.errors import BadOption
from tablero.games import game
from tablero.table import (
    Begun,
    Holder,
    Invitations,
    NoSuchSeat,
    NoSuchTable,
    NotInvited,
    NotStarted,
    NotYours,
    OutOfTurn,
    Refusal,
    SeatTaken,
    Table,
    Terms,
    check_may_join,
    may_join,
    may_see,
    pregame,
)
from tablero.table.pregame import SetupChange
from tests.table.tables import new_table, play_on

ANA, BEN = Holder("person", "Ana", "ana"), Holder("person", "Ben", "ben")
BOT, OPEN = Holder("bot", "Balam", level=2), Holder("open")


def gathered(*holders: Holder, **terms: object) -> Table:
    agreed = Terms.of(terms)
    return Table(
        "t",
        game("maya"),
        len(holders),
        {},
        holders,
        7,
        "salt",
        host="ana",
        terms=agreed,
        invitations=Invitations("link-1"),
    )


def kinds(table: Table) -> list[str]:
    return [holder.name or holder.kind for holder in table.holders]


# ---------------------------------------------------------------- who may come


def test_at_a_listed_table_anybody_may_sit() -> None:
    assert may_join(gathered(ANA, OPEN), "stranger")


def test_by_link_only_those_come_who_have_it() -> None:
    table = gathered(ANA, OPEN, visibility="link")
    assert not may_join(table, "stranger")
    assert not may_join(table, "stranger", "link-0")
    assert may_join(table, "stranger", "link-1")


def test_among_named_people_the_link_alone_opens_no_seat() -> None:
    table = gathered(ANA, OPEN, visibility="named")
    with pytest.raises(NotInvited):
        check_may_join(table, "stranger", "link-1")
    _, table = pregame.invite(table, "ana", table.invitations.name("cleo", "Cleo"), "x")
    assert may_join(table, "cleo")
    _, table = pregame.invite(table, "ana", table.invitations.withdraw("cleo"), "y")
    assert not may_join(table, "cleo")


def test_a_gathering_of_named_people_is_seen_by_them_alone() -> None:
    table = gathered(ANA, OPEN, visibility="named")
    assert may_see(table, "ana")
    assert not may_see(table, "stranger")
    assert may_see(gathered(ANA, OPEN, visibility="link"), "stranger")
    assert may_see(gathered(ANA, OPEN, watched=False), "stranger"), "who may sit down may see where"
    assert may_see(gathered(ANA, BEN, visibility="link"), "stranger"), "a running game that may be watched"
    assert not may_see(gathered(ANA, BEN, visibility="named"), "stranger")
    assert not may_see(gathered(ANA, BEN, watched=False), "stranger")


@pytest.mark.parametrize("visibility", ["listed", "link", "named"])
def test_whoever_was_sent_away_comes_back_by_a_new_invitation_only(visibility: str) -> None:
    table = gathered(ANA, BEN, OPEN, visibility=visibility)
    row, table = pregame.send_away(table, "ana", 1, "x")
    assert (row.kind, row.seat, row.move) == ("rise", -1, 1)
    assert kinds(table) == ["Ana", "open", "open"]
    assert not may_join(table, "ben")
    assert not may_join(table, "ben", "link-1")
    _, renewed = pregame.invite(table, "ana", replace(table.invitations, link="link-2"), "y")
    assert may_join(renewed, "ben", "link-2") == (visibility != "named")
    assert not may_join(renewed, "ben"), "the old way in stays closed"
    _, named = pregame.invite(table, "ana", table.invitations.name("ben", "Ben"), "y")
    assert may_join(named, "ben")


# ---------------------------------------------------------------- seats


def test_somebody_takes_an_open_seat_instead() -> None:
    _, table = pregame.change_seat(gathered(ANA, BEN, OPEN), "ben", 2, "x")
    assert kinds(table) == ["Ana", "open", "Ben"]
    with pytest.raises(SeatTaken):
        pregame.change_seat(table, "ben", 0, "y")
    with pytest.raises(NoSuchSeat):
        pregame.change_seat(table, "ben", 3, "y")
    with pytest.raises(NoSuchSeat):
        pregame.change_seat(table, "stranger", 1, "y")


def test_a_bot_fills_a_seat_and_makes_room_again() -> None:
    _, table = pregame.add_bot(gathered(ANA, OPEN, OPEN), "ana", 2, BOT, "x")
    assert kinds(table) == ["Ana", "open", "Balam"]
    _, table = pregame.add_bot(table, "ana", 2, replace(BOT, level=5), "y")
    assert table.holders[2].level == 5
    _, table = pregame.remove_bot(table, "ana", 2, "z")
    assert kinds(table) == ["Ana", "open", "open"]
    with pytest.raises(SeatTaken):
        pregame.add_bot(table, "ana", 0, BOT, "x")
    with pytest.raises(BadOption):
        pregame.add_bot(table, "ana", 1, replace(BOT, level=9), "x")
    with pytest.raises(NoSuchSeat):
        pregame.remove_bot(table, "ana", 0, "x")


def test_seats_are_arranged() -> None:
    _, table = pregame.reorder_seats(gathered(ANA, BEN, OPEN), "ana", [2, 0, 1], "x")
    assert kinds(table) == ["open", "Ana", "Ben"]
    for wrong in ([0, 1], [0, 0, 1], [0, 1, 3]):
        with pytest.raises(BadOption):
            pregame.reorder_seats(table, "ana", wrong, "y")


def test_whoever_leaves_hands_the_table_on_or_closes_it() -> None:
    _, table = pregame.leave_seat(gathered(ANA, BEN, OPEN), "ben", "x")
    assert (table.host, kinds(table)) == ("ana", ["Ana", "open", "open"])
    _, table = pregame.leave_seat(gathered(ANA, BEN, OPEN), "ana", "x")
    assert (table.host, kinds(table)) == ("ben", ["open", "Ben", "open"])
    row, table = pregame.leave_seat(gathered(ANA, BOT, OPEN), "ana", "x")
    assert row.kind == "close"
    assert table.given_up


# ---------------------------------------------------------------- what is agreed on


def test_fewer_seats_lose_open_ones_then_bots_and_never_people() -> None:
    _, table = pregame.change_setup(gathered(ANA, BOT, OPEN, BEN), "ana", SetupChange(seats=3), "x")
    assert kinds(table) == ["Ana", "Balam", "Ben"]
    assert not table.started, "every seat is taken now, but nobody has said that the game shall begin"
    assert pregame.start(table, "ana", "y")[1].started
    _, table = pregame.change_setup(gathered(ANA, BOT, OPEN, BEN), "ana", SetupChange(seats=2), "x")
    assert kinds(table) == ["Ana", "Ben"]
    _, table = pregame.change_setup(gathered(ANA, OPEN), "ana", SetupChange(seats=4), "x")
    assert kinds(table) == ["Ana", "open", "open", "open"]
    cleo = Holder("person", "Cleo", "cleo")
    with pytest.raises(Refusal):
        pregame.change_setup(gathered(ANA, BEN, cleo, OPEN), "ana", SetupChange(seats=2), "x")


def test_options_terms_and_hints_are_changed_and_checked() -> None:
    what = SetupChange(options={"variant": "none"}, hints="everybody", terms=Terms(visibility="link", pace="live"))
    _, table = pregame.change_setup(gathered(ANA, OPEN), "ana", what, "x")
    assert (table.hints, table.terms.visibility, table.terms.pace) == ("everybody", "link", "live")
    assert table.seed == 7
    for wrong in (
        SetupChange(seats=9),
        SetupChange(hints="some"),
        SetupChange(terms=Terms(stand_in=0)),
        SetupChange(options={"no": "x"}),
    ):
        with pytest.raises(BadOption):
            pregame.change_setup(table, "ana", wrong, "y")


def test_changing_a_full_table_does_not_begin_its_game() -> None:
    what = SetupChange(terms=Terms(pace="live", held=False))
    assert not pregame.change_setup(gathered(ANA, BEN, held=True), "ana", what, "x")[1].started
    assert not pregame.change_setup(gathered(ANA, OPEN), "ana", what, "x")[1].terms.held, (
        "with an open seat it begins by itself as before"
    )


def test_a_table_that_is_held_begins_at_a_word() -> None:
    table = gathered(ANA, BEN, held=True)
    assert not table.started
    with pytest.raises(NotStarted):
        table.play(0, 0, 0, "x")
    with pytest.raises(NotStarted):
        pregame.start(gathered(ANA, OPEN, held=True), "ana", "x")
    _, table = pregame.start(table, "ana", "x")
    assert table.started
    assert table.actors()


def test_nobody_but_whoever_opened_it_arranges_a_table() -> None:
    table = gathered(ANA, BEN, OPEN)
    for ask in (
        lambda: pregame.send_away(table, "ben", 0, "x"),
        lambda: pregame.add_bot(table, "ben", 2, BOT, "x"),
        lambda: pregame.remove_bot(table, "ben", 2, "x"),
        lambda: pregame.reorder_seats(table, "ben", [1, 0, 2], "x"),
        lambda: pregame.change_setup(table, "ben", SetupChange(seats=2), "x"),
        lambda: pregame.start(table, "ben", "x"),
        lambda: pregame.cancel(table, "ben", "x"),
        lambda: pregame.invite(table, "", table.invitations, "x"),
    ):
        with pytest.raises(NotYours):
            ask()


def test_nothing_is_arranged_after_the_start() -> None:
    table = gathered(ANA, BEN)
    for ask in (
        lambda: pregame.send_away(table, "ana", 1, "x"),
        lambda: pregame.leave_seat(table, "ben", "x"),
        lambda: pregame.change_seat(table, "ben", 0, "x"),
        lambda: pregame.reorder_seats(table, "ana", [1, 0], "x"),
        lambda: pregame.change_setup(table, "ana", SetupChange(seats=3), "x"),
        lambda: pregame.cancel(table, "ana", "x"),
    ):
        with pytest.raises(Begun):
            ask()


def test_a_table_that_was_given_up_takes_nobody() -> None:
    _, table = pregame.cancel(gathered(ANA, OPEN), "ana", "x")
    assert (table.given_up, table.forgotten, table.over) == (True, False, False)
    with pytest.raises(NoSuchTable):
        table.sit("ben", "Ben", None, "y")
    with pytest.raises(NoSuchTable):
        pregame.change_setup(table, "ana", SetupChange(seats=3), "y")
    with pytest.raises(OutOfTurn):
        table.close("z", forgotten=True)
    table = gathered(ANA, OPEN)
    table.apply(table.close("z", forgotten=True))
    assert table.forgotten
    with pytest.raises(Begun):
        gathered(ANA, BEN).close("z", forgotten=True)


# ---------------------------------------------------------------- resigning


def test_a_game_is_over_when_every_person_has_resigned() -> None:
    table = new_table(2)
    play_on(table, 8, 1)
    table.apply(table.resign(0, "a"))
    assert not table.over
    table.apply(table.resign(1, "b"))
    assert table.over
    assert table.broken_off
    result = table.result()
    assert result is not None
    assert result.winners == ()


def test_whoever_resigned_comes_last_and_the_record_tells_what_was_played() -> None:
    table = new_table(3)
    play_on(table, 30, 2)
    table.apply(table.resign(1, "r"))
    made = table.resigned_after(1)
    assert 0 < made <= 30
    while table.actors():
        seat = table.actors()[0]
        table.apply(
            table.play(seat, table.state.moves(seat)[-1], table.version_for(seat), f"m{table.version}", bot=seat == 1)
        )
    result, played = table.result(), table.state.result()
    assert result is not None
    assert played is not None
    assert result.ranks[1] == 3
    assert 1 not in result.winners
    assert result.scores == played.scores
    record = table.record()
    assert record.winners == played.winners
    record.verify(table.game)

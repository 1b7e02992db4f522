"""A match shown some turns late: nothing of what has not been shown is in it."""

import pytest

from tablero.games import games
from tablero.table import DelayedTable, Refusal, Table, Terms
from tests.table.tables import new_table, play_on, undo

NAMES = [each.name for each in games()]


def delayed(name: str, delay: int = 2, seed: int = 3) -> Table:
    table = new_table(2, seed, name)
    table.terms = Terms(delay=delay)
    return table


@pytest.mark.parametrize("name", NAMES)
def test_spectators_see_an_earlier_settled_position_and_all_of_it_at_the_end(name: str) -> None:
    table = delayed(name)
    later, behind = DelayedTable(table), 0
    for step in range(60):
        play_on(table, 1, step)
        shown = later.of(table)
        count = table.settled_before(2)
        assert shown.moves_made == count <= table.moves_made
        assert shown.log(None) == [entry for entry in table.log(None) if entry[0] <= count][: len(shown.log(None))]
        behind = max(behind, table.moves_made - count)
    assert behind > 1
    play_on(table, 5000, 1)
    assert table.over
    assert later.of(table) is table


def test_what_is_taken_back_was_never_shown() -> None:
    table = delayed("maya", 1)
    later = DelayedTable(table)
    seen = 0
    for step in range(120):
        play_on(table, 1, step)
        mover = next((seat for seat in range(2) if table.can_undo(seat)), None)
        if step % 3 == 0 and mover is not None:
            undo(table, mover)
        assert later.of(table).moves_made >= seen, "what was shown stays shown"
        seen = later.of(table).moves_made
    assert seen > 5


def test_a_hand_is_shown_until_it_is_hidden_and_everybody_hears_of_it() -> None:
    table = new_table(2)
    table.apply(table.show_hand(1, True, "show"))
    assert dict(table.shown) == {1: 1}
    table.apply(table.show_hand(1, True, "anew"))
    assert dict(table.shown) == {1: 2}, "an older link is worth nothing"
    table.apply(table.show_hand(1, False, "hide"))
    assert not table.shown
    with pytest.raises(Refusal):
        table.show_hand(1, False, "again")
    table.terms = Terms(watched=False)
    with pytest.raises(Refusal):
        table.show_hand(0, True, "nobody")

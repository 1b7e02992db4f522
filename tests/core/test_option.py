"""Options: words with labels, and some of them change a number of the component data."""

from __future__ import annotations

import pytest

import tablero
from tablero.core import Option, seeded
from tablero.core.i18n.translator import untranslated
from tablero.core.option import facts_with
from tablero.core.playout import count_sequences, play_at_random

SKULL = Option(
    "skull", "Points for a skull", {"3": "three", "4": "four + more"}, facts={"4": {"scoring.skull": 4, "end": True}}
)
FACTS = {"scoring": {"skull": 3, "jade": 2}, "end": False}


def test_the_first_choice_is_the_default_and_labels_are_told_part_by_part() -> None:
    assert SKULL.default == "3"
    assert Option("free", "Any text", {}).default == ""
    assert SKULL.label(untranslated) == "Points for a skull"
    assert (SKULL.choice("4", untranslated), SKULL.choice("other", untranslated)) == ("four + more", "other")


def test_a_choice_may_put_numbers_into_the_component_data() -> None:
    options = {"skull": SKULL}
    assert facts_with(FACTS, options, {"skull": "3"}) is FACTS
    assert facts_with(FACTS, options, {"skull": "4"}) == {"scoring": {"skull": 4, "jade": 2}, "end": True}
    assert FACTS == {"scoring": {"skull": 3, "jade": 2}, "end": False}


def test_a_choice_for_a_place_that_the_facts_do_not_have_is_a_fault() -> None:
    with pytest.raises(KeyError, match="no 'scoring'"):
        facts_with({}, {"skull": SKULL}, {"skull": "4"})
    with pytest.raises(KeyError, match="no 'skull'"):
        facts_with({"scoring": {}}, {"skull": SKULL}, {"skull": "4"})


@pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
def test_sequences_are_counted_as_one_counts_them_by_hand(game: tablero.Game) -> None:
    state = game.start(game.seats[0], 1)
    play_at_random(state, seeded(1), 5)
    seat = state.actors()[0]
    first = state.moves(seat)
    second = 0
    for move in first:
        after = state.copy()
        after.play(seat, move)
        second += len(after.moves(after.actors()[0])) if after.actors() else 0
    assert [int(count_sequences(state, depth)) for depth in (0, 1, 2)] == [1, len(first), second]

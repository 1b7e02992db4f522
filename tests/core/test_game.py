"""The door to a game: names, seats, options, notation, showing itself."""

from __future__ import annotations

import pytest

import tablero
from tablero.core import seeded
from tablero.core.facts import fingerprint, load_guide
from tablero.core.playout import count_sequences


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(tablero.BadOption, match="yaxha"):
        tablero.game("chess")


def test_a_wrong_number_of_seats_names_the_right_ones() -> None:
    with pytest.raises(tablero.BadOption, match="2, 3, 4 seats, not 5"):
        tablero.game("yaxha").start(seats=5)


def test_a_wrong_option_names_the_right_ones() -> None:
    game = tablero.game("yaxha")
    with pytest.raises(tablero.BadOption, match=r"option 'cards' of Yaxha is one of random, .*, not 'none'"):
        game.start(2, 1, {"cards": "none"})
    with pytest.raises(tablero.BadOption, match="Yaxha has no option 'wind'; it has cards"):
        game.start(2, 1, {"wind": "high"})


def test_options_that_do_not_fit_together_are_refused_at_the_start() -> None:
    with pytest.raises(tablero.BadOption, match="chosen_cards"):
        tablero.game("yaxha").start(2, 1, {"chosen_cards": "three_colours"})


def test_a_game_is_played_under_todays_rules_unless_older_ones_are_named() -> None:
    for game in tablero.games():
        assert game.rules_known(None) == game.rules_known(game.rules) == game.rules
        for older in game.older:
            assert game.rules_known(older) == older
        with pytest.raises(tablero.BadOption, match="is played here under rules"):
            game.rules_known(game.rules + 1)


def test_a_name_for_component_data_is_short_and_does_not_ask_for_their_order() -> None:
    assert fingerprint({"a": 1, "b": {"c": 2, "d": 3}}) == fingerprint({"b": {"d": 3, "c": 2}, "a": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})
    assert len(fingerprint({})) == 16


def test_without_a_seed_no_two_games_are_alike() -> None:
    game = tablero.game("yaxha")
    assert game.start(4).dump() != game.start(4).dump()


@pytest.mark.parametrize(
    "text", ["", "take tile 5", "grey 9,9 level 1", "pink 0,0 level 1", "grey 3,3 level 4 x", "grey 3,3 level 2"]
)
def test_words_that_are_no_move_are_refused_with_examples(text: str) -> None:
    game = tablero.game("yaxha")
    with pytest.raises(tablero.IllegalMove) as refused:
        game.read(game.start(2, 1), 0, text)
    assert refused.value.rule == "notation"


def test_a_move_number_outside_the_space_has_no_words() -> None:
    with pytest.raises(ValueError, match="0 to 634"):
        tablero.game("yaxha").moves.write(635)


def test_a_guide_in_an_unknown_language() -> None:
    with pytest.raises(ValueError, match="en, es, fr"):
        load_guide("tablero.games.yaxha", "de", {})


def test_a_state_shows_itself() -> None:
    state = tablero.game("yaxha").start(3, 1)
    assert repr(state) == "<yaxha, 3 seats, seats to act: 0, 1, 2>"
    assert state._repr_svg_().startswith("<svg")
    assert str(state)


def test_counting_sequences_past_the_end_finds_none() -> None:
    from tablero.core.playout import play_at_random

    state = tablero.game("yaxha").start(2, 1)
    play_at_random(state, seeded(1), 10_000)
    assert repr(state) == "<yaxha, 2 seats, over>"
    assert count_sequences(state, 1) == 0
    assert state.moves(0) == []
    with pytest.raises(ValueError, match="a seat is a number from 0 to 1, not 7"):
        state.moves(7)

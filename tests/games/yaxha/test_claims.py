"""Getting cubes: choices, claims, leftovers, initiative, supply."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

import tablero
from tablero.core import State, seeded
from tablero.core.playout import play_at_random
from tablero.games.yaxha.layout import INITIATIVE, LEFTOVER, TAKEN

from .invariants import check
from .position import GAME, position

CLAIMS = GAME.facts["golden"]["claim"]


def choose(state: State, tiles: list[int]) -> None:
    for seat, tile in enumerate(tiles):
        state.play(seat, tile - 1)


def taken(state: State) -> list[int]:
    return [tile + 1 for tile in state.dump()["taken"]]


@pytest.mark.parametrize("claim", CLAIMS, ids=[claim["name"] for claim in CLAIMS])
def test_the_golden_claims(claim: dict[str, Any]) -> None:
    """Y01, Y02, Y03, Y05: the four examples of the rulebook, and two more."""
    names = list(claim["before"])
    state = position(phase="choose", initiative=list(claim["before"].values()))
    choose(state, list(claim["chosen"].values()))
    order = []
    while state.view(None)["phase"] == "leftover":
        (seat,) = state.actors()
        order.append(names[seat])
        state.play(seat, claim["picks"][names[seat]] - 1)
    # The last in the queue is given its tile without being asked.
    assert order == claim["leftover_order"][: len(order)]
    assert len(order) == max(0, len(claim["leftover_order"]) - 1)
    assert taken(state) == list(claim["got"].values())
    assert state.dump()["initiative"] == list(claim["after"].values())


def test_three_tied_with_stones_1_3_4_leave_the_fourth_player_alone() -> None:
    """Y04"""
    state = position(phase="choose", initiative=[1, 2, 3, 4])
    choose(state, [1, 2, 1, 1])
    state.play(2, 2)
    assert state.dump()["initiative"] == [4, 2, 3, 1]


def test_two_pairs_share_one_queue_and_exchange_separately() -> None:
    """Y06, Y07"""
    state = position(phase="choose", initiative=[4, 1, 2, 3])
    choose(state, [1, 2, 1, 2])
    # Seat 3 (stone 3) lost tile 2, seat 0 (stone 4) lost tile 1: 3 picks before 4, by the stones before the exchange.
    assert state.actors() == (3,)
    state.play(3, 3)
    assert taken(state) == [3, 2, 1, 4]
    assert state.dump()["initiative"] == [2, 3, 4, 1]


def test_a_loser_is_offered_neither_the_contested_tile_nor_one_that_is_claimed() -> None:
    """Y08"""
    state = position(phase="choose", initiative=[2, 1, 3, 4])
    choose(state, [2, 2, 2, 4])
    assert state.moves(0) == [0, 2]
    assert state.why_not(0, 1) == "leftover"
    assert state.why_not(0, 3) == "leftover"


def test_the_last_tile_is_given_without_asking_also_with_two_players() -> None:
    """Y09"""
    state = position(phase="choose", initiative=[2, 1])
    choose(state, [1, 1])
    assert state.view(None)["phase"] == "build"
    assert taken(state) == [2, 1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_stones_stay_a_permutation_for_all_choices(seats: int) -> None:
    """Y10"""
    for stones in itertools.permutations(range(1, seats + 1)):
        for tiles in itertools.product(range(1, seats + 1), repeat=seats):
            state = position(phase="choose", initiative=list(stones))
            choose(state, list(tiles))
            while state.phase == LEFTOVER:
                (seat,) = state.actors()
                state.play(seat, state.moves(seat)[0])
            assert sorted(state.by_seat(INITIATIVE)) == list(range(1, seats + 1))
            assert sorted(state.by_seat(TAKEN)) == list(range(seats))


def test_a_choice_is_unsettled_until_the_last_one_has_chosen() -> None:
    """Y11: what is unsettled can be taken back by the table."""
    state = position(phase="choose", seats=3)
    before = state.settled
    state.play(0, 0)
    state.play(1, 0)
    assert state.settled == before
    assert state.actors() == (2,)
    assert state.view(0)["mine"]["chosen"] == 0
    state.play(2, 1)
    assert state.settled > before


def test_a_hidden_choice_shows_nowhere() -> None:
    """Y12: whichever tile seat 0 chose, everybody else sees the same."""
    seen = []
    for tile in range(3):
        state = position(phase="choose", seats=3)
        state.journal = []
        state.play(0, tile)
        told = [event for event in state.journal if event.get("to", 1) == 1]
        seen.append(json.dumps([state.view(1), state.view(2), state.view(None), state.moves(1), told]))
    assert len(set(seen)) == 1
    assert state.view(1)["ready"] == [True, False, False]


@pytest.mark.parametrize(("seats", "left"), [(4, 0), (3, 30), (2, 60)])
def test_the_bag_after_the_last_refill(seats: int, left: int) -> None:
    """Y13"""
    state = GAME.start(seats, seed=1)
    luck = seeded(1)
    while state.dump()["round"] < 10:
        play_at_random(state, luck, 1)
    assert sum(state.dump()["bag"]) == left


def test_discarded_cubes_never_come_back_and_colours_are_conserved() -> None:
    """Y14, Y15: the count over bag, market, hands, pyramids and discards is 24 at every step."""
    luck = seeded(4)
    discards = 0
    for seed in range(30):
        state = GAME.start(4, seed)
        while state.actor() >= 0:
            play_at_random(state, luck, 9)
            check(state)
        discards += sum(sum(player["discarded"]) for player in state.dump()["players"])
    assert discards > 30


def test_neighbour_cards_are_not_for_two_players() -> None:
    """Y45"""
    for seed in range(300):
        assert not any("neighbour" in card["id"] for card in GAME.start(2, seed).view(None)["cards"])
    with pytest.raises(tablero.BadOption, match="compares with the player on the left"):
        GAME.start(2, 1, {"cards": "chosen", "chosen_cards": "left_neighbour_blue,most_levels,three_colours"})


def test_beginner_cards_are_three_of_the_eight() -> None:
    """Y46"""
    marked = {card["id"] for card in GAME.facts["bonus"]["card"] if card["beginner"]}
    assert len(marked) == 8
    dealt = set()
    for seed in range(300):
        cards = [card["id"] for card in GAME.start(3, seed, {"cards": "beginner"}).view(None)["cards"]]
        assert len(set(cards)) == 3
        dealt |= set(cards)
    assert dealt == marked


@pytest.mark.parametrize(("seats", "pool"), [(2, 13), (3, 18), (4, 18)])
def test_every_card_can_be_dealt(seats: int, pool: int) -> None:
    """Y47"""
    dealt = {card["id"] for seed in range(500) for card in GAME.start(seats, seed).view(None)["cards"]}
    assert len(dealt) == pool


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cards": "chosen"}, "three different"),
        ({"cards": "chosen", "chosen_cards": "most_levels,most_levels,three_colours"}, "three different"),
        ({"cards": "chosen", "chosen_cards": "most_levels,three_colours,pyramid"}, "no bonus card 'pyramid'"),
        ({"chosen_cards": "most_levels"}, "cards=chosen"),
        ({"cards": "some"}, "random, beginner, chosen"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_bad_options_are_refused_with_what_exists(options: dict[str, str], words: str) -> None:
    with pytest.raises(tablero.BadOption, match=words):
        GAME.start(3, 1, options)


def test_chosen_cards_are_the_ones_in_play() -> None:
    chosen = ["three_colours", "most_levels", "largest_grey"]
    state = GAME.start(2, 1, {"cards": "chosen", "chosen_cards": ", ".join(chosen)})
    assert [card["id"] for card in state.view(None)["cards"]] == chosen


def test_initiative_is_dealt_at_random() -> None:
    dealt = {tuple(GAME.start(3, seed).dump()["initiative"]) for seed in range(100)}
    assert len(dealt) == 6

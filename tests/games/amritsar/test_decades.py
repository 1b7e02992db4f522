"""Knowledge, ends of decades, final scoring, objectives."""

from __future__ import annotations

import pytest

from .position import DISTRICTS, Draft, events, goods, legal, play, seat_of, settle, stage


def studying(track: tuple[int, int, int] = (0, 0, 0), colour: str = "white", **seat: object) -> Draft:
    """In the east white_2 gives a step on any track as its main action."""
    return Draft().seat(0, at=0, track=list(track), **seat).acting("east", colour)


def ending(decade: int = 0, seats: int = 3, **options: str) -> Draft:
    """The last action of the last turn of a decade; nobody can follow."""
    draft = Draft(seats, **options).on(turn=seats - 1, decade=decade, round=3, maharaja=3).acting("north", "green")
    draft.on(temple=["t3", "t3", "t3"])
    for seat in range(seats):
        draft.seat(seat, mahouts=[None] * 4, tax=0, coin=0)
    return draft


def end(draft: Draft):  # type: ignore[no-untyped-def]
    return settle(play(draft.load(), "done"))


# ---------------------------------------------------------------- knowledge


def test_two_steps_on_one_track_resolve_one_after_the_other() -> None:
    """R51: the last cell, then the overflow."""
    draft = Draft().seat(0, resources=[1, 0, 0], track=[0, 0, 5]).acting("north", "blue")
    state = play(draft.load(), "secondary right; build wh_knowledge2; study money")
    assert stage(state) == "study"
    play(state, "study money")
    assert seat_of(state)["track"] == [0, 0, 6]
    assert goods(state)[0] == 2
    other = play(draft.load(), "secondary right; build wh_knowledge2; study money; study resources")
    assert seat_of(other)["track"] == [0, 1, 6]


def test_a_paid_upgrade_on_the_track_is_optional() -> None:
    """R52"""
    poor = play(studying((1, 0, 0), resources=[0, 0, 0]).load(), "main left; study development")
    assert (stage(poor), seat_of(poor)["track"]) == ("actions", [2, 0, 0])
    rich = play(studying((1, 0, 0), resources=[1, 0, 0]).load(), "main left; study development")
    assert "skip" in legal(rich)
    play(rich, "skip")
    assert goods(rich)[1] == 1


def test_the_swap_warehouse_changes_steps_on_a_named_track() -> None:
    """R53: a step of development moves money."""
    tiles = (
        "white_1",
        "green_2",
        "blue_1",
        "white_2",
        "blue_2",
        "green_1",
        "yellow_3",
        "green_3",
        "white_3",
        "blue_3",
        "yellow_2",
        "yellow_1",
    )
    draft = Draft().seat(0, houses=["wh_knowledge_swap"]).on(tiles=tiles).acting("north", "green")
    state = play(draft.load(), "secondary centre; study money")
    assert seat_of(state)["track"] == [0, 0, 1]
    plain = play(Draft().on(tiles=tiles).acting("north", "green").load(), "secondary centre")
    assert seat_of(plain)["track"] == [1, 0, 0]


def test_income_reached_in_a_decade_pays_at_its_end() -> None:
    """R54"""
    draft = ending().on(turn=2, act_district=1, act_colour=2).seat(2, track=[0, 0, 3])
    state = settle(play(draft.load(), "main left; study money; done"))
    assert goods(state, 2)[0] == 1
    assert seat_of(state, 2)["score"] == 6


# ---------------------------------------------------------------- end of a decade


def test_the_majorities_of_the_rulebook() -> None:
    """G5: two tied with two counters in a district worth 2 gain 2 each."""
    draft = ending().donate(0, "south", (1, 1), (1, 2)).donate(1, "south", (1, 3), (1, 4)).donate(2, "south", (1, 5))
    state = end(draft)
    assert [seat_of(state, seat)["score"] for seat in range(3)] == [7, 7, 5]


def test_the_steps_of_a_decades_end_come_in_order_for_everybody() -> None:
    """R74: the old temple tile and the old penalty count."""
    draft = ending(decade=1).on(temple=["t1", "t2", "t3"]).donate(0, "west", (1, 1))
    draft.seat(0, tax=2, track=[0, 0, 4]).seat(1, tax=1)
    told = events(draft.load(), "done")
    kinds = [event["kind"] for event in told if event["kind"] in ("majority", "taxed", "gained", "decade")]
    assert kinds == ["majority", "taxed", "taxed", "taxed", "gained", "decade"]
    assert [event["points"] for event in told if event["kind"] == "majority"] == [4]
    assert [event["points"] for event in told if event["kind"] == "taxed"] == [-2, -2, 0]


def test_a_district_without_counters_gives_nothing() -> None:
    """R75"""
    assert [seat_of(end(ending()), seat)["score"] for seat in range(3)] == [5, 5, 5]


def test_taxes_are_paid_as_far_as_possible_and_discounts_stop_at_zero() -> None:
    """R76"""
    state = end(ending().seat(0, tax=1, coin=2, track=[0, 0, 2], houses=["wh_tax_discount"]))
    assert goods(state)[0] == 2  # tax 2 with the warehouse itself, less two
    partly = end(ending(decade=2).seat(0, tax=3, coin=2, score=9))
    assert (goods(partly)[0], seat_of(partly)["score"]) == (0, 6)


def test_income_comes_too_late_for_the_tax() -> None:
    """R77: choices from the start player on."""
    state = end(ending().seat(0, tax=1, track=[0, 0, 4]).seat(1, track=[0, 4, 0]).seat(2, track=[0, 4, 0]))
    assert state.actors() == (1,)
    play(state, "take gold")
    assert state.actors() == (2,)
    play(state, "take marble")
    # Tax 1 less the discount of cell 2 is nothing; the coin and the point are there.
    assert (goods(state)[0], seat_of(state)["score"]) == (1, 6)
    late = end(ending().seat(0, tax=2, track=[0, 0, 4]))
    assert (goods(late)[0], seat_of(late)["score"]) == (1, 5)


def test_the_third_decade_has_all_steps_before_the_final_scoring() -> None:
    """R79: the resource of the income counts for the last cell."""
    state = end(ending(decade=2).seat(0, track=[0, 6, 0]))
    play(state, "take marble")
    assert stage(state) == "over"
    assert seat_of(state)["ledger"][8] == 1


@pytest.mark.parametrize(
    ("track", "seat", "points"),
    [
        ((6, 0, 0), {"load": 3, "stall": 0}, 3 + 1),
        ((0, 6, 0), {"resources": [1, 0, 1]}, 3),
        ((0, 0, 6), {"coin": 2}, 3),
    ],
)
def test_the_last_cells_of_the_tracks(track: tuple[int, int, int], seat: dict, points: int) -> None:
    state = end(ending(decade=2).seat(0, track=list(track), **seat))
    while stage(state) != "over":
        play(state, "take gold")
    ledger = seat_of(state)["ledger"]
    # A recovery with an empty market space pays a point, the money track pays a coin and a point.
    assert ledger[8] + (1 if track[0] else 0) == points


# ---------------------------------------------------------------- objectives


def aiming(objective: str, seats: int = 3, **options: str) -> Draft:
    """The objective lies on the board of seat 0, nobody else has one."""
    kind = objective[0]
    draft = ending(2, seats, **options).seat(0, objectives={kind: objective}, placed=["ABCD".index(kind), -1, -1, -1])
    for seat in range(1, seats):
        draft.seat(seat, placed=[-1, -1, -1, -1])
    return draft


def won(draft: Draft) -> int:
    state = end(draft)
    while stage(state) != "over":
        play(state, legal(state)[0])
    return int(seat_of(state)["ledger"][9])


@pytest.mark.parametrize(("counts", "points"), [((3, 3, 2), 5), ((3, 3, 4), 2), ((2, 3, 3), 0), ((0, 0, 0), 0)])
def test_places_of_a_majority_objective(counts: tuple[int, ...], points: int) -> None:
    """R85: two tied leaders make the next one third."""
    draft = aiming("A_north", 3)
    place = iter([(level, i) for level in (1, 2, 3, 4) for i in range(1, 7 - level)])
    for seat, count in enumerate(counts):
        draft.donate(seat, "north", *[next(place) for _ in range(count)])
    assert won(draft) == points


def test_dense_places_are_an_option() -> None:
    draft = aiming("A_coins", 3, majority_ranks="dense").seat(0, coin=1).seat(1, coin=3).seat(2, coin=3)
    assert won(draft) == 2


def test_with_two_seats_the_second_place_needs_something() -> None:
    """R86"""
    four = [(1, 1), (1, 2), (1, 3), (2, 1)]
    draft = aiming("A_west", 2).donate(1, "west", *four).donate(0, "west", (1, 4))
    assert won(draft) == 2
    assert won(aiming("A_west", 2).donate(1, "west", *four)) == 0


def test_an_objective_in_hand_scores_nothing() -> None:
    """R87"""
    draft = aiming("C_north").donate(0, "north", (1, 1)).seat(0, placed=[-1, -1, -1, -1])
    assert won(draft) == 0


def test_coins_on_sections_belong_to_nobody() -> None:
    """R88"""
    draft = aiming("A_coins").on(lying={"north 1": 3}).seat(1, coin=1)
    assert won(draft) == 0


LEVEL_CELLS = {1: [(1, i) for i in range(1, 6)], 2: [(2, i) for i in range(1, 5)], 3: [(3, i) for i in range(1, 4)]}


def tower(draft: Draft, district: str, mine: list[tuple[int, int]]) -> Draft:
    """Counters of seat 0 on these cells, of seat 1 wherever a support is needed."""
    needed: set[tuple[int, int]] = set()
    for level, i in mine:
        for below in range(1, level):
            needed |= {(below, k) for k in range(i, i + level - below + 1)}
    draft.donate(0, district, *mine)
    draft.donate(1, district, *sorted(needed - set(mine)))
    return draft


@pytest.mark.parametrize(
    ("objective", "cells", "points"),
    [
        ("A_north", {"north": [(1, 1)]}, 5),
        ("A_east", {"east": [(1, 1)]}, 5),
        ("A_south", {"south": [(1, 1)]}, 5),
        ("A_west", {"west": [(1, 1)]}, 5),
        ("C_north", {"north": [(1, 1), (1, 3)]}, 2),
        ("C_east", {"east": [(1, 1)]}, 1),
        ("C_south", {"south": [(1, 1), (1, 2), (2, 1)]}, 3),
        ("C_west", {"east": [(1, 1)]}, 0),
        ("C_districts", {"north": [(1, 1)]}, 1),
        ("C_districts", {"north": [(1, 1)], "east": [(1, 1)]}, 2),
        ("C_districts", {d: [(1, 1)] for d in DISTRICTS[:3]}, 3),
        ("C_districts", {d: [(1, 1)] for d in DISTRICTS}, 5),
        ("C_levels", {"north": [(1, 1)]}, 1),
        ("C_levels", {"north": [(1, 1), (2, 1)]}, 2),
        ("C_levels", {"north": [(1, 1), (2, 1)], "east": [(3, 1)]}, 4),
        ("C_levels", {"north": [(1, 1), (2, 1)], "east": [(3, 1)], "west": [(4, 1)]}, 6),
        ("D_levels_1_2", {"north": [(1, i) for i in range(1, 6)], "east": [(2, 1)]}, 6),
        ("D_levels_1_2", {"north": [(1, i) for i in range(1, 6)]}, 0),
        ("D_levels_2_3", {"north": [(2, 1), (2, 2), (3, 1)], "east": [(2, 1)]}, 5),
        ("D_levels_2_3", {"north": [(2, 1), (2, 2), (3, 1)]}, 0),
        ("D_level_1", {"north": [(1, 1)]}, 1),
        ("D_level_1", {"north": [(1, i) for i in (1, 2)]}, 2),
        ("D_level_1", {"north": [(1, i) for i in (1, 2, 3)]}, 3),
        ("D_level_1", {"north": LEVEL_CELLS[1][:4]}, 5),
        ("D_level_1", {"north": LEVEL_CELLS[1]}, 5),
        ("D_level_2", {"north": LEVEL_CELLS[2][:1]}, 2),
        ("D_level_2", {"north": LEVEL_CELLS[2][:2]}, 3),
        ("D_level_2", {"north": LEVEL_CELLS[2][:3]}, 4),
        ("D_level_2", {"north": LEVEL_CELLS[2]}, 6),
        ("D_level_3", {"north": LEVEL_CELLS[3][:1]}, 3),
        ("D_level_3", {"north": LEVEL_CELLS[3][:2]}, 4),
        ("D_level_3", {"north": LEVEL_CELLS[3]}, 5),
        ("D_level_3", {"north": LEVEL_CELLS[3], "east": [(3, 1)]}, 7),
        ("D_level_4", {"south": [(4, 1)]}, 5),
        ("D_level_4", {"south": [(3, 1)]}, 0),
    ],
)
def test_each_objective_of_counters(objective: str, cells: dict[str, list[tuple[int, int]]], points: int) -> None:
    """G8: levels 1 to 3 pay 1-2-3-5, 2-3-4-6, 3-4-5-7."""
    draft = aiming(objective)
    for district, mine in cells.items():
        tower(draft, district, mine)
    assert won(draft) == points


@pytest.mark.parametrize(
    ("objective", "seat", "points"),
    [
        ("A_coins", {"coin": 1}, 5),
        ("A_coins", {"coin": 0}, 0),
        ("A_resources", {"resources": [0, 1, 0]}, 5),
        ("B_dev_res", {"track": [4, 4, 0], "stall": 5}, 6),
        ("B_dev_res", {"track": [4, 3, 0]}, 0),
        ("B_dev_mon", {"track": [5, 0, 4]}, 6),
        ("B_dev_mon", {"track": [3, 0, 6]}, 0),
        ("B_res_mon", {"track": [0, 4, 4]}, 6),
        ("B_res_mon", {"track": [6, 3, 3]}, 0),
        ("B_development", {"track": [6, 0, 0]}, 5),
        ("B_development", {"track": [5, 0, 0]}, 0),
        ("B_resources", {"track": [0, 6, 0]}, 5),
        ("B_resources", {"track": [0, 5, 6]}, 0),
        ("B_money", {"track": [0, 0, 6]}, 5),
        ("B_money", {"track": [6, 6, 5]}, 0),
    ],
)
def test_each_objective_of_boards(objective: str, seat: dict, points: int) -> None:
    assert won(aiming(objective).seat(0, **seat)) == points


def test_a_tie_goes_to_more_donations_then_is_shared() -> None:
    state = end(ending(2, 2).donate(0, "north", (1, 1)).seat(0, placed=[-1] * 4).seat(1, score=8))
    # The majority of the north is worth 3.
    result = state.result()
    assert result is not None
    assert (result.scores, result.winners, result.ranks) == ((8, 8), (0,), (1, 2))
    even = end(ending(2, 3).seat(0, score=8, placed=[-1] * 4).seat(1, score=8, placed=[-1] * 4)).result()
    assert even is not None
    assert (even.winners, even.ranks) == ((0, 1), (1, 1, 3))

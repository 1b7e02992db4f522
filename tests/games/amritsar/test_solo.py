"""The maharaja of the solo game."""

from __future__ import annotations

import pytest

from tablero.core import seeded
from tablero.core.playout import play_at_random

from .position import GAME, OBJECTIVE_IDS, Draft, board_of, events, goods, play, seat_of, settle, stage

# The temple tile t3 is worth 3 north, 4 east, 2 south, 1 west.


def before(colour: str = "white", beside: str = "white", **options: str) -> Draft:
    """The human is about to end a turn with this colour; nobody follows, the maharaja is empty-handed."""
    draft = Draft(1, **options).acting("north", colour).seat(0, mahouts=[None] * 4)
    number = ("yellow", "blue", "white", "green").index(beside)
    draft.on(beside=[number] * 4, temple=["t3"] * 3, quarry=[4, 3, 2])
    return draft.seat(1, resources=[0, 0, 0], load=0, stall=16)


def his(state: object) -> dict:  # type: ignore[type-arg]
    return seat_of(state, 1)  # type: ignore[arg-type]


def told(draft: Draft) -> list[dict]:  # type: ignore[type-arg]
    return events(draft.load(), "done")


def test_a_missing_resource_is_replaced_by_the_first_there_is() -> None:
    """S01"""
    draft = before("blue", "white").on(decade=1, quarry=[4, 0, 2]).seat(1, resources=[0, 3, 0], load=0)
    draft.on(bot_track=1)
    assert his(play(draft.load(), "done"))["resources"] == [2, 3, 0]
    empty = before("blue", "white").on(quarry=[0, 0, 0], bot_track=1).seat(1, resources=[4, 3, 2])
    state = play(empty.load(), "done")
    assert his(state)["score"] == 5 + 2 + 1  # one for each marble he cannot take, one of the white track


def test_he_takes_the_cell_that_brings_most_then_the_leftmost() -> None:
    """S02: level 2 on two counters of his own brings as much as level 3 on none; he takes the leftmost."""
    draft = before().seat(1, load=1, stall=5, resources=[1, 1, 1]).on(quarry=[3, 2, 1])
    draft.donate(1, "east", (1, 3), (1, 4)).donate(0, "east", (1, 1), (1, 2), (2, 1), (2, 2))
    draft.seat(1, stall=13)
    state = draft.load()
    play(state, "done")
    # Level 3 at cell 1 (x = 2) and level 2 at cell 3 (x = 3.5) both bring 5.
    assert board_of(state)["cell"][24 * 1 + 12] == 1
    best = before().seat(1, load=1, stall=13, resources=[1, 1, 0]).on(quarry=[3, 2, 2])
    best.donate(1, "east", (1, 1), (1, 2))
    assert board_of(play(best.load(), "done"))["cell"][24 + 6] == 1


def test_he_goes_to_the_best_district_where_he_can_pay() -> None:
    """S03"""
    draft = before().seat(1, load=1, stall=15, resources=[1, 0, 0]).on(quarry=[3, 3, 2])
    draft.donate(0, "east", (1, 1), (1, 2), (1, 3), (1, 4))
    state = play(draft.load(), "done")
    assert his(state)["at"] == 0
    assert his(state)["in_district"] == [1, 0, 0, 0]


def test_the_bridge_gives_him_nothing() -> None:
    """S04"""
    draft = before().seat(1, load=1, stall=15, resources=[1, 0, 0]).on(quarry=[3, 3, 2])
    draft.on(bridge=["br_donation_coin"] * 3)
    assert his(play(draft.load(), "done"))["coin"] == 0


def test_his_elephant_carries_six_and_the_rest_stays_on_his_board() -> None:
    """S05"""
    draft = before("yellow", "white").seat(1, load=6, stall=10).on(quarry=[0, 3, 2]).seat(1, resources=[4, 0, 0])
    draft.donate(0, "east", (1, 1), (1, 2), (1, 3), (1, 4)).donate(0, "north", (1, 1), (1, 2), (1, 3), (1, 4))
    draft.donate(0, "south", (1, 1), (1, 2), (1, 3), (1, 4)).donate(0, "west", (1, 1), (1, 2), (1, 3), (1, 4))
    state = play(draft.load(), "done")
    assert (his(state)["load"], his(state)["stall"]) == (6, 10)
    out = before("yellow", "white").seat(1, load=0, stall=0, given=16).load()
    assert his(play(out, "done"))["load"] == 0


def test_yellow_takes_from_the_market_what_he_really_took() -> None:
    """S06"""
    draft = before("yellow", "white").on(quarry=[0, 3, 2], bot_track=1).seat(1, resources=[4, 0, 0])
    state = play(draft.load(), "done")
    assert board_of(state)["stock"] == [4, 3, 4]
    nothing = before("yellow", "white").on(quarry=[0, 0, 0], bot_track=1).seat(1, resources=[4, 3, 2])
    assert board_of(play(nothing.load(), "done"))["stock"] == [4, 4, 4]
    gone = before("yellow", "white").on(stock=[0, 4, 4], bot_track=1)
    assert board_of(play(gone.load(), "done"))["stock"] == [0, 4, 4]


def test_the_human_follows_the_worker_beside_the_new_space() -> None:
    """S07: and the maharaja follows nobody."""
    draft = before().on(beside=[2, 0, 2, 2]).seat(0, mahouts=["mh_coin_pp", None, "mh_coin_pp", None])
    state = play(draft.load(), "done")
    assert (stage(state), board_of(state)["maharaja"]) == ("command", 1)
    score = his(state)["score"]
    play(state, "follow")
    assert his(state)["score"] == score
    assert goods(state)[0] == 2


def test_the_two_colours_are_yours_and_the_one_beside_him_before_he_moves() -> None:
    """S08"""
    draft = before("green", "white").on(beside=[1, 3, 3, 3])
    acts = [event["colour"] for event in told(draft) if event["kind"] == "maharaja_acts"]
    assert acts == [1, 3]


def test_green_tries_the_district_of_his_objective_first() -> None:
    """S09"""
    draft = before("green", "white").seat(1, load=2, stall=14, resources=[2, 0, 0]).on(quarry=[2, 3, 2], bot_track=1)
    draft.on(bot_objective=OBJECTIVE_IDS.index("C_west"))
    state = play(draft.load(), "done")
    # His first donation goes to the east, worth 4; the green action to the west, worth 1.
    assert his(state)["in_district"] == [0, 1, 0, 1]
    fails = before("green", "white").on(bot_track=1)
    state = play(fails.load(), "done")
    assert (his(state)["load"], his(state)["stall"]) == (2, 14)


def test_the_same_colour_twice_acts_twice() -> None:
    """S10"""
    assert his(play(before("blue", "blue").load(), "done"))["resources"] == [4, 0, 0]


@pytest.mark.parametrize(("decade", "taken"), [(0, [2, 0, 0]), (1, [1, 1, 0]), (2, [0, 1, 1])])
def test_blue_takes_more_precious_things_from_decade_to_decade(decade: int, taken: list[int]) -> None:
    state = play(before("blue", "white").on(decade=decade, bot_track=1).load(), "done")
    assert his(state)["resources"] == taken


def final(**seat: object) -> Draft:
    """The end of the last round."""
    draft = before("green", "green").on(decade=2, round=3, maharaja=3, bot_track=0, quarry=[0, 0, 0])
    draft.seat(1, resources=[0, 0, 0], load=0, stall=0, given=16)
    return draft.seat(0, tax=0, coin=0, placed=[-1] * 4, **seat)


def test_the_maharaja_has_no_coins_for_your_objectives() -> None:
    """S11: his resources count."""
    draft = final().seat(0, coin=1, placed=[0, -1, -1, -1], objectives={"A": "A_coins"})
    state = settle(play(draft.load(), "done"))
    assert seat_of(state)["ledger"][9] == 5
    goods_draft = final().seat(0, resources=[1, 0, 0], placed=[0, -1, -1, -1], objectives={"A": "A_resources"})
    goods_draft.seat(1, resources=[2, 0, 0])
    assert seat_of(settle(play(goods_draft.load(), "done")))["ledger"][9] == 2


def test_his_objective_is_one_of_the_four_districts() -> None:
    """S12: drawn after yours."""
    seen = set()
    for seed in range(120):
        dump = GAME.start(1, seed).dump()
        name = OBJECTIVE_IDS[dump["board"]["bot_objective"]]
        assert name in ("C_north", "C_east", "C_south", "C_west")
        assert dump["board"]["bot_objective"] != dump["players"][0]["objectives"][2]
        seen.add(name)
    assert len(seen) == 4


def test_the_white_track_goes_to_and_fro_at_its_end() -> None:
    """S13: a point for each entry; the cell at the end of the game decides."""
    cells, points = [], []
    for start in (5, 6, 7):
        state = play(before("white", "blue").on(bot_track=start, quarry=[9, 3, 2]).load(), "done")
        cells.append(board_of(state)["bot_track"])
        points.append(his(state)["score"] - 5)
    assert (cells, points) == ([6, 7, 6], [1, 1, 1])
    for track, end in ((6, 3), (7, 6), (5, 0)):
        draft = final().on(bot_track=track).seat(1, resources=[1, 1, 1])
        state = settle(play(draft.load(), "done"))
        assert his(state)["ledger"][8] == end


@pytest.mark.parametrize(
    ("cell", "marble", "counter", "points"),
    [(1, 1, 0, 0), (2, 0, 0, 1), (3, 1, 1, 0), (4, 0, 0, 1), (5, 2, 0, 0), (6, 0, 0, 1), (7, 0, 0, 1)],
)
def test_each_cell_of_the_white_track(cell: int, marble: int, counter: int, points: int) -> None:
    """S13"""
    draft = before("white", "green").on(bot_track=cell - 1).seat(1, load=0, stall=16)
    events_of = told(draft)
    start = next(i for i, event in enumerate(events_of) if event["kind"] == "maharaja_learns")
    stop = next(i for i, event in enumerate(events_of) if i > start and event["kind"].startswith("maharaja_acts"))
    kinds = [event["kind"] for event in events_of[start + 1 : stop]]
    assert kinds.count("maharaja_takes") == marble
    assert kinds.count("recovered") == counter
    assert kinds.count("points") == points


def test_he_starts_with_five_points_a_counter_and_a_marble() -> None:
    """S14"""
    view = GAME.start(1, 2).view(0)
    solo = view["solo"]
    assert (solo["score"], solo["load"], solo["board"]) == (5, 1, 15)
    assert (solo["store"], solo["quarry"]) == ([1, 0, 0], [3, 3, 2])
    assert view["districts"][solo["at"]]["value"] == 4


@pytest.mark.parametrize(
    ("choice", "rules", "rank", "winners"),
    [("lost", 4, 2, ()), ("shared", 4, 1, ()), ("lost", 3, 2, ()), ("shared", 3, 1, (0,))],
)
def test_a_shared_tie_is_no_win_since_rules_4(choice: str, rules: int, rank: int, winners: tuple[int, ...]) -> None:
    """S15, and the options that lose or share it."""
    draft = Draft(1, solo_tie=choice)
    template = final()
    draft.dump["board"], draft.dump["players"] = template.dump["board"], template.dump["players"]
    draft.dump["players"][1]["score"] = 5
    state = settle(play(draft.load(rules=rules), "done"))
    result = state.result()
    assert result is not None
    assert seat_of(state)["score"] == his(state)["score"]
    assert (result.ranks, result.winners) == ((rank,), winners)


def test_the_hard_maharaja() -> None:
    """S16"""
    solo = GAME.start(1, 2, {"maharaja": "hard"}).view(0)["solo"]
    assert (solo["load"], solo["board"]) == (2, 14)
    for choice, points in (("normal", 2), ("hard", 4)):
        draft = Draft(1, maharaja=choice)
        template = final().donate(1, "north", (1, 1), (1, 2))
        draft.dump["board"], draft.dump["players"] = template.dump["board"], template.dump["players"]
        state = settle(play(draft.load(), "done"))
        assert his(state)["ledger"][9] == points


def test_he_pays_no_taxes_and_scores_majorities() -> None:
    draft = before("green", "green").on(round=3, maharaja=3).seat(0, tax=0)
    draft.donate(1, "east", (1, 1)).seat(1, stall=15)
    state = settle(play(draft.load(), "done"))
    assert his(state)["ledger"][2] == 4


def test_many_solo_games_end_with_quarry_and_store_whole() -> None:
    for seed in range(40):
        state = GAME.start(1, seed)
        play_at_random(state, seeded(seed), 10_000)
        dump = state.dump()
        taken = [a + b for a, b in zip(dump["board"]["quarry"], dump["players"][1]["resources"], strict=True)]
        assert taken == [4, 3, 2]

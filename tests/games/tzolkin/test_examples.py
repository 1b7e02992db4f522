"""The worked examples of the rulebook, step by step, and the vectors of the facts file."""

from __future__ import annotations

from typing import Any

import pytest

from .position import GAME, goods, legal, levels, play, player, position, refused, seat, temples
from .test_calendar import last

VECTORS = {vector["id"]: vector for vector in GAME.facts["vectors"]}
PLACING = [vector for vector in VECTORS.values() if "positions" in vector]
GEARS = ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")


@pytest.mark.parametrize("vector", PLACING, ids=[vector["id"] for vector in PLACING])
def test_the_price_of_placing(vector: dict[str, Any]) -> None:
    """Every worker finds the position of the vector as the lowest empty one of a gear of its own."""
    on = {gear: list(range(p)) for gear, p in zip(GEARS, vector["positions"], strict=False)}
    state = position(player(corn=20), dummies=on)
    places = [*GEARS[: len(vector["positions"])]]
    if vector["id"] == "placement_2_and_starting_space":
        places[1] = "start"
    play(state, "; ".join(f"place {place}" for place in places))
    assert goods(state) == {"corn": 20 - vector["corn"]}


def test_three_seats_in_the_temples() -> None:
    vector = VECTORS["temples_three_players"]
    steps = list(vector["steps"].values())
    for day, key in ((8, "mid_age"), (14, "end_age_1"), (27, "end_age_2")):
        # Four workers of six corn each are more than enough for the day.
        seats = [player(corn=6, temples=temple) for temple in steps]
        state = last(*seats, day=day)
        play(state, "end turn")
        for number, expected in enumerate(vector[key].values()):
            if key == "mid_age":
                assert goods(state, number) == expected
            else:
                assert seat(state, number)["score"] == expected


def test_too_little_corn_for_three_workers() -> None:
    vector = VECTORS["feeding_short"]
    state = last(player(corn=vector["corn"], workers=vector["workers"], score=10), player(corn=9), day=8)
    play(state, "end turn")
    assert goods(state)["corn"] == vector["corn_left"]
    assert seat(state)["score"] == 10 - vector["vp_lost"]


def test_five_workers_and_three_farms() -> None:
    """Two farms feed a worker each, the third saves a corn for each of the other three."""
    mine = player(corn=9, wood=6, workers=5, on={"tikal": [2, 4]})
    state = position(mine, player(corn=9), day=8, row=["b01", "b02", "b04"], turns=1)
    play(state, "pick tikal 4; action 4; build 1; build 3; pick tikal 2; action 2; build 2")
    assert seat(state)["due"] == 3
    assert goods(play(state, "end turn")) == {"corn": 9 - 3}


def test_farms_at_work() -> None:
    vector = VECTORS["feeding_farms"]
    mine = player(corn=9, workers=vector["workers"], free=vector["free_workers"], discount=vector["discounts"])
    state = last(mine, player(corn=9), day=8)
    assert goods(play(state, "end turn")) == {"corn": 9 - vector["corn_paid"]}


def test_a_building_for_corn() -> None:
    vector = VECTORS["uxmal_4_two_blocks"]
    for tile in ("b06", "b08", "b12", "b14"):
        assert sum(GAME.facts["buildings"][int(tile[1:]) - 1]["cost"].values()) == vector["blocks"]
        state = play(position(player(on={"uxmal": [4]}, corn=9), row=[tile]), "pick uxmal 4; action 4; build 1")
        assert seat(state)["corn"] == 9 - vector["corn_paid"] + (1 if tile == "b08" else 0)


def test_an_offering_one_step_back() -> None:
    vector = VECTORS["chichen_7_step_back"]
    state = position(player(on={"chichen_itza": [7]}, corn=1, skull=1))
    play(state, "pick chichen_itza 7; action 6; blocks gold")
    assert goods(state) == {"gold": vector["any_resource"]}
    assert seat(state)["score"] == vector["vp"]
    assert temples(state)[vector["temple"]] == 2


def test_two_stones_from_yaxchilan() -> None:
    vector = VECTORS["yaxchilan_two_workers"]
    state = position(player(on={"yaxchilan": [1, 2, 3]}))
    play(state, "pick yaxchilan 2; action 2; pick yaxchilan 3; action 2; end turn")
    assert goods(state) == {"stone": vector["stone"], "corn": vector["corn_net"]}
    assert [1, 0] in state.view(None)["gears"][1]["on"], "the third worker stays"


def test_green_places_three_workers_and_cannot_pay_for_a_fourth() -> None:
    state = position(player(corn=7, workers=4), player(on={"palenque": [1]}))
    play(state, "place palenque; place palenque; place yaxchilan")
    assert goods(state) == {"corn": 2}
    assert legal(state) == ["end turn"]
    assert refused(state, "place tikal") == "placing-cost"


def test_red_has_corn_but_no_worker_left() -> None:
    """After green: 3 for position 3, then 4 and 1 more for position 4."""
    green = player(on={"palenque": [0, 2], "yaxchilan": [0]}, workers=4)
    state = position(player(corn=12, on={"palenque": [1]}), green)
    assert goods(play(state, "place palenque")) == {"corn": 12 - 3}
    assert goods(play(state, "place palenque")) == {"corn": 12 - 3 - 5}
    assert state.view(None)["gears"][0]["on"][3:] == [[3, 0], [4, 0]]
    assert legal(state) == ["end turn"]
    assert refused(state, "place tikal") == "hand"


def test_wood_first_then_burning_or_the_corn_below() -> None:
    """Palenque: 2 wood with 3, then 7 corn by burning with 4, or 5 corn by stepping back: 4 corn more than before."""
    state = position(player(corn=1, on={"palenque": [1, 3, 4]}))
    play(state, "pick palenque 3; action 3; take wood tile")
    burned = play(state.copy(), "pick palenque 4; action 4; burn; down yellow")
    assert goods(burned) == {"corn": 8, "wood": 2}
    assert temples(burned) == {"brown": 1, "yellow": 0, "green": 1}
    assert (seat(burned)["wood_tiles"], seat(burned)["corn_tiles"]) == (1, 1)
    assert [1, 0] in burned.view(None)["gears"][0]["on"], "the worker on 1 stays"
    play(state, "pick palenque 4; action 3; take corn tile")
    assert goods(state) == {"corn": 1 + 4, "wood": 2}
    without = play(position(player(on={"palenque": [3, 4]})), "pick palenque 3; action 3; take wood tile")
    assert refused(play(without, "pick palenque 4"), "action 3") == "stepping-back", "it is paid before the harvest"


def test_yellow_learns_two_technologies_and_builds_twice() -> None:
    """Tikal: two first levels for a wood each with 3, then two buildings with 4; two new ones come afterwards."""
    state = position(player(wood=5, on={"tikal": [3, 4]}), row=["b01", "b06", "b04", "b11", "b13", "b14"])
    twice = play(state.copy(), "pick tikal 3; action 3; advance theology; blocks wood; advance theology")
    play(twice, "blocks wood wood; pick tikal 4; action 4; build 1")
    assert goods(twice) == {"wood": 1}
    assert legal(twice) == ["end turn"], "two levels of one technology leave too little for both buildings"
    play(state, "pick tikal 3; action 3; advance agriculture; blocks wood; advance extraction; blocks wood")
    play(state, "pick tikal 4; action 4; build 1; build 2")
    assert goods(state) == {}
    assert len(state.view(None)["row"]) - state.view(None)["row"].count(None) == 4
    play(state, "end turn")
    assert None not in state.view(None)["row"]


def test_a_building_for_a_stone_and_a_gold() -> None:
    for wealth, may in (({"stone": 1, "gold": 1}, True), ({"stone": 1, "wood": 5}, False)):
        state = play(position(player(on={"tikal": [2]}, **wealth), row=["b14"]), "pick tikal 2")
        assert ("action 2" in legal(state)) == may
    state = position(player(on={"tikal": [2]}, stone=1, gold=1), row=["b14"])
    assert goods(play(state, "pick tikal 2; action 2; build 1")) == {}


def test_corn_of_the_calendar_feeds_in_the_last_round() -> None:
    """To be first is worth nothing any more, but the corn is."""
    for moves, score in (("place start", 9), ("place tikal", 0)):
        state = position(player(score=9), player(corn=6, temples=(2, 2, 2)), day=27, pile=6, turns=1)
        play(state, f"{moves}; end turn")
        assert seat(state)["score"] == score
        assert state.actors() == (), "nobody is asked for the days"


def test_every_vector_of_the_facts_has_a_test() -> None:
    tested = {vector["id"] for vector in PLACING} | {
        "temples_three_players",
        "feeding_short",
        "feeding_farms",
        "uxmal_4_two_blocks",
        "chichen_7_step_back",
        "yaxchilan_two_workers",
    }
    assert set(VECTORS) == tested


def test_red_keeps_its_worker_on_6_so_that_green_cannot_leap() -> None:
    state = position(player(on={"tikal": [6, 7]}), player(), claimed=1, turns=1, active=0)
    stayed = play(state.copy(), "pick tikal 7; end turn")
    assert stayed.view(None)["frame"]["kind"] == "turn"
    left = play(state, "pick tikal 6; end turn")
    assert left.actors() == (1,)
    assert legal(left) == ["one day", "two days"], "the worker on 7 leaves anyway"


def test_the_first_two_rounds() -> None:
    """Green, blue, red and yellow, each with the corn that the example lets them spend."""
    state = position(player(corn=4), player(corn=5), player(corn=8), player(corn=9), day=1)
    play(state, "place tikal; place yaxchilan; place palenque; end turn")
    assert goods(state, 0) == {"corn": 1}
    play(state, "place palenque; place palenque")
    assert goods(state, 1) == {"corn": 1}
    assert refused(state, "place palenque") == "placing-cost"
    play(state, "end turn; place yaxchilan; place yaxchilan; place tikal; end turn")
    assert goods(state, 2) == {"corn": 1}
    play(state, "place tikal; place start; end turn")
    assert goods(state, 3) == {"corn": 6}
    play(state, "one day")
    assert state.view(None)["first"] == 3
    assert state.actors() == (3,)
    # Yellow is first now: 0 and 4 of Palenque.
    play(state, "place palenque; place palenque; end turn")
    assert goods(state, 3) == {"corn": 1}
    assert [4, 3] in state.view(None)["gears"][0]["on"]
    # Green needs the wood of Yaxchilan for the technology of Tikal.
    play(state, "pick yaxchilan 1; action 1; pick tikal 1; action 1; advance agriculture; blocks wood; end turn")
    assert levels(state, 0)["agriculture"] == 1
    assert goods(state, 0) == {"corn": 1}
    play(state, "place tikal")
    assert goods(state, 1) == {"corn": 1}, "position 0 and the first worker of the turn: nothing to pay"
    play(state, "end turn; pick yaxchilan 3; action 3; end turn")
    assert goods(state, 2) == {"corn": 3, "gold": 1}
    assert state.view(None)["pile"] == 1
    assert state.view(None)["round"] == 3

"""Buildings, monuments and architecture."""

from __future__ import annotations

from .position import goods, legal, levels, play, player, position, refused, seat, temples


def test_tikal_4_builds_two_buildings_or_one_monument() -> None:
    """R-32: new tiles appear at the end of the turn."""
    rich = {"wood": 9, "stone": 9, "gold": 9}
    state = position(player(on={"tikal": [4]}, **rich), row=["b01", "b04"], monuments=["m02"])
    play(state, "pick tikal 4; action 4")
    assert legal(state) == ["build 1", "build 2", "monument 1"]
    monument = play(state.copy(), "monument 1")
    assert legal(monument) == ["end turn"]
    play(state, "build 1")
    assert legal(state) == ["build 2", "done"]
    assert refused(state, "monument 1") == "monuments"
    play(state, "build 2")
    assert legal(state) == ["end turn"]
    assert state.view(None)["row"] == [None] * 6
    play(state, "end turn")
    assert None not in state.view(None)["row"]


def test_architecture_serves_one_of_two_buildings() -> None:
    """R-33: the player says which."""
    state = position(player(on={"tikal": [4]}, wood=2, levels={"architecture": 2}), row=["b01", "b02"])
    play(state, "pick tikal 4; action 4")
    assert legal(state) == ["build 1", "build 2", "build 1 plain", "build 2 plain"]
    first = play(state.copy(), "build 1")
    assert (seat(first)["score"], seat(first)["corn"]) == (2, 1)
    play(first, "build 2")
    assert (seat(first)["score"], seat(first)["corn"]) == (2, 1)
    play(state, "build 1 plain")
    assert (seat(state)["score"], seat(state)["corn"]) == (0, 0)
    play(state, "build 2")
    assert (seat(state)["score"], seat(state)["corn"]) == (2, 1)


def test_a_level_from_the_first_building_may_serve_the_second() -> None:
    """R-33: if architecture was not used on the first."""
    state = position(player(on={"tikal": [4]}, wood=1, gold=1), row=["b13", "b01"])
    play(state, "pick tikal 4; action 4; build 1; build 2")
    assert levels(state)["architecture"] == 1
    assert goods(state) == {"corn": 1}
    used = position(player(on={"tikal": [4]}, wood=1, gold=1, levels={"architecture": 1}), row=["b13", "b01"])
    play(used, "pick tikal 4; action 4; build 1; build 2")
    assert goods(used) == {"corn": 1}
    assert seat(used)["score"] == 0


def test_what_the_first_building_brings_pays_for_the_second() -> None:
    """R-34: stone from b07 for b08; an action is done before the second building."""
    state = position(player(on={"tikal": [4]}, wood=4), row=["b07", "b08"])
    play(state, "pick tikal 4; action 4")
    assert legal(state) == ["build 1"]
    play(state, "build 1; build 2")
    assert levels(state)["extraction"] == 1
    nested = position(player(on={"tikal": [4]}, wood=3, gold=1), row=["b12", "b01", "b02"])
    play(nested, "pick tikal 4; action 4; build 1; up green; build 2")
    assert legal(nested) == ["build 3", "done"], "the second building of Tikal 4 still waits"
    play(nested, "build 3")
    assert len(seat(nested)["buildings"]) == 3


def test_architecture_3_saves_a_block_or_two_corn() -> None:
    """R-35: corn of level 1 comes after payment."""
    full = {"architecture": 3}
    tikal = position(player(on={"tikal": [2]}, levels=full), row=["b01"])
    play(tikal, "pick tikal 2; action 2; build 1")
    assert goods(tikal) == {"corn": 1}
    assert seat(tikal)["score"] == 2
    uxmal = position(player(on={"uxmal": [4]}, corn=0, levels=full), row=["b01", "b06"])
    play(uxmal, "pick uxmal 4; action 4")
    assert legal(uxmal) == ["build 1"]
    play(uxmal, "build 1")
    assert goods(uxmal) == {"corn": 1}
    early = position(player(on={"uxmal": [4]}, corn=1, levels={"architecture": 1}), row=["b01"])
    assert "action 4" not in legal(play(early, "pick uxmal 4")), "the corn of level 1 does not help to pay"
    choice = position(player(on={"tikal": [2]}, wood=1, stone=1, levels=full), row=["b08"])
    play(choice, "pick tikal 2; action 2; build 1")
    assert legal(choice) == ["save wood", "save stone"]
    play(choice, "save stone")
    assert goods(choice) == {"stone": 1, "corn": 2}


def test_uxmal_4_takes_corn_only() -> None:
    """R-36: 2 for each block, and no monuments."""
    state = position(player(on={"uxmal": [4]}, corn=5, wood=3), row=["b06", "b07"], monuments=["m02"])
    play(state, "pick uxmal 4; action 4")
    assert legal(state) == ["build 1"]
    play(state, "build 1")
    assert goods(state) == {"corn": 1, "wood": 3}


def test_monuments_are_built_at_tikal_4_only_and_never_replaced() -> None:
    """R-37: no architecture either."""
    rich = {"wood": 9, "stone": 9, "gold": 9, "corn": 9, "levels": {"architecture": 3}}
    state = position(player(on={"tikal": [2, 4]}, **rich), row=["b01"], monuments=["m02"])
    two = play(state.copy(), "pick tikal 2; action 2")
    assert refused(two, "monument 1") == "monuments"
    play(state, "pick tikal 4; action 4; monument 1")
    assert goods(state) == {"wood": 8, "stone": 6, "gold": 7, "corn": 9}
    assert seat(state)["score"] == 0
    play(state, "end turn")
    assert state.view(None)["monuments"] == [None] * 6


def test_the_second_age_replaces_the_row() -> None:
    """R-38: after feeding and before the rewards; an empty deck leaves empty places."""
    state = position(player(corn=9, built=["b01"]), player(corn=9), day=14, row=["b02", "b03"], turns=1)
    state.journal = []
    play(state, "place tikal; end turn")
    told = [event["kind"] for event in state.journal]
    expected = ["food-day", "fed", "fed", "age", *["drawn"] * 6, "devotion", "devotion", "calendar"]
    assert told[told.index("food-day") :] == expected
    view = state.view(None)
    assert view["age"] == 2
    assert all(int(tile[1:]) >= 15 for tile in view["row"])
    assert view["deck"] == 12
    assert seat(state)["buildings"] == ["b01"]
    state = position(player(corn=9), day=14, decks=[0, 0b11 << 14], row=["b02"])
    play(state, "place tikal; end turn")
    assert state.view(None)["row"] == ["b02", None, None, None, None, None]


def test_a_seventh_worker_does_not_exist() -> None:
    """R-39: the points of the tile still count."""
    rich = {"wood": 1, "stone": 1, "gold": 1}
    state = position(player(on={"tikal": [2]}, workers=6, **rich), row=["b23"])
    play(state, "pick tikal 2; action 2; build 1")
    assert seat(state)["workers"] == 6
    assert seat(state)["score"] == 6


def test_what_cannot_be_paid_is_refused_as_such() -> None:
    state = position(player(on={"tikal": [2]}, wood=1), row=["b01", "b06"])
    play(state, "pick tikal 2; action 2")
    assert refused(state, "build 2") == "building"
    assert refused(state, "build 1 plain") == "architecture"
    assert refused(state, "place tikal") == "building"


def test_the_two_temple_steps_of_a_tomb() -> None:
    state = position(player(on={"tikal": [2]}, wood=2, stone=1), row=["b10"])
    assert temples(play(state, "pick tikal 2; action 2; build 1")) == {"brown": 2, "yellow": 2, "green": 1}


def test_what_a_table_shows_are_points_and_monuments_not_goods() -> None:
    state = position(player(corn=40, score=7, monuments=["m01"], built=[]), player(gold=9, score=3))
    mine = state.view(0)["players"][0]["monuments"][0]["points"]
    assert state.view(0)["standing"] == [7 + mine, 3]

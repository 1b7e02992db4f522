"""Cities: how they grow, when they close, who gets the points."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from .position import GAME, city, do, offered, position, racks, ring, scores, why
from .test_facts import tiny


def test_any_tile_may_go_face_down_and_is_worth_no_crops() -> None:
    """R-05: a double maize face down brings nothing and is nobody's crop."""
    state = position(["0 maize 1,-1"], racks=["maize2 maize", ""])
    do(state, "expand", "turn maize2", "at 1,0", "end")
    assert scores(state) == [0, 0]
    found = city(state, "Tikal")
    assert found is not None
    assert found["size"] == 2
    assert found["crops"] == [1, 0]


def test_where_a_tile_may_go_face_down() -> None:
    """R-06: the three refusals of the rulebook's example and one acceptance; D-13: the tile lies face down."""
    open_land = position(cities={"Tikal": "1,0"}, racks=["pepper", ""])
    do(open_land, "expand", "turn pepper")
    assert why(open_land, "at 3,-1") == "city-beside"  # A: beside no city
    assert why(open_land, "at 1,1") is None
    two_cities = position(cities={"Tikal": "1,0 1,1", "Caracol": ""}, racks=["pepper", ""])
    do(two_cities, "expand", "turn pepper")
    assert why(two_cities, "at 2,1") == "cities-apart"  # B: it would join two cities
    empty_temple = position(cities={"Tikal": "1,0 1,1"}, racks=["pepper", ""])
    do(empty_temple, "expand", "turn pepper")
    assert why(empty_temple, "at 2,1") == "empty-temple"  # C: beside the empty space of Caracol
    assert why(empty_temple, "at 2,2") == "temple-space"


def test_a_city_that_cannot_grow_stays_open_while_a_neighbour_is_empty() -> None:
    """R-07: the only free space lies between two cities; planting there lets both score."""
    game = tiny(temples={"A": (0, 0), "B": (2, 0)}, distance=2, rows=["0,0 1,0 2,0", "0,1 1,1", "1,-1 2,-1", "-1,1"])
    state = position(
        ["0 maize 0,1", "0 maize 1,1", "1 maize 1,-1", "1 maize2 2,-1", "2 maize -1,1"],
        cities={"A": "", "B": ""},
        racks=["pepper", "maize", "maize", "maize"],
        game=game,
    )
    assert not any(one["closed"] for one in state.view(None)["cities"])
    # The space 1,0 lies beside both temples.
    assert "expand" not in [game.write(state, 0, move) for move in state.moves(0)]
    state.play(0, game.read(state, 0, "plant pepper"))
    state.play(0, game.read(state, 0, "at 1,0"))
    state.play(0, game.read(state, 0, "end"))
    assert all(one["closed"] for one in state.view(None)["cities"])


def test_a_city_may_be_closed_by_its_own_last_tile() -> None:
    """R-08: the last gap of a city of two is filled face down, and it scores as a city of three."""
    tiles = [f"0 squash {at}" for at in ("2,0", "2,-1", "1,-1")]
    tiles += [f"1 pepper {at}" for at in ("0,-1", "-1,0")] + ["1 potato -1,1"]
    tiles += ["1 potato -1,2", "0 potato 0,2", "0 potato 1,1"]
    state = position(tiles, cities={"Tikal": "1,0", "Caracol": "", "Copan": ""}, racks=["maize", "maize"])
    before = city(state, "Tikal")
    assert before is not None
    assert before["size"] == 2
    assert len(before["free"]) == 1
    do(state, "expand", "turn maize", "at 0,1", "end")
    after = city(state, "Tikal")
    assert after is not None
    assert after["closed"]
    assert after["size"] == 3
    assert scores(state) == [12, 6]


def test_several_cities_may_close_at_once() -> None:
    """R-09: each is scored on its own."""
    rows = ["0,0 1,0 2,0 3,0 4,0 5,0 6,0", "0,1", "1,1", "2,1"]
    game = tiny(temples={"A": (0, 0), "B": (4, 0)}, distance=3, rows=rows)
    state = position(
        ["0 maize 0,1", "0 maize 1,1", "1 maize 2,1"],
        cities={"A": "1,0", "B": "3,0 5,0 6,0"},
        racks=["pepper", "maize", "maize", "maize"],
        game=game,
    )
    for text in ("plant pepper", "at 2,0", "end"):
        state.play(0, game.read(state, 0, text))
    for name, size, crops, points in (("A", 2, [3, 0, 0, 0], [6, 0, 0, 0]), ("B", 4, [1, 1, 0, 0], [15, 15, 0, 0])):
        found = city(state, name)
        assert found is not None
        assert found["closed"]
        assert (found["size"], found["crops"], found["points"]) == (size, crops, points)
    assert scores(state) == [1 + 6 + 15, 15, 0, 0]


def test_a_temple_alone_can_be_closed_and_gives_nothing() -> None:
    """R-10: six tiles round Tikal."""
    tiles = [f"{i % 2} {'maize' if i < 3 else 'pepper'} {at}" for i, at in enumerate(ring()[:5])]
    state = position(tiles, racks=["potato", "maize"])
    do(state, "plant potato", "at 0,1", "end")
    found = city(state, "Tikal")
    assert found is not None
    assert found["closed"]
    assert scores(state) == [1, 0]


def test_with_a_tile_in_the_rack_and_no_city_space_one_must_plant() -> None:
    """R-12"""
    tiles = [f"{i % 2} {'maize' if i < 3 else 'pepper'} {at}" for i, at in enumerate(ring())]
    state = position(tiles, racks=["potato", "maize"], closed=["Tikal"])
    assert offered(state) == ["plant potato"]
    assert why(state, "expand") == "city-space"
    assert {why(state, text) for text in ("pass", "draw", "end")} == {"city-space"}
    assert state.view(0)["prompt"]["kind"] == "must_plant"


def test_an_empty_rack_without_a_city_space_draws_two() -> None:
    """R-13, D-03: the same in both editions; under rules 1 the French one knew no way but to pass (R-14)."""
    tiles = [f"{i % 2} {'maize' if i < 3 else 'pepper'} {at}" for i, at in enumerate(ring())]
    for edition in ("es-2021", "fr-2019"):
        state = position(tiles, racks=["", "maize"], closed=["Tikal"], edition=edition)
        assert offered(state) == ["draw"]
        before = state.view(None)
        do(state, "draw")
        assert racks(state) == [2, 1]
        assert state.view(None)["tiles"] == before["tiles"]
        assert state.view(None)["cities"] == before["cities"]
    first = position(tiles, racks=["", "maize"], closed=["Tikal"], edition="fr-2019", rules=1)
    assert offered(first) == ["pass"]
    assert first.dump()["rules"] == first.copy().dump()["rules"] == 1


def test_an_empty_rack_puts_a_blind_tile_down_and_draws_two() -> None:
    """D-03, D-13: nobody sees the tile, its owner neither."""
    for edition in ("es-2021", "fr-2019"):
        state = position(racks=["", "maize"], edition=edition)
        assert offered(state) == ["expand"]
        assert why(state, "plant maize") == "empty-rack"
        do(state, "expand", "at 1,0")
        assert state.view(None)["players"][0] == {"rack": 0, "reserve": 31, "score": 0, "turns": 0}
        do(state, "end")
        assert state.view(None)["players"][0]["reserve"] == 29
        assert racks(state) == [2, 1]
        assert sum(state.dump()["players"][0]["unseen"]) == 1


@pytest.mark.parametrize(("rack", "after"), [(1, 3), (4, 6), (5, 7), (6, 7), (7, 7)])
def test_three_are_drawn_but_never_more_than_seven_held(rack: int, after: int) -> None:
    """D-05: six left after placing draw one, five draw two."""
    state = position(racks=[" ".join(["maize", "maize", "pepper", "pepper", "squash", "squash", "potato"][:rack]), ""])
    do(state, "expand", "turn maize", "at 1,0", "end")
    assert racks(state)[0] == after


def test_the_reserve_may_be_smaller_than_the_draw() -> None:
    """R-16: draw what is left, also nothing."""
    for reserve, drawn in (("pepper", 1), ("", 0)):
        state = position(racks=["maize maize", "maize"], reserves=[reserve, "maize"])
        do(state, "expand", "turn maize", "at 1,0", "end")
        assert racks(state)[0] == 1 + drawn


def test_without_crops_there_is_no_place() -> None:
    """R-19: red alone takes the first place of a city of five, nobody the second."""
    assert shares(5, [3, 0, 0]) == [30, 0, 0]
    assert shares(5, [0, 0, 0]) == [0, 0, 0]
    assert shares(5, [2, 2, 0]) == [23, 23, 0]


@pytest.mark.parametrize("edition", ["es-2021", "fr-2019"])
def test_a_tie_for_second_place_is_split_in_both_editions(edition: str) -> None:
    """R-20, D-01: crops 5, 2, 2 at size 4 give 20, 5, 5; the French text is silent and takes the Spanish rule."""
    assert shares(4, [5, 2, 2], edition=edition) == [20, 5, 5]


def test_every_share_is_rounded_up() -> None:
    """R-21: ties for first place of a city of five."""
    assert shares(5, [4, 4]) == [23, 23]
    assert shares(5, [4, 4, 4]) == [15, 15, 15]
    assert shares(5, [4, 4, 4, 4]) == [12, 12, 12, 12]
    assert shares(5, [4, 1, 1, 1]) == [30, 5, 5, 5]
    assert shares(2, [4, 4, 1]) == [5, 5, 0]


def test_the_shares_of_the_facts_file() -> None:
    """R-21: the arithmetic table of the facts."""
    table = GAME.facts["city_scoring"]["shares"]
    for tied in (2, 3, 4):
        for size, share in table[f"tie_first_{tied}"].items():
            assert shares(int(size), [3] * tied + [1] * (4 - tied)) == [share] * tied + [0] * (4 - tied)
    for tied in (2, 3):
        for size, share in table[f"tie_second_{tied}"].items():
            assert shares(int(size), [3] + [1] * tied + [0] * (3 - tied))[1 : tied + 1] == [share] * tied


def shares(size: int, crops: list[int], **options: str) -> list[int]:
    state = position(racks=["maize"] * max(2, len(crops)), **options)
    return [int(points) for points in state.shares(size, vec[i64](crops))][: len(crops)]  # type: ignore[attr-defined]


def test_more_than_five_tiles_pay_like_five() -> None:
    assert shares(9, [2, 1]) == [30, 15]


def test_the_third_example_of_the_rulebook() -> None:
    """E-03: a city of three with 5 crops against 4."""
    assert shares(3, [5, 4]) == [12, 6]


def test_a_tile_counts_once_for_each_city_it_touches() -> None:
    """R-22, D-06: a double beside two cities adds two crops to both, also where it touches a city twice."""
    state = position(["0 maize2 1,2"], cities={"Tikal": "1,0 1,1", "Caracol": ""}, racks=["pepper", ""])
    for name in ("Tikal", "Caracol"):
        found = city(state, name)
        assert found is not None
        assert found["crops"] == [2, 0]
    twice = position(["0 maize2 1,-1"], cities={"Tikal": "1,0"}, racks=["pepper", ""])
    found = city(twice, "Tikal")
    assert found is not None
    assert found["crops"] == [2, 0]


def test_one_tile_goes_face_down_in_a_turn() -> None:
    state = position(racks=["maize maize", ""])
    do(state, "expand")
    assert why(state, "turn pepper") == "rack"
    assert why(state, "end") == "turn-over"
    do(state, "turn maize", "at 1,0")
    assert offered(state) == ["end"]
    assert why(state, "plant maize") == "one-action"


def test_no_face_down_tile_ever_lies_beside_an_empty_temple_space() -> None:
    """R-11: the invariants of every random game ask for it; here, that an empty temple space would keep a city open."""
    # A made-up position that play cannot reach: Tikal has grown to the empty space of Caracol.
    tiles = [f"0 squash {at}" for at in ("2,0", "2,-1", "1,-1")] + [f"1 pepper {at}" for at in ("0,-1", "-1,0", "-1,1")]
    tiles += ["1 maize 0,1", "0 maize 0,2", "0 maize 3,0", "0 potato 3,1"]
    cities = {"Tikal": "1,0 1,1 2,1", "Lamanai": "", "Copan": ""}
    state = position(tiles, cities=cities, racks=["potato2", "maize"])
    dump = state.dump()
    dump["cities"] = [spaces for spaces in dump["cities"] if [2, 2] not in spaces]
    state = GAME.load(dump)
    do(state, "plant potato2", "at 1,2")
    assert city(state, "Caracol") is not None
    dump["tiles"] += [[[1, 2], 0, 1, 1]]
    state = GAME.load(dump)
    found = city(state, "Tikal")
    assert found is not None
    assert not found["closed"]
    assert GAME.moves.read("at 2,2") - 20 in found["free"]

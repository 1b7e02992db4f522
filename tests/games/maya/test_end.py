"""Set-up, passing, the end of the game, ties, and what each seat may know."""

from __future__ import annotations

import json

import pytest

from tablero.core import BadOption, IllegalMove, State, seeded
from tablero.core.playout import play_at_random
from tablero.games.maya import load

from .many_games import play_one, selections
from .position import DRAW, GAME, PASS, city, do, founded, offered, position, scores, why
from .test_facts import facts, tiny

# ---------------------------------------------------------------- set-up


def test_every_seat_starts_with_five_of_thirty_two_tiles() -> None:
    """D-09: one pile or several, the reserve is shuffled."""
    state = GAME.start(3, 1)
    assert [(p["rack"], p["reserve"], p["score"]) for p in state.view(None)["players"]] == [(5, 27, 0)] * 3
    assert founded(state) == {"Tikal"}
    assert GAME.start(3, 2).dump()["players"][0]["rack"] != state.dump()["players"][0]["rack"]


def test_as_many_areas_as_seats_blue_among_them() -> None:
    """D-10"""
    for seats, areas in selections():
        assert "blue" in areas
        view = GAME.start(seats, 1, {"areas": areas}).view(None)
        assert set(view["in_play"]) == set(areas.split("+"))
    with pytest.raises(BadOption, match="3 seats play on 3 areas"):
        GAME.start(3, 1, {"areas": "blue+red"})
    with pytest.raises(BadOption, match="is one of"):
        GAME.start(2, 1, {"areas": "green+red"})


def test_unused_areas_are_outside_the_game() -> None:
    """R-23: no tile and no temple in an unused area, covered by a limit tile or not."""
    state = position(["0 maize -2,0"], cities={"Tikal": "-1,0"}, racks=["maize", ""], areas="blue+red")
    do(state, "plant maize")
    assert why(state, "at -3,0") == "in-play"
    assert why(state, "at -6,0") == "in-play"
    luck = seeded(1)
    for seed in range(30):
        state = GAME.start(2, seed, {"areas": "blue+red"})
        play_at_random(state, luck, 10_000)
        assert founded(state) <= {"Tikal", "Caracol", "Copan", "Lamanai", "Coba", "Chichen Itza", "Tulum"}


def test_a_new_beginning_lets_the_start_player_choose_any_temple_space_in_play() -> None:
    state = GAME.start(2, 1, {"variant": "new_beginning", "areas": "blue+red"})
    assert founded(state) == set()
    assert len(state.moves(0)) == 7
    assert why(state, "at 1,0") == "first-temple"
    do(state, "at 9,-7")
    assert founded(state) == {"Coba"}
    assert state.actors() == (0,)


def test_two_cities_stand_on_highlighted_spaces_in_play() -> None:
    """R-24: blue and red allow only Tikal and Coba; with three areas two of three are chosen."""
    assert founded(GAME.start(2, 1, {"variant": "two_cities", "areas": "blue+red"})) == {"Tikal", "Coba"}
    state = GAME.start(3, 1, {"variant": "two_cities", "areas": "blue+yellow+red"})
    assert offered(state) == ["at 0,0", "at 2,-7", "at 9,-7"]
    do(state, "at 2,-7")
    assert offered(state) == ["at 0,0", "at 9,-7"]
    do(state, "at 0,0")
    assert founded(state) == {"Tikal", "Uxmal"}
    assert len(GAME.start(4, 1, {"variant": "two_cities"}).moves(0)) == 4


def test_the_variants_cannot_be_combined() -> None:
    """R-25"""
    for both in ("new_beginning+two_cities", "both"):
        with pytest.raises(BadOption, match="'variant'"):
            GAME.start(2, 1, {"variant": both})


def test_two_cities_need_two_highlighted_temples() -> None:
    made = facts()
    for temple in made["board"]["temples"]:
        temple["highlighted"] = temple["name"] == "Tikal"
    with pytest.raises(BadOption, match="two highlighted temples"):
        load(made).start(2, 1, {"variant": "two_cities"})


def test_the_start_player_may_be_drawn() -> None:
    firsts = {GAME.start(4, seed, {"start": "random"}).actors()[0] for seed in range(40)}
    assert firsts == {0, 1, 2, 3}


# ---------------------------------------------------------------- passing


def full_board(passes: int = 0, rack: str = "maize") -> State:
    """A tiny board on which every space is taken."""
    game = tiny(temples={"A": (0, 0)}, distance=2, rows=["0,0", "1,0", "0,1", "1,-1"])
    return position(
        ["0 maize 1,0", "1 pepper 0,1", "2 squash 1,-1"],
        racks=[rack] * 4,
        closed=["A"],
        game=game,
        passes=passes,
        scores=[5, 9, 9, 2],
    )


def test_when_nobody_can_do_anything_the_game_ends() -> None:
    """R-14: a full board; all pass in a row and the game is ranked as usual."""
    state = full_board()
    for seat in range(4):
        assert state.moves(seat) == [PASS]
        state.play(seat, PASS)
    result = state.result()
    assert result is not None
    assert result.why == "all passed"
    assert result.winners == (1, 2)
    assert result.ranks == (3, 1, 1, 4)


def test_drawing_breaks_the_row_of_passes() -> None:
    """R-13, R-14: a seat with an empty rack draws, so the others pass again before the game ends."""
    state = full_board(passes=3, rack="")
    assert state.moves(0) == [DRAW]
    state.play(0, DRAW)
    assert state.actors() == (1,)
    assert state.dump()["passes"] == 0


def test_nobody_may_pass_or_draw_while_an_action_is_legal() -> None:
    """R-15"""
    state = position(racks=["maize", ""])
    for text in ("pass", "draw", "end"):
        assert why(state, text) == "must-act"
        with pytest.raises(IllegalMove):
            do(state, text)
    blind = position(racks=["", "maize"])
    assert {why(blind, text) for text in ("pass", "draw", "end")} == {"empty-rack"}


def test_who_can_only_draw_or_pass_is_told_so() -> None:
    """R-13, R-14"""
    drawing = full_board(passes=3, rack="")
    assert {why(drawing, text) for text in ("plant maize", "expand", "pass", "end")} == {"draw-only"}
    passing = full_board(passes=3, rack="maize")
    assert {why(passing, text) for text in ("plant maize", "expand", "draw", "end")} == {"nothing-fits"}


# ---------------------------------------------------------------- the end


def test_the_last_tile_ends_the_game_whichever_way_it_lies() -> None:
    """R-17, D-07: planted, face down, or blind; the personal reserve and the rack are what counts."""
    planted = position(racks=["maize", "maize"], reserves=["", "maize"])
    do(planted, "plant maize", "at 1,0", "end")
    turned = position(racks=["maize", "maize"], reserves=["", "maize"])
    do(turned, "expand", "turn maize", "at 1,0", "end")
    blind = position(racks=["", "maize"], reserves=["maize", "maize"])
    do(blind, "expand", "at 1,0", "end")
    for state in (planted, turned, blind):
        result = state.result()
        assert result is not None
        assert result.why == "last tile"
        assert state.actors() == ()
        assert state.why_not(1, 0) == "over"


def test_the_others_get_no_extra_turn() -> None:
    """R-18: the first seat ends the game on its turn 20, the others have taken 19."""
    state = position(racks=["maize", "maize", "maize"], reserves=["", "maize", "maize"], turns=[19, 19, 19])
    do(state, "plant maize", "at 1,0", "end")
    assert [player["turns"] for player in state.view(None)["players"]] == [20, 19, 19]
    assert state.result() is not None


def test_cities_closed_by_the_last_tile_score_and_open_ones_do_not() -> None:
    """D-11: the ending turn is scored in full; what is not surrounded stays without points."""
    tiles = ["0 maize 2,0", "1 maize 2,-1", "0 maize 1,-1", "1 maize 0,-1", "0 pepper -1,0", "1 squash -1,1"]
    cities = {"Tikal": "1,0", "Caracol": "2,3"}
    state = position([*tiles, "0 squash 0,1"], cities, racks=["potato", "maize"], reserves=["", "maize"])
    do(state, "plant potato", "at 1,1", "end")
    found = city(state, "Tikal")
    assert found is not None
    assert found["closed"]
    caracol = city(state, "Caracol")
    assert caracol is not None
    assert not caracol["closed"]
    assert scores(state) == [1 + 6, 3]


def ended(edition: str, scores: list[int], left: list[str], turns: list[int], latest: list[int]) -> State:
    """A game of these seats that the seat without tiles has just ended."""
    state = position(racks=left, reserves=[""] * len(left), scores=scores, turns=turns, edition=edition)
    dump = state.dump()
    dump["phase"] = "over"
    for player, turn in zip(dump["players"], latest, strict=True):
        player["latest"] = turn
    return GAME.load(dump)


def winners(state: State) -> tuple[int, ...]:
    result = state.result()
    assert result is not None
    return result.winners


def test_ties_go_to_whoever_has_more_tiles_left() -> None:
    assert winners(ended("es-2021", [50, 50, 20], ["maize", "maize maize", ""], [9, 9, 9], [25, 26, 27])) == (1,)


def test_the_last_tie_break_depends_on_the_edition() -> None:
    """R-26, D-02: seat 2 ended the game, 1 and 3 tie: the Spanish rule favours 3, the French reading 1."""
    tied = [40, 20, 40]
    left = ["maize", "", "maize"]
    spanish = ended("es-2021", tied, left, [10, 10, 9], [28, 29, 27])
    french = ended("fr-2019", tied, left, [10, 10, 9], [28, 29, 27])
    assert winners(spanish) == (2,)
    assert winners(french) == (0,)


def test_a_tie_after_all_tie_breaks_is_shared() -> None:
    """R-27: seats 3 and 4 with equal points, tiles and turns."""
    state = ended("es-2021", [10, 20, 60, 60], ["", "maize", "maize", "maize"], [10, 9, 9, 9], [37, 34, 35, 36])
    assert winners(state) == (2, 3)


def test_scores_have_no_cap() -> None:
    """R-30"""
    state = position(racks=["maize", ""], scores=[119, 0])
    do(state, "plant maize", "at 1,0", "end")
    assert scores(state) == [120, 0]


# ---------------------------------------------------------------- what is public


def test_faces_are_secret_and_counts_are_public() -> None:
    """R-28: whatever another seat holds or turns over, a seat's view stays the same; a blind tile shows to nobody."""
    views = []
    for rack in ("maize maize2", "pepper potato", "squash squash"):
        state = position(racks=[rack, "maize"])
        state.journal = []
        first = rack.split()[0]
        do(state, "expand", f"turn {first}")
        views.append([state.view(1), state.view(None)])
        do(state, "at 1,0")
        views[-1] += [state.view(1), state.view(None), [e for e in state.journal if e.get("to", 1) == 1]]
    assert len({json.dumps(view) for view in views}) == 1


def test_a_tile_in_hand_is_not_shown_before_it_is_planted() -> None:
    """R-28"""
    seen = []
    for first in ("maize", "pepper"):
        state = position(racks=["maize pepper", "maize"])
        before = json.dumps(state.view(1))
        do(state, f"plant {first}")
        seen.append(json.dumps(state.view(1)))
        assert seen[-1] == before, "the other seat need not even be told"
    assert len(set(seen)) == 1


def test_no_view_holds_a_reserve_or_a_strange_rack() -> None:
    """R-28: the words of a view are known; its secrets are counts."""
    state = GAME.start(3, 5)
    play_at_random(state, seeded(5), 100)
    for seat in (0, 1, 2, None):
        view = state.view(seat)
        for player in view["players"]:
            assert set(player) == {"rack", "reserve", "score", "turns"}
            assert all(isinstance(value, int) for value in player.values())
        if seat is not None:
            assert sum(view["mine"]["rack"]) == view["players"][seat]["rack"]


def test_a_blind_tile_is_unknown_to_its_owner_too() -> None:
    """R-28: two games in which different blind tiles were drawn look the same to everybody."""
    seen = []
    faces = set()
    for seed in range(8):
        state = position(racks=["", "maize"], reserves=["maize pepper squash potato", "maize"])
        dump = state.dump()
        dump["luck"] = seeded(seed).words()
        state = GAME.load(dump)
        do(state, "expand", "at 1,0")
        seen.append(json.dumps([state.view(0), state.view(1)]))
        do(state, "end")
        faces.add(tuple(state.dump()["players"][0]["unseen"]))
    assert len(set(seen)) == 1
    assert len(faces) > 1


def test_imagined_states_keep_what_was_seen() -> None:
    """R-28: a seat's own rack, and what it turned over itself, stay; its blind tiles and all else are dealt anew."""
    luck = seeded(3)
    for seed in range(20):
        state = GAME.start(3, seed)
        play_at_random(state, seeded(seed), 150)
        for seat in range(3):
            own = state.dump()["players"][seat]
            imagined = state.imagine(seat, luck).dump()["players"]
            assert imagined[seat]["rack"] == own["rack"]
            assert imagined[seat]["hidden"] == own["hidden"]
            assert sum(imagined[seat]["unseen"]) == sum(own["unseen"])
            unknown = [a + b for a, b in zip(own["reserve"], own["unseen"], strict=True)]
            assert [a + b for a, b in zip(imagined[seat]["reserve"], imagined[seat]["unseen"], strict=True)] == unknown
            assert state.view(seat)["mine"]["unknown"] == unknown


def test_what_a_turn_brings_is_in_the_standing_before_it_ends() -> None:
    around = ["2,0", "2,-1", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"]
    tiles = [f"{i % 2} squash {at}" for i, at in enumerate(around)]
    state = position(tiles, cities={"Tikal": "1,0"}, racks=["potato2", "maize"])
    do(state, "plant potato2", "at 1,1")
    before = scores(state)
    assert before == [2 + 6, 3]
    do(state, "end")
    assert scores(state) == before


def test_crops_have_names() -> None:
    """D-12: the four crops of the component list."""
    assert [GAME.moves.write(move) for move in (4, 6, 8, 10)] == [
        "plant maize",
        "plant potato",
        "plant squash",
        "plant pepper",
    ]


# ---------------------------------------------------------------- many games


@pytest.mark.parametrize(("seats", "areas"), selections())
def test_random_games_hold_every_invariant(seats: int, areas: str) -> None:
    """Ten thousand for each choice of areas are played by `many_games`."""
    for seed in range(8):
        play_one(seats, areas, seed)

"""What bots feel about Maya agrees with the rules, leans on no secret and is the same compiled and plain."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tablero.core import State, seeded
from tablero.core.playout import play_at_random
from tablero.games.maya.evaluation import learned
from tablero.games.maya.evaluation.features import Survey
from tablero.games.maya.evaluation.weights import HOPE_CITY, KEEP_NUMBER, LEARNED, SCALE
from tablero.games.maya.rules import Maya

from .position import GAME, do, offered, position


def scores(state: State) -> dict[str, float]:
    (seat,) = state.actors()
    moves = state.moves(seat)
    weights = GAME.sense.score_moves(state, seat, vec[i64](moves))
    return {GAME.write(state, seat, move): weight for move, weight in zip(moves, weights, strict=True)}


def favourite(state: State) -> str:
    found = scores(state)
    return max(found, key=lambda move: found[move])


def positions(seats: int, seed: int) -> list[State]:
    state = GAME.start(seats, seed)
    luck = seeded(seed)
    found = []
    while state.actors():
        found.append(state.copy())
        play_at_random(state, luck, 1)
    return found


def test_the_groups_of_a_survey_are_those_of_the_rules() -> None:
    for state in positions(3, 1)[::9]:
        assert isinstance(state, Maya)
        sense = learned()
        survey = Survey(state, 0, sense.w, sense.ahead, sense.fade)
        survey.measure_groups()
        for space, _, _, _ in state.view(None)["tiles"]:
            assert survey.points[survey.label[space]] == state.group_points(space)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_move_has_an_appeal_and_every_position_an_outlook(seats: int) -> None:
    for state in positions(seats, seats)[::5]:
        assert len(scores(state)) == len(offered(state))
        win_chances = list(GAME.sense.win_chances(state))
        assert sum(win_chances) == pytest.approx(1)
        assert min(win_chances) >= 0


def test_a_seat_that_leads_clearly_near_the_end_has_the_better_outlook() -> None:
    state = position(racks=["maize", "maize"], reserves=["", ""], scores=[90, 40])
    one, other = GAME.sense.win_chances(state)
    assert one > 0.95
    assert other < 0.05


def test_the_larger_group_is_enlarged() -> None:
    tiles = ["0 maize 1,0", "0 maize 2,0", "0 maize 3,0", "0 maize -1,1", "1 pepper 0,-1", "1 pepper -1,0"]
    state = position(tiles, racks=["maize", "squash"], reserves=["", ""])
    do(state, "plant maize")
    state.play(0, GAME.read(state, 0, favourite(state)))
    assert state.view(0)["pending"] >= 4


def test_with_the_last_tile_the_leader_closes_a_city() -> None:
    tiles = ["1 pepper 2,0", "1 pepper 2,-1", *(f"0 squash {at}" for at in ("1,-1", "0,-1", "-1,0", "-1,1", "0,1"))]
    state = position(tiles, cities={"Tikal": "1,0"}, racks=["potato2", "maize"], reserves=["", "maize"])
    do(state, "plant potato2")
    assert favourite(state) == "at 1,1"


def test_what_a_seat_cannot_know_changes_nothing() -> None:
    luck = seeded(4)
    for state in positions(3, 8)[::13]:
        (seat,) = state.actors()
        assert scores(state.imagine(seat, luck)) == scores(state)


def test_a_moment_is_calm_between_two_turns_only() -> None:
    state = position(racks=["maize maize", "maize"])
    assert GAME.sense.is_quiet(state)
    do(state, "plant maize")
    assert not GAME.sense.is_quiet(state)
    do(state, "at 1,0")
    assert not GAME.sense.is_quiet(state)
    do(state, "end")
    assert GAME.sense.is_quiet(state)


def test_every_weight_lies_where_its_name_says() -> None:
    names = list(LEARNED)
    assert len(list(learned().w)) == len(names) == SCALE + 1
    assert (names[KEEP_NUMBER], names[HOPE_CITY], names[SCALE]) == ("keep_number", "hope_city", "scale")


def test_greedy_play_beats_random_play() -> None:
    won = 0
    for seed in range(6):
        state = GAME.start(2, seed)
        luck = seeded(seed)
        hero = seed % 2
        while state.actors():
            (seat,) = state.actors()
            if seat == hero:
                state.play(seat, GAME.read(state, seat, favourite(state)))
            else:
                play_at_random(state, luck, 1)
        result = state.result()
        assert result is not None
        won += hero in result.winners
    assert won == 6

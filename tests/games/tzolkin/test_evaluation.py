"""What a bot feels: sound play, the same compiled and plain, without touching the position."""

from __future__ import annotations

from collections import Counter
from functools import cache

from librt.vecs import vec
from mypy_extensions import i64

from tablero.bots import bot, glimpse
from tablero.core.luck import seeded
from tablero.core.playout import play_at_random
from tablero.lab.arena import match
from tablero.plain import is_compiled

from .position import GAME, player, position


def favourite(state: object, seat: int = 0) -> str:
    moves = state.moves(seat)  # type: ignore[attr-defined]
    weights = list(GAME.sense.score_moves(state, seat, vec[i64](moves)))  # type: ignore[arg-type]
    return GAME.moves.write(moves[weights.index(max(weights))])


@cache
def habits(games: int = 24) -> Counter[str]:
    """What a greedy bot does in a game, on average over the seats of these games with two, three and four seats."""
    found: Counter[str] = Counter()
    luck = seeded(1)
    sitting = 0
    for seed in range(games):
        state = GAME.start(2 + seed % 3, seed, listen=True)
        while actors := state.actors():
            state.play(actors[0], bot("greedy").choose(glimpse(state, actors[0], luck), luck))
        food_day = 0
        for event in state.journal or ():
            if event["kind"] == "food-day":
                food_day = event["index"]
            elif event["kind"] == "fed":
                found[f"unfed on food day {food_day}"] += event["unfed"]
            elif event["kind"] == "calendar" and event["days"] == 2:
                found["two days"] += 1
            else:
                found[event["kind"]] += 1
        result = state.result()
        assert result is not None
        found["points"] += sum(result.scores)
        sitting += state.seats
    return Counter({what: n / sitting for what, n in found.items()})  # type: ignore[misc]


def test_greedy_beats_random_always() -> None:
    outcome = match(GAME, "greedy", "random", seats=2, seeds=range(6))
    assert outcome.share == 1.0
    assert outcome.scores[0] > 40


def test_a_free_choice_takes_the_most_valuable_goods() -> None:
    state = position(player(on={"yaxchilan": [7]}, corn=4), player(), day=5)
    state.play(0, GAME.moves.read("pick yaxchilan 7"))
    assert favourite(state) == "action 5"


def test_hungry_workers_are_fed_from_the_jungle() -> None:
    state = position(player(on={"palenque": [7]}, workers=4, score=20), player(), day=8)
    state.play(0, GAME.moves.read("pick palenque 7"))
    assert favourite(state) == "action 5"
    state.play(0, GAME.moves.read("action 5"))
    assert favourite(state) in ("burn", "take corn tile")


def test_no_step_is_bought_with_the_workers_meals() -> None:
    state = position(player(on={"uxmal": [1]}, corn=6, score=20), player(), day=27)
    state.play(0, GAME.moves.read("pick uxmal 1"))
    assert favourite(state) == "no action"


def test_few_workers_go_hungry() -> None:
    # A score that cannot drop below zero makes hunger nearly free in the first age; workers are fed all the same.
    assert habits()["unfed on food day 1"] < 0.4
    assert habits()["unfed on food day 2"] < 0.5
    assert habits()["unfed on food day 3"] < 0.22
    assert habits()["unfed on food day 4"] < 0.25


def test_a_technology_is_learned_early_in_the_game() -> None:
    state = position(player(on={"tikal": [3]}, wood=2, corn=6), player(), day=3)
    state.play(0, GAME.moves.read("pick tikal 3"))
    assert favourite(state) == "action 3"


def test_a_worker_is_picked_up_before_it_falls() -> None:
    state = position(player(on={"palenque": [7]}, corn=5), player(), day=25)
    assert favourite(state) == "pick palenque 7"
    assert habits()["fell"] < 0.6


def test_two_days_pass_when_that_helps() -> None:
    assert habits()["two days"] > 0.25


def test_blocks_are_gathered_for_buildings() -> None:
    assert habits()["built"] + habits()["monument"] > 1.5


def test_skulls_are_offered_for_points() -> None:
    state = position(player(on={"chichen_itza": [9]}, skull=1, corn=8, score=20), player(), day=24)
    state.play(0, GAME.moves.read("pick chichen_itza 9"))
    assert favourite(state) == "action 9"


def test_judging_changes_nothing() -> None:
    state = GAME.start(3, seed=4)
    play_at_random(state, seeded(4), 80)
    before = state.dump()
    win_chances = list(GAME.sense.win_chances(state))
    GAME.sense.score_moves(state, state.actor(), state.legal(state.actor()))
    assert state.dump() == before
    assert all(0.0 < worth < 1.0 for worth in win_chances)


def test_a_search_plays_a_whole_game() -> None:
    outcome = match(GAME, bot("search:20" if is_compiled() else "search:2"), bot("greedy"), seats=2, seeds=range(1))
    assert outcome.games == 2

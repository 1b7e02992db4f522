"""What a bot feels: sound play, the same compiled and plain, without touching the position."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tablero.bots import bot
from tablero.core.luck import seeded
from tablero.core.playout import play_at_random
from tablero.lab.arena import match

from .position import GAME, player, position


def favourite(state: object, seat: int = 0) -> str:
    moves = state.moves(seat)  # type: ignore[attr-defined]
    weights = list(GAME.sense.weigh(state, seat, vec[i64](moves)))  # type: ignore[arg-type]
    return GAME.moves.write(moves[weights.index(max(weights))])


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


def test_skulls_are_offered_for_points() -> None:
    state = position(player(on={"chichen_itza": [9]}, skull=1, corn=8, score=20), player(), day=24)
    state.play(0, GAME.moves.read("pick chichen_itza 9"))
    assert favourite(state) == "action 9"


def test_judging_changes_nothing() -> None:
    state = GAME.start(3, seed=4)
    play_at_random(state, seeded(4), 80)
    before = state.dump()
    outlook = list(GAME.sense.outlook(state))
    GAME.sense.weigh(state, state.actor(), state.legal(state.actor()))
    assert state.dump() == before
    assert all(0.0 < worth < 1.0 for worth in outlook)


def test_a_search_plays_a_whole_game() -> None:
    outcome = match(GAME, bot("search:20"), bot("greedy"), seats=2, seeds=range(1))
    assert outcome.games == 2

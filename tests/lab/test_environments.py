"""Environments by the field's conventions: the official checkers pass, and nobody sees what is hidden."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import tablero
from tablero.core import Game, State, seeded
from tablero.games import GAME_NAMES
from tablero.lab import pettingzoo as pz
from tablero.lab.errors import ArenaError
from tablero.lab.gymnasium import SeatEnv
from tablero.lab.words import Talk

SEATED = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in tablero.games() for seats in game.seats]
# What the checkers say of every environment whose observation is a dictionary; they name PettingZoo's own as
# exceptions.
KNOWN = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


@pytest.fixture(autouse=True)
def no_complaints() -> Iterator[None]:
    """A checker that warns has found something. Python's own ResourceWarning comes whenever it collects what an
    earlier test left open: no checker gives one."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)
        yield
    assert [str(one.message) for one in told if not str(one.message).startswith(KNOWN)] == []


@pytest.mark.parametrize("mask", ["observation", "info"])
@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_pettingzoo_s_checkers_pass(game: Game, seats: int, mask: Any) -> None:
    api_test(pz.env(game, seats, mask=mask), num_cycles=30)
    seed_test(lambda: pz.env(game, seats, mask=mask), num_cycles=10)
    # Without a mask the checker makes any move, and loses by it.
    parallel_api_test(pz.parallel_env(game, seats, mask=mask, illegal="lose"), num_cycles=30)
    parallel_seed_test(lambda: pz.parallel_env(game, seats, mask=mask, illegal="lose"), num_cycles=10)


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_gymnasium_s_checker_passes(game: Game, seats: int) -> None:
    check_env(SeatEnv(game, seats, bots="random", illegal="lose"), skip_render_check=True)
    check_env(SeatEnv(game, seats, bots="random", illegal="lose", masked=False), skip_render_check=True)


def same(one: Any, other: Any) -> bool:
    """Whether two observations, infos or arrays are the same to the last number."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(np.array_equal(one, other))


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_an_agent_observes_nothing_that_its_seat_cannot_know(game: Game, seats: int) -> None:
    """Two environments whose positions differ only in what a seat cannot know observe the same, whichever kind they
    are.
    """
    luck, differed = seeded(11), 0
    env, bare, together = pz.env(game, seats), pz.env(game, seats, mask="info"), pz.parallel_env(game, seats)
    learners = [SeatEnv(game, seats, bots="random", seat=seat) for seat in range(seats)]
    everybody: list[Any] = [env, bare, together, *learners]
    for one in everybody:
        one.reset(seed=5)

    def told(seat: int, state: State) -> list[Any]:
        """All that a seat is told of a position."""
        for one in everybody:
            one.match.put(state)
        agent = env.possible_agents[seat]
        bare._turn()
        seen, infos = together._all_seen()
        learner = learners[seat]
        asked = bare.infos[agent] if bare.agent_selection == agent else {}
        return [
            env.observe(agent),
            bare.observe(agent),
            asked,
            seen[agent],
            infos[agent],
            learner._seen(),
            learner._info(),
        ]

    truth = env.match.state
    for number, agent in enumerate(env.agent_iter(160)):
        env.match.put(truth)
        seen = env.last()[0]
        if env.terminations[agent]:
            break
        if number % 7 == 0:
            for seat in range(seats):
                other = truth.imagine(seat, luck)
                differed += other != truth
                for one, again in zip(told(seat, truth), told(seat, other), strict=True):
                    assert same(one, again)
            env.match.put(truth)
        moves = np.flatnonzero(seen["action_mask"])
        env.step(moves[luck.below(len(moves))])
    assert differed or seats == 1, "there was something to hide"


def test_a_seed_deals_the_game_that_the_library_deals() -> None:
    env = pz.env("maya", 3)
    env.reset(seed=12)
    assert env.match.state == tablero.game("maya").start(3, 12)
    env.reset()
    assert env.match.state == tablero.game("maya").start(3, 13), "without a seed the next one follows"


def test_a_move_before_the_deal_is_refused_with_a_sentence() -> None:
    for ask in (pz.env("maya").last, lambda: pz.env("maya").step(0)):
        with pytest.raises(RuntimeError, match=r"nothing is dealt yet: call reset\(\) first"):
            ask()


def test_an_illegal_move_is_refused_or_loses() -> None:
    env = pz.env("maya", 3)
    env.reset(seed=1)
    with pytest.raises(tablero.IllegalMove, match=r"move 211 is not legal for seat 0 .* the mask says which moves are"):
        env.step(211)
    env = pz.env("maya", 3, illegal="lose")
    env.reset(seed=1)
    env.step(211)
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0.5, "seat_2": 0.5}
    assert all(env.terminations.values())


def test_those_who_choose_at_the_same_time_choose_in_one_parallel_step() -> None:
    env = pz.parallel_env("yaxha", 4)
    seen, _ = env.reset(seed=3)
    assert all(one["action_mask"].any() for one in seen.values())
    seen, *_ = env.step({f"seat_{seat}": seat for seat in range(4)})
    assert env.match.state.view(None)["phase"] == "build"
    with pytest.raises(ValueError, match="seat_1 owes a decision"):
        env.step({"seat_0": int(np.flatnonzero(seen["seat_0"]["action_mask"])[0])})


def test_environments_say_what_they_cannot_be() -> None:
    with pytest.raises(ValueError, match='mask is "observation" or "info"'):
        pz.env("maya", mask="none")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='illegal is "refuse" or "lose"'):
        pz.env("maya", illegal="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 bots are needed beside the learner, not 1"):
        SeatEnv("maya", 3, bots=["greedy"])
    with pytest.raises(ArenaError, match="there is no bot 'clever'"):
        SeatEnv("maya", 2, bots="clever")
    for make in (pz.env, pz.parallel_env, SeatEnv):
        with pytest.raises(ValueError, match='render_mode is "ansi", "svg" or None, not \'human\''):
            make("maya", render_mode="human")


@pytest.mark.parametrize("move", [None, 1.5, "expand"])
def test_what_is_no_whole_number_is_no_move(move: object) -> None:
    turns, learner = pz.env("maya"), SeatEnv("maya")
    for env in (turns, learner):
        env.reset(seed=1)
        with pytest.raises(TypeError, match="a move is a whole number, not"):
            env.step(move)


def test_words_pay_nothing_before_the_end() -> None:
    with pytest.raises(RuntimeError, match="the game is not over, so that nothing is paid yet"):
        Talk("maya", seed=1).rewards()


def test_a_learner_meets_bots_and_sits_everywhere() -> None:
    env = gymnasium.make("tablero/Tzolkin-v1", seats=3, bots=["random", "greedy"])
    sat = set()
    for seed in range(3):
        _, info = env.reset(seed=seed)
        sat.add(info["seat"])
    assert sat == {0, 1, 2}
    seen, over, reward = env.reset(seed=1)[0], False, None
    while not over:
        moves = np.flatnonzero(seen["action_mask"])
        seen, reward, over, _, info = env.step(moves[0])
    assert reward in (-0.5, 0.25, 1.0)
    assert not seen["action_mask"].any()


def test_the_same_seed_and_moves_give_the_same_episode() -> None:
    told = []
    for _ in range(2):
        env = SeatEnv("yaxha", 2, bots="greedy")
        seen, _ = env.reset(seed=4)
        rows = [seen["observation"].tobytes()]
        for _ in range(20):
            seen, *_ = env.step(np.flatnonzero(seen["action_mask"])[-1])
            rows.append(seen["observation"].tobytes())
        told.append(rows)
    assert told[0] == told[1]


def test_a_position_is_rendered_as_text_and_as_a_picture() -> None:
    env = pz.env("maya", render_mode="ansi")
    env.reset(seed=1)
    assert "Tikal: size 1" in (env.render() or "")
    drawn = SeatEnv("maya", render_mode="svg")
    drawn.reset(seed=1)
    assert drawn.render().startswith("<svg")


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_game_is_played_in_words_from_the_first_question_to_the_result(name: str) -> None:
    talk, luck = Talk(name, seats=2, seed=6), seeded(2)
    asked = 0
    while True:
        seat, told = talk.told()
        if seat < 0:
            break
        asked += 1
        assert told.startswith(f"You are seat {seat} of 2")
        offered = [line[2:].split(": ")[0] for line in told.partition("Your moves:\n")[2].splitlines()]
        assert [talk.game.moves.read(words) for words in offered] == talk.state.moves(seat)
        talk.answer(offered[luck.below(len(offered))])
    assert asked > 40
    assert told.startswith("The game is over. Points: seat 0: ")
    assert sum(talk.rewards()) == 0
    assert talk.rules().startswith("#")


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_words_tell_nothing_that_the_seat_cannot_know(game: Game, seats: int) -> None:
    talk, luck = Talk(game, seats=seats, seed=8), seeded(3)
    for number in range(60):
        seat, told = talk.told()
        if number % 10 == 0:
            other = Talk(game, seats=seats, seed=8)
            other.state, other._shown = talk.state.imagine(seat, luck), [0] * seats
            assert told.endswith(other.question(seat).partition("\n\n")[2]), "but for what happened"
        moves = talk.state.moves(seat)
        talk.state.play(seat, moves[luck.below(len(moves))])


def test_an_answer_that_is_no_legal_move_is_refused_with_a_sentence() -> None:
    talk = Talk("maya", seats=2, seed=6)
    with pytest.raises(tablero.IllegalMove, match="is no move of Maya"):
        talk.answer("dance")
    with pytest.raises(tablero.IllegalMove, match=r"\w+ .*\."):
        talk.answer("end")
    assert talk.told()[0] == 0


def test_an_environment_in_the_middle_of_a_game_can_be_copied_and_pickled() -> None:
    env = SeatEnv("maya", 2, bots="greedy", masked=False)
    env.reset(seed=3)
    env.step(int(env.action_masks().argmax()))
    for twin in (copy.deepcopy(env.match), pickle.loads(pickle.dumps(env.match))):
        assert (twin.seen(env.seat) == env.match.seen(env.seat)).all()
        assert (twin.allowed(env.seat) == env.action_masks()).all()
        twin.move(env.seat, twin.allowed(env.seat).argmax())
        assert twin.state != env.match.state  # each goes on by itself
    # As wrappers of other libraries do with what they are given.
    wide = gymnasium.spaces.Box(-np.inf, np.inf, (env.match.unfolded,), np.float32)
    wrapped = gymnasium.wrappers.TransformObservation(env, env.match.unfold, wide)
    assert wrapped.reset(seed=3)[0].shape == (env.match.unfolded,)

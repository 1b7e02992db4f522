"""Environments by the field's conventions: the official checkers pass, and nobody sees what is hidden."""

from __future__ import annotations

import copy
import importlib
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import tablero
from tablero.bots import Glimpse
from tablero.bots.players import Stop
from tablero.core import Game, Luck, State, seeded
from tablero.games import GAME_NAMES
from tablero.lab import pettingzoo as pz
from tablero.lab.errors import ArenaError
from tablero.lab.gymnasium import SeatEnv
from tablero.lab.gymnasium_vector import BatchEnv
from tablero.lab.seeds import DRAWN
from tablero.lab.words import Talk
from tests.limits import LIMIT

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
    if isinstance(one, np.ndarray) and one.dtype == object:
        return all(same(mine, its) for mine, its in zip(one, other, strict=True))
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
    assert env.match.seed in DRAWN, "without a seed one is drawn"
    again = pz.env("maya", 3)
    again.reset(seed=12)
    again.reset()
    assert again.match.seed == env.match.seed, "from a generator that the seed before has set"


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
        with pytest.raises(ValueError, match='render_mode is "ansi", "svg", "rgb_array", "human" or None, not \'3d\''):
            make("maya", render_mode="3d")
    with pytest.raises(ValueError, match="max_cycles is 1 or more, not 0"):
        pz.env("maya", max_cycles=0)
    with pytest.raises(TypeError, match="a bot has the method choose"):
        SeatEnv("maya", bots=[object()])  # type: ignore[list-item]


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
    painted = pz.parallel_env("maya", render_mode="rgb_array")
    painted.reset(seed=1)
    pixels = painted.render()
    assert (pixels.dtype, pixels.shape[1:]) == (np.uint8, (800, 3))
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100
    assert {"render_modes", "render_fps"} <= painted.metadata.keys() & drawn.metadata.keys()


def test_for_people_the_board_is_printed_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    for env in (pz.env("maya", render_mode="human"), SeatEnv("maya", render_mode="human", bots="random")):
        env.reset(seed=1)
        assert "Tikal: size 1" in capsys.readouterr().out
        env.step(int(env.match.allowed(env.match.state.actor()).argmax()))
        assert "Tikal: size" in capsys.readouterr().out
        assert env.render() is None


@pytest.mark.parametrize("name", GAME_NAMES)
def test_each_game_has_a_module_in_pettingzoo_s_form(name: str) -> None:
    module = importlib.import_module(f"tablero.lab.pettingzoo.{name}_v1")
    for make in (module.env, module.raw_env, module.parallel_env):
        assert make(seats=2).metadata["name"] == f"tablero_{name}_v1"
        assert make().metadata["is_parallelizable"] == (make is module.parallel_env)


def test_a_game_is_cut_off_after_max_cycles() -> None:
    env = pz.env("maya", max_cycles=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())
    assert not env.last()[0]["action_mask"].any()
    for _ in range(2):
        env.step(None)
    assert env.agents == []
    together = pz.parallel_env("maya", max_cycles=1)
    seen, _ = together.reset(seed=1)
    *_, cut_off, infos = together.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})
    assert all(cut_off.values())
    assert infos == {"seat_0": {}, "seat_1": {}}, "there is no result"


def test_after_the_end_steps_are_as_pettingzoo_says() -> None:
    """A seat that is done takes None and nothing else; a parallel step answers with nothing."""
    env, together = pz.env("maya", max_cycles=1), pz.parallel_env("maya", max_cycles=1)
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    env.step(None)
    env.step(None)
    with pytest.raises(RuntimeError, match=r"the game is over: call reset\(\)"):
        env.step(None)
    assert not env.observe("seat_0")["action_mask"].any(), "wrappers look at seats that are gone"
    seen, _ = together.reset(seed=1)
    together.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})
    assert together.agents == []
    assert together.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_last_infos_tell_the_scores(name: str) -> None:
    env, luck = pz.env(name, 2), seeded(4)
    env.reset(seed=3)
    while not env.terminations[env.agent_selection]:
        moves = np.flatnonzero(env.last()[0]["action_mask"])
        env.step(moves[luck.below(len(moves))])
    result = env.match.state.result()
    for seat in range(2):
        assert env.infos[f"seat_{seat}"] == {
            "score": result.scores[seat],
            "scores": list(result.scores),
            "rank": result.ranks[seat],
            "winners": list(result.winners),
        }


def test_a_parallel_step_is_made_whole_or_not_at_all() -> None:
    env = pz.parallel_env("yaxha", 3)
    env.reset(seed=3)
    before = env.match.state.copy()
    for wrong in ({"seat_2": 600}, {"seat_1": 1.5}):
        with pytest.raises((tablero.IllegalMove, TypeError)):
            env.step({"seat_0": 0, "seat_1": 0, "seat_2": 0, **wrong})
        assert env.match.state == before


@pytest.mark.parametrize("reward", ["win", "lead"])
@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_an_illegal_move_is_no_better_than_any_loss(game: Game, seats: int, reward: Any) -> None:
    env, luck, worst = pz.env(game, seats, reward=reward, illegal="lose"), seeded(4), 0.0
    for seed in range(3):
        env.reset(seed=seed)
        while not env.terminations[env.agent_selection]:
            moves = np.flatnonzero(env.last()[0]["action_mask"])
            env.step(moves[luck.below(len(moves))])
        worst = min(worst, *env.rewards.values())
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(-1)
    assert env.rewards[loser] <= worst
    assert all(paid >= 0 for agent, paid in env.rewards.items() if agent != loser)


def test_a_seat_s_state_is_what_all_seats_see() -> None:
    env = pz.env("yaxha", 3)
    env.reset(seed=2)
    assert env.state_space.contains(env.state())
    assert (env.state() == np.concatenate([env.observe(agent)["observation"] for agent in env.agents])).all()


def test_a_bot_may_be_given_itself() -> None:
    class First:
        def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
            return glimpse.moves[0]

    env = SeatEnv("maya", 3, bots=[First(), "random"], seat=0)
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    assert len(SeatEnv("maya", 3, bots=First()).bots.named) == 2


def test_a_name_with_its_module_needs_no_import() -> None:
    name = "tablero.lab.gymnasium:tablero/Tzolkin-v1"
    script = f"import gymnasium; print(gymnasium.make('{name}').reset(seed=1)[0]['observation'].shape)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LIMIT)
    assert (done.returncode, done.stdout) == (0, "(227,)\n"), done.stderr


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("name", GAME_NAMES)
def test_many_games_at_once_are_the_same_games(name: str, masked: bool) -> None:
    """Move for move what Gymnasium's own vector of single environments gives, beyond the end of games."""
    single = SyncVectorEnv(
        [lambda: SeatEnv(name, 2, bots="greedy", masked=masked)] * 2, autoreset_mode=AutoresetMode.SAME_STEP
    )
    many = BatchEnv(name, 2, 2, bots="greedy", masked=masked)
    assert single.single_observation_space == many.single_observation_space
    assert single.observation_space == many.observation_space
    ended = 0
    told, infos = single.reset(seed=4)
    again, others = many.reset(seed=4)
    assert same(told, again)
    assert same(infos, others)
    for number in range(140):
        masks = told["action_mask"] if masked else infos["action_mask"]
        chance = np.random.default_rng(number)
        moves = np.array([chance.choice(np.flatnonzero(one)) for one in masks])
        one, other = single.step(moves), many.step(moves)
        assert same(one[0], other[0])
        for mine, theirs in zip(one[1:4], other[1:4], strict=True):
            assert (mine == theirs).all()
        assert same(one[4], other[4])
        told, infos = one[0], one[4]
        ended += int(one[2].sum())
    assert ended


@pytest.mark.parametrize("name", GAME_NAMES)
def test_random_bots_of_many_games_are_moved_in_compiled_code(name: str) -> None:
    envs = gymnasium.make_vec(f"tablero/{name.title()}-v1", num_envs=8, vectorization_mode="vector_entry_point",
                              seats=3, bots="random")  # fmt: skip
    seen, _ = envs.reset(seed=5)
    ended, env = 0, envs.unwrapped
    for _ in range(200):
        for i, state in enumerate(env.rows.states):
            seat = int(env.seats[i])
            assert state.owes(seat)
            if i == 0:
                assert (seen["observation"][i] == env.match.game.tensor.row(state, seat)).all()
                assert np.flatnonzero(seen["action_mask"][i]).tolist() == sorted(state.moves(seat))
        seen, reward, over, _, infos = envs.step(np.array([one.argmax() for one in seen["action_mask"]]))
        assert ((reward != 0) <= over).all()
        ended += over.sum()
        for i in np.flatnonzero(over):
            assert "scores" in infos["final_info"]
            assert not infos["final_obs"][i]["action_mask"].any()
    assert ended
    with pytest.raises(tablero.IllegalMove):
        envs.step(np.full(8, env.match.moves - 1))


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

"""Steps of other libraries, for `tablero bench --peers`: run by path in an environment that knows nothing of Tablero.

    python -P peers.py openspiel

It prints what it can measure, as JSON, and then answers each line "NAME SECONDS" with what was done in that time.
Only the standard library is imported before a peer is chosen; `tablero.cli.bench.steps` has the same protocol.

A step is one decision of a player: observation and legal moves are read, a move is made. The moves were chosen before,
by a random game with the same seed, so that choosing is not measured.
"""

import json
import os
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any

# Name of a figure and its game (empty: the whole library) -> function that does some steps and returns how many.
Works = dict[tuple[str, str], Callable[[], int]]
Report = dict[str, Any]

STEPS = 64  # between two looks at the clock
EPISODES = 4
MAX_EPISODE_STEPS = 300  # steps of an episode that are played again
MAX_DECISIONS = 1_000_000
BATCHES = (256, 4096)
BATCH_STEPS = 64  # of a batch, between two looks at the clock


def answer(prepare: Callable[[], tuple[Report, Works]]) -> None:
    """Print what can be measured, then answer requests until the input ends. Output of libraries goes to stderr."""
    line = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def reply(what: Report) -> None:
        line.write(json.dumps(what) + "\n")
        line.flush()

    try:
        report, works = prepare()
    except Exception as error:
        reply({"left_out": reason(error)})
        return
    reply({**report, "works": list(works)})
    for asked in sys.stdin:
        key, game, seconds = json.loads(asked)
        work, done = works[key, game], 0
        wall, cpu = time.perf_counter(), time.process_time()
        while time.perf_counter() - wall < seconds:
            done += work()
        reply({"done": done, "cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall})


def reason(error: BaseException) -> str:
    """Return why a library cannot be measured, in one line."""
    said = (str(error).strip().splitlines() or [""])[0]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def chunked(steps: Iterator[None]) -> Callable[[], int]:
    """Return a function that does the next few of endless steps."""

    def work() -> int:
        for _ in range(STEPS):
            next(steps)
        return STEPS

    return work


def of_games(
    key: str, names: list[str], made: Callable[[str], Callable[[], int]], games: dict[str, str]
) -> tuple[Works, dict[str, str]]:
    """Return the games of a library that can be measured; add the others to `games`, with the reason."""
    works: Works = {}
    for name in names:
        try:
            work = made(name)
            work()
            works[key, name] = work
        except Exception as error:
            games[name] = reason(error)
    return works, games


# ---------------------------------------------------------------- catanatron


def catanatron() -> tuple[Report, Works]:
    """Random play of four, every tick a decision; and its environment of Gymnasium, two seats, the other one random."""
    from catanatron import Color, Game, RandomPlayer

    def ticks() -> Iterator[None]:
        while True:
            match = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
            made = 0
            while match.winning_color() is None and made < MAX_DECISIONS:
                match.play_tick()
                made += 1
                yield

    works: Works = {("decisions_per_s", ""): chunked(ticks())}
    report: Report = {"version": version("catanatron")}
    more, missing = of_games("gym_steps_per_s", [""], lambda _: chunked(catanatron_gym()), {})
    if missing:
        return {**report, "games_left_out": {"gym": missing[""]}}, works
    return {**report, "gym_version": version("catanatron_gym")}, {**works, **more}


def catanatron_gym() -> Iterator[None]:
    """Steps of its environment. Players and dice use Python's `random`: the same seed gives the same game."""
    import gymnasium

    env: Any = gymnasium.make("catanatron_gym:catanatron-v1", disable_env_checker=True)
    legal = env.unwrapped.get_valid_actions

    def episode(seed: int, moves: list[int] | None) -> Iterator[int]:
        random.seed(seed)
        env.reset(seed=seed)
        luck, over = random.Random(seed), False
        for k in range(MAX_EPISODE_STEPS):
            may = legal()
            move = luck.choice(may) if moves is None else moves[k]
            over = any(env.step(move)[2:4])
            yield move
            if over or (moves is not None and k + 1 == len(moves)):
                break

    return replayed(episode)


def replayed(episode: Callable[[int, list[int] | None], Iterator[int]]) -> Iterator[None]:
    """Play a few episodes with chosen moves, then the same ones forever.

    `episode` yields the moves it has made; moves of chance are negative and not counted.
    """
    chosen = [list(episode(seed, None)) for seed in range(EPISODES)]
    if chosen != [list(episode(seed, moves)) for seed, moves in enumerate(chosen)]:
        raise RuntimeError("the same seed and the same moves do not give the same game")

    def steps() -> Iterator[None]:
        while True:
            for seed, moves in enumerate(chosen):
                for move in episode(seed, moves):
                    if move >= 0:
                        yield

    return steps()


# ---------------------------------------------------------------- OpenSpiel


def openspiel() -> tuple[Report, Works]:
    """Games written in C++, stepped from Python with its observer (which writes into NumPy) and the mask of legal
    actions.
    """
    import pyspiel
    from open_spiel.python.observation import make_observation

    def made(name: str) -> Callable[[], int]:
        game = pyspiel.load_game(name)
        try:
            observe = make_observation(game).set_from
        except AttributeError:  # a game without an observer says so itself
            observe = (
                pyspiel.State.observation_tensor
                if game.get_type().provides_observation_tensor
                else pyspiel.State.information_state_tensor
            )

        def episode(seed: int, moves: list[int] | None) -> Iterator[int]:
            luck, state, k = random.Random(seed), game.new_initial_state(), 0
            while not state.is_terminal() and k < MAX_EPISODE_STEPS:
                by_chance = state.is_chance_node()
                if not by_chance:
                    player = state.current_player()
                    observe(state, player)
                    state.legal_actions_mask(player)
                if moves is not None:
                    move = ~moves[k] if by_chance else moves[k]
                elif by_chance:
                    outcomes, likely = zip(*state.chance_outcomes(), strict=True)
                    move = luck.choices(outcomes, likely)[0]
                else:
                    move = luck.choice(state.legal_actions())
                state.apply_action(move)
                k += 1
                yield ~move if by_chance else move

        return chunked(replayed(episode))

    names = ["tic_tac_toe", "connect_four", "leduc_poker", "backgammon", "gin_rummy", "hearts", "chess", "go"]
    works, missing = of_games("own_steps_per_s", names, made, {})
    return {"version": version("open_spiel"), "games_left_out": missing}, works


# ---------------------------------------------------------------- PettingZoo


def pettingzoo() -> tuple[Report, Works]:
    """Its classic games, as `env()` gives them with its wrappers, and bare."""

    def made(kind: str) -> Callable[[str], Callable[[], int]]:
        def of_game(name: str) -> Callable[[], int]:
            env = getattr(import_module(f"pettingzoo.classic.{name}"), kind)()

            def episode(seed: int, moves: list[int] | None) -> Iterator[int]:
                luck = random.Random(seed)
                random.seed(seed)
                env.reset(seed=seed)
                for k in range(MAX_EPISODE_STEPS if moves is None else len(moves)):
                    seen, _, over, cut_off, info = env.last()
                    if over or cut_off:
                        break
                    if moves is not None:
                        move = moves[k]
                    else:
                        mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                        move = luck.choice([int(one) for one in mask.nonzero()[0]])
                    env.step(move)
                    yield move

            return chunked(replayed(episode))

        return of_game

    names = [
        "tictactoe_v3",
        "connect_four_v3",
        "leduc_holdem_v4",
        "texas_holdem_v4",
        "texas_holdem_no_limit_v6",
        "hanabi_v5",
        "chess_v6",
        "go_v5",
    ]
    works, missing = of_games("steps_per_s", names, made("env"), {})
    bare, missing = of_games(
        "bare_steps_per_s", [name for name in names if name not in missing], made("raw_env"), missing
    )
    return {"version": version("pettingzoo"), "games_left_out": missing}, {**works, **bare}


# ---------------------------------------------------------------- RLCard


def rlcard() -> tuple[Report, Works]:
    """Its own environments: a step gives the next state with its observation and legal actions."""
    import rlcard

    def made(name: str) -> Callable[[], int]:
        env = rlcard.make(name, config={"seed": 0})

        def episode(seed: int, moves: list[int] | None) -> Iterator[int]:
            luck = random.Random(seed)
            env.seed(seed)
            state, _ = env.reset()
            for k in range(MAX_EPISODE_STEPS if moves is None else len(moves)):
                if env.is_over():
                    break
                move = luck.choice(list(state["legal_actions"])) if moves is None else moves[k]
                state, _ = env.step(move)
                yield move

        return chunked(replayed(episode))

    names = [
        "leduc-holdem",
        "limit-holdem",
        "no-limit-holdem",
        "blackjack",
        "uno",
        "gin-rummy",
        "mahjong",
        "doudizhu",
        "bridge",
    ]
    works, missing = of_games("steps_per_s", names, made, {})
    return {"version": version("rlcard"), "games_left_out": missing}, works


# ---------------------------------------------------------------- batches


def fastcatan() -> tuple[Report, Works]:
    """Batches of Catan in C++, each step with the masks of legal actions; there are no observations of batches. The
    actions were chosen before."""
    import fastcatan as library
    import numpy as np

    def made(name: str) -> Callable[[], int]:
        games = int(name.split()[0])
        masks = np.zeros((games, library.MASK_WORDS), np.uint64)
        actions, dones = np.zeros(games, np.uint32), np.zeros(games, np.uint8)

        def begun() -> Any:
            batch = library.BatchedEnv(games, seed=0)
            batch.reset()
            return batch

        chance, batch, chosen = np.random.default_rng(0), begun(), []
        for _ in range(BATCH_STEPS):
            batch.write_masks(masks)
            legal = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
            actions[:] = np.argmax(legal * chance.random(legal.shape), axis=1)
            chosen.append(actions.copy())
            batch.step_autoreset(actions, dones)

        def work() -> int:
            again = begun()
            for moves in chosen:
                again.write_masks(masks)
                again.step_autoreset(moves, dones)
            return games * len(chosen)

        return work

    works, missing = of_games("batch_steps_per_s", [f"{games} games" for games in BATCHES], made, {})
    return {"version": version("fastcatan"), "games_left_out": missing}, works


def pgx() -> tuple[Report, Works]:
    """Batches of its games on one core: compiled by XLA, with observation and mask, actions chosen within the step."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    def made(name: str) -> Callable[[], int]:
        kind, games = name.split(", ")[0], int(name.split(", ")[1].split()[0])
        env: Any = library.make(kind)
        step = jax.vmap(auto_reset(env.step, env.init))

        def one(carry: Any, _: Any) -> Any:
            state, key = carry
            key, chance, luck = jax.random.split(key, 3)
            legal = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            action = jax.random.categorical(chance, legal, axis=-1)
            return (step(state, action, jax.random.split(luck, games)), key), None

        many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=BATCH_STEPS)[0])
        keys = jax.random.split(jax.random.PRNGKey(0), games)
        now = [many((jax.vmap(env.init)(keys), jax.random.PRNGKey(1)))]

        def work() -> int:
            now[0] = jax.block_until_ready(many(now[0]))
            return games * BATCH_STEPS

        return work

    kinds = ["tic_tac_toe", "connect_four", "kuhn_poker", "leduc_holdem", "hex"]
    names = [f"{kind}, {games} games" for kind in kinds for games in BATCHES]
    works, missing = of_games("batch_steps_per_s", names, made, {})
    return {"version": version("pgx"), "games_left_out": missing}, works


def envpool() -> tuple[Report, Works]:
    """Batches of environments for one player in C++, on one thread; there are no masks, so the actions are all 0."""
    import envpool as library
    import numpy as np

    def made(name: str) -> Callable[[], int]:
        kind, games = name.split(", ")[0], int(name.split(", ")[1].split()[0])
        env: Any = library.make(kind, env_type="gymnasium", num_envs=games, num_threads=1, seed=0)
        env.reset()
        actions = np.zeros(games, np.int64)

        def work() -> int:
            env.step(actions)
            return games

        return work

    names = [f"{kind}, {games} games" for kind in ("CartPole-v1", "Blackjack-v1") for games in BATCHES]
    works, missing = of_games("batch_steps_per_s", names, made, {})
    return {"version": version("envpool"), "games_left_out": missing}, works


PEER_RUNNERS = {
    "catanatron": catanatron,
    "openspiel": openspiel,
    "pettingzoo": pettingzoo,
    "rlcard": rlcard,
    "fastcatan": fastcatan,
    "pgx": pgx,
    "envpool": envpool,
}


def main() -> None:
    warnings.simplefilter("ignore")
    answer(PEER_RUNNERS[sys.argv[1]])


if __name__ == "__main__":
    main()

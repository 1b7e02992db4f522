"""Self-play: games of different opponents, and training samples of their quiet moments.

One kind of opponent alone would give one kind of game: so the leading network plays with itself, the hand-made
evaluator, a short search and a greedy bot. Openings are randomized, so that no two games are alike.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tablero
from tablero.bots import Bot, Greedy, Searcher, glimpse
from tablero.bots.search import final_values
from tablero.core import Game, State, seeded
from tablero.lab.training.network_bot import HAND_MADE, NetworkBot, value_function_of

Floats = NDArray[np.float32]
MAX_OPENING = 12  # random decisions
SOFTNESS = 0.4  # of searches that draw their moves


@dataclass(frozen=True)
class SelfPlayJob:
    """Job: some games with the same number of seats."""

    game: str
    weights: str  # of the leading network
    seats: int
    seeds: range
    iterations: int  # 0: greedy bots only
    moments: int


@dataclass
class TrainingSample:
    """A quiet position: inputs of the network, and the values of the hand-made evaluator and of the search."""

    seen: list[float]
    hand_made: list[float]
    expected: list[float] | None = None


def play_games(job: SelfPlayJob) -> dict[str, NDArray[Any]]:
    """Play the games; return their samples as arrays, a row for each moment."""
    game = tablero.game(job.game)
    values = value_function_of(job.game, job.weights)
    leader = NetworkBot(iterations=job.iterations, value_function=values)
    rows: dict[str, list[Any]] = {name: [] for name in ("seen", "hand_made", "expected", "won", "worth", "game")}
    for seed in job.seeds:
        draw = random.Random(seed)
        state = game.start(job.seats, seed)
        moments = play(game, state, draw_players(leader, job, draw), seed, draw)
        result = state.result()
        assert result is not None
        won = [(seat in result.winners) / len(result.winners) for seat in range(job.seats)]
        final = final_values(state)
        finals = [final[seat] for seat in range(job.seats)]
        for moment in draw.sample(moments, min(len(moments), job.moments)):
            rows["seen"].append(moment.seen)
            rows["hand_made"].append(moment.hand_made)
            rows["expected"].append(moment.expected or [np.nan] * job.seats)
            rows["won"].append(won)
            rows["worth"].append([value / sum(finals) for value in finals])
            rows["game"].append(seed)
    kinds = {"seen": np.float16, "game": np.int64}
    return {name: np.array(row, kinds.get(name, np.float32)) for name, row in rows.items()}


def draw_players(leader: NetworkBot, job: SelfPlayJob, draw: random.Random) -> list[Bot]:
    """Return a player for every seat; without iterations they are greedy bots."""
    if not job.iterations:
        return [Greedy(blur=draw.choice((0.2, 0.5, 1.0))) for _ in range(job.seats)]
    soft = leader.limited(job.iterations, SOFTNESS)
    short = leader.limited(max(8, job.iterations // 2), SOFTNESS)
    hand_made = NetworkBot(iterations=job.iterations, value_function=value_function_of(job.game, HAND_MADE))
    kinds: list[Bot] = [leader, soft, hand_made, short, Greedy(blur=0.3)]
    return draw.choices(kinds, weights=[4, 3, 1.5, 1, 0.5], k=job.seats)


def play(game: Game, state: State, players: list[Bot], seed: int, draw: random.Random) -> list[TrainingSample]:
    """Play a game to its end; return the samples of its quiet moments."""
    assert game.sight is not None
    luck = seeded(-1 - seed)  # deals have no negative seeds
    opening_bot = Greedy(blur=draw.choice((0.3, 0.6, 1.2)))
    opening = draw.randrange(MAX_OPENING + 1)
    moments: list[TrainingSample] = []
    while (seat := int(state.actor())) >= 0:
        quiet = game.sense.is_quiet(state)
        if quiet:
            chances = game.sense.win_chances(state)
            hand_made = [chances[seat] for seat in range(int(state.seats))]
            moments.append(TrainingSample(game.sight.encoded(state), hand_made))
        seen = glimpse(state, seat, luck)
        player = players[seat]
        if len(seen.moves) == 1:
            move = seen.moves[0]
        elif opening > 0:
            opening -= 1
            move = opening_bot.choose(seen, luck)
        elif isinstance(player, Searcher):
            search = player.think(seen, luck)
            move = player.pick(search, seen.moves, luck)
            if quiet:
                expected = search.chances()
                moments[-1].expected = [chance / sum(expected) for chance in expected]
        else:
            move = player.choose(seen, luck)
        state.apply(seat, move)
    return moments

"""Self-play: games of unlike opponents, and what was seen at their calm moments.

One kind of opponent alone would teach one kind of game: so the search that leads plays beside itself, beside the hand-made
judge, beside a hasty search and beside a bot that only looks one step ahead. Openings are blurred, so that no two games are alike.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tablero
from tablero.bots import Bot, Greedy, Searcher, glimpse
from tablero.bots.search import worth
from tablero.core import Game, State, seeded
from tablero.core.judge import Sight
from tablero.lab.learning.judged import HAND_MADE, Judged, judge_of

Floats = NDArray[np.float32]
OPENING = 12  # blurred decisions at most
SOFTNESS = 0.4  # how freely a search chooses among what it tried, where it plays softly


@dataclass(frozen=True)
class Shift:
    """Games that one process plays in one go, all with the same number of seats."""

    game: str
    weights: str  # of the judge that leads
    seats: int
    seeds: range
    iterations: int  # 0: nobody searches
    moments: int


@dataclass
class Moment:
    """A calm position: what is seen of it, and what the hand-made judge and the search thought of it."""

    seen: list[float]
    hand_made: list[float]
    expected: list[float] | None = None


def play_shift(shift: Shift) -> dict[str, NDArray[Any]]:
    """The moments of some games as arrays, one row for a moment."""
    game = tablero.game(shift.game)
    judge = judge_of(shift.game, shift.weights)
    leader = Judged(iterations=shift.iterations, judge=judge)
    rows: dict[str, list[Any]] = {name: [] for name in ("seen", "hand_made", "expected", "won", "worth", "game")}
    for seed in shift.seeds:
        draw = random.Random(seed)
        state = game.start(shift.seats, seed)
        moments = play(game, state, draw_players(leader, shift, draw), seed, draw)
        result = state.result()
        assert result is not None
        won = [(seat in result.winners) / len(result.winners) for seat in range(shift.seats)]
        valued = worth(state)
        values = [valued[seat] for seat in range(shift.seats)]
        for moment in draw.sample(moments, min(len(moments), shift.moments)):
            rows["seen"].append(moment.seen)
            rows["hand_made"].append(moment.hand_made)
            rows["expected"].append(moment.expected or [np.nan] * shift.seats)
            rows["won"].append(won)
            rows["worth"].append([value / sum(values) for value in values])
            rows["game"].append(seed)
    kinds = {"seen": np.float16, "game": np.int64}
    return {name: np.array(row, kinds.get(name, np.float32)) for name, row in rows.items()}


def draw_players(leader: Judged, shift: Shift, draw: random.Random) -> list[Bot]:
    """A player for every seat; without iterations they are bots that look one step ahead."""
    if not shift.iterations:
        return [Greedy(blur=draw.choice((0.2, 0.5, 1.0))) for _ in range(shift.seats)]
    steady: Searcher = leader
    soft = leader.thinking(shift.iterations, SOFTNESS)
    hasty = leader.thinking(max(8, shift.iterations // 2), SOFTNESS)
    elder = Judged(iterations=shift.iterations, judge=judge_of(shift.game, HAND_MADE))
    kinds: list[Bot] = [steady, soft, elder, hasty, Greedy(blur=0.3)]
    return draw.choices(kinds, weights=[4, 3, 1.5, 1, 0.5], k=shift.seats)


def play(game: Game, state: State, players: list[Bot], seed: int, draw: random.Random) -> list[Moment]:
    """Play a game to its end; its calm moments."""
    assert game.sight is not None
    luck = seeded(-1 - seed)  # no deal has a seed below nought
    blurred = Greedy(blur=draw.choice((0.3, 0.6, 1.2)))
    opening = draw.randrange(OPENING + 1)
    moments: list[Moment] = []
    while (seat := int(state.actor())) >= 0:
        calm = game.sense.calm(state)
        if calm:
            moments.append(look(game, game.sight, state))
        seen = glimpse(state, seat, luck)
        player = players[seat]
        if len(seen.moves) == 1:
            move = seen.moves[0]
        elif opening > 0:
            opening -= 1
            move = blurred.choose(seen, luck)
        elif isinstance(player, Searcher):
            search = player.think(seen, luck)
            move = player.pick(search, seen.moves, luck)
            if calm:
                moments[-1].expected = normal(search.chances())
        else:
            move = player.choose(seen, luck)
        state.apply(seat, move)
    return moments


def look(game: Game, sight: Sight, state: State) -> Moment:
    outlook = game.sense.outlook(state)
    return Moment(sight.seen(state), [outlook[seat] for seat in range(int(state.seats))])


def normal(chances: list[float]) -> list[float]:
    """Chances that sum to 1."""
    whole = sum(chances)
    return [chance / whole for chance in chances]

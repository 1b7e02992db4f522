"""The arena: which of two bots is stronger, and how sure that is.

The unit is a seed, not a game: under one seed the hero plays once in every seat, always with the same luck, against the
same rivals. So a good draw helps nobody, and a bot that meets copies of itself gets exactly its share.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, variance

from tablero.bots import Bot, bot, glimpse
from tablero.core import Game, State, seeded

RESAMPLES = 2000


@dataclass(frozen=True)
class Outcome:
    """What happened under one seed."""

    seed: int
    share: float  # the hero's share of the wins: 1 for a win, 1/k for a tie of k, mean over the seats it sat in
    hero_scores: tuple[int, ...]  # by the seat of the hero
    rival_scores: tuple[float, ...]  # the mean of the rivals in the same games


@dataclass(frozen=True)
class Match:
    """The outcomes of a match, seed by seed."""

    seats: int
    outcomes: tuple[Outcome, ...]
    hero_ms: float  # milliseconds for one decision
    rival_ms: float

    @property
    def games(self) -> int:
        return len(self.outcomes) * self.seats

    @property
    def share(self) -> float:
        """The hero's share of the wins; 1/seats is equal."""
        return fmean(outcome.share for outcome in self.outcomes)

    @property
    def scores(self) -> tuple[float, float]:
        """The mean scores of the hero and of the rivals."""
        hero = fmean(fmean(outcome.hero_scores) for outcome in self.outcomes)
        return hero, fmean(fmean(outcome.rival_scores) for outcome in self.outcomes)

    @property
    def elo(self) -> float:
        """How much stronger the hero is than one rival, in Elo points."""
        return elo_of(self.share, self.seats)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Where the true share lies: bootstrap over seeds, the same on every run."""
        shares = [outcome.share for outcome in self.outcomes]
        draw = random.Random(len(shares))
        means = sorted(fmean(draw.choices(shares, k=len(shares))) for _ in range(RESAMPLES))
        tail = int(RESAMPLES * (1 - confidence) / 2)
        return means[tail], means[-1 - tail]

    def sprt(self, low: float = 0.0, high: float = 50.0, error: float = 0.05) -> str:
        """Wald's test of "stronger by `high` Elo" against "by `low`": "high", "low", or "open" while undecided."""
        if len(self.outcomes) < 2:
            return "open"
        shares = [outcome.share for outcome in self.outcomes]
        spread = max(variance(shares), 1e-6)
        weak, strong = share_of(low, self.seats), share_of(high, self.seats)
        ratio = len(shares) * (strong - weak) * (2 * fmean(shares) - weak - strong) / (2 * spread)
        bound = math.log((1 - error) / error)
        return "high" if ratio >= bound else "low" if ratio <= -bound else "open"

    def __str__(self) -> str:
        low, high = self.interval()
        hero, rivals = self.scores
        return (
            f"{self.share:.1%} ({low:.1%} to {high:.1%}) of {self.games} games with {self.seats} seats, "
            f"equal is {1 / self.seats:.1%}; {self.elo:+.0f} Elo; scores {hero:.1f} and {rivals:.1f}; "
            f"{self.hero_ms:.2f} and {self.rival_ms:.2f} ms a decision"
        )


def share_of(elo: float, seats: int) -> float:
    """The share of wins of a bot that is so much stronger than each of its rivals."""
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def elo_of(share: float, seats: int) -> float:
    """The other way round; shares of 0 and 1 are cut off at 800 points."""
    if share <= share_of(-800, seats):
        return -800.0
    if share >= share_of(800, seats):
        return 800.0
    return 400 * math.log10(share * (seats - 1) / (1 - share))


def play_out(state: State, bots: Sequence[Bot], seed: int) -> list[tuple[float, int]]:
    """Play a game to its end with a bot in every seat; the seconds and decisions that each took.

    A bot's luck belongs to its seat and the seed, whoever sits there; no deal has a seed below nought.
    Forced moves are not counted as decisions.
    """
    lucks = [seeded(-1 - seed * len(bots) - seat) for seat in range(len(bots))]
    used = [(0.0, 0) for _ in bots]
    while actors := state.actors():
        seat = actors[0]
        seen = glimpse(state, seat, lucks[seat])
        begun = time.perf_counter()
        move = bots[seat].choose(seen, lucks[seat])
        if len(seen.moves) > 1:
            seconds, decisions = used[seat]
            used[seat] = seconds + time.perf_counter() - begun, decisions + 1
        state.play(seat, move)
    return used


def match(
    game: Game,
    hero: Bot | str,
    rivals: Bot | str | Sequence[Bot | str],
    seats: int,
    seeds: Iterable[int],
    options: Mapping[str, str] | None = None,
    decide: tuple[float, float] | None = None,
) -> Match:
    """Let the hero play against rivals: one bot whose copies fill the other seats, or a bot for each of them.

    With `decide` (two Elo values) the match ends as soon as `Match.sprt` tells them apart.

    >>> import tablero
    >>> match(tablero.game("yaxha"), "random", "random", seats=3, seeds=range(4)).share
    0.3333333333333333
    """
    champion = _seated(hero)
    if isinstance(rivals, Sequence) and not isinstance(rivals, str):
        opponents = [_seated(rival) for rival in rivals]
    else:
        opponents = [_seated(rivals)] * (seats - 1)
    if len(opponents) != seats - 1:
        raise ValueError(f"{seats} seats need {seats - 1} rivals, not {len(opponents)}")
    outcomes: list[Outcome] = []
    spent = [0.0, 0.0]
    decisions = [0, 0]
    for seed in seeds:
        share, own, theirs = 0.0, [], []
        for seat in range(seats):
            state = game.start(seats, seed, options)
            used = play_out(state, [*opponents[:seat], champion, *opponents[seat:]], seed)
            result = state.result()
            assert result is not None
            if seat in result.winners:
                share += 1 / len(result.winners)
            own.append(result.scores[seat])
            theirs.append(fmean(score for other, score in enumerate(result.scores) if other != seat))
            for other, (seconds, count) in enumerate(used):
                spent[other != seat] += seconds
                decisions[other != seat] += count
        outcomes.append(Outcome(seed, share / seats, tuple(own), tuple(theirs)))
        so_far = _sum_up(seats, outcomes, spent, decisions)
        if decide is not None and so_far.sprt(*decide) != "open":
            break
    return _sum_up(seats, outcomes, spent, decisions)


def _seated(who: Bot | str) -> Bot:
    return bot(who) if isinstance(who, str) else who


def _sum_up(seats: int, outcomes: list[Outcome], spent: list[float], decisions: list[int]) -> Match:
    hero, rival = [1000 * seconds / max(1, count) for seconds, count in zip(spent, decisions, strict=True)]
    return Match(seats, tuple(outcomes), hero, rival)

"""Arena: matches that measure which of two bots is stronger, with confidence intervals.

The unit is a seed, not a game: under one seed the hero plays once in every seat, always with the same luck, against the
same rivals. So a good draw helps no bot, and a bot that meets copies of itself gets exactly its share.

Bots play as at a table of the site (`bots.Mind`): their limits are those of a turn, and they keep their search trees.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, variance
from typing import Any, NamedTuple

from tablero.bots import Bot, Mind, glimpse
from tablero.core import Game, State, seeded
from tablero.core.integers import whole
from tablero.lab.bot_names import bot_by_name, failure
from tablero.lab.errors import ArenaError

RESAMPLE_COUNT = 2000
CONFIDENCE_LEVEL = 0.95
# Called before every move with the position, the seat, the move, and the visits of each legal move in a search.
Witness = Callable[[State, int, int, list[int] | None], None]


class Pace(NamedTuple):
    """Thinking times of a bot: the seconds of each turn with a choice, and the number of choices."""

    turns: tuple[float, ...] = ()
    decisions: int = 0

    @property
    def ms_per_decision(self) -> float:
        return 1000 * sum(self.turns) / max(1, self.decisions)

    def ms_per_turn(self, part: float = 0.5) -> float:
        """Return the quantile `part` of the turns in milliseconds: 0.5 for the median, 1 for the longest turn."""
        if not self.turns:
            return 0.0
        return 1000 * sorted(self.turns)[max(0, math.ceil(part * len(self.turns)) - 1)]


UNTIMED = Pace()


def pooled(paces: Iterable[Pace]) -> Pace:
    """Return the pace of all of them together."""
    every = list(paces)
    return Pace(tuple(turn for pace in every for turn in pace.turns), sum(pace.decisions for pace in every))


@dataclass(frozen=True)
class Outcome:
    """Results of the games under one seed."""

    seed: int
    share: float  # the hero's share of the wins: 1 for a win, 1/k for a tie of k, mean over the seats it sat in
    hero_scores: tuple[int, ...]  # by the seat of the hero
    rival_scores: tuple[float, ...]  # the mean of the rivals in the same games
    ranks: tuple[tuple[int, ...], ...] = ()  # by the seat of the hero: the rank of each seat, 1 is best
    hero_pace: Pace = UNTIMED
    rival_pace: Pace = UNTIMED  # of all rivals together

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values, which `from_json` reads back."""
        return {
            "seed": self.seed,
            "share": self.share,
            "hero_scores": list(self.hero_scores),
            "rival_scores": list(self.rival_scores),
            "ranks": [list(ranks) for ranks in self.ranks],
            "hero_pace": _pace_as_json(self.hero_pace),
            "rival_pace": _pace_as_json(self.rival_pace),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Outcome:
        return cls(
            int(values["seed"]),
            float(values["share"]),
            tuple(values["hero_scores"]),
            tuple(values["rival_scores"]),
            tuple(tuple(ranks) for ranks in values["ranks"]),
            Pace(tuple(values["hero_pace"]["turns"]), int(values["hero_pace"]["decisions"])),
            Pace(tuple(values["rival_pace"]["turns"]), int(values["rival_pace"]["decisions"])),
        )


def _pace_as_json(pace: Pace) -> dict[str, Any]:
    return {"turns": [round(seconds, 6) for seconds in pace.turns], "decisions": pace.decisions}


@dataclass(frozen=True)
class Match:
    """The outcomes of a match, seed by seed."""

    seats: int
    outcomes: tuple[Outcome, ...]
    hero_ms: float  # milliseconds for one decision
    rival_ms: float

    @classmethod
    def of(cls, seats: int, outcomes: Iterable[Outcome]) -> Match:
        """Return a match from its outcomes, in the order of their seeds."""
        ordered = tuple(sorted(outcomes, key=lambda outcome: outcome.seed))
        hero = pooled(outcome.hero_pace for outcome in ordered)
        rival = pooled(outcome.rival_pace for outcome in ordered)
        return cls(seats, ordered, hero.ms_per_decision, rival.ms_per_decision)

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
    def paces(self) -> tuple[Pace, Pace]:
        """The thinking times of the hero and of the rivals."""
        hero = pooled(outcome.hero_pace for outcome in self.outcomes)
        return hero, pooled(outcome.rival_pace for outcome in self.outcomes)

    @property
    def elo(self) -> float:
        """Elo difference between the hero and one rival."""
        return elo_of(self.share, self.seats)

    def interval(self, confidence: float = CONFIDENCE_LEVEL) -> tuple[float, float]:
        """Return the confidence interval of the share: bootstrap over seeds, the same on every run."""
        return interval_of([outcome.share for outcome in self.outcomes], self.games, confidence)

    def elo_interval(self, confidence: float = CONFIDENCE_LEVEL) -> tuple[float, float]:
        """Return the confidence interval of the Elo difference."""
        low, high = self.interval(confidence)
        return elo_of(low, self.seats), elo_of(high, self.seats)

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


def interval_of(shares: list[float], games: int, confidence: float = CONFIDENCE_LEVEL) -> tuple[float, float]:
    """Return the confidence interval of a share, from the shares under some seeds."""
    draw = random.Random(len(shares))
    low, high = middle([resampled(shares, games, draw) for _ in range(RESAMPLE_COUNT)], confidence)
    return min(low, fmean(shares)), max(high, fmean(shares))


def resampled(shares: list[float], games: int, draw: random.Random) -> float:
    """Return a bootstrap sample of the share: the mean of as many seeds, drawn from those that were played."""
    if all(share == 1.0 for share in shares):
        # A bot that has won every game may still lose one: draw from the posterior of a uniform prior.
        return float(draw.random() ** (1 / games))
    if not any(shares):
        return 1.0 - float(draw.random() ** (1 / games))
    return fmean(draw.choices(shares, k=len(shares)))


def middle(values: list[float], confidence: float) -> tuple[float, float]:
    """Return the central interval that holds this part of the values."""
    ordered = sorted(values)
    tail = int(len(ordered) * (1 - confidence) / 2)
    return ordered[tail], ordered[-1 - tail]


def share_of(elo: float, seats: int) -> float:
    """Return the share of wins of a bot that is `elo` points stronger than each of its rivals."""
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def elo_of(share: float, seats: int) -> float:
    """Return the Elo difference of a share, cut off at 800 points."""
    if share <= share_of(-800, seats):
        return -800.0
    if share >= share_of(800, seats):
        return 800.0
    return 400 * math.log10(share * (seats - 1) / (1 - share))


def play_out(
    state: State, bots: Sequence[Bot], seed: int, names: Sequence[str] = (), witness: Witness | None = None
) -> list[Pace]:
    """Play a game to its end with a bot in every seat; return the thinking times of each.

    A bot's luck depends on its seat and the seed alone; deals have no negative seeds. Forced moves do not count as
    decisions. A bot's method `saw(mover, move)`, if it has one, is called for every move of another seat, as its own
    seat sees it (-1: secret). If a bot fails or breaks the rules, raise ArenaError with its name (`names`), the seed
    and the number of moves made. `witness` is called before every move.
    """
    minds = [Mind(player, seat) for seat, player in enumerate(bots)]
    lucks = [seeded(-1 - seed * len(bots) - seat) for seat in range(len(bots))]
    turns: list[list[float]] = [[] for _ in bots]
    decisions = [0] * len(bots)
    turn_of = made = -1  # whose turn is being timed; how many moves have been made
    while actors := state.actors():
        made += 1
        seat = actors[0]
        seen = glimpse(state, seat, lucks[seat])
        forced = len(seen.moves) == 1
        begun = time.perf_counter()
        try:
            chosen, visits = minds[seat].decide(seen, lucks[seat])
            move = whole(chosen, "a move")
            why = "" if move in seen.moves else f"chose {move}, which is none of its legal moves {_few(seen.moves)}"
        except ArenaError as error:
            why = f"gave no move: {error}"
        except Exception as error:
            why = f"failed with {failure(error)}"
        if why:
            who = names[seat] if names else repr(bots[seat])
            place = f"seat {seat} of {state.game.title} with {len(bots)} seats, seed {seed}"
            raise ArenaError(f"the bot {who} {why}; it sat in {place}, {made} moves had been made")
        if not forced:
            if turn_of != seat:
                turns[seat].append(0.0)
            turns[seat][-1] += time.perf_counter() - begun
            decisions[seat] += 1
            turn_of = seat
        elif turn_of != seat:
            turn_of = -1
        for other, mind in enumerate(minds):
            if other != seat:
                seen_move = int(state.observed(other, seat, move))
                # Whether a secret choice was forced is secret too.
                mind.saw(seat, seen_move, forced and seen_move >= 0)
                if saw := getattr(bots[other], "saw", None):
                    saw(seat, seen_move)
        if witness is not None:
            witness(state, seat, move, visits)
        state.apply(seat, move)
    return [Pace(tuple(seconds), count) for seconds, count in zip(turns, decisions, strict=True)]


def _few(moves: list[int]) -> str:
    shown = ", ".join(map(str, moves[:12]))
    return shown if len(moves) <= 12 else f"{shown} and {len(moves) - 12} more"


def play_seed(
    game: Game,
    hero: Bot | str,
    rivals: Sequence[Bot | str],
    seed: int,
    options: Mapping[str, str] | None = None,
    witness: Witness | None = None,
) -> Outcome:
    """Play the games of one seed: the hero in every seat once, the rivals in the others. Bots given by name are made
    anew for every game. `witness` is called before every move."""
    seats = len(rivals) + 1
    share, own, theirs, ranks = 0.0, [], [], []
    paces: list[list[Pace]] = [[], []]
    for seat in range(seats):
        seated = [*rivals[:seat], hero, *rivals[seat:]]
        state = game.start(seats, seed, options)
        bots = [bot_by_name(who, game) if isinstance(who, str) else who for who in seated]
        names = [who if isinstance(who, str) else repr(who) for who in seated]
        times = play_out(state, bots, seed, names, witness)
        result = state.result()
        assert result is not None
        if seat in result.winners:
            share += 1 / len(result.winners)
        own.append(result.scores[seat])
        theirs.append(fmean(score for other, score in enumerate(result.scores) if other != seat))
        ranks.append(result.ranks)
        for other, pace in enumerate(times):
            paces[other != seat].append(pace)
    return Outcome(seed, share / seats, tuple(own), tuple(theirs), tuple(ranks), pooled(paces[0]), pooled(paces[1]))


def match(
    game: Game,
    hero: Bot | str,
    rivals: Bot | str | Sequence[Bot | str],
    seats: int,
    seeds: Iterable[int],
    options: Mapping[str, str] | None = None,
    decide: tuple[float, float] | None = None,
) -> Match:
    """Play a match of the hero against one bot whose copies fill the other seats, or against a bot for each of them.

    With `decide` (two Elo values) the match ends as soon as `Match.sprt` tells them apart.

    >>> import tablero
    >>> match(tablero.game("yaxha"), "random", "random", seats=3, seeds=range(4)).share
    0.3333333333333333
    """
    if isinstance(rivals, Sequence) and not isinstance(rivals, str):
        opponents = list(rivals)
    else:
        opponents = [rivals] * (seats - 1)
    if len(opponents) != seats - 1:
        raise ValueError(f"{seats} seats need {seats - 1} rivals, not {len(opponents)}")
    outcomes: list[Outcome] = []
    for seed in seeds:
        outcomes.append(play_seed(game, hero, opponents, seed, options))
        if decide is not None and Match(seats, tuple(outcomes), 0.0, 0.0).sprt(*decide) != "open":
            break
    return Match.of(seats, outcomes)

"""The arena: which of two bots is stronger, and how sure that is.

The unit is a seed, not a game: under one seed the hero plays once in every seat, always with the same luck, against the
same rivals. So a good draw helps nobody, and a bot that meets copies of itself gets exactly its share.

Bots sit down as they do at a table of the site (`bots.Mind`): their limits are those of a turn, and they remember what they
have thought.
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
from tablero.core.numbers import whole
from tablero.lab.entrants import entrant, failure
from tablero.lab.errors import ArenaError

RESAMPLES = 2000
CONFIDENCE = 0.95
# Somebody who looks on: the position before a move, who makes it, the move, and how often a search tried each legal one.
Witness = Callable[[State, int, int, list[int] | None], None]


class Pace(NamedTuple):
    """How long somebody thought: the seconds of each turn that held a choice, and how many choices those were."""

    turns: tuple[float, ...] = ()
    decisions: int = 0

    @property
    def ms_per_decision(self) -> float:
        return 1000 * sum(self.turns) / max(1, self.decisions)

    def ms_per_turn(self, part: float = 0.5) -> float:
        """The milliseconds that this part of the turns stayed within: a half for the median, 1 for the longest turn."""
        if not self.turns:
            return 0.0
        return 1000 * sorted(self.turns)[max(0, math.ceil(part * len(self.turns)) - 1)]


UNTIMED = Pace()


def pooled(paces: Iterable[Pace]) -> Pace:
    """The pace of all of them."""
    every = list(paces)
    return Pace(tuple(turn for pace in every for turn in pace.turns), sum(pace.decisions for pace in every))


@dataclass(frozen=True)
class Outcome:
    """What happened under one seed."""

    seed: int
    share: float  # the hero's share of the wins: 1 for a win, 1/k for a tie of k, mean over the seats it sat in
    hero_scores: tuple[int, ...]  # by the seat of the hero
    rival_scores: tuple[float, ...]  # the mean of the rivals in the same games
    ranks: tuple[tuple[int, ...], ...] = ()  # by the seat of the hero: how each seat came off, 1 is best
    hero_pace: Pace = UNTIMED
    rival_pace: Pace = UNTIMED  # of all rivals together

    def as_json(self) -> dict[str, Any]:
        """As plain JSON values; `from_json` reads them back."""
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
    def from_json(cls, told: Mapping[str, Any]) -> Outcome:
        return cls(
            int(told["seed"]),
            float(told["share"]),
            tuple(told["hero_scores"]),
            tuple(told["rival_scores"]),
            tuple(tuple(ranks) for ranks in told["ranks"]),
            Pace(tuple(told["hero_pace"]["turns"]), int(told["hero_pace"]["decisions"])),
            Pace(tuple(told["rival_pace"]["turns"]), int(told["rival_pace"]["decisions"])),
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
        """A match by its outcomes, in the order of their seeds."""
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
        """How long the hero and the rivals thought."""
        hero = pooled(outcome.hero_pace for outcome in self.outcomes)
        return hero, pooled(outcome.rival_pace for outcome in self.outcomes)

    @property
    def elo(self) -> float:
        """How much stronger the hero is than one rival, in Elo points."""
        return elo_of(self.share, self.seats)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Where the true share lies: bootstrap over seeds, the same on every run."""
        return interval_of([outcome.share for outcome in self.outcomes], self.games, confidence)

    def elo_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Where the true difference in Elo lies."""
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


def interval_of(shares: list[float], games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Between which two shares the true one lies, from the shares under some seeds."""
    draw = random.Random(len(shares))
    low, high = middle([drawn_again(shares, games, draw) for _ in range(RESAMPLES)], confidence)
    return min(low, fmean(shares)), max(high, fmean(shares))


def drawn_again(shares: list[float], games: int, draw: random.Random) -> float:
    """What the share might as well have been: the mean of as many seeds, drawn from those that were played."""
    if all(share == 1.0 for share in shares):
        # Who has won everything so far may still lose: a share as likely as these games make it, beginning with any.
        return float(draw.random() ** (1 / games))
    if not any(shares):
        return 1.0 - float(draw.random() ** (1 / games))
    return fmean(draw.choices(shares, k=len(shares)))


def middle(values: list[float], confidence: float) -> tuple[float, float]:
    """Between which two values this part of them lies, as many left out below as above."""
    ordered = sorted(values)
    tail = int(len(ordered) * (1 - confidence) / 2)
    return ordered[tail], ordered[-1 - tail]


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


def play_out(
    state: State, bots: Sequence[Bot], seed: int, names: Sequence[str] = (), witness: Witness | None = None
) -> list[Pace]:
    """Play a game to its end with a bot in every seat; how long each thought.

    A bot's luck belongs to its seat and the seed, whoever sits there; no deal has a seed below nought. Forced moves are not
    counted as decisions. A bot that has a method `saw(mover, move)` hears of every move of another seat, as its own seat sees it
    (-1: in secret). A bot that fails, or breaks the rules, is an ArenaError that names it (`names`), the seed and the
    moves made so far. A witness is told of every move before it is made.
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
            chosen, tried = minds[seat].decide(seen, lucks[seat])
            move = whole(chosen, "a move")
            why = "" if move in seen.moves else f"chose {move}, which is none of its legal moves {_few(seen.moves)}"
        except ArenaError as error:
            why = f"gave no move: {error}"
        except Exception as error:
            why = f"failed with {failure(error)}"
        if why:
            who = names[seat] if names else repr(bots[seat])
            raise ArenaError(
                f"the bot {who} {why}; it sat in seat {seat} of {state.game.title} with {len(bots)} seats, seed {seed}, "
                f"{made} moves had been made"
            )
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
                told = int(state.observed(other, seat, move))
                # Nobody may know whether a secret choice was one.
                mind.saw(seat, told, forced and told >= 0)
                if hear := getattr(bots[other], "saw", None):
                    hear(seat, told)
        if witness is not None:
            witness(state, seat, move, tried)
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
) -> Outcome:
    """What happens under one seed: the hero in every seat once, the rivals in the others. Bots given by name are made anew
    for every game."""
    seats = len(rivals) + 1
    share, own, theirs, ranks = 0.0, [], [], []
    paces: list[list[Pace]] = [[], []]
    for seat in range(seats):
        seated = [*rivals[:seat], hero, *rivals[seat:]]
        state = game.start(seats, seed, options)
        bots = [entrant(who, game) if isinstance(who, str) else who for who in seated]
        thought = play_out(state, bots, seed, [who if isinstance(who, str) else repr(who) for who in seated])
        result = state.result()
        assert result is not None
        if seat in result.winners:
            share += 1 / len(result.winners)
        own.append(result.scores[seat])
        theirs.append(fmean(score for other, score in enumerate(result.scores) if other != seat))
        ranks.append(result.ranks)
        for other, pace in enumerate(thought):
            paces[other != seat].append(pace)
    return Outcome(
        seed, share / seats, tuple(own), tuple(theirs), tuple(ranks), pooled(paces[0]), pooled(paces[1])
    )  # fmt: skip


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

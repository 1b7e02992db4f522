"""Measures of a game: how long, how wide, how lucky and how secret it is, counted in games that bots play.

>>> from tablero.lab.measures import measured
>>> maya = measured("maya", seats=2, bot="random", games=20, seed=0)
>>> maya.games, maya.legal.median
(20, 4.0)
>>> 150 < maya.decisions.mean < 250
True

Everything follows from the seeds, on every machine. Game `seed + i` is dealt by that seed; each seat's bot draws from a luck of its own.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean, median, pstdev

import numpy as np

import tablero
from tablero.bots import Searcher, bot, glimpse
from tablero.core import Game, Luck, Result, seeded
from tablero.lab.batches import Batch
from tablero.plain import is_compiled

OWN_LUCK = 1_000_003  # bots' streams lie far from those of the games


@dataclass(frozen=True)
class Spread:
    """How a number is spread over games or decisions."""

    mean: float
    deviation: float
    low: float  # the 5th percentile
    median: float
    high: float  # the 95th
    most: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread:
        """
        >>> Spread.of([1, 2, 3, 10]).mean
        4.0
        """
        found = sorted(values)
        last = len(found) - 1
        return cls(fmean(found), pstdev(found), found[round(0.05 * last)], float(median(found)), found[round(0.95 * last)], found[-1])


@dataclass(frozen=True)
class Trace:
    """One finished game, decision by decision."""

    seed: int
    movers: tuple[int, ...]  # the seat that decided
    moves: tuple[int, ...]  # what it chose
    legal: tuple[int, ...]  # among how many moves
    together: int  # decisions that several seats owed at the same time
    weighed: tuple[float, ...]  # of a search: the moves that it held worth a look, see `perplexity`
    result: Result

    @property
    def turns(self) -> int:
        """How often the seat that decides changes, with the first one."""
        return sum(1 for _ in groupby(self.movers))

    @property
    def width(self) -> float:
        """The decimal logarithm of the number of ways through this game: of the product of its legal moves."""
        return sum(map(math.log10, self.legal))


def perplexity(visits: Sequence[int]) -> float:
    """Among how many equally good moves a choice spread like this would have been made.

    >>> perplexity([10, 10, 0]), perplexity([20, 0])
    (2.0, 1.0)
    """
    total = sum(visits)
    return round(math.exp(-sum(n / total * math.log(n / total) for n in visits if n)), 9)


def own_lucks(seed: int, seats: int, repeat: int = 0) -> list[Luck]:
    """The streams that the bots of a game draw from."""
    return [seeded((seed * 64 + repeat) * 8 + seat + OWN_LUCK) for seat in range(seats)]


def trace(game: Game | str, name: str, seats: int, seed: int, options: Mapping[str, str] | None = None, repeat: int = 0) -> Trace:
    """A game in which the bot of this name sits in every seat; another `repeat` is the same deal, chosen with other luck.

    >>> trace("yaxha", "random", 2, seed=1).result.why
    'ten rounds'
    """
    played = tablero.game(game) if isinstance(game, str) else game
    player, lucks = bot(name), own_lucks(seed, seats, repeat)
    state = played.start(seats, seed, options)
    movers, moves, legal, weighed, together = list[int](), list[int](), list[int](), list[float](), 0
    while actors := state.actors():
        seat = actors[0]
        seen = glimpse(state, seat, lucks[seat])
        if isinstance(player, Searcher) and len(seen.moves) > 1:
            search = player.think(seen, lucks[seat])
            move = player.pick(search, seen.moves, lucks[seat])
            weighed.append(perplexity(search.visits(seen.moves)))
        else:
            move = player.choose(seen, lucks[seat])
        movers.append(seat)
        moves.append(move)
        legal.append(len(seen.moves))
        together += len(actors) > 1
        state.play(seat, move)
    result = state.result()
    assert result is not None
    return Trace(seed, tuple(movers), tuple(moves), tuple(legal), together, tuple(weighed), result)


@dataclass(frozen=True)
class Measures:
    """What some games of one bot against itself tell."""

    games: int
    decisions: Spread  # of a game
    choices: Spread  # of a game: decisions with more than one legal move
    turns: Spread
    legal: Spread  # moves of a decision that is a choice
    width: Spread  # log10 of the ways through a game
    tree: float  # log10 of Knuth's estimate of the leaves of the whole tree
    together: float  # share of decisions that several seats owe at the same time
    weighed: Spread | None  # moves that a search held worth a look
    score: Spread  # of a seat
    margin: Spread  # by which the first leads the second, of games with several seats
    wins: tuple[float, ...]  # by seat; a tie is shared
    draws: float  # share of games that several seats win
    families: Mapping[str, float]  # the first word of moves -> decisions of a game

    @classmethod
    def of(cls, game: Game, traces: Sequence[Trace]) -> Measures:
        """All games taken together."""
        seats = len(traces[0].result.scores)
        first = [sorted(one.result.scores, reverse=True) for one in traces]
        named = Counter(family(game, move) for one in traces for move in one.moves)
        weighed = [number for one in traces for number in one.weighed]
        widths = [one.width for one in traces]
        return cls(
            games=len(traces),
            decisions=Spread.of(len(one.moves) for one in traces),
            choices=Spread.of(sum(n > 1 for n in one.legal) for one in traces),
            turns=Spread.of(one.turns for one in traces),
            legal=Spread.of(n for one in traces for n in one.legal if n > 1),
            width=Spread.of(widths),
            tree=max(widths) + math.log10(fmean(10 ** (width - max(widths)) for width in widths)),
            together=sum(one.together for one in traces) / sum(len(one.moves) for one in traces),
            weighed=Spread.of(weighed) if weighed else None,
            score=Spread.of(score for one in traces for score in one.result.scores),
            margin=Spread.of(best[0] - best[1] if seats > 1 else 0 for best in first),
            wins=tuple(fmean((seat in one.result.winners) / max(1, len(one.result.winners)) for one in traces) for seat in range(seats)),
            draws=fmean(len(one.result.winners) > 1 for one in traces),
            families={name: count / len(traces) for name, count in named.most_common()},
        )  # fmt: skip


def measured(game: Game | str, seats: int, bot: str = "random", games: int = 200, seed: int = 0) -> Measures:
    """Measures of the games of the seeds from `seed` on."""
    played = tablero.game(game) if isinstance(game, str) else game
    return Measures.of(played, [trace(played, bot, seats, each) for each in range(seed, seed + games)])


def family(game: Game, move: int) -> str:
    """The first word of a move's notation.

    >>> family(tablero.game("amritsar"), 13)
    'pick'
    """
    return game.moves.write(move).split()[0]


def families(game: Game) -> dict[str, tuple[int, str]]:
    """How many moves of the fixed space begin with each word, and the first of them; numbers without a move are left out.

    >>> families(tablero.game("maya"))["plant"]
    (8, 'plant maize')
    """
    found: dict[str, tuple[int, str]] = {}
    for move in range(game.moves.size):
        try:
            words = game.moves.write(move)
        except ValueError:  # a space of moves may be larger than this map
            continue
        count, first = found.get(words.split()[0], (0, words))
        found[words.split()[0]] = (count + 1, first)
    return found


# ---------------------------------------------------------------- luck and secrets


def deal_share(game: Game | str, seats: int, bot: str = "level3", deals: int = 100, repeats: int = 6, seed: int = 0) -> float:
    """Which part of the variance of results is decided by the deal, when equal players play the same deals again and again.

    The result is a seat's lead over the best of the others (alone: its points); the share is the intraclass correlation of one-way
    analysis of variance, averaged over the seats. It contains what the seat itself is worth, and not the luck of choices.
    """
    leads = np.array(
        [[_leads(trace(game, bot, seats, each, repeat=k).result) for k in range(repeats)] for each in range(seed, seed + deals)],
        dtype=float,
    )  # deals x repeats x seats
    between = repeats * leads.mean(axis=1).var(axis=0, ddof=1)
    within = leads.var(axis=1, ddof=1).mean(axis=0)
    spread = between + (repeats - 1) * within
    shares = np.divide(between - within, spread, out=np.zeros_like(spread), where=spread > 0)
    return float(np.clip(shares, 0.0, 1.0).mean())


def _leads(result: Result) -> list[int]:
    scores = result.scores
    if len(scores) == 1:
        return list(scores)
    return [own - max(other for at, other in enumerate(scores) if at != seat) for seat, own in enumerate(scores)]


@dataclass(frozen=True)
class Chance:
    """What luck draws in a game, and what each decision does not know."""

    deal_draws: Spread
    deal_bits: Spread
    later_draws: Spread  # in play
    later_bits: Spread
    hidden_bits: Spread  # of a decision: what has to be dealt anew to imagine the position
    hidden: float  # share of decisions for which that is anything


class _Ear:
    """Hears how much luck is drawn."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.draws, self.bits = 0, 0.0


@contextmanager
def _listening() -> Iterator[_Ear]:
    """While it lasts every draw of every Luck is heard; a draw among one thing is none."""
    if is_compiled():
        raise RuntimeError("compiled luck cannot be listened to: set TABLERO_PLAIN=1 and run this again")
    ear, below = _Ear(), Luck.below

    def heard(luck: Luck, n: int) -> int:
        if n > 1:
            ear.draws += 1
            ear.bits += math.log2(n)
        return below(luck, n)

    Luck.below = heard  # type: ignore[method-assign, assignment]
    try:
        yield ear
    finally:
        Luck.below = below  # type: ignore[method-assign]


def chance(game: Game | str, seats: int, games: int = 20, seed: int = 0) -> Chance:
    """Luck and secrets in games of random moves. Only plain Python can be listened to: TABLERO_PLAIN=1.

    Bits are from above: the order of equal pieces, and of what nobody will ever see, is counted too.
    """
    played = tablero.game(game) if isinstance(game, str) else game
    deal, later, secret = list[tuple[int, float]](), list[tuple[int, float]](), list[float]()
    with _listening() as ear:
        for each in range(seed, seed + games):
            lucks = own_lucks(each, seats)
            ear.forget()
            state = played.start(seats, each)
            deal.append((ear.draws, ear.bits))
            draws, bits = 0, 0.0
            while actors := state.actors():
                seat, moves = actors[0], state.moves(actors[0])
                ear.forget()
                state.imagine(seat, lucks[seat])
                secret.append(ear.bits)
                move = moves[lucks[seat].below(len(moves))]
                ear.forget()
                state.play(seat, move)
                draws, bits = draws + ear.draws, bits + ear.bits
            later.append((draws, bits))
    return Chance(
        Spread.of(draws for draws, _ in deal), Spread.of(bits for _, bits in deal), Spread.of(draws for draws, _ in later),
        Spread.of(bits for _, bits in later), Spread.of(secret), sum(bits > 0 for bits in secret) / len(secret),
    )  # fmt: skip


# ---------------------------------------------------------------- positions


@dataclass(frozen=True)
class Positions:
    """What random play saw of a game's positions, as seats observe them."""

    rows: int
    distinct: int  # different observations among them
    box: float  # log10 of the box that they span: for each cell, how many different numbers it held


def positions(game: Game | str, seats: int, rows: int = 200_000, seed: int = 0, games: int = 64) -> Positions:
    """Look at so many observations of random play.

    The box is an estimate from above, as far as random play gets about: it holds every combination of what the cells held, and most
    of these can never be.
    """
    batch = Batch(game, games=games, seats=seats, seed=seed)
    cells = batch.observation.shape[1]
    low = batch.low.astype(np.int32)
    held = np.zeros((cells, int((batch.high - low).max()) + 1), bool)
    column = np.arange(cells)
    seen, looked = set[int](), 0
    while looked < rows:
        now = np.asarray(batch.observation)
        held[column, now - low] = True
        seen.update(hash(row.tobytes()) for row in now)
        looked += len(now)
        batch.step(batch.random_moves())
    return Positions(looked, len(seen), float(np.log10(held.sum(axis=1)).sum()))

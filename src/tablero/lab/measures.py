"""Measures of a game: length, branching, luck and hidden information, counted in games of bots.

>>> from tablero.lab.measures import measured
>>> maya = measured("maya", seats=2, bot="random", games=20, seed=0)
>>> maya.games, maya.legal.median
(20, 4.0)
>>> 150 < maya.decisions.mean < 250
True

Everything follows from the seeds, on every machine. Game `seed + i` is dealt by that seed; each seat's bot draws from a
luck of its own.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, groupby
from statistics import fmean, median, pstdev

import numpy as np

import tablero
from tablero.bots import Searcher, bot, glimpse
from tablero.core import Game, Luck, Result, seeded
from tablero.lab.batches import Batch
from tablero.plain import is_compiled

BOT_SEED_OFFSET = 1_000_003  # bots' random streams lie far from those of the games


@dataclass(frozen=True)
class Spread:
    """Distribution of a number over games or decisions."""

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
        return cls(
            fmean(found),
            pstdev(found),
            found[round(0.05 * last)],
            float(median(found)),
            found[round(0.95 * last)],
            found[-1],
        )


@dataclass(frozen=True)
class Trace:
    """One finished game, decision by decision."""

    seed: int
    movers: tuple[int, ...]  # the seat that decided
    moves: tuple[int, ...]  # what it chose
    legal: tuple[int, ...]  # among how many moves
    together: int  # decisions that several seats owed at the same time
    weighed: tuple[float, ...]  # of a search: the `perplexity` of its visits
    result: Result

    @property
    def turns(self) -> int:
        """Number of runs of decisions by the same seat."""
        return sum(1 for _ in groupby(self.movers))

    @property
    def width(self) -> float:
        """The decimal logarithm of the number of ways through this game: of the product of its legal moves."""
        return sum(map(math.log10, self.legal))


def perplexity(visits: Sequence[int]) -> float:
    """Return the number of equally visited moves that would have the same entropy as these visits.

    >>> perplexity([10, 10, 0]), perplexity([20, 0])
    (2.0, 1.0)
    """
    total = sum(visits)
    return round(math.exp(-sum(n / total * math.log(n / total) for n in visits if n)), 9)


def own_lucks(seed: int, seats: int, repeat: int = 0) -> list[Luck]:
    """Return the random streams of the bots of a game."""
    return [seeded((seed * 64 + repeat) * 8 + seat + BOT_SEED_OFFSET) for seat in range(seats)]


def trace(
    game: Game | str, name: str, seats: int, seed: int, options: Mapping[str, str] | None = None, repeat: int = 0
) -> Trace:
    """Play a game with the bot of this name in every seat. Another `repeat` is the same deal with other luck of the
    bots.

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
    """Measures of some games of one bot against itself."""

    games: int
    decisions: Spread  # of a game
    choices: Spread  # of a game: decisions with more than one legal move
    turns: Spread
    legal: Spread  # moves of a decision that is a choice
    width: Spread  # log10 of the ways through a game
    tree: float  # log10 of Knuth's estimate of the leaves of the whole tree
    together: float  # share of decisions that several seats owe at the same time
    weighed: Spread | None  # perplexity of the visits of a search
    score: Spread  # of a seat
    margin: Spread  # by which the first leads the second, of games with several seats
    wins: tuple[float, ...]  # by seat; a tie is shared
    draws: float  # share of games that several seats win
    families: Mapping[str, float]  # the first word of moves -> decisions of a game

    @classmethod
    def of(cls, game: Game, traces: Sequence[Trace]) -> Measures:
        """Return the measures of all games together."""
        moves = [one.moves for one in traces]
        choices = [[n for n in one.legal if n > 1] for one in traces]
        widths = [one.width for one in traces]
        weighed = list(chain.from_iterable(one.weighed for one in traces))
        scores = [one.result.scores for one in traces]
        winners = [one.result.winners for one in traces]
        named = Counter(family(game, move) for move in chain.from_iterable(moves))
        return cls(
            games=len(traces),
            decisions=Spread.of(map(len, moves)),
            choices=Spread.of(map(len, choices)),
            turns=Spread.of(one.turns for one in traces),
            legal=Spread.of(chain.from_iterable(choices)),
            width=Spread.of(widths),
            tree=_tree(widths),
            together=sum(one.together for one in traces) / sum(map(len, moves)),
            weighed=Spread.of(weighed) if weighed else None,
            score=Spread.of(chain.from_iterable(scores)),
            margin=Spread.of(map(_margin, scores)),
            wins=_wins(len(scores[0]), winners),
            draws=fmean(len(seats) > 1 for seats in winners),
            families={name: count / len(traces) for name, count in named.most_common()},
        )


def _tree(widths: Sequence[float]) -> float:
    """Return log10 of Knuth's estimate of the leaves of a tree from the widths of some ways through it."""
    return max(widths) + math.log10(fmean(10 ** (width - max(widths)) for width in widths))


def _margin(scores: Sequence[int]) -> int:
    """Return by how many points the first leads the second; 0 for a single seat."""
    if len(scores) == 1:
        return 0
    first, second = sorted(scores, reverse=True)[:2]
    return first - second


def _wins(seats: int, winners: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """Return the share of games that each seat wins; a tie is shared."""
    return tuple(fmean((seat in won) / max(1, len(won)) for won in winners) for seat in range(seats))


def measured(game: Game | str, seats: int, bot: str = "random", games: int = 200, seed: int = 0) -> Measures:
    """Return the measures of `games` games, with the seeds from `seed` on."""
    played = tablero.game(game) if isinstance(game, str) else game
    return Measures.of(played, [trace(played, bot, seats, each) for each in range(seed, seed + games)])


def family(game: Game, move: int) -> str:
    """Return the first word of a move's notation.

    >>> family(tablero.game("amritsar"), 13)
    'pick'
    """
    return game.moves.write(move).split()[0]


def families(game: Game) -> dict[str, tuple[int, str]]:
    """Return how many moves of the fixed space begin with each word, and the first of them; numbers without a move are
    left out.

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


def deal_share(
    game: Game | str, seats: int, bot: str = "level3", deals: int = 100, repeats: int = 6, seed: int = 0
) -> float:
    """Return the part of the variance of results that the deal explains, from repeated games of equal bots.

    The result is a seat's lead over the best of the others (a single seat: its points); the share is the intraclass
    correlation of one-way analysis of variance, averaged over the seats. It includes the advantage of the seat itself,
    and not the luck of choices.
    """
    leads = np.array(
        [
            [_leads(trace(game, bot, seats, each, repeat=k).result) for k in range(repeats)]
            for each in range(seed, seed + deals)
        ],
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
    """Random draws of a game, and hidden information of its decisions."""

    deal_draws: Spread
    deal_bits: Spread
    later_draws: Spread  # in play
    later_bits: Spread
    hidden_bits: Spread  # of a decision: what has to be dealt anew to imagine the position
    hidden: float  # share of decisions for which that is anything


class _DrawCounter:
    """Number and bits of the random draws since `reset`."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.draws, self.bits = 0, 0.0


@contextmanager
def _counting_draws() -> Iterator[_DrawCounter]:
    """Count every draw of every Luck; a draw among one thing is none."""
    if is_compiled():
        raise RuntimeError("compiled luck cannot be listened to: set TABLERO_PLAIN=1 and run this again")
    counter, below = _DrawCounter(), Luck.below

    def counted(luck: Luck, n: int) -> int:
        if n > 1:
            counter.draws += 1
            counter.bits += math.log2(n)
        return below(luck, n)

    Luck.below = counted  # type: ignore[method-assign, assignment]
    try:
        yield counter
    finally:
        Luck.below = below  # type: ignore[method-assign]


def chance(game: Game | str, seats: int, games: int = 20, seed: int = 0) -> Chance:
    """Measure luck and hidden information in games of random moves. Needs plain Python: TABLERO_PLAIN=1.

    Bits are upper bounds: the order of equal pieces, and of things that stay hidden, is counted too.
    """
    played = tablero.game(game) if isinstance(game, str) else game
    deal, later, secret = list[tuple[int, float]](), list[tuple[int, float]](), list[float]()
    with _counting_draws() as counter:
        for each in range(seed, seed + games):
            lucks = own_lucks(each, seats)
            counter.reset()
            state = played.start(seats, each)
            deal.append((counter.draws, counter.bits))
            draws, bits = 0, 0.0
            while actors := state.actors():
                seat, moves = actors[0], state.moves(actors[0])
                counter.reset()
                state.imagine(seat, lucks[seat])
                secret.append(counter.bits)
                move = moves[lucks[seat].below(len(moves))]
                counter.reset()
                state.play(seat, move)
                draws, bits = draws + counter.draws, bits + counter.bits
            later.append((draws, bits))
    return Chance(
        Spread.of(draws for draws, _ in deal),
        Spread.of(bits for _, bits in deal),
        Spread.of(draws for draws, _ in later),
        Spread.of(bits for _, bits in later),
        Spread.of(secret),
        sum(bits > 0 for bits in secret) / len(secret),
    )


# ---------------------------------------------------------------- positions


@dataclass(frozen=True)
class Positions:
    """Observations of positions in random play."""

    rows: int
    distinct: int  # different observations among them
    box: float  # log10 of the box that they span: for each cell, how many different numbers it held


def positions(game: Game | str, seats: int, rows: int = 200_000, seed: int = 0, games: int = 64) -> Positions:
    """Count `rows` observations of random play.

    The box is an upper estimate for the positions that random play reaches: it holds every combination of the values of
    the cells, and most of these are impossible.
    """
    batch = Batch(game, games=games, seats=seats, seed=seed)
    cells = batch.observation.shape[1]
    low = batch.low.astype(np.int32)
    held = np.zeros((cells, int((batch.high - low).max()) + 1), bool)
    column = np.arange(cells)
    hashes, count = set[int](), 0
    while count < rows:
        now = np.asarray(batch.observation)
        held[column, now - low] = True
        hashes.update(hash(row.tobytes()) for row in now)
        count += len(now)
        batch.step(batch.random_moves())
    return Positions(count, len(hashes), float(np.log10(held.sum(axis=1)).sum()))

"""Multiple-observer information set Monte Carlo tree search, for games with several seats, secrets and luck.

Every iteration imagines the position anew from what the searching seat knows (determinization) and takes back the
others' secret choices. Each seat has a tree of its own in which only what that seat sees leads from node to node, so
that no choice depends on another seat's secret. Luck has no nodes: a node stands for a sequence of moves, whatever was
drawn between them. A seat chooses in its own tree what is best for itself (max^n); priors come from the game's
evaluator. Where a seat's tree ends the evaluator plays on, to the first quiet moment after a set number of decisions,
and there the value function evaluates the position.

With `candidates` the searching seat's own choice is made by sequential halving instead (Karnin, Koren, Somekh 2013):
the moves with the highest priors get the same number of visits, and after each part of the run the better half goes on.

A search goes on through a game: the tree below a move that is made is kept (`follow`, `resume`).

The order of every addition is fixed, so that compiled and plain Python give the same numbers.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.evaluation.evaluator import Evaluator
from tablero.core.evaluation.leaning import Leaning
from tablero.core.evaluation.value_network import ValueFunction
from tablero.core.luck import Luck
from tablero.core.state import State

NONE: Final[i64] = -1
CHECK_INTERVAL: Final[i64] = 16  # iterations between two checks of the clock and of `stop`
CAPACITY: Final[i64] = 1024  # nodes of a new tree
UNIFORM: Final = 0.05  # the part of a prior that is the same for all moves
WIN_SHARE: Final = 0.7  # the part of a finished game's value that is winning; the rest is the margin
VALUE_SCALE: Final = 0.1  # of a candidate's value beside the logarithm of its prior, for each visit,
VALUE_VISITS: Final = 50.0  # as if so many had been made before


def likelihoods(weights: vec[float]) -> vec[float]:
    """Return weights as probabilities: softmax, mixed with a uniform part."""
    out = weights[:]
    n: i64 = len(out)
    top: float = out[0]
    for i in range(n):
        top = max(top, out[i])
    total: float = 0.0
    for i in range(n):
        out[i] = math.exp(out[i] - top)
        total += out[i]
    for i in range(n):
        out[i] = (1.0 - UNIFORM) * out[i] / total + UNIFORM / float(n)
    return out


def sample(chances: vec[float], luck: Luck) -> i64:
    """Return an index drawn with these probabilities, which sum to 1."""
    left: float = float(luck.next()) / 4294967296.0
    last: i64 = len(chances) - 1
    for i in range(last):
        left -= chances[i]
        if left < 0.0:
            return i
    return last


def final_values(state: State) -> vec[float]:
    """Return the value of a finished game to each seat, from 0 to 1: mostly winning, by every tie-break of the rules,
    then the margin."""
    scores = state.standing()
    n: i64 = len(scores)
    best: i64 = scores[0]
    for seat in range(n):
        best = max(best, scores[seat])
    won = vec[float](capacity=n)
    winners: float = 0.0
    for seat in range(n):
        won = append(won, 1.0 if scores[seat] == best else 0.0)
        winners += won[seat]
    if winners > 1.0:
        # Most points win in every game; only a tie needs the result itself, which takes longer to compute.
        result = state.result()
        assert result is not None
        for seat in range(n):
            won[seat] = 1.0 if result.ranks[seat] == 1 else 0.0
        winners = float(len(result.winners))
    out = vec[float](capacity=n)
    for seat in range(n):
        rival: float = 0.0
        found = False
        for other in range(n):
            if other != seat and (not found or float(scores[other]) > rival):
                rival = float(scores[other])
                found = True
        own: float = float(scores[seat])
        size: float = abs(own) + abs(rival) + 1.0
        out = append(out, WIN_SHARE * won[seat] / winners + (1.0 - WIN_SHARE) * (0.5 + 0.5 * (own - rival) / size))
    return out


class Tree:
    """One seat's tree. Node 0 is the current position; a node's children are a linked list of siblings."""

    def __init__(self) -> None:
        self.label: vec[i64] = vec[i64](capacity=CAPACITY)  # mover * moves of the game + move
        self.parent: vec[i64] = vec[i64](capacity=CAPACITY)
        self.child: vec[i64] = vec[i64](capacity=CAPACITY)
        self.sibling: vec[i64] = vec[i64](capacity=CAPACITY)
        self.visits: vec[i64] = vec[i64](capacity=CAPACITY)
        self.offers: vec[i64] = vec[i64](capacity=CAPACITY)  # how often the move was legal when its parent was visited
        self.total: vec[float] = vec[float](capacity=CAPACITY)
        self.prior: vec[float] = vec[float](capacity=CAPACITY)
        self.add(NONE, NONE, 1.0)

    def add(self, parent: i64, label: i64, prior: float) -> i64:
        node: i64 = len(self.label)
        self.label = append(self.label, label)
        self.parent = append(self.parent, parent)
        self.child = append(self.child, NONE)
        self.sibling = append(self.sibling, NONE if parent < 0 else self.child[parent])
        self.visits = append(self.visits, 0)
        self.offers = append(self.offers, 0)
        self.total = append(self.total, 0.0)
        self.prior = append(self.prior, prior)
        if parent >= 0:
            self.child[parent] = node
        return node

    def find(self, parent: i64, label: i64) -> i64:
        node: i64 = self.child[parent]
        while node >= 0 and self.label[node] != label:
            node = self.sibling[node]
        return node

    def below(self, top: i64) -> Tree:
        """Return a copy of the subtree of a node."""
        out = Tree()
        out.visits[0] = self.visits[top]
        out.total[0] = self.total[top]
        line = vec[i64]()  # nodes here, in the order in which they come there
        line = append(line, top)
        at: i64 = 0
        while at < len(line):
            # Siblings are chained from the last to the first: added in that order they would be turned round.
            family = vec[i64]()
            node: i64 = self.child[line[at]]
            while node >= 0:
                family = append(family, node)
                node = self.sibling[node]
            for k in range(len(family)):
                node = family[len(family) - 1 - k]
                new: i64 = out.add(at, self.label[node], self.prior[node])
                out.visits[new] = self.visits[node]
                out.offers[new] = self.offers[node]
                out.total[new] = self.total[node]
                line = append(line, node)
            at += 1
        return out

    def fade(self, by: i64) -> None:
        """Divide all visits by `by`: they were made before luck was drawn that is known now."""
        for node in range(len(self.label)):
            visits: i64 = self.visits[node]
            left: i64 = visits // by
            self.total[node] = self.total[node] * float(left) / float(visits) if left > 0 else 0.0
            self.visits[node] = left
            self.offers[node] = self.offers[node] // by


class Search:
    """The search of one seat, for one decision after the other."""

    def __init__(
        self,
        state: State,
        seat: i64,
        evaluator: Evaluator,
        value_function: ValueFunction,
        luck: Luck,
        exploration: float,
        horizon: i64,
        leaning: Leaning | None = None,
    ) -> None:
        """`state` is an imagined one; `horizon` is the least number of decisions played out after the tree; `leaning` is
        what the searching seat values besides winning."""
        self.state: State = state
        self.seat: i64 = seat
        self.evaluator: Evaluator = evaluator
        self.value_function: ValueFunction = value_function.nearby()
        self.luck: Luck = luck
        self.exploration: float = exploration
        self.horizon: i64 = horizon
        self.space: i64 = state.game.moves.size
        self.trees: list[Tree] = [Tree() for _ in range(int(state.seats))]
        self.slot: vec[i64] = vec[i64]([0] * int(self.space))  # the child of each move, while a node is expanded
        self.leaning: Leaning | None = leaning
        self.iterations: i64 = 0  # in this run
        self.candidates: i64 = 0  # how many moves of this run's decision are compared by halving; 0: all, by PUCT
        self.remaining: vec[i64] = vec[i64]()  # the nodes of those that are left
        self.phase_ends: float = 1.0  # at which part of the run their number is halved
        self.phase_length: float = 1.0
        self.used: float = 0.0  # part of the limits of this run

    def run(
        self, iterations: i64, seconds: float, stop: Callable[[], bool] | None, sure: bool = False, candidates: i64 = 0
    ) -> None:
        """Search until one of the limits is reached (0 seconds: no limit) or `stop` returns True; with `sure` also as
        soon as the iterations left could not change which move is best. With `candidates` so many moves are compared by
        sequential halving, and the run goes on to its limits."""
        begun: float = time.perf_counter()
        self.iterations = 0
        self.candidates = candidates
        self.remaining = vec[i64]()
        clock: float = 0.0  # part of the seconds
        while self.iterations < iterations:
            if self.iterations % CHECK_INTERVAL == 0 and self.iterations > 0:
                if stop is not None and stop():
                    return
                left: float = float(iterations - self.iterations)
                if seconds > 0.0:
                    used: float = time.perf_counter() - begun
                    if used >= seconds:
                        return
                    left = min(left, float(self.iterations) * (seconds - used) / used)
                    clock = used / seconds
                if sure and candidates == 0 and self._lead() > left:
                    return
            self.used = max(clock, float(self.iterations) / float(iterations))
            self._iterate()
            self.iterations += 1

    def _lead(self) -> float:
        """Return by how many visits the first of the seat's moves leads over the second."""
        tree = self.trees[self.seat]
        first: i64 = 0
        second: i64 = 0
        node: i64 = tree.child[0]
        while node >= 0:
            visits: i64 = tree.visits[node]
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            node = tree.sibling[node]
        return float(first - second)

    def follow(self, mover: i64, move: i64) -> None:
        """Keep the subtrees below a move that was made, as the searching seat saw it (-1: secret). Forced moves have no
        nodes and need not be followed."""
        for seat in range(len(self.trees)):
            tree = self.trees[seat]
            node: i64 = tree.find(0, mover * self.space + move) if move >= 0 else NONE
            self.trees[seat] = tree.below(node) if node >= 0 else Tree()

    def resume(self, state: State, fade: i64) -> None:
        """Go on from an imagined position after the moves that were followed. With `fade` above 1 something was settled
        since: earlier visits are divided by it, and the priors of this decision are computed anew."""
        self.state = state
        self.remaining = vec[i64]()
        self.value_function = self.value_function.nearby()
        if fade <= 1:
            return
        for tree in self.trees:
            tree.fade(fade)
        own = self.trees[self.seat]
        if own.child[0] >= 0 and state.owes(self.seat):
            moves = state.legal(self.seat)
            chances = self._priors(state, self.seat, moves)
            for i in range(len(moves)):
                node: i64 = own.find(0, self.seat * self.space + moves[i])
                if node >= 0:
                    own.prior[node] = chances[i]

    def _iterate(self) -> None:
        state = self.state.imagined(self.seat, self.luck)
        state.reopen(self.seat)
        n: i64 = state.seats
        at = vec[i64]()  # where each seat is in its tree; NONE once it has left it
        for place in range(n):
            at = append(at, 0)
        last = at[:]  # the deepest node of each seat
        left: i64 = self.horizon
        while True:
            mover = state.actor()
            if mover < 0:
                break
            if at[self.seat] == NONE and left <= 0 and self.evaluator.is_quiet(state):
                break
            moves = state.legal(mover)
            if len(moves) == 1:
                state.apply(mover, moves[0])
                continue
            node: i64 = at[mover]
            move: i64
            if node == NONE:
                chances = likelihoods(self.evaluator.score_moves(state, mover, moves))
                move = moves[sample(chances, self.luck)]
            else:
                chosen = self._select(state, mover, node, moves)
                tree = self.trees[mover]
                move = tree.label[chosen] - mover * self.space
                last[mover] = chosen
                # A node met for the first time is where the tree ends.
                at[mover] = NONE if tree.visits[chosen] == 0 else chosen
            for other in range(n):
                if other != mover and at[other] != NONE:
                    self._observe(state, other, mover, move, at, last)
            if at[self.seat] == NONE:
                left -= 1
            state.apply(mover, move)
        # A single seat plays against the rules: only the value function knows whether it has won.
        values = final_values(state) if n > 1 and state.actor() < 0 else self.value_function.win_chances(state)
        leaning = self.leaning
        if leaning is not None:
            values[self.seat] += leaning.worth(state, self.seat)
        for seat in range(n):
            tree = self.trees[seat]
            up: i64 = last[seat]
            while up >= 0:
                tree.visits[up] += 1
                tree.total[up] += values[seat]
                up = tree.parent[up]

    def _observe(self, state: State, other: i64, mover: i64, move: i64, at: vec[i64], last: vec[i64]) -> None:
        """Descend in the tree of another seat by what it sees of a move."""
        seen = state.observed(other, mover, move)
        if seen < 0:
            return
        tree = self.trees[other]
        label: i64 = mover * self.space + seen
        node = tree.find(at[other], label)
        if node < 0:
            node = tree.add(at[other], label, 0.0)
        at[other] = node
        last[other] = node

    def _select(self, state: State, mover: i64, node: i64, moves: vec[i64]) -> i64:
        """Return the child with the highest mean value plus exploration bonus (PUCT)."""
        tree = self.trees[mover]
        slot = self.slot
        base: i64 = mover * self.space
        n: i64 = len(moves)
        for i in range(n):
            slot[moves[i]] = NONE
        child: i64 = tree.child[node]
        while child >= 0:
            move: i64 = tree.label[child] - base
            if 0 <= move < self.space:
                slot[move] = child
            child = tree.sibling[child]
        for i in range(n):
            if slot[moves[i]] == NONE:
                self._expand(state, mover, node, moves)
                break
        if self.candidates > 0 and node == 0 and mover == self.seat:
            return self._next_candidate(moves)
        known: float = 0.0
        for i in range(n):
            known += tree.prior[slot[moves[i]]]
        mean: float = tree.total[node] / float(tree.visits[node]) if tree.visits[node] > 0 else 0.5
        best: i64 = NONE
        best_score: float = 0.0
        for i in range(n):
            child = slot[moves[i]]
            tree.offers[child] += 1
            visits: i64 = tree.visits[child]
            value: float = tree.total[child] / float(visits) if visits > 0 else mean
            share: float = tree.prior[child] / known
            bonus: float = self.exploration * share * math.sqrt(float(tree.offers[child])) / float(1 + visits)
            if best == NONE or value + bonus > best_score:
                best = child
                best_score = value + bonus
        return best

    def _next_candidate(self, moves: vec[i64]) -> i64:
        """Return the remaining candidate with the fewest visits."""
        tree = self.trees[self.seat]
        if len(self.remaining) == 0:
            for i in range(len(moves)):
                self.remaining = append(self.remaining, self.slot[moves[i]])
            self._keep(self.candidates)
            phases: i64 = 0
            left: i64 = len(self.remaining)
            while left > 1:
                phases += 1
                left = (left + 1) // 2
            self.phase_length = 1.0 / float(max(1, phases))
            self.phase_ends = self.phase_length
        elif self.used >= self.phase_ends and len(self.remaining) > 2:
            self._keep((len(self.remaining) + 1) // 2)
            self.phase_ends += self.phase_length
        fewest: i64 = self.remaining[0]
        for i in range(len(self.remaining)):
            if tree.visits[self.remaining[i]] < tree.visits[fewest]:
                fewest = self.remaining[i]
        tree.offers[fewest] += 1
        return fewest

    def _keep(self, count: i64) -> None:
        """Keep the best candidates, by prior and mean value; the more visits, the more the value counts."""
        tree = self.trees[self.seat]
        low: float = 2.0
        high: float = -1.0
        most: i64 = 0
        for i in range(len(self.remaining)):
            node: i64 = self.remaining[i]
            if tree.visits[node] > 0:
                mean: float = tree.total[node] / float(tree.visits[node])
                low = min(low, mean)
                high = max(high, mean)
                most = max(most, tree.visits[node])
        scores = vec[float]()
        for i in range(len(self.remaining)):
            node = self.remaining[i]
            score: float = math.log(tree.prior[node] + 1e-9)
            if high > low:
                part: float = 0.5
                if tree.visits[node] > 0:
                    part = (tree.total[node] / float(tree.visits[node]) - low) / (high - low)
                score += VALUE_SCALE * (VALUE_VISITS + float(most)) * part
            scores = append(scores, score)
        kept = vec[i64]()
        while len(kept) < count and len(kept) < len(self.remaining):
            best: i64 = NONE
            for i in range(len(self.remaining)):
                if self.remaining[i] != NONE and (best == NONE or scores[i] > scores[best]):
                    best = i
            kept = append(kept, self.remaining[best])
            self.remaining[best] = NONE
        self.remaining = kept

    def _expand(self, state: State, mover: i64, node: i64, moves: vec[i64]) -> None:
        """Add the missing children of a node."""
        chances = self._priors(state, mover, moves)
        for i in range(len(moves)):
            if self.slot[moves[i]] == NONE:
                self.slot[moves[i]] = self.trees[mover].add(node, mover * self.space + moves[i], chances[i])

    def _priors(self, state: State, mover: i64, moves: vec[i64]) -> vec[float]:
        scores = self.evaluator.score_moves(state, mover, moves)
        leaning = self.leaning
        if leaning is not None and mover == self.seat:
            scores = leaning.lean(state, mover, moves, scores)
        return likelihoods(scores)

    def visits(self, moves: list[int]) -> list[int]:
        """Return the visits of each of these moves of the searching seat."""
        tree = self.trees[self.seat]
        out: list[int] = []
        for move in moves:
            node = tree.find(0, self.seat * self.space + i64(move))
            out.append(int(tree.visits[node]) if node >= 0 else 0)
        return out

    def values(self, moves: list[int]) -> list[float]:
        """Return the mean value of each of these moves to the searching seat, from 0 to 1; -1 without visits."""
        tree = self.trees[self.seat]
        out: list[float] = []
        for move in moves:
            node = tree.find(0, self.seat * self.space + i64(move))
            visited = node >= 0 and tree.visits[node] > 0
            out.append(tree.total[node] / float(tree.visits[node]) if visited else -1.0)
        return out

    def chances(self) -> list[float]:
        """Return the mean value of all iterations to each seat, from 0 to 1; 0.5 before the first."""
        return [tree.total[0] / float(tree.visits[0]) if tree.visits[0] > 0 else 0.5 for tree in self.trees]

    def best(self, moves: list[int]) -> i64:
        """Return the most visited move; the better mean decides between equals. After halving: the best candidate."""
        tree = self.trees[self.seat]
        if len(self.remaining) > 0:
            self._keep(1)
            return tree.label[self.remaining[0]] - self.seat * self.space
        found: i64 = NONE
        for move in moves:
            node = tree.find(0, self.seat * self.space + i64(move))
            if node >= 0 and (
                found < 0
                or tree.visits[node] > tree.visits[found]
                or (tree.visits[node] == tree.visits[found] and tree.total[node] > tree.total[found])
            ):
                found = node
        return i64(moves[0]) if found < 0 else tree.label[found] - self.seat * self.space

"""Forecast: how likely somebody is to reach the final and to win the cup, by playing it out from here many times.

Everybody is taken to be as strong as the places so far suggest, which after few rounds is not much: a strength is drawn anew for
every cup played out, and is the less certain the fewer tables have ended. What is told as give-or-take is the chance of the
sampling alone, as in nineteen of twenty such forecasts; it says nothing of what the model does not know.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from statistics import NormalDist

from tablero.people import pairing
from tablero.people.cup import AVERAGE, FILLER, Cup, has_final, worth

PLAYED_OUT = 2000
SWING = 25  # per cent of the table's average that one game's luck moves somebody's game points
SPREAD = 0.5  # how far strengths lie apart, beside the luck of one game


@dataclass(frozen=True)
class Chances:
    """Of one player, from 0 to 1. `final` is None where nobody can fail to reach it."""

    win: float
    final: float | None


@dataclass(frozen=True)
class Forecast:
    """The chances of everybody who still plays, and how many cups were played out."""

    chances: dict[int, Chances]
    played_out: int

    @property
    def give_or_take(self) -> int:
        """In per cent, for the least certain of them."""
        shares = [p for c in self.chances.values() for p in (c.win, c.final) if p is not None]
        widest = max((p * (1 - p) for p in shares), default=0.0)
        return max(1, round(196 * math.sqrt(widest / self.played_out)))


def forecast(cup: Cup, times: int = PLAYED_OUT) -> Forecast:
    """Play a running cup out from here."""
    course = _Course(cup)
    for _ in range(times):
        course.play_out()
    told = has_final(cup.rules, cup.players) and not course.in_final
    return Forecast(
        {n: Chances(course.won[n] / times, course.reached[n] / times if told else None) for n in course.playing}, times
    )


class _Course:
    """A cup that is played out again and again."""

    def __init__(self, cup: Cup) -> None:
        self._cup, rules = cup, cup.rules
        self._luck = random.Random(f"{cup.seed} {cup.version}")
        self.playing = [player.number for player in cup.players if player.plays]
        lines = cup.standings()
        self._points = {line.player: float(line.points) for line in lines}
        self._share = {line.player: float(line.share) for line in lines}
        self._skill = {line.player: _skill(cup, line.player) for line in lines}
        self._open = [
            [n if n != FILLER else -seat for seat, n in enumerate(table.players)]
            for table in cup.tables
            if table.round == cup.round and table.stage != "over"
        ]
        self._worth = {
            n: [float(points) for points in worth(tuple(range(1, n + 1)), rules.seats)]
            for n in range(1, rules.seats + 1)
        }
        self._plan: list[list[list[int]]] = []
        if rules.kind == "robin":
            numbers = sorted(self._points)
            plan = pairing.round_robin(len(numbers), rules.seats, rules.rounds, cup.seed)
            self._plan = [
                [[numbers[n - 1] for n in table if numbers[n - 1] in self.playing] for table in r] for r in plan
            ]
        self.in_final = rules.final and cup.round > rules.rounds
        self.won, self.reached = dict.fromkeys(self.playing, 0), dict.fromkeys(self.playing, 0)

    def play_out(self) -> None:
        """Once to the end."""
        self._strength = {number: self._luck.gauss(*skill) for number, skill in self._skill.items()}
        self._now, self._shares = dict(self._points), dict(self._share)
        best: list[int] = []
        for table in self._open:
            best = self._play(table)
        if not self.in_final:
            for round in range(self._cup.round + 1, self._cup.rules.rounds + 1):
                for group in filter(None, self._groups(round)):
                    self._play(group)
            best = self._standing()
            if self._cup.rules.final:
                best = best[: self._cup.rules.seats]
                for number in best:
                    self.reached[number] += 1
                best = self._play(best)
        champion = next((number for number in best if number in self.won), None)
        if champion is not None:
            self.won[champion] += 1

    def _groups(self, round: int) -> list[list[int]]:
        """Who meets: as planned, or neighbours in the standings, whether they have met before or not."""
        if self._plan:
            return self._plan[round - 1]
        order = self._standing()
        cuts = pairing.sizes(len(order), self._cup.rules.seats)
        return [order[sum(cuts[:k]) : sum(cuts[: k + 1])] for k in range(len(cuts))]

    def _play(self, players: list[int]) -> list[int]:
        """One table, the best first."""
        form = {number: self._strength.get(number, 0.0) + self._luck.gauss(0, 1) for number in players}
        order = sorted(players, key=lambda number: -form[number])
        for number, gained in zip(order, self._worth[len(players)], strict=True):
            if number in self._now:
                self._now[number] += gained
                self._shares[number] += AVERAGE + SWING * form[number]
        return order

    def _standing(self) -> list[int]:
        return sorted(self.playing, key=lambda number: (-self._now[number], -self._shares[number]))


def _skill(cup: Cup, number: int) -> tuple[float, float]:
    """The strength of somebody, as a mean and a deviation in units of one game's luck, from the places so far."""
    total, count = 0.0, 0
    for table in cup.tables:
        if table.ranks is not None and number in table.players:
            rank = table.ranks[table.players.index(number)]
            among = (rank - 1 + (table.ranks.count(rank) - 1) / 2 + 0.5) / len(table.ranks)
            total -= NormalDist().inv_cdf(among)
            count += 1
    weight = SPREAD**2 / (1 + SPREAD**2 * count)
    return total * weight, math.sqrt(weight)

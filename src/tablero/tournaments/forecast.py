"""Chances of reaching the final and of winning a tournament, by playing it out many times.

Players are taken to be as strong as their places so far suggest. That is not much after few rounds: strengths are drawn
again for every simulation, with a deviation that shrinks with the number of finished tables. The stated error is that
of sampling alone (95 % of such forecasts); it says nothing about errors of the model.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from statistics import NormalDist

from tablero.tournaments import pairing
from tablero.tournaments.tournament import AVERAGE_SHARE, FILLER_NUMBER, Tournament, has_final, worth

PLAYED_OUT = 2000
SWING = 25  # standard deviation of a player's game points in one game, per cent of the table's average
SPREAD = 0.5  # standard deviation of strengths, in units of the luck of one game


@dataclass(frozen=True)
class Chances:
    """Probabilities of one player. `final` is None when all who play reach it or it has begun."""

    win: float
    final: float | None


@dataclass(frozen=True)
class Forecast:
    """Chances of all active players, by number, and the number of simulations."""

    chances: dict[int, Chances]
    played_out: int

    @property
    def give_or_take(self) -> int:
        """The sampling error in per cent, of the least certain probability."""
        shares = [p for c in self.chances.values() for p in (c.win, c.final) if p is not None]
        widest = max((p * (1 - p) for p in shares), default=0.0)
        return max(1, round(196 * math.sqrt(widest / self.played_out)))


def forecast(tournament: Tournament, times: int = PLAYED_OUT) -> Forecast:
    """Return the chances in a running tournament from `times` simulations."""
    simulation = _Simulation(tournament)
    for _ in range(times):
        simulation.play_out()
    selective = has_final(tournament.rules, tournament.players) and not simulation.in_final
    return Forecast(
        {
            n: Chances(simulation.won[n] / times, simulation.reached[n] / times if selective else None)
            for n in simulation.playing
        },
        times,
    )


class _Simulation:
    """A tournament that is played out again and again; counts victories and reached finals."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament, rules = tournament, tournament.rules
        self._luck = random.Random(f"{tournament.seed} {tournament.version}")
        self.playing = [player.number for player in tournament.players if player.plays]
        lines = tournament.standings()
        self._points = {line.player: float(line.points) for line in lines}
        self._share = {line.player: float(line.share) for line in lines}
        self._skill = {line.player: _skill(tournament, line.player) for line in lines}
        self._open = [
            [n if n != FILLER_NUMBER else -seat for seat, n in enumerate(table.players)]
            for table in tournament.tables
            if table.round == tournament.round and table.stage != "over"
        ]
        self._worth = {
            n: [float(points) for points in worth(tuple(range(1, n + 1)), rules.seats)]
            for n in range(1, rules.seats + 1)
        }
        self._plan: list[list[list[int]]] = []
        if rules.kind == "robin":
            numbers = sorted(self._points)
            plan = pairing.round_robin(len(numbers), rules.seats, rules.rounds, tournament.seed)
            self._plan = [
                [[numbers[n - 1] for n in table if numbers[n - 1] in self.playing] for table in r] for r in plan
            ]
        self.in_final = rules.final and tournament.round > rules.rounds
        self.won, self.reached = dict.fromkeys(self.playing, 0), dict.fromkeys(self.playing, 0)

    def play_out(self) -> None:
        """Play the tournament once to its end."""
        self._strength = {number: self._luck.gauss(*skill) for number, skill in self._skill.items()}
        self._now, self._shares = dict(self._points), dict(self._share)
        best: list[int] = []
        for table in self._open:
            best = self._play(table)
        if not self.in_final:
            for round in range(self._tournament.round + 1, self._tournament.rules.rounds + 1):
                for group in filter(None, self._groups(round)):
                    self._play(group)
            best = self._standing()
            if self._tournament.rules.final:
                best = best[: self._tournament.rules.seats]
                for number in best:
                    self.reached[number] += 1
                best = self._play(best)
        champion = next((number for number in best if number in self.won), None)
        if champion is not None:
            self.won[champion] += 1

    def _groups(self, round: int) -> list[list[int]]:
        """Return the tables of a round: as planned, or neighbours in the standings, repetitions included."""
        if self._plan:
            return self._plan[round - 1]
        order = self._standing()
        cuts = pairing.sizes(len(order), self._tournament.rules.seats)
        return [order[sum(cuts[:k]) : sum(cuts[: k + 1])] for k in range(len(cuts))]

    def _play(self, players: list[int]) -> list[int]:
        """Play one table; return its players, the best first."""
        form = {number: self._strength.get(number, 0.0) + self._luck.gauss(0, 1) for number in players}
        order = sorted(players, key=lambda number: -form[number])
        for number, gained in zip(order, self._worth[len(players)], strict=True):
            if number in self._now:
                self._now[number] += gained
                self._shares[number] += AVERAGE_SHARE + SWING * form[number]
        return order

    def _standing(self) -> list[int]:
        return sorted(self.playing, key=lambda number: (-self._now[number], -self._shares[number]))


def _skill(tournament: Tournament, number: int) -> tuple[float, float]:
    """Return mean and deviation of a player's strength, in units of one game's luck, from the places so far."""
    total, count = 0.0, 0
    for table in tournament.tables:
        if table.ranks is not None and number in table.players:
            rank = table.ranks[table.players.index(number)]
            among = (rank - 1 + (table.ranks.count(rank) - 1) / 2 + 0.5) / len(table.ranks)
            total -= NormalDist().inv_cdf(among)
            count += 1
    weight = SPREAD**2 / (1 + SPREAD**2 * count)
    return total * weight, math.sqrt(weight)

"""Standings: results of every bot and of every match of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tablero.lab.arena import Match, Pace, interval_of, pooled
from tablero.lab.ratings import EloRating, Matches, openskill_ratings, ratings
from tablero.lab.tournament import Tournament


@dataclass(frozen=True)
class BotStanding:
    """Results of one bot in a tournament."""

    name: str
    share: float  # of the wins, for one seat that it sits in: 1/seats is equal
    low: float
    high: float
    rating: EloRating
    score: float
    pace: Pace
    games: int
    openskill: dict[str, float] | None  # None where openskill is not installed

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "share": self.share,
            "low": self.low,
            "high": self.high,
            "elo": round(self.rating.elo, 1),
            "elo_low": round(self.rating.low, 1),
            "elo_high": round(self.rating.high, 1),
            "score": self.score,
            "ms_per_turn": round(self.pace.ms_per_turn(), 3),
            "ms_per_turn_p95": round(self.pace.ms_per_turn(0.95), 3),
            "ms_per_turn_worst": round(self.pace.ms_per_turn(1.0), 3),
            "ms_per_decision": round(self.pace.ms_per_decision, 3),
            "games": self.games,
            "openskill": self.openskill,
        }


@dataclass(frozen=True)
class Standings:
    """All bots in the order in which they were named, and all matches as (hero, rival, match)."""

    tournament: Tournament
    bots: tuple[BotStanding, ...]
    matches: tuple[tuple[str, str, Match], ...]
    decide: tuple[float, float] | None = None

    @classmethod
    def of(cls, tournament: Tournament, matches: Matches, decide: tuple[float, float] | None = None) -> Standings:
        names = distinct_names(tournament.bots)
        rated = ratings(matches)
        skills = openskill_ratings(matches)
        bots = tuple(
            _standing(bot, name, matches, rated[bot], skills[bot] if skills else None) for bot, name in enumerate(names)
        )
        named = tuple((names[hero], names[rival], match) for (hero, rival), match in matches.items())
        return cls(tournament, bots, named, decide)

    @property
    def seats(self) -> int:
        return self.tournament.seats

    def verdict(self, match: Match) -> str:
        """Return the decision between the two Elo values of `decide`, in words."""
        assert self.decide is not None
        low, high = self.decide
        found = match.sprt(low, high)
        if found == "open":
            return f"undecided between {low:+g} and {high:+g} Elo"
        return f"rather {high if found == 'high' else low:+g} than {low if found == 'high' else high:+g} Elo"

    def as_json(self) -> dict[str, Any]:
        settings = self.tournament.settings()
        return {
            **{name: settings[name] for name in ("game", "seats", "seed", "options", "compiled")},
            "bots": [bot.as_json() for bot in self.bots],
            "matches": [self._match_as_json(*match) for match in self.matches],
        }

    def _match_as_json(self, hero: str, rival: str, match: Match) -> dict[str, Any]:
        low, high = match.interval()
        elo_low, elo_high = match.elo_interval()
        return {
            "hero": hero,
            "rival": rival,
            "games": match.games,
            "share": match.share,
            "low": low,
            "high": high,
            "elo": round(match.elo, 1),
            "elo_low": round(elo_low, 1),
            "elo_high": round(elo_high, 1),
            "scores": list(match.scores),
            "sprt": match.sprt(*self.decide) if self.decide else None,
        }


def distinct_names(specs: tuple[str, ...]) -> list[str]:
    """Return distinct names: a bot that meets itself is numbered.

    >>> distinct_names(("greedy", "random", "greedy"))
    ['greedy', 'random', 'greedy (2)']
    """
    return [
        spec if specs[:number].count(spec) == 0 else f"{spec} ({specs[: number + 1].count(spec)})"
        for number, spec in enumerate(specs)
    ]


def _standing(
    bot: int, name: str, matches: Matches, rating: EloRating, openskill: dict[str, float] | None
) -> BotStanding:
    shares, scores, paces, games = [], [], [], 0
    for (hero, rival), match in matches.items():
        if bot not in (hero, rival):
            continue
        games += match.games
        for outcome in match.outcomes:
            if bot == hero:
                shares.append(outcome.share)
                scores.append(fmean(outcome.hero_scores))
                paces.append(outcome.hero_pace)
            else:
                shares.append((1 - outcome.share) / (match.seats - 1))
                scores.append(fmean(outcome.rival_scores))
                paces.append(outcome.rival_pace)
    low, high = interval_of(shares, games)
    return BotStanding(name, fmean(shares), low, high, rating, fmean(scores), pooled(paces), games, openskill)

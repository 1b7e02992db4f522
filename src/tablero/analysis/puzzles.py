"""Puzzles: positions in which one move is clearly the best, found in games that were played.

A quick search of every decision finds candidates. Several independent searches of each candidate must then agree on the
move, and its value must lead that of the next best by more than their standard error explains, with equal iterations
and the same luck for both. What all searches misjudge alike this cannot show.

A puzzle begins with a position that its seat holds possible: what it cannot know was dealt anew, so that nothing of the
true game is revealed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from tablero.analysis.move_reasons import reason_text, reasons
from tablero.analysis.playouts import error_of, means
from tablero.analysis.review_jobs import SEED_DISTANCE, value_after
from tablero.analysis.win_chances import MIN_CHANCE_ERROR, SEARCH_COUNT, STUDENT_FACTOR, total_visits
from tablero.bots import Glimpse, Greedy, Searcher, glimpse
from tablero.core import State, seeded
from tablero.core.aspect import Reason
from tablero.core.i18n.translator import untranslated
from tablero.games import game as find_game

FORMAT = 1
RIVAL_COUNT = 2  # most visited moves that the best one is compared with
STREAMS_PER_DECISION = 64  # of random numbers


@dataclass(frozen=True)
class PuzzleBudget:
    """Search iterations of puzzle finding. The same budget finds the same puzzles on every machine."""

    quick: int = 150  # for every decision
    deep: int = 1500  # for each search of a candidate
    after: int = 900  # after each of the compared moves, in each search
    closely: int = 3  # candidates of a game
    margin: float = 0.05  # by which the best move must lead after its error is subtracted, from 0 to 1


@dataclass(frozen=True)
class Puzzle:
    """A position, the seat that is asked, its best move and the next best one, each with its chance from 0 to 1."""

    game: str
    rules: int
    facts: str
    seats: int
    options: Mapping[str, str]
    seat: int
    position: Mapping[str, Any]  # as `game.load` reads it
    move: str  # in the notation of records
    chance: float
    next_move: str
    next_chance: float
    margin: float  # the lead of the best move
    give: float  # error of the margin
    thoughts: int  # search iterations
    tempting: str | None  # the move of a greedy bot, if that is another one
    reasons: tuple[Reason, ...] = ()

    @property
    def id(self) -> str:
        """Hash of the position and the seat."""
        asked = json.dumps([self.position, self.seat], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(asked.encode()).hexdigest()[:12]

    def state(self) -> State:
        return find_game(self.game).load(dict(self.position))

    def why(self) -> list[str]:
        """Return the reasons for the best move in words."""
        return [words for reason in self.reasons if (words := reason_text(find_game(self.game), reason, untranslated))]

    def written(self) -> dict[str, Any]:
        """Return plain JSON values, which `read` reads back."""
        return {"puzzle": FORMAT, "id": self.id, **asdict(self), "why": self.why()}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Puzzle:
        """Raise ValueError if this is no puzzle."""
        if written.get("puzzle") != FORMAT:
            raise ValueError(f'this is no puzzle of format {FORMAT}: it must say "puzzle": {FORMAT}')
        given = {name: value for name, value in written.items() if name in cls.__dataclass_fields__}
        return cls(**{**given, "reasons": tuple(Reason(**reason) for reason in given["reasons"])})


@dataclass(frozen=True)
class Candidate:
    """A decision in which a quick search found a clear lead."""

    at: int
    state: State
    seat: int
    surprising: bool  # whether a greedy bot plays another move
    lead: float


def puzzles_in(decisions: Iterable[tuple[State, int]], seed: int, budget: PuzzleBudget | None = None) -> list[Puzzle]:
    """Return the puzzles in a game, given as positions and the seats that decided there. `seed` is that of the
    searches."""
    budget = budget or PuzzleBudget()
    candidates: dict[tuple[int, int], Candidate] = {}  # the best of each turn
    for at, (state, seat) in enumerate(decisions):
        if len(state.moves(seat)) > 1 and (found := find_candidate(at, state, seat, _seed(seed, at), budget)):
            turn = (seat, int(state.settled))
            candidates[turn] = max(candidates.get(turn, found), found, key=_rank)
    best = sorted(candidates.values(), key=_rank, reverse=True)[: budget.closely]
    best.sort(key=lambda one: one.at)
    found_puzzles = (puzzle_of(one.state, one.seat, _seed(seed, one.at), budget) for one in best)
    return [puzzle for puzzle in found_puzzles if puzzle is not None]


def _seed(seed: int, at: int) -> int:
    """Return the first of the seeds that belong to a decision."""
    return (seed * SEED_DISTANCE + at) * STREAMS_PER_DECISION


def _rank(one: Candidate) -> tuple[bool, float]:
    return one.surprising, one.lead


def find_candidate(at: int, state: State, seat: int, seed: int, budget: PuzzleBudget) -> Candidate | None:
    """Search a decision quickly; None if no move leads clearly."""
    luck = seeded(seed)
    seen = glimpse(state, seat, luck)
    search = Searcher(budget.quick).think(seen, luck)
    best = int(search.best(seen.moves))
    values = dict(zip(seen.moves, search.values(seen.moves), strict=True))
    others = [value for move, value in values.items() if move != best and value >= 0.0]
    lead = values[best] - max(others) if others else 0.0
    if lead < budget.margin:
        return None
    return Candidate(at, state, seat, Greedy().choose(seen, luck) != best, lead)


def puzzle_of(state: State, seat: int, seed: int, budget: PuzzleBudget) -> Puzzle | None:
    """Return the puzzle in a decision, from what the seat may know; None if there is none."""
    luck = seeded(seed + 1)
    # From here on the true position is not used any more.
    position = state.imagine(seat, luck)
    position.reopen(seat)
    seen = Glimpse.of_imagined(position, seat)
    searches = [Searcher(budget.deep).think(seen, seeded(seed + 2 + number)) for number in range(SEARCH_COUNT)]
    best = int(searches[0].best(seen.moves))
    if any(int(search.best(seen.moves)) != best for search in searches):
        return None
    ranked = sorted(zip(total_visits(searches, seen), seen.moves, strict=True), reverse=True)
    rivals = [move for _, move in ranked if move != best][:RIVAL_COUNT]
    # A row for each search: the values of the best move and of its rivals, with the same luck.
    rows = [
        [value_after(seen, move, budget.after, seed + 16 + 8 * number, 0.0) for move in (best, *rivals)]
        for number in range(SEARCH_COUNT)
    ]
    leads = [row[0] - max(row[1:]) for row in rows]
    lead, give = fmean(leads), max(MIN_CHANCE_ERROR, STUDENT_FACTOR * error_of(leads))
    if lead - give < budget.margin:
        return None
    chances = means(rows)
    following = max(range(1, len(chances)), key=lambda place: chances[place])
    other, game = rivals[following - 1], position.game
    greedy = Greedy().choose(seen, luck)
    iterations = SEARCH_COUNT * (budget.deep + (1 + len(rivals)) * budget.after)
    return Puzzle(
        game.name,
        position.rules_number(),
        game.own_facts,
        int(position.seats),
        dict(position.options),
        seat,
        position.dump(),
        game.write(position, seat, best),
        round(chances[0], 4),
        game.write(position, seat, other),
        round(chances[following], 4),
        round(lead, 4),
        round(give, 4),
        iterations,
        None if greedy == best else game.write(position, seat, greedy),
        tuple(reasons(seen, best, other, seeded(seed + 8), seconds=0.0)),
    )

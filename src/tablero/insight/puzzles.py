"""Puzzles: positions in which one move is clearly the best, found in games that were played.

A quick look at every decision finds those that promise something. Each of them is then looked at several times, with luck of its own
every time: all looks must name the same move, and it must be worth more than what comes next, by equal thought about both in
common luck, and by more than chance in the thinking may have added. What all looks misjudge alike this cannot show.

A puzzle begins with a position that its seat holds possible: what it cannot know was dealt anew, so that nothing of the true game is told.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from tablero.bots import Glimpse, Greedy, Searcher, glimpse
from tablero.core import Game, State, seeded
from tablero.core.aspect import Reason
from tablero.core.speech import plainly
from tablero.games import game as find_game
from tablero.insight.looks import APART, worth_after
from tablero.insight.playing_out import error_of
from tablero.insight.reasons import reasons, told
from tablero.insight.worth import FINEST, SEARCHES, SPREAD

FORMAT = 1
RIVALS = 2  # moves that the best one is compared with: those that were thought about most
STREAMS = 64  # of luck that one decision may use


@dataclass(frozen=True)
class Effort:
    """How much is thought about: iterations of searches. The same effort finds the same puzzles on every machine."""

    quick: int = 150  # for every decision
    deep: int = 1500  # for each look at one that promises something
    after: int = 900  # for each of the compared moves, in each look
    closely: int = 3  # decisions of a game that are looked at closely
    margin: float = 0.05  # by which the best move must lead after all doubts, from 0 to 1


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
    give: float  # give or take so much
    thoughts: int
    tempting: str | None  # what looks best at first sight, when that is another move
    reasons: tuple[Reason, ...] = ()

    @property
    def id(self) -> str:
        """A name that follows from the position and the question alone."""
        asked = json.dumps([self.position, self.seat], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(asked.encode()).hexdigest()[:12]

    def state(self) -> State:
        """The position."""
        return find_game(self.game).load(dict(self.position))

    def why(self) -> list[str]:
        """What speaks for the best move, in words."""
        return [words for reason in self.reasons if (words := told(find_game(self.game), reason, plainly))]

    def written(self) -> dict[str, Any]:
        """As plain JSON values; `read` reads them back."""
        return {"puzzle": FORMAT, "id": self.id, **asdict(self), "why": self.why()}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Puzzle:
        """ValueError when this is no puzzle."""
        if written.get("puzzle") != FORMAT:
            raise ValueError(f'this is no puzzle of format {FORMAT}: it must say "puzzle": {FORMAT}')
        given = {name: value for name, value in written.items() if name in cls.__dataclass_fields__}
        return cls(**{**given, "reasons": tuple(Reason(**reason) for reason in given["reasons"])})


@dataclass(frozen=True)
class Promise:
    """What a quick look at a decision says."""

    at: int
    state: State
    seat: int
    surprising: bool  # whether the best move is another one than the first sight's
    lead: float


def puzzles_in(decisions: Iterable[tuple[State, int]], seed: int, effort: Effort | None = None) -> list[Puzzle]:
    """The puzzles in a game, given as its positions and who had to decide there. The seed gives the luck of the looks alone."""
    budget = effort or Effort()
    promises: dict[tuple[int, int], Promise] = {}  # the best of each turn
    for at, (state, seat) in enumerate(decisions):
        if len(state.moves(seat)) > 1 and (found := promise(at, state, seat, _luck(seed, at), budget)) is not None:
            turn = (seat, int(state.settled))
            promises[turn] = max(promises.get(turn, found), found, key=_how_good)
    closely = sorted(promises.values(), key=_how_good, reverse=True)[: budget.closely]
    looked = (
        puzzle_of(one.state, one.seat, _luck(seed, one.at), budget) for one in sorted(closely, key=lambda one: one.at)
    )
    return [puzzle for puzzle in looked if puzzle is not None]


def _luck(seed: int, at: int) -> int:
    """The first of the streams that belong to a decision."""
    return (seed * APART + at) * STREAMS


def _how_good(one: Promise) -> tuple[bool, float]:
    return one.surprising, one.lead


def promise(at: int, state: State, seat: int, seed: int, effort: Effort) -> Promise | None:
    """A quick look at a decision; None when no move leads clearly."""
    luck = seeded(seed)
    seen = glimpse(state, seat, luck)
    search = Searcher(effort.quick).think(seen, luck)
    best = int(search.best(seen.moves))
    values = dict(zip(seen.moves, search.values(seen.moves), strict=True))
    others = [value for move, value in values.items() if move != best and value >= 0.0]
    lead = values[best] - max(others) if others else 0.0
    if lead < effort.margin:
        return None
    return Promise(at, state, seat, Greedy().choose(seen, luck) != best, lead)


def puzzle_of(state: State, seat: int, seed: int, effort: Effort) -> Puzzle | None:
    """The puzzle in a decision, from what the seat may know; None when there is none."""
    luck = seeded(seed + 1)
    # From here on nothing looks at the true position any more.
    position = state.imagine(seat, luck)
    position.reopen(seat)
    seen = Glimpse.of_imagined(position, seat)
    searches = [Searcher(effort.deep).think(seen, seeded(seed + 2 + number)) for number in range(SEARCHES)]
    best = int(searches[0].best(seen.moves))
    if any(int(search.best(seen.moves)) != best for search in searches):
        return None
    tried = [sum(column) for column in zip(*(search.visits(seen.moves) for search in searches), strict=True)]
    ranked = sorted(zip(tried, seen.moves, strict=True), reverse=True)
    rivals = [move for _, move in ranked if move != best][:RIVALS]
    # A row for each look: the worth of the best move and of its rivals, in the same luck.
    looks = [
        [worth_after(seen, move, effort.after, seed + 16 + 8 * number, 0.0) for move in (best, *rivals)]
        for number in range(SEARCHES)
    ]
    leads = [look[0] - max(look[1:]) for look in looks]
    lead, give = fmean(leads), max(FINEST, SPREAD * error_of(leads))
    if lead - give < effort.margin:
        return None
    chances = [fmean(column) for column in zip(*looks, strict=True)]
    following = max(range(1, len(chances)), key=lambda place: chances[place])
    other, game = rivals[following - 1], _game(position)
    first_sight = Greedy().choose(seen, luck)
    thoughts = SEARCHES * (effort.deep + (1 + len(rivals)) * effort.after)
    return Puzzle(
        game.name, position.rules_number(), game.own_facts, int(position.seats), dict(position.options), seat, position.dump(),
        game.write(position, seat, best), round(chances[0], 4), game.write(position, seat, other), round(chances[following], 4),
        round(lead, 4), round(give, 4), thoughts, None if first_sight == best else game.write(position, seat, first_sight),
        tuple(reasons(seen, best, other, seeded(seed + 8), seconds=0.0)),
    )  # fmt: skip


def _game(state: State) -> Game:
    found: Game = state.game
    return found

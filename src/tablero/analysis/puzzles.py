"""Puzzles: positions in which one whole turn is clearly the best, found in games that were played.

A quick search proposes turns that a greedy bot would not play. Each is then judged beside its rivals: the same hidden
things and the same luck for all, dealt many times, and a search after every turn. What is left is judged again with ten
times the search. What all searches misjudge alike this cannot show.

A puzzle begins with a position that its seat holds possible: what it cannot know was dealt anew, so that nothing of the
true game is revealed.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from statistics import fmean
from typing import Any

from tablero.analysis.move_reasons import reason_text, reasons
from tablero.analysis.playouts import error_of, means
from tablero.analysis.turns import Turn, after_turn, likely_turns, place_of, turn_by
from tablero.bots import Glimpse, Searcher, bot
from tablero.core import State, seeded
from tablero.core.aspect import Reason
from tablero.core.i18n.translator import untranslated
from tablero.games import game as find_game

FORMAT = 2
SEED_DISTANCE = 1 << 20  # between the seeds of two games: the number of decisions that each may have
STREAMS_PER_DECISION = 1 << 10  # of random numbers
STUDENT_FACTOR = 2.04  # standard errors around the mean of 32 deals that hold the truth in 95 of 100 cases
MAX_TURNS = 4  # that are judged closely
MAX_RIGHT = 2  # turns of a puzzle
FIRST_TRY, FIRST_DEAL = 64, 128  # streams of the levels' tries and of the deals
MIN_GIVE = 0.01  # in which a lead is always uncertain
SIFT_DEALS, SIFT_ITERATIONS = 3, 8  # of the first comparison of all likely turns
DEEPER = 10  # times the search of the last check
USUAL_LEVEL = 4  # the bot that must not find the answer too often
LEVEL_TRIES = {1: 32, 2: 32, 3: 32, 4: 32, 5: 8, 6: 4, 7: 2}  # by level, to measure how hard a puzzle is
LEVEL_POINTS, LEVEL_DISTANCE = 1050, 150  # the rating of level 1, and between two levels (docs/ratings.md)
RATING_SCALE = 400.0  # as chess players know it: ten to one
EASIEST, HARDEST = 900, 2300  # ratings of puzzles
EASY_BELOW, MEDIUM_BELOW = 1600, 1750  # ratings below which a puzzle is easy, or medium
GAME_STAGES = 3  # beginning, middle and end of a game


@dataclass(frozen=True)
class PuzzleBudget:
    """Search iterations of puzzle finding. The same budget finds the same puzzles on every machine."""

    quick: int = 100  # for every turn
    search: int = 300  # to propose a turn, and DEEPER times as many in the last check
    after: int = 20  # after each of the compared turns, in each deal; DEEPER times as many in the last check
    deals: int = 32  # of what is hidden
    turns: int = 32  # likely ones that are looked at
    closely: int = 4  # puzzles of a game
    margin: float = 0.05  # by which the best turn must lead after its error is subtracted, from 0 to 1
    chance: float = 0.25  # share of tries in which level 4 may find the answer
    surprising: bool = True  # whether only turns are looked at that level 4 would not play


@dataclass(frozen=True)
class JudgedTurn:
    """A turn, what it is worth, and by how much the best one leads it."""

    moves: tuple[str, ...]  # in the notation of records
    chance: float  # from 0 to 1
    lead: float = 0.0  # of the best turn
    give: float = 0.0  # error of the lead
    right: bool = True  # the best turn, or one that is not clearly worse


@dataclass(frozen=True)
class Puzzle:
    """A position, the seat that is asked, and its turns, the best first."""

    position: Mapping[str, Any]  # as `game.load` reads it
    seat: int
    turns: tuple[JudgedTurn, ...]
    games: int  # deals times search iterations behind each chance
    stage: int  # of the game: 0 beginning, 1 middle, 2 end
    solved: Mapping[str, float] = field(default_factory=dict)  # share of tries in which bots find it, by level
    reasons: tuple[Reason, ...] = ()  # for the best turn, against the best one that is not right

    @property
    def game(self) -> str:
        return str(self.position["game"])

    @property
    def seats(self) -> int:
        return int(self.position["seats"])

    @property
    def id(self) -> str:
        """Hash of the position and the seat."""
        asked = json.dumps([self.position, self.seat], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(asked.encode()).hexdigest()[:10]

    @property
    def best(self) -> JudgedTurn:
        return self.turns[0]

    @property
    def rival(self) -> JudgedTurn:
        """The best turn that is not right."""
        return next(turn for turn in self.turns if not turn.right)

    @property
    def rating(self) -> int:
        """Difficulty on the scale of players' ratings, measured by the levels that solve it."""
        return rating_of(self.solved)

    @property
    def theme(self) -> str:
        """The kind of aspect of the game in which the best turn gains most: its name without what it is of."""
        return self.reasons[0].aspect.partition(" ")[0] if self.reasons else ""

    def state(self) -> State:
        return find_game(self.game).load(dict(self.position))

    def moves(self, turn: JudgedTurn) -> Turn:
        """Return the moves of a turn as numbers."""
        state, found = self.state(), []
        for words in turn.moves:
            move = state.game.read(state, self.seat, words)
            found.append(move)
            state.apply(self.seat, move)
        return tuple(found)

    def why(self) -> list[str]:
        """Return the reasons for the best turn in words."""
        return [words for reason in self.reasons if (words := reason_text(find_game(self.game), reason, untranslated))]

    def written(self) -> dict[str, Any]:
        """Return plain JSON values, which `read` reads back."""
        return {"puzzle": FORMAT, "id": self.id, **asdict(self)}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Puzzle:
        """Raise ValueError if this is no puzzle."""
        if written.get("puzzle") != FORMAT:
            raise ValueError(f'this is no puzzle of format {FORMAT}: it must say "puzzle": {FORMAT}')
        given = {one.name: written[one.name] for one in fields(cls) if one.name in written}
        turns = tuple(JudgedTurn(**{**turn, "moves": tuple(turn["moves"])}) for turn in given["turns"])
        return cls(**{**given, "turns": turns, "reasons": tuple(Reason(**reason) for reason in given["reasons"])})


@dataclass
class Harvest:
    """The puzzles of a game, and how many turns were looked at and rejected, by the reason."""

    puzzles: list[Puzzle] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Candidate:
    """A turn in which a quick comparison found a clear lead over the turn of a greedy bot."""

    at: int
    position: State
    seat: int
    turns: list[Turn]  # the best first
    lead: float


def puzzles_in(decisions: Iterable[tuple[State, int]], seed: int, budget: PuzzleBudget | None = None) -> Harvest:
    """Return the puzzles in a game, given as positions and the seats that decided there. `seed` is that of the
    searches."""
    budget, harvest = budget or PuzzleBudget(), Harvest()
    asked = list(decisions)
    found = []
    for at, state, seat in turn_starts(asked):
        harvest.tally["turns"] += 1
        candidate = find_candidate(at, state, seat, _seed(seed, at), budget)
        if isinstance(candidate, str):
            harvest.tally[candidate] += 1
        else:
            found.append(candidate)
    found.sort(key=lambda one: -one.lead)
    for number, one in enumerate(found):
        if len(harvest.puzzles) >= budget.closely:
            harvest.tally["more than enough"] += len(found) - number
            break
        puzzle = puzzle_of(one, GAME_STAGES * one.at // len(asked), _seed(seed, one.at), budget)
        if isinstance(puzzle, str):
            harvest.tally[puzzle] += 1
        else:
            harvest.puzzles.append(puzzle)
    harvest.tally["accepted"] = len(harvest.puzzles)
    return harvest


def turn_starts(decisions: Sequence[tuple[State, int]]) -> Iterator[tuple[int, State, int]]:
    """Yield the first choice of every turn: how many moves were made before it, the position and the seat."""
    met = set[tuple[int, int]]()
    for at, (state, seat) in enumerate(decisions):
        turn = (seat, int(state.settled))
        if turn not in met and len(state.moves(seat)) > 1:
            met.add(turn)
            yield at, state, seat


def _seed(seed: int, at: int) -> int:
    """Return the first of the seeds that belong to a decision."""
    return (seed * SEED_DISTANCE + at) * STREAMS_PER_DECISION


def values_after(position: State, seat: int, turns: Sequence[Turn], budget: tuple[int, int], seed: int) -> list[Any]:
    """Return a row for each deal of what is hidden: the chance of the seat after each of the turns, with the same luck
    for all. `budget` is how many deals, and the search iterations after each turn."""
    deals, iterations = budget
    rows = []
    for number in range(deals):
        luck = seeded(seed + number)
        deal = position.imagine(seat, luck)
        deal.reopen(seat)
        row = []
        for turn in turns:
            state = after_turn(deal, seat, turn)
            state.reopen(seat)
            search = Searcher(iterations).think(Glimpse.of_imagined(state, seat), seeded(seed + number))
            row.append(search.chances()[seat])
        rows.append(row)
    return rows


def find_candidate(at: int, state: State, seat: int, seed: int, budget: PuzzleBudget) -> Candidate | str:
    """Compare the likely turns quickly; return why there is no candidate."""
    # From here on the true position is not used any more.
    position = state.imagine(seat, seeded(seed + 1))
    position.reopen(seat)
    seen = Glimpse.of_imagined(position, seat)
    quick = turn_by(Searcher(budget.quick), seen, seeded(seed + 3))
    if not budget.surprising:
        turns = different(position, seat, [quick, *likely_turns(seen, budget.turns)])
        chances = means(values_after(position, seat, turns, (SIFT_DEALS, SIFT_ITERATIONS), seed + 4))
        ranked = sorted(range(len(turns)), key=lambda place: -chances[place])
        return Candidate(at, position, seat, [turns[place] for place in ranked[:6]], 0.0)
    usual = turn_by(bot(f"level{USUAL_LEVEL}"), seen, seeded(seed + 2))
    turns = different(position, seat, [usual, quick])
    if len(turns) < 2:
        return "level 4 plays it too"
    rows = values_after(position, seat, turns, (SIFT_DEALS, 2 * SIFT_ITERATIONS), seed + 4)
    if fmean(row[1] - row[0] for row in rows) < budget.margin:
        return "no clear lead"
    turns = different(position, seat, [usual, quick, *likely_turns(seen, budget.turns)])
    rows = values_after(position, seat, turns, (SIFT_DEALS, SIFT_ITERATIONS), seed + 4)
    chances = means(rows)
    ranked = sorted(range(len(turns)), key=lambda place: -chances[place])
    lead = chances[ranked[0]] - chances[0]
    if lead < budget.margin:
        return "no clear lead"
    kept = ranked[:6] if 0 in ranked[:6] else [*ranked[:5], 0]
    return Candidate(at, position, seat, [turns[place] for place in kept], lead)


def different(position: State, seat: int, turns: Iterable[Turn]) -> list[Turn]:
    """Return the first of all turns that lead to the same position."""
    found: dict[str, Turn] = {}
    for turn in turns:
        found.setdefault(place_of(after_turn(position, seat, turn)), turn)
    return list(found.values())


def puzzle_of(one: Candidate, stage: int, seed: int, budget: PuzzleBudget) -> Puzzle | str:
    """Judge a candidate closely; return why it is no puzzle."""
    position, seat = one.position, one.seat
    seen = Glimpse.of_imagined(position, seat)

    def judge(turns: Iterable[Turn], deals: int, after: int) -> list[tuple[Turn, JudgedTurn]]:
        found = different(position, seat, turns)
        rows = values_after(position, seat, found, (deals, after), seed + FIRST_DEAL)
        return ranked_turns(position, seat, found, rows, budget.margin)

    proposed = turn_by(Searcher(budget.search), seen, seeded(seed + 4))
    few = judge([*one.turns, proposed], max(2, budget.deals // 4), budget.after)[:MAX_TURNS]
    if sum(words.lead < budget.margin for _, words in few) > MAX_RIGHT:
        return "no clear lead"
    judged = judge([turn for turn, _ in few], budget.deals, budget.after)
    if not is_clear(judged):
        return "no clear lead"
    best, right = judged[0][0], [turn for turn, words in judged if words.right]
    usual = solved_by(position, seat, right, (USUAL_LEVEL,), seed)
    if usual[str(USUAL_LEVEL)] > budget.chance:
        return "level 4 finds it by chance"
    deep = turn_by(Searcher(DEEPER * budget.search), seen, seeded(seed + 5))
    if len(different(position, seat, [*right, deep])) > len(right):
        return "a search ten times as long plays another turn"
    few = judged[: 1 + max(2, len(right))]
    judged = judge([turn for turn, _ in few], budget.deals, DEEPER * budget.after)
    if judged[0][0] != best or not is_clear(judged):
        return "another turn is best, or as good, at ten times the search"
    rival = next(turn for turn, words in judged if not words.right)
    why = reasons(seen, best, rival, seeded(seed + 6), seconds=0.0)
    if not why:
        return "no reason to tell"
    solved = solved_by(position, seat, [turn for turn, words in judged if words.right], LEVEL_TRIES, seed)
    if solved[str(USUAL_LEVEL)] > budget.chance:  # of the turns that are right now
        return "level 4 finds it by chance"
    return Puzzle(
        position.dump(),
        seat,
        tuple(words for _, words in judged),
        budget.deals * DEEPER * budget.after,
        stage,
        solved,
        tuple(why),
    )


def is_clear(judged: Sequence[tuple[Turn, JudgedTurn]]) -> bool:
    """Return whether few of the turns are right, and others clearly are not."""
    return sum(words.right for _, words in judged) < min(len(judged), MAX_RIGHT + 1)


def ranked_turns(
    position: State, seat: int, turns: Sequence[Turn], rows: Sequence[Sequence[float]], margin: float
) -> list[tuple[Turn, JudgedTurn]]:
    """Return turns with what they are worth, the best first, from a row of chances for each deal."""
    chances = means(rows)
    best = max(range(len(turns)), key=lambda place: chances[place])
    found = []
    for place, turn in enumerate(turns):
        leads = [row[best] - row[place] for row in rows]
        lead, give = fmean(leads), max(MIN_GIVE, STUDENT_FACTOR * error_of(leads))
        right = place == best or lead - give < margin
        chance, lead, give = (round(value, 4) for value in (chances[place], lead, give))
        found.append((turn, JudgedTurn(tuple(in_notation(position, seat, turn)), chance, lead, give, right)))
    return sorted(found, key=lambda one: (not one[1].right, -one[1].chance))


def in_notation(position: State, seat: int, turn: Turn) -> Iterator[str]:
    """Yield the moves of a turn in the notation of records."""
    state = position.copy()
    for move in turn:
        yield state.game.write(state, seat, move)
        state.apply(seat, move)


def solved_by(position: State, seat: int, right: Sequence[Turn], levels: Iterable[int], seed: int) -> dict[str, float]:
    """Return the share of tries in which the bot of each level plays one of the right turns."""
    places = {place_of(after_turn(position, seat, turn)) for turn in right}
    seen, found = Glimpse.of_imagined(position, seat), {}
    for level in levels:
        player, tries = bot(f"level{level}"), LEVEL_TRIES[level]
        turns = (turn_by(player, seen, seeded(seed + FIRST_TRY + number)) for number in range(tries))
        found[str(level)] = sum(place_of(after_turn(position, seat, turn)) in places for turn in turns) / tries
    return found


def rating_of(solved: Mapping[str, float]) -> int:
    """Return the rating at which a puzzle would be solved as often by the levels as it was.

    >>> rating_of({"1": 0.1, "2": 0.2, "3": 0.4, "4": 0.5, "5": 0.6, "6": 0.8, "7": 0.9})
    1500
    """
    low, high = float(EASIEST), float(HARDEST)
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = sum(
            1 / (1 + 10 ** ((middle - LEVEL_POINTS - LEVEL_DISTANCE * (int(level) - 1)) / RATING_SCALE))
            for level in solved
        )
        low, high = (middle, high) if expected > sum(solved.values()) else (low, middle)
    return round(low)

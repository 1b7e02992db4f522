"""Cup: the rules of a tournament, its standings and its next round. Nothing is kept here.

What a place is worth, how ties are broken and what happens to numbers that do not divide is told to people in docs/cups.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Literal

from tablero.core.luck import seeded
from tablero.people import pairing

Kind = Literal["swiss", "robin"]
KINDS: tuple[Kind, ...] = ("swiss", "robin")
FILLER = 0  # the number of a bot that only fills a seat: it takes a place at its table and none in the standings
AVERAGE = 100  # what the table's average of game points counts in the tie-break


@dataclass(frozen=True)
class Rules:
    """What is settled when a cup is opened."""

    game: str
    seats: int  # at a table
    rounds: int  # 0: until everybody has met everybody
    kind: Kind = "swiss"
    options: Mapping[str, str] = field(default_factory=dict)
    final: bool = False  # those who fill one table play for the victory after the last round
    fill: int = 0  # the level of bots that fill tables where the number does not divide; 0: smaller tables
    terms: Mapping[str, object] = field(default_factory=dict)  # what its tables allow: clock, absence, who may watch


@dataclass(frozen=True)
class Player:
    """Somebody who takes part, or a bot of a level. `state` is invited, playing or withdrawn."""

    number: int
    name: str
    person: str = ""
    level: int = 0
    state: str = "playing"

    @property
    def is_bot(self) -> bool:
        return self.level > 0

    @property
    def plays(self) -> bool:
        return self.state == "playing"


@dataclass(frozen=True)
class Played:
    """A table of a round: players in the order of their seats, and how it ended."""

    players: pairing.Table
    ranks: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None

    @property
    def bye(self) -> bool:
        return len(self.players) == 1

    @property
    def over(self) -> bool:
        return self.bye or self.ranks is not None


Rounds = Sequence[Sequence[Played]]


@dataclass(frozen=True)
class Cell:
    """What a round brought somebody: a place (0: a bye), or nothing yet."""

    place: int | None
    shared: bool = False

    @property
    def bye(self) -> bool:
        return self.place == 0


@dataclass(frozen=True)
class Line:
    """One line of the standings. `cells` has None for a round in which somebody did not play."""

    place: int
    player: int
    cells: tuple[Cell | None, ...]
    points: Fraction
    share: Fraction  # of the game points: AVERAGE a round is as many as the table's average
    met: Fraction  # the points of those whom one has met, on average


def worth(ranks: Sequence[int], seats: int) -> list[Fraction]:
    """What places are worth: as many points for the first as a full table has seats, one for the last, the others evenly between
    them, so that every table gives the same on average; who shares places shares their points.

    >>> [[str(points) for points in worth(ranks, 4)] for ranks in ((1, 2, 3, 4), (2, 1, 2), (1, 1, 3, 4))]
    [['4', '3', '2', '1'], ['7/4', '4', '7/4'], ['7/2', '7/2', '2', '1']]
    """
    last = len(ranks) - 1
    by_place = (
        [seats - Fraction(place * (seats - 1), last) for place in range(len(ranks))] if last else [Fraction(seats)]
    )
    shared = {rank: by_place[rank - 1 : rank - 1 + ranks.count(rank)] for rank in ranks}
    return [sum(shared[rank], Fraction()) / len(shared[rank]) for rank in ranks]


def shares(scores: Sequence[int]) -> list[Fraction]:
    """Game points beside the table's average, which counts 100; where somebody ended below zero, counted from the lowest.

    >>> [int(share) for share in shares((60, 40, 20, 40))]
    [150, 100, 50, 100]
    """
    low = min(0, *scores)
    total = sum(scores) - low * len(scores)
    if not total:
        return [Fraction(AVERAGE)] * len(scores)
    return [Fraction(AVERAGE * (score - low) * len(scores), total) for score in scores]


def even(players: int) -> tuple[int, ...]:
    """The ranks of a table that nobody finished: all share the first place."""
    return (1,) * players


def standings(rules: Rules, players: Sequence[Player], rounds: Rounds, seed: int) -> list[Line]:
    """Everybody in order: by points, by the share of game points, by how good those were whom one has met; then places are
    shared and lots decide who is named first. Whoever played the final comes first, in its order."""
    numbers = [player.number for player in players if player.state != "invited"]
    points, share = dict.fromkeys(numbers, Fraction()), dict.fromkeys(numbers, Fraction())
    cells: dict[int, list[Cell | None]] = {number: [] for number in numbers}
    opponents: dict[int, list[int]] = {number: [] for number in numbers}
    last: dict[int, int] = {}  # places in the final
    for count, round in enumerate(rounds, 1):
        for played in round:
            here = [number for number in played.players if number != FILLER]
            for number, cell in _cells(played):
                cells[number].append(cell)
            if count > rules.rounds:
                last = dict(zip(played.players, played.ranks or (), strict=False))
                continue
            if played.over and not played.bye:
                for a, b in combinations(here, 2):
                    opponents[a].append(b)
                    opponents[b].append(a)
            for number, gained, part in _gained(played, rules.seats):
                points[number] += gained
                share[number] += part
        for number in numbers:
            if len(cells[number]) < count:
                cells[number].append(None)
    met = {
        number: sum((points[other] for other in others), Fraction()) / max(1, len(others))
        for number, others in opponents.items()
    }
    lots = list(numbers)
    pairing.shuffle(lots, seeded(seed))

    def merit(number: int) -> tuple[int, Fraction, Fraction, Fraction]:
        return (last.get(number, len(numbers) + 1), -points[number], -share[number], -met[number])

    order = sorted(numbers, key=lambda number: (*merit(number), lots.index(number)))
    places = {number: 1 + sum(merit(other) < merit(number) for other in numbers) for number in numbers}
    return [
        Line(places[number], number, tuple(cells[number]), points[number], share[number], met[number])
        for number in order
    ]


def _cells(played: Played) -> list[tuple[int, Cell]]:
    if played.bye:
        return [(played.players[0], Cell(0))]
    ranks = played.ranks
    return [
        (number, Cell(None) if ranks is None else Cell(ranks[seat], ranks.count(ranks[seat]) > 1))
        for seat, number in enumerate(played.players)
        if number != FILLER
    ]


def _gained(played: Played, seats: int) -> list[tuple[int, Fraction, Fraction]]:
    """Points and the share of game points that a table has brought. A bye counts as a victory with an average score."""
    if not played.over:
        return []
    if played.bye:
        return [(played.players[0], Fraction(seats), Fraction(AVERAGE))]
    gained = worth(played.ranks or (), seats)
    parts = shares(played.scores or (0,) * len(played.players))
    return [line for line in zip(played.players, gained, parts, strict=True) if line[0] != FILLER]


def next_round(rules: Rules, players: Sequence[Player], rounds: Rounds, seed: int) -> pairing.Round | None:
    """The tables of the round after these, as if unfinished tables had brought nothing; None when there is none."""
    number = len(rounds) + 1
    playing = {player.number for player in players if player.plays}
    if len(playing) < 2:
        return None
    history = [tuple(tuple(n for n in played.players if n != FILLER) for played in round) for round in rounds]
    order = [line.player for line in standings(rules, players, rounds, seed) if line.player in playing]
    if number == rules.rounds + 1 and rules.final:
        best = tuple(order[: rules.seats])
        return pairing.seated([best], history, seeded(seed + number))
    if number > rules.rounds:
        return None
    if rules.kind == "swiss":
        return pairing.swiss(order, history, rules.seats, seed + number)
    numbers = sorted(player.number for player in players if player.state != "invited")
    plan = pairing.round_robin(len(numbers), rules.seats, rules.rounds, seed)[number - 1]
    there = (tuple(numbers[n - 1] for n in table if numbers[n - 1] in playing) for table in plan)
    return tuple(sorted((table for table in there if table), key=lambda table: len(table) == 1))  # byes come last


def filled(table: pairing.Table, rules: Rules, sizes: Sequence[int]) -> pairing.Table:
    """A table with the bots that fill it: all seats where that was chosen, else as many as the game needs (it is played by
    `sizes`). They sit last, so that people's seats stay as fair as they were drawn."""
    if rules.fill:
        return (*table, *[FILLER] * (rules.seats - len(table)))
    wanted = len(table) if len(table) == 1 else next(size for size in sorted(sizes) if size >= len(table))
    return (*table, *[FILLER] * (wanted - len(table)))


@dataclass(frozen=True)
class CupTable:
    """A table that was drawn. `match` is the id under which it is played, empty for a bye."""

    round: int
    number: int
    match: str
    players: pairing.Table
    stage: str  # drawn, running, over
    ranks: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    drawn: float = 0.0
    ended: float | None = None

    @property
    def played(self) -> Played:
        return Played(self.players, self.ranks, self.scores)


@dataclass(frozen=True)
class Cup:
    """A tournament as it stands. `stage` is open (people join), running, over, or closed by whoever opened it."""

    key: str
    name: str
    host: str
    rules: Rules
    seed: int
    listed: bool
    stage: str
    round: int
    version: int
    created: float
    updated: float
    players: tuple[Player, ...] = ()
    tables: tuple[CupTable, ...] = ()

    @property
    def rounds(self) -> list[list[Played]]:
        """What was drawn so far, round by round."""
        return [[table.played for table in self.tables if table.round == number] for number in range(1, self.round + 1)]

    @property
    def round_over(self) -> bool:
        return all(table.stage == "over" for table in self.tables if table.round == self.round)

    @property
    def length(self) -> int:
        """How many rounds there are in all, with the final; before the start, as many as those would play who are there."""
        playing = sum(player.plays for player in self.players)
        rounds = self.rules.rounds or pairing.enough_rounds(max(2, playing), self.rules.seats)
        return rounds + self.rules.final

    def player(self, number: int) -> Player | None:
        return next((player for player in self.players if player.number == number), None)

    def player_of(self, person: str) -> Player | None:
        """The one who plays, or is invited, under a person's id."""
        return next((player for player in self.players if person and player.person == person), None)

    def standings(self) -> list[Line]:
        return standings(self.rules, self.players, self.rounds, self.seed)

    def next_round(self) -> pairing.Round | None:
        """What would be drawn if everything ended as it is now."""
        return next_round(self.rules, self.players, self.rounds, self.seed)


def has_final(rules: Rules, players: Sequence[Player]) -> bool:
    """Whether a final follows for which somebody can fail to qualify."""
    return rules.final and sum(player.plays for player in players) > rules.seats

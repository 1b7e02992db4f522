"""Rules of a tournament, its standings and its next round; without I/O.

docs/cups.md explains to players what places are worth, how ties are broken and what happens to uneven numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import Literal

from tablero.core.luck import seeded
from tablero.tournaments import pairing

Kind = Literal["swiss", "robin"]
TOURNAMENT_KINDS: tuple[Kind, ...] = ("swiss", "robin")
FILLER_NUMBER = 0  # of bots that only fill seats: they have a place at their table and none in the standings
AVERAGE_SHARE = 100  # tie-break value of a table's average of game points


@dataclass(frozen=True)
class Rules:
    """Settings of a tournament, fixed when it is opened."""

    game: str
    seats: int  # at a table
    rounds: int  # 0: as many as it takes for all pairs to meet
    kind: Kind = "swiss"
    options: Mapping[str, str] = field(default_factory=dict)
    final: bool = False  # after the last round the best, as many as fill one table, play for the victory
    fill: int = 0  # level of the bots that fill incomplete tables; 0: smaller tables instead
    terms: Mapping[str, object] = field(default_factory=dict)  # of its tables: clock, absence, who may watch


@dataclass(frozen=True)
class TournamentPlayer:
    """A participant; bots have a `level` above 0. `state` is invited, playing or withdrawn."""

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
class TableResult:
    """A table of a round: players in the order of their seats, and how it ended; `ranks` is None while it is played."""

    players: pairing.Table
    ranks: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None

    @property
    def bye(self) -> bool:
        return len(self.players) == 1

    @property
    def over(self) -> bool:
        return self.bye or self.ranks is not None

    @property
    def participants(self) -> pairing.Table:
        """The players without bots that only fill seats."""
        return tuple(number for number in self.players if number != FILLER_NUMBER)


Rounds = Sequence[Sequence[TableResult]]


@dataclass(frozen=True)
class RoundResult:
    """Result of one player in one round: a place, 0 for a bye, None while the table is played."""

    place: int | None
    shared: bool = False

    @property
    def bye(self) -> bool:
        return self.place == 0


@dataclass(frozen=True)
class TournamentStanding:
    """One line of the standings. `cells` has None for rounds in which the player did not take part."""

    place: int
    player: int
    cells: tuple[RoundResult | None, ...]
    points: Fraction
    share: Fraction  # of game points: AVERAGE_SHARE for each round with as many as the table's average
    met: Fraction  # average points of the opponents


def worth(ranks: Sequence[int], seats: int) -> list[Fraction]:
    """Return the points for each of `ranks` at one table.

    The first place is worth `seats` (of a full table), the last one, the others lie evenly between: every table gives
    the same on average. Players who share places share their points.

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
    """Return each score relative to the table's average (100); counted from the lowest score if that is negative.

    >>> [int(share) for share in shares((60, 40, 20, 40))]
    [150, 100, 50, 100]
    """
    low = min(0, *scores)
    total = sum(scores) - low * len(scores)
    if not total:
        return [Fraction(AVERAGE_SHARE)] * len(scores)
    return [Fraction(AVERAGE_SHARE * (score - low) * len(scores), total) for score in scores]


@dataclass
class _Totals:
    """What the rounds so far have brought one player."""

    points: Fraction = Fraction()
    share: Fraction = Fraction()
    cells: list[RoundResult | None] = field(default_factory=list)
    opponents: list[int] = field(default_factory=list)


def standings(rules: Rules, players: Sequence[TournamentPlayer], rounds: Rounds, seed: int) -> list[TournamentStanding]:
    """Return all players in order: by points, by the share of game points, by the average points of opponents.

    Players equal in all three share a place, and lots decide the order. Players of the final come first, in its order.
    """
    totals = {player.number: _Totals() for player in players if player.state != "invited"}
    final: dict[int, int] = {}  # places in the final
    for count, round in enumerate(rounds, 1):
        for played in round:
            for number, cell in _cells(played):
                totals[number].cells.append(cell)
            if count > rules.rounds:
                final = dict(zip(played.players, played.ranks or (), strict=False))
            elif played.over:
                _add_table(totals, played, rules.seats)
        for total in totals.values():
            if len(total.cells) < count:
                total.cells.append(None)
    met = {
        number: sum((totals[other].points for other in total.opponents), Fraction()) / max(1, len(total.opponents))
        for number, total in totals.items()
    }
    lots = list(totals)
    pairing.shuffle(lots, seeded(seed))
    merit = {
        number: (final.get(number, len(totals) + 1), -total.points, -total.share, -met[number])
        for number, total in totals.items()
    }
    return [
        TournamentStanding(
            1 + sum(other < merit[number] for other in merit.values()),
            number,
            tuple(totals[number].cells),
            totals[number].points,
            totals[number].share,
            met[number],
        )
        for number in sorted(totals, key=lambda number: (merit[number], lots.index(number)))
    ]


def _cells(played: TableResult) -> list[tuple[int, RoundResult]]:
    if played.bye:
        return [(played.players[0], RoundResult(0))]
    ranks = played.ranks
    return [
        (number, RoundResult(None) if ranks is None else RoundResult(ranks[seat], ranks.count(ranks[seat]) > 1))
        for seat, number in enumerate(played.players)
        if number != FILLER_NUMBER
    ]


def _add_table(totals: Mapping[int, _Totals], played: TableResult, seats: int) -> None:
    """Add points, shares of game points and opponents of a finished table. A bye is a victory with an average score."""
    if played.bye:
        gained, parts = [Fraction(seats)], [Fraction(AVERAGE_SHARE)]
    else:
        gained, parts = worth(played.ranks or (), seats), shares(played.scores or (0,) * len(played.players))
    for number, points, part in zip(played.players, gained, parts, strict=True):
        if number != FILLER_NUMBER:
            totals[number].points += points
            totals[number].share += part
    for one, other in permutations(played.participants, 2):
        totals[one].opponents.append(other)


def next_round(rules: Rules, players: Sequence[TournamentPlayer], rounds: Rounds, seed: int) -> pairing.Round | None:
    """Return the tables of the round after `rounds`, where unfinished tables count nothing; None after the last one."""
    number = len(rounds) + 1
    playing = {player.number for player in players if player.plays}
    if len(playing) < 2 or number > rules.rounds + rules.final:
        return None
    if rules.kind == "robin" and number <= rules.rounds:
        return _planned_round(rules, players, number, seed)
    history = [tuple(played.participants for played in round) for round in rounds]
    order = [line.player for line in standings(rules, players, rounds, seed) if line.player in playing]
    if number > rules.rounds:
        return pairing.seated([tuple(order[: rules.seats])], history, seeded(seed + number))
    return pairing.swiss(order, history, rules.seats, seed + number)


def _planned_round(rules: Rules, players: Sequence[TournamentPlayer], number: int, seed: int) -> pairing.Round:
    """Return a round of a round robin without the players who have withdrawn; byes come last."""
    numbered = sorted((player for player in players if player.state != "invited"), key=lambda player: player.number)
    plan = pairing.round_robin(len(numbered), rules.seats, rules.rounds, seed)[number - 1]
    tables = (tuple(numbered[n - 1].number for n in table if numbered[n - 1].plays) for table in plan)
    return tuple(sorted(filter(None, tables), key=lambda table: len(table) == 1))


def filled(table: pairing.Table, rules: Rules, sizes: Sequence[int]) -> pairing.Table:
    """Return a table with the bots that fill it: up to all seats if `rules.fill`, else up to the next of `sizes`, those
    of the game. They sit last, so that the order of the players' seats stays as fair as it was drawn."""
    if rules.fill:
        return (*table, *[FILLER_NUMBER] * (rules.seats - len(table)))
    wanted = len(table) if len(table) == 1 else next(size for size in sorted(sizes) if size >= len(table))
    return (*table, *[FILLER_NUMBER] * (wanted - len(table)))


@dataclass(frozen=True)
class TournamentTable:
    """A drawn table. `match` is the id of the table where it is played, empty for a bye."""

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
    def played(self) -> TableResult:
        return TableResult(self.players, self.ranks, self.scores)


@dataclass(frozen=True)
class Tournament:
    """Current state of a tournament. `stage` is open (players join), running, over, or closed by its opener."""

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
    players: tuple[TournamentPlayer, ...] = ()
    tables: tuple[TournamentTable, ...] = ()

    @property
    def rounds(self) -> list[list[TableResult]]:
        """The tables drawn so far, round by round."""
        return [[table.played for table in self.tables if table.round == number] for number in range(1, self.round + 1)]

    @property
    def round_over(self) -> bool:
        return all(table.stage == "over" for table in self.tables if table.round == self.round)

    @property
    def length(self) -> int:
        """The number of rounds with the final; before the start, for the players who have joined."""
        playing = sum(player.plays for player in self.players)
        rounds = self.rules.rounds or pairing.enough_rounds(max(2, playing), self.rules.seats)
        return rounds + self.rules.final

    def player(self, number: int) -> TournamentPlayer | None:
        return next((player for player in self.players if player.number == number), None)

    def player_of(self, person: str) -> TournamentPlayer | None:
        """Return the player with the id of a user, None if the user takes no part."""
        return next((player for player in self.players if person and player.person == person), None)

    def standings(self) -> list[TournamentStanding]:
        return standings(self.rules, self.players, self.rounds, self.seed)

    def next_round(self) -> pairing.Round | None:
        """Return the round that would be drawn if the current one ended as it is now."""
        return next_round(self.rules, self.players, self.rounds, self.seed)


def has_final(rules: Rules, players: Sequence[TournamentPlayer]) -> bool:
    """Whether a final is played for which not all players qualify."""
    return rules.final and sum(player.plays for player in players) > rules.seats

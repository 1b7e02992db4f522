"""Pairings: who meets whom at the tables of a tournament, and in which seats. Deterministic: arguments and a seed.

Players are numbered from 1. A table is a tuple of players in the order of their seats; with one player it is a bye.
Players are spread over tables as evenly as possible (ten at tables of four: 4, 3, 3): only tables of two need byes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, pairwise, permutations
from math import exp

from tablero.core.luck import Luck, seeded

Table = tuple[int, ...]
Round = tuple[Table, ...]
Group = tuple[int, ...]

SEATING_PASSES = 8  # times that every table of a plan is seated again
HEAT = 1.5  # temperature of the annealing of a plan at its start
SCALE = 1 << 20
SWAPS_PER_SEAT = 200  # swaps tried for each player and round while a plan is made
SWAPS_PER_PLAYER = 150  # swaps tried for each player while a Swiss round is made
MAX_PAIRINGS_TRIED = 20_000  # tables tried before the search for a round without repetitions is given up
REPETITION_COST = 6  # a repeated meeting counts like so many places between two players, where some are unavoidable
FORBIDDING_COST = 200  # the same while a round without repetitions may exist
NEIGHBOURS = 14  # how far down the standings opponents are looked for


def sizes(players: int, seats: int) -> list[int]:
    """Return the number of players at each table, the largest tables first.

    >>> sizes(12, 4), sizes(10, 4), sizes(5, 4), sizes(5, 2)
    ([4, 4, 4], [4, 3, 3], [3, 2], [2, 2, 1])
    """
    if seats == 2:
        return [2] * (players // 2) + [1] * (players % 2)
    tables = -(-players // seats)
    return [players // tables + (number < players % tables) for number in range(tables)]


def met(history: Iterable[Round]) -> Counter[tuple[int, int]]:
    """Count how often each pair, the smaller number first, has sat at one table."""
    return Counter(pair for round in history for table in round for pair in combinations(sorted(table), 2))


def enough_rounds(players: int, seats: int) -> int:
    """Return the number of rounds in which every pair meets about once.

    >>> enough_rounds(6, 2), enough_rounds(5, 2), enough_rounds(16, 4), enough_rounds(12, 4)
    (5, 5, 5, 4)
    """
    if seats == 2:
        return max(1, players - 1 + players % 2)
    return max(1, -(-(players - 1) // (max(sizes(players, seats)) - 1)))


# ---------------------------------------------------------------- round robin


@lru_cache(maxsize=64)
def round_robin(players: int, seats: int, rounds: int, seed: int) -> tuple[Round, ...]:
    """Return all rounds for players 1 to n: pairs meet, and players have each seat, about equally often."""
    luck = seeded(seed)
    numbers = list(range(1, players + 1))
    shuffle(numbers, luck)
    groups = _circle(numbers, rounds) if seats == 2 else _even_meetings(numbers, sizes(players, seats), rounds, luck)
    history: list[Round] = []
    for round in groups:
        history.append(seated(round, history, luck))
    return _with_even_seats(history, luck)


def _circle(numbers: Sequence[int], rounds: int) -> list[list[Group]]:
    """Return pairs by the circle method: all but the first place rotate; with an odd number, that place is the bye."""
    ring = list(numbers) if len(numbers) % 2 == 0 else [0, *numbers]
    drawn = []
    for _ in range(rounds):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        drawn.append([tuple(player for player in pair if player) for pair in pairs])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return drawn


def _even_meetings(numbers: Sequence[int], sizes: Sequence[int], rounds: int, luck: Luck) -> list[list[Group]]:
    """Return rounds whose pairs meet about equally often: shuffled rounds, improved by swaps (simulated annealing)."""
    n = len(numbers)
    order = [list(numbers) for _ in range(rounds)]
    for line in order:
        shuffle(line, luck)
    tables = [slice(*ends) for ends in pairwise(accumulate(sizes, initial=0))]
    table_at = [table for table, size in zip(tables, sizes, strict=True) for _ in range(size)]
    counts = _meeting_counts([line[table] for line in order for table in tables], n)
    steps = SWAPS_PER_SEAT * n * rounds if len(sizes) > 1 else 0
    for step in range(steps):
        line = order[luck.below(rounds)]
        i, j = luck.below(n), luck.below(n)
        if table_at[i] is table_at[j]:
            continue
        a, b = line[i], line[j]
        left = [p for p in line[table_at[i]] if p != a]
        right = [p for p in line[table_at[j]] if p != b]
        cost = _cost_of_swap(counts[a], counts[b], left) + _cost_of_swap(counts[b], counts[a], right)
        if _is_accepted(cost, HEAT * (1 - step / steps), luck):
            for player, others, change in ((a, left, -1), (b, left, 1), (b, right, -1), (a, right, 1)):
                for p in others:
                    counts[player][p] += change
                    counts[p][player] += change
            line[i], line[j] = b, a
    return [[tuple(line[table]) for table in tables] for line in order]


def _meeting_counts(tables: Iterable[Sequence[int]], n: int) -> list[list[int]]:
    """Count how often each of n players has met each other one: a matrix, because it is read often."""
    counts = [[0] * (n + 1) for _ in range(n + 1)]
    for table in tables:
        for a, b in permutations(table, 2):
            counts[a][b] += 1
    return counts


def _cost_of_swap(leaving: Sequence[int], coming: Sequence[int], others: Sequence[int]) -> int:
    """Return what a swap costs the others at a table. The two players are given as their meetings by opponent.

    One more meeting costs the square of those that two have had: a third time is dear.
    """
    return sum(coming[p] ** 2 - (leaving[p] - 1) ** 2 for p in others)


def _is_accepted(cost: float, heat: float, luck: Luck) -> bool:
    """Whether simulated annealing takes a step: always when it gains, else the more often the hotter."""
    return cost <= 0 or luck.below(SCALE) < int(SCALE * exp(-cost / heat))


# ---------------------------------------------------------------- Swiss rounds


def swiss(standing: Sequence[int], history: Sequence[Round], seats: int, seed: int) -> Round:
    """Return a round among the players of `standing`, the best first.

    Neighbours meet, from the top down; no player meets an opponent again while a round without that exists. Smaller
    tables come last; the bye goes to the lowest player with the fewest byes.
    """
    luck = seeded(seed)
    playing = list(standing)
    plan = sizes(len(playing), seats)
    bye: list[Group] = []
    if plan and plan[-1] == 1:
        had = Counter(table[0] for round in history for table in round if len(table) == 1)
        fewest = min(had[player] for player in playing)
        chosen = next(player for player in reversed(playing) if had[player] == fewest)
        playing.remove(chosen)
        bye = [(chosen,)]
        plan.pop()
    return seated([*_neighbours(playing, met(history), plan, luck), *bye], history, luck)


def _neighbours(
    standing: Sequence[int], known: Mapping[tuple[int, int], int], plan: Sequence[int], luck: Luck
) -> list[Group]:
    """Return tables of the sizes in `plan`, without repeated meetings if such a round is found.

    All rounds are tried from the top of the standing down; where that would take too long, swaps are tried. If neither
    finds one, neighbours meet again as seldom as fits.
    """
    tried = 0

    def tables(left: Sequence[int], sizes: Sequence[int]) -> list[Group] | None:
        """Return the rest of a round without a repetition, None if there is none."""
        nonlocal tried
        if not sizes:
            return []
        first, others = left[0], left[1:]
        near = others[: max(NEIGHBOURS, sizes[0])]
        for chosen in sorted(combinations(range(len(near)), sizes[0] - 1), key=sum):
            tried += 1
            if tried > MAX_PAIRINGS_TRIED:
                return None
            group = (first, *(near[place] for place in chosen))
            if not _repetitions(group, known):
                rest = tables([player for player in others if player not in group], sizes[1:])
                if rest is not None:
                    return [group, *rest]
        return None

    found = tables(list(standing), plan)
    if found is None and (tried > MAX_PAIRINGS_TRIED or len(standing) > NEIGHBOURS):  # not all were tried
        other = _by_swaps(standing, known, plan, luck, FORBIDDING_COST)
        found = None if any(_repetitions(group, known) for group in other) else other
    return found or _by_swaps(standing, known, plan, luck, REPETITION_COST)


def _repetitions(group: Iterable[int], known: Mapping[tuple[int, int], int]) -> int:
    return sum(known.get(pair, 0) for pair in combinations(sorted(group), 2))


def _by_swaps(
    standing: Sequence[int], known: Mapping[tuple[int, int], int], plan: Sequence[int], luck: Luck, repetition_cost: int
) -> list[Group]:
    """Return tables of neighbours, improved by swaps (simulated annealing).

    Two players at one table cost the places between them, and `repetition_cost` for each time that they have met.
    """
    rank = {player: place for place, player in enumerate(standing)}
    tables = [list(standing[start:end]) for start, end in pairwise(accumulate(plan, initial=0))]

    def cost(table: Sequence[int]) -> int:
        apart = sum(abs(rank[a] - rank[b]) for a, b in combinations(table, 2))
        return apart + repetition_cost * _repetitions(table, known)

    costs = [cost(table) for table in tables]
    steps = SWAPS_PER_PLAYER * len(standing) if len(plan) > 1 and known else 0
    for step in range(steps):
        one, other = luck.below(len(plan)), luck.below(len(plan))
        if one == other:
            continue
        left, right = tables[one], tables[other]
        i, j = luck.below(len(left)), luck.below(len(right))
        left[i], right[j] = right[j], left[i]
        now = cost(left), cost(right)
        if _is_accepted(sum(now) - costs[one] - costs[other], repetition_cost * (1 - step / steps) / 2, luck):
            costs[one], costs[other] = now
        else:
            left[i], right[j] = right[j], left[i]
    return sorted((tuple(table) for table in tables), key=lambda table: (-len(table), min(rank[p] for p in table)))


# ---------------------------------------------------------------- seats


def seated(groups: Iterable[Group], history: Sequence[Round], luck: Luck) -> Round:
    """Order each group so that players have the first seat, and the others too, about equally often."""
    had = _seats_had(history)
    return tuple(_best_order(group, had, luck) for group in groups)


def _with_even_seats(rounds: Sequence[Round], luck: Luck) -> tuple[Round, ...]:
    """Seat every table again, several times, with all other tables known, which makes seats more even."""
    plan = [list(round) for round in rounds]
    had = _seats_had(rounds)
    for _ in range(SEATING_PASSES):
        for round in plan:
            for number, table in enumerate(round):
                if len(table) > 1:
                    had.subtract(_seats_of(table))
                    round[number] = _best_order(table, had, luck)
                    had.update(_seats_of(round[number]))
    return tuple(tuple(round) for round in plan)


def _best_order(group: Group, had: Mapping[tuple[int, int], int], luck: Luck) -> Table:
    """Return an order with the fewest repeated seats, a random one among equals."""
    mixed = list(group)
    shuffle(mixed, luck)
    return min(permutations(mixed), key=lambda order: _repeated(order, had))


def _repeated(order: Table, had: Mapping[tuple[int, int], int]) -> int:
    """Count how often these players have had these seats before; the first seat counts double."""
    return sum((2 if seat == 0 else 1) * had.get((player, seat), 0) for seat, player in enumerate(order))


def _seats_had(history: Iterable[Round]) -> Counter[tuple[int, int]]:
    return Counter(chair for round in history for table in round if len(table) > 1 for chair in _seats_of(table))


def _seats_of(table: Table) -> Iterator[tuple[int, int]]:
    return ((player, seat) for seat, player in enumerate(table))


def shuffle(items: list[int], luck: Luck) -> None:
    """Shuffle in place, the same on every machine."""
    for last in range(len(items) - 1, 0, -1):
        other = luck.below(last + 1)
        items[last], items[other] = items[other], items[last]

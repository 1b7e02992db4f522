"""Pairing: who meets whom at the tables of a cup, and who sits where. Everything follows from its arguments and a seed.

Players are numbered from 1. A table is a tuple of them in the order of their seats; one with a single player in it is a bye.
Numbers that do not divide make tables as equal as can be (ten at tables of four: 4, 3, 3), so that a bye is only ever needed
where two play against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import exp

from tablero.core.luck import Luck, seeded

Table = tuple[int, ...]
Round = tuple[Table, ...]
Group = tuple[int, ...]

SWEEPS = 8  # times that the seats of a whole plan are looked at again
HEAT = 1.5  # how much worse an exchange may make things at first
SCALE = 1 << 20
STEPS = 200  # exchanges tried for each player and round while a plan is made
PATIENCE = 20_000  # tables tried before a round that avoids every repetition is given up
EXCHANGES = 150  # tried for each player while a round of neighbours is looked for
REPETITION = 6  # places in the standings that two may be further apart in order not to meet again, where some have to
NEVER = 200  # the same where perhaps nobody has to
NEIGHBOURS = 14  # how far down the standings companions are looked for


def sizes(players: int, seats: int) -> list[int]:
    """How many sit at each table, the largest tables first.

    >>> sizes(12, 4), sizes(10, 4), sizes(5, 4), sizes(5, 2)
    ([4, 4, 4], [4, 3, 3], [3, 2], [2, 2, 1])
    """
    if seats == 2:
        return [2] * (players // 2) + [1] * (players % 2)
    tables = -(-players // seats)
    return [players // tables + (number < players % tables) for number in range(tables)]


def met(history: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often each pair, the smaller number first, has sat at one table."""
    return Counter(pair for round in history for table in round for pair in combinations(sorted(table), 2))


def enough_rounds(players: int, seats: int) -> int:
    """How many rounds it takes for everybody to have met everybody, about once.

    >>> enough_rounds(6, 2), enough_rounds(5, 2), enough_rounds(16, 4), enough_rounds(12, 4)
    (5, 5, 5, 4)
    """
    if seats == 2:
        return max(1, players - 1 + players % 2)
    return max(1, -(-(players - 1) // (max(sizes(players, seats)) - 1)))


# ---------------------------------------------------------------- everybody against everybody


@lru_cache(maxsize=64)
def round_robin(players: int, seats: int, rounds: int, seed: int) -> tuple[Round, ...]:
    """A plan for players 1 to n: each pair meets about equally often, and everybody has each seat about equally often."""
    luck = seeded(seed)
    numbers = list(range(1, players + 1))
    shuffle(numbers, luck)
    groups = _circle(numbers, rounds) if seats == 2 else _exchanged(numbers, sizes(players, seats), rounds, luck)
    history: list[Round] = []
    for round in groups:
        history.append(seated(round, history, luck))
    return _with_even_seats(history, luck)


def _circle(numbers: Sequence[int], rounds: int) -> list[list[Group]]:
    """Each against each, by turning a circle around its first place; with an odd number, that place is the bye."""
    ring = list(numbers) if len(numbers) % 2 == 0 else [0, *numbers]
    drawn = []
    for _ in range(rounds):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        drawn.append([tuple(player for player in pair if player) for pair in pairs])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return drawn


def _exchanged(numbers: Sequence[int], sizes: Sequence[int], rounds: int, luck: Luck) -> list[list[Group]]:
    """Any rounds at first; then two people change places wherever that makes meetings more even."""
    n = len(numbers)
    order = [list(numbers) for _ in range(rounds)]
    for line in order:
        shuffle(line, luck)
    table_at = [table for table, size in enumerate(sizes) for _ in range(size)]
    first = [sum(sizes[:table]) for table in range(len(sizes) + 1)]
    counts = [[0] * (n + 1) for _ in range(n + 1)]
    for line in order:
        for table in range(len(sizes)):
            for a, b in permutations(line[first[table] : first[table + 1]], 2):
                counts[a][b] += 1
    steps = STEPS * n * rounds if len(sizes) > 1 else 0
    for step in range(steps):
        line = order[luck.below(rounds)]
        i, j = luck.below(n), luck.below(n)
        if table_at[i] == table_at[j]:
            continue
        a, b = line[i], line[j]
        of_a, of_b = counts[a], counts[b]
        left = [p for p in line[first[table_at[i]] : first[table_at[i] + 1]] if p != a]
        right = [p for p in line[first[table_at[j]] : first[table_at[j] + 1]] if p != b]
        # One more meeting costs the square of those that two have had: a third time is dear.
        change = 0
        for p in left:
            change += of_b[p] ** 2 - (of_a[p] - 1) ** 2
        for p in right:
            change += of_a[p] ** 2 - (of_b[p] - 1) ** 2
        if change > 0 and luck.below(SCALE) >= int(SCALE * exp(-change / (HEAT * (1 - step / steps)))):
            continue
        for p in left:
            of_a[p] -= 1
            counts[p][a] -= 1
            of_b[p] += 1
            counts[p][b] += 1
        for p in right:
            of_b[p] -= 1
            counts[p][b] -= 1
            of_a[p] += 1
            counts[p][a] += 1
        line[i], line[j] = b, a
    return [[tuple(line[first[t] : first[t + 1]]) for t in range(len(sizes))] for line in order]


# ---------------------------------------------------------------- neighbours in the standings


def swiss(standing: Sequence[int], history: Sequence[Round], seats: int, seed: int) -> Round:
    """A round among those in the standing, the best first. Neighbours meet, from the top down; nobody meets somebody again while
    there is a draw without that. Smaller tables stand at the end; the bye is for the last one who has not had one."""
    luck = seeded(seed)
    playing = list(standing)
    plan = sizes(len(playing), seats)
    bye: list[Group] = []
    if plan and plan[-1] == 1:
        had = Counter(table[0] for round in history for table in round if len(table) == 1)
        fewest = min(had[player] for player in playing)
        lucky = next(player for player in reversed(playing) if had[player] == fewest)
        playing.remove(lucky)
        bye = [(lucky,)]
        plan.pop()
    return seated([*_neighbours(playing, met(history), plan, luck), *bye], history, luck)


def _neighbours(
    standing: Sequence[int], known: Mapping[tuple[int, int], int], plan: Sequence[int], luck: Luck
) -> list[Group]:
    """Tables of these sizes at which nobody meets again: every way is tried from the top of the standing down, and where that would
    take too long, what a search by exchanges finds. When there is none, neighbours meet again as seldom as fits."""
    tried = 0

    def tables(left: Sequence[int], sizes: Sequence[int]) -> list[Group] | None:
        """The rest of a round without a repetition."""
        nonlocal tried
        if not sizes:
            return []
        first, others = left[0], left[1:]
        near = others[: max(NEIGHBOURS, sizes[0])]
        for chosen in sorted(combinations(range(len(near)), sizes[0] - 1), key=sum):
            tried += 1
            if tried > PATIENCE:
                return None
            group = (first, *(near[place] for place in chosen))
            if not _repetitions(group, known):
                rest = tables([player for player in others if player not in group], sizes[1:])
                if rest is not None:
                    return [group, *rest]
        return None

    found = tables(list(standing), plan)
    if found is None and (tried > PATIENCE or len(standing) > NEIGHBOURS):  # not every way was tried
        other = _by_exchanges(standing, known, plan, luck, NEVER)
        found = None if any(_repetitions(group, known) for group in other) else other
    return found or _by_exchanges(standing, known, plan, luck, REPETITION)


def _repetitions(group: Iterable[int], known: Mapping[tuple[int, int], int]) -> int:
    return sum(known.get(pair, 0) for pair in combinations(sorted(group), 2))


def _by_exchanges(
    standing: Sequence[int], known: Mapping[tuple[int, int], int], plan: Sequence[int], luck: Luck, dear: int
) -> list[Group]:
    """Neighbours at first; then two change tables wherever nearer neighbours meet, or those who have not met before: meeting again
    is as `dear` as sitting so many places apart."""
    rank = {player: place for place, player in enumerate(standing)}
    first = [sum(plan[:table]) for table in range(len(plan) + 1)]
    tables = [list(standing[first[table] : first[table + 1]]) for table in range(len(plan))]

    def cost(table: Sequence[int]) -> int:
        apart = sum(abs(rank[a] - rank[b]) for a, b in combinations(table, 2))
        return apart + dear * _repetitions(table, known)

    costs = [cost(table) for table in tables]
    steps = EXCHANGES * len(standing) if len(plan) > 1 and known else 0
    for step in range(steps):
        one, other = luck.below(len(plan)), luck.below(len(plan))
        if one == other:
            continue
        left, right = tables[one], tables[other]
        i, j = luck.below(len(left)), luck.below(len(right))
        left[i], right[j] = right[j], left[i]
        now = cost(left), cost(right)
        change = sum(now) - costs[one] - costs[other]
        if change > 0 and luck.below(SCALE) >= int(SCALE * exp(-change / (dear * (1 - step / steps) / 2))):
            left[i], right[j] = right[j], left[i]
        else:
            costs[one], costs[other] = now
    return sorted((tuple(table) for table in tables), key=lambda table: (-len(table), min(rank[p] for p in table)))


# ---------------------------------------------------------------- seats


def seated(groups: Iterable[Group], history: Sequence[Round], luck: Luck) -> Round:
    """Groups in an order in which everybody begins about equally often, and has the other seats about equally often too."""
    had = _seats_had(history)
    return tuple(_best_order(group, had, luck) for group in groups)


def _with_even_seats(rounds: Sequence[Round], luck: Luck) -> tuple[Round, ...]:
    """The same rounds; every table is seated again, knowing all others, until the seats are as even as this makes them."""
    plan = [list(round) for round in rounds]
    had = _seats_had(rounds)
    for _ in range(SWEEPS):
        for round in plan:
            for number, table in enumerate(round):
                if len(table) > 1:
                    had.subtract(_chairs(table))
                    round[number] = _best_order(table, had, luck)
                    had.update(_chairs(round[number]))
    return tuple(tuple(round) for round in plan)


def _best_order(group: Group, had: Mapping[tuple[int, int], int], luck: Luck) -> Table:
    """The order with the fewest repetitions, any of those that are alike."""
    mixed = list(group)
    shuffle(mixed, luck)
    return min(permutations(mixed), key=lambda order: _repeated(order, had))


def _repeated(order: Table, had: Mapping[tuple[int, int], int]) -> int:
    """How often those who get these seats have had them already; the first seat counts double."""
    return sum((2 if seat == 0 else 1) * had.get((player, seat), 0) for seat, player in enumerate(order))


def _seats_had(history: Iterable[Round]) -> Counter[tuple[int, int]]:
    return Counter(chair for round in history for table in round if len(table) > 1 for chair in _chairs(table))


def _chairs(table: Table) -> Iterator[tuple[int, int]]:
    return ((player, seat) for seat, player in enumerate(table))


def shuffle(items: list[int], luck: Luck) -> None:
    """In place, by this luck: the same on every machine."""
    for last in range(len(items) - 1, 0, -1):
        other = luck.below(last + 1)
        items[last], items[other] = items[other], items[last]

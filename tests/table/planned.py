"""Random plans and random continuations: what a fuzz of plans is made of."""

from __future__ import annotations

from collections.abc import Sequence

from tablero.core.game import Game
from tablero.core.luck import Luck, seeded
from tablero.core.state import State
from tablero.table import Holder, Table
from tablero.table.plans import Condition, PlanLine, PlannedMove, TurnPlan, decide, new_plan

NAMES = ("Anna", "Ben", "Cleo", "Dora")


def table_of(state: State) -> Table:
    """Return a table of people that begins with a position."""
    seats = int(state.seats)
    holders = [Holder("person", NAMES[seat], f"person-{seat}") for seat in range(seats)]
    start = state.dump()
    return Table("t", state.game, seats, state.options, holders, 7, "salt", start=start, rules=state.rules_number())


def position(game: Game, seats: int, seed: int, moves: int) -> State:
    """Return a position after so many random moves, or the last one with something to decide."""
    luck, state = seeded(seed), game.start(seats, seed)
    for _ in range(moves):
        after = state.copy()
        seat = pick(after.actors(), luck)
        after.apply(seat, pick(after.moves(seat), luck))
        if not after.actors():
            break
        state = after
    return state


def pick(of: Sequence[int], luck: Luck) -> int:
    return of[luck.below(len(of))]


def random_lines(table: Table, seat: int, luck: Luck, turns: int, continued: list[tuple[int, int]]) -> list[PlanLine]:
    """Return lines for the own turns along one random continuation, some with branches and some with nonsense. The
    moves of that continuation are appended to `continued`."""
    if turns == 0 or table.over:
        return []
    others: list[tuple[int, str]] = []
    table = table.copy()
    for _ in range(60):
        actors = table.actors()
        if not actors or seat in actors:
            break
        mover = pick(actors, luck)
        others.append((mover, _make(table, mover, luck, continued)))
    if seat not in table.actors():
        return []
    before, then = table.copy(), []
    for _ in range(30):
        then.append(_make(table, seat, luck, continued))
        if seat not in table.actors():
            break
    main = PlanLine(_when(others, luck), tuple(then), tuple(random_lines(table, seat, luck, turns - 1, continued)))
    lines = [main]
    if luck.below(2):
        other: list[str] = []
        fork = before.copy()
        for _ in range(1 + luck.below(4)):
            if seat in fork.actors():
                other.append(_make(fork, seat, luck, []))
        aside = PlanLine(_when(others, luck), tuple(other), main.after if luck.below(2) else ())
        lines.insert(luck.below(2), aside if aside.then or not aside.after else PlanLine(aside.when))
    if luck.below(4) == 0:
        lines.append(PlanLine(then=(_any_words(table.game, luck),)))
    return lines


def _any_words(game: Game, luck: Luck) -> str:
    while True:
        try:
            return game.moves.write(luck.below(game.moves.size))
        except ValueError:
            continue


def _make(table: Table, seat: int, luck: Luck, continued: list[tuple[int, int]]) -> str:
    move = pick(table.state.moves(seat), luck)
    words = table.game.write(table.state, seat, move)
    continued.append((seat, move))
    table.make(seat, move)
    return words


def _when(others: Sequence[tuple[int, str]], luck: Luck) -> tuple[Condition, ...]:
    """Return conditions that these moves would fulfil, or nearly."""
    found = []
    for mover in sorted({mover for mover, _ in others}):
        words = [words for other, words in others if other == mover]
        one = words[luck.below(len(words))]
        form = luck.below(5)
        if form == 0:
            found.append(Condition(mover, did=tuple(words)))
        elif form == 1:
            found.append(Condition(mover, did=(one,)))
        elif form == 2:
            found.append(Condition(mover, kind=one.split()[0], but=(words[0],)))
        elif form == 3:
            found.append(Condition(mover, but=(one,)))
    return tuple(found)


def random_plan(table: Table, seat: int, luck: Luck) -> tuple[TurnPlan, list[tuple[int, int]]]:
    """Return a plan for up to four own turns, made on a board that knows only what the seat knows, and the moves along
    which it was made."""
    imagined = table.state.imagine(seat, seeded(luck.below(1 << 30)))
    imagined.reopen(seat)
    continued: list[tuple[int, int]] = []
    lines = random_lines(table_of(imagined), seat, luck, 1 + luck.below(4), continued)
    return new_plan(table, seat, lines), continued


def sequences(lines: Sequence[PlanLine]) -> list[tuple[str, ...]]:
    """Return all sequences of own moves that a tree says, from its root to each leaf."""
    out = []
    for line in lines:
        out += [line.then + rest for rest in (sequences(line.after) or [()])]
    return out


def follow(plan: TurnPlan, table: Table, seat: int, luck: Luck, likely: list[tuple[int, int]], steps: int) -> list[str]:
    """Play on: the plan where it says a move, the others mostly as they did on its board. Return the moves of the plan,
    after having checked each of them."""
    made: list[str] = []
    said = sequences(plan.lines)
    for _ in range(steps):
        if table.over:
            break
        decision = decide(plan, table, seat)
        if isinstance(decision, PlannedMove):
            assert decision.move in table.state.moves(seat), "a plan makes legal moves"
            words = table.game.write(table.state, seat, decision.move)
            made.append(words)
            table.make(seat, decision.move)
            assert any(one[: len(made)] == tuple(made) for one in said), f"the tree does not say {made}"
            continue
        if decision is not None:
            break  # it has come to its end
        others_move(table, seat, luck, likely)
    return made


def others_move(table: Table, seat: int, luck: Luck, likely: list[tuple[int, int]]) -> None:
    """Let another seat move: mostly as it did when the plan was made."""
    mover = pick([other for other in table.actors() if other != seat], luck)
    legal = table.state.moves(mover)
    expected = next((move for other, move in likely if other == mover and move in legal), None)
    if expected is not None and luck.below(5):
        likely.remove((mover, expected))
        table.make(mover, expected)
    else:
        table.make(mover, pick(legal, luck))


def lines_along(table: Table, seat: int, turns: int) -> tuple[tuple[PlanLine, ...], list[tuple[int, int]]]:
    """Return lines for the own turns in which every other seat makes the first legal move, named move by move; and all
    of these moves."""
    board, moves = table.copy(), list[tuple[int, int]]()

    def make(mover: int) -> str:
        move = board.state.moves(mover)[0]
        words = board.game.write(board.state, mover, move)
        moves.append((mover, move))
        board.make(mover, move)
        return words

    told = []
    for _ in range(turns):
        others: dict[int, list[str]] = {}
        while seat not in board.actors():
            mover = board.actors()[0]
            others.setdefault(mover, []).append(make(mover))
        then = []
        while board.actors() == (seat,):
            then.append(make(seat))
        told.append((tuple(Condition(other, did=tuple(words)) for other, words in others.items()), tuple(then)))
    lines: tuple[PlanLine, ...] = ()
    for when, own in reversed(told):
        lines = (PlanLine(when, own, lines),)
    return lines, moves

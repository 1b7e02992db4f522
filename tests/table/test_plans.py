"""Plans: what they say, what stops them, and that they know nothing but what their seat knows."""

from __future__ import annotations

import json
import os
from collections import Counter

import pytest

from tablero import seeded
from tablero.core.errors import BadOption
from tablero.games import game as find_game
from tablero.games import games
from tablero.table import Table
from tablero.table.plans import (
    Condition,
    PlanLine,
    PlannedMove,
    PlanStop,
    TurnPlan,
    check,
    decide,
    fingerprint,
    new_plan,
    read,
    write,
)
from tests.table.planned import follow, pick, position, random_plan, table_of
from tests.table.tables import new_table, play, undo

EVERY = [each.name for each in games()]
MANY = int(os.environ.get("TABLERO_PLANS", "100000"))  # plans of the long form
PARTS = 10  # tests of each game among which they are shared out


def said(plan: TurnPlan, table: Table, seat: int) -> str:
    decision = decide(plan, table, seat)
    if isinstance(decision, PlannedMove):
        return table.game.write(table.state, seat, decision.move)
    return decision.reason if isinstance(decision, PlanStop) else "waits"


def line(then: str, *when: Condition, after: tuple[PlanLine, ...] = ()) -> PlanLine:
    return PlanLine(when, tuple(filter(None, then.split(", "))), after)


# ---------------------------------------------------------------- conditions, with Yaxha's secret choices


def chosen(own: int, other: int) -> Table:
    """Yaxha for two people, who have chosen these tiles."""
    table = new_table(2, seed=4)
    play(table, 0, own)
    play(table, 1, other)
    return table


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        (Condition(1, did=("take tile 2",)), True),
        (Condition(1, did=("take tile 1",)), False),
        (Condition(1, kind="take tile", but=("take tile 1",)), True),
        (Condition(1, kind="take tile", but=("take tile 2",)), False),
        (Condition(1, kind="take"), True),
        (Condition(1, kind="finish"), False),
        (Condition(1, but=("take tile 1",)), True),
        (Condition(1, but=("take tile 2",)), False),
        (Condition(1), True),
    ],
)
def test_a_condition_names_moves_or_kinds_of_moves(when: Condition, holds: bool) -> None:
    table = new_table(2, seed=4)
    play(table, 0, 0)
    first = find_game("yaxha").moves.write(cube(chosen(0, 1)))
    plan = new_plan(table, 0, [line(first, when)])
    assert said(plan, table, 0) == "waits"
    play(table, 1, 1)
    assert said(plan, table, 0) == (first if holds else "otherwise")


def cube(table: Table) -> int:
    """A cube that the first seat may place."""
    return next(move for move in table.state.moves(0) if move > 4)


def test_the_first_line_that_fits_counts() -> None:
    table = new_table(3, seed=4)
    play(table, 0, 0)
    play(table, 2, 2)
    plan = new_plan(table, 0, [line("", Condition(1, did=("take tile 2",))), line("finish")])
    for other, words in ((1, "asked"), (2, "illegal")):  # finishing comes after placing
        fork = table.copy()
        play(fork, 1, other)
        assert said(plan, fork, 0) == words


def test_a_plan_asks_when_its_owner_has_done_something_else_or_taken_back() -> None:
    table = new_table(2, seed=4)
    plan = new_plan(table, 0, [line("take tile 1", after=(line("take tile 2"),))])
    fork = table.copy()
    play(fork, 0, 1)
    assert said(plan, fork, 0) == "moved"
    undo(fork, 0)
    assert said(plan, fork, 0) == "take tile 1"
    play(table, 0, 0)
    kept = new_plan(table, 0, [line("finish")])
    undo(table, 0)
    assert said(kept, table, 0) == "changed"


def test_new_tiles_stop_a_plan_in_yaxha() -> None:
    table = chosen(0, 1)
    for seat in (0, 1):
        while (moves := table.state.moves(seat)) != [4]:
            play(table, seat, next(move for move in moves if move > 4))
    plan = new_plan(table, 0, [line("finish", after=(line("take tile 1"),))])
    assert said(plan, table, 0) == "finish"
    play(table, 0, 4)
    assert said(plan, table, 0) == "waits"
    play(table, 1, 4)
    assert said(plan, table, 0) == "surprise"


def test_a_line_made_on_the_board_fires_only_on_what_was_seen_there() -> None:
    table = new_table(3, seed=4)
    play(table, 0, 0)
    play(table, 2, 2)
    board = table.copy()
    play(board, 1, 1)
    first = table.game.moves.write(cube(board))
    plan = new_plan(table, 0, [PlanLine((), (first,), (), fingerprint(board, 0))])
    assert said(plan, board, 0) == first
    play(table, 1, 2)
    assert said(plan, table, 0) == "changed"


# ---------------------------------------------------------------- reading and checking


def test_a_plan_is_written_as_json_and_read_again() -> None:
    table = new_table(2)
    plan = new_plan(table, 0, [line("take tile 1", Condition(1, kind="take", but=("take tile 2",)), after=(line(""),))])
    assert read(write(plan)) == plan
    assert json.loads(write(plan))["lines"][0]["when"][0]["kind"] == "take"


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([line("take tile 9")], "no move of Yaxha"),
        ([line("finish", Condition(0))], "another seat"),
        ([line("finish", Condition(3))], "another seat"),
        ([line("finish", Condition(1, kind="dance"))], "begins with 'dance'"),
        ([line("finish")] * 61, "up to 60 lines"),
        ([line("", after=(line("finish"),))], "goes no further"),
    ],
)
def test_a_plan_that_cannot_be_meant_is_refused_in_words(lines: list[PlanLine], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        check(find_game("yaxha"), 2, 0, lines)


@pytest.mark.parametrize("text", ["", "[]", '{"since": -1, "facts": ""}', '{"since": 1, "facts": "", "steps": 1}'])
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="no plan"):
        read(text)


def test_a_tree_that_is_too_deep_is_refused() -> None:
    deep = line("finish")
    for _ in range(8):
        deep = line("finish", after=(deep,))
    with pytest.raises(BadOption, match="8 turns"):
        check(find_game("yaxha"), 2, 0, [deep])
    with pytest.raises(BadOption):
        read('{"since":0,"facts":"","lines":' + '[{"after":' * 5000 + "[]" + "}]" * 5000 + "}")


# ---------------------------------------------------------------- fuzz


def one_plan(name: str, seed: int) -> tuple[int, int]:
    """Follow one random plan; return how many moves and turns it made."""
    luck, game = seeded(seed), find_game(name)
    seats = pick([n for n in game.seats if n > 1], luck)
    table = table_of(position(game, seats, seed, luck.below(90)))
    if not table.actors():
        return 0, 0
    seat = luck.below(seats)
    plan, likely = random_plan(table, seat, luck)
    made = follow(plan, table, seat, luck, likely, 60)
    return len(made), len(plan.lines)


def one_pair(name: str, seed: int) -> int:
    """Follow one plan in two worlds that its seat cannot tell apart; return how many decisions were compared."""
    luck, game = seeded(seed), find_game(name)
    seats = pick([n for n in game.seats if n > 1], luck)
    state = position(game, seats, seed, luck.below(90))
    seat = luck.below(seats)
    if not state.actors():
        return 0
    worlds = [table_of(state), table_of(state.imagine(seat, seeded(seed + 1)))]
    plan, likely = random_plan(worlds[0], seat, luck)
    compared = 0
    for _ in range(40):
        one, other = worlds
        if one.over or one.view(seat) != other.view(seat) or one.log(seat) != other.log(seat):
            break  # by now they can be told apart
        decisions = [decide(plan, world, seat) for world in worlds]
        assert decisions[0] == decisions[1], (name, seed)
        compared += 1
        if isinstance(decisions[0], PlannedMove):
            for world in worlds:
                world.make(seat, decisions[0].move)
        elif decisions[0] is None:
            mover = pick([each for each in one.actors() if each != seat], luck)
            legal = [set(world.state.moves(mover)) for world in worlds]
            secret = [
                sorted(m for m in moves if world.state.observed(seat, mover, m) == -1)
                for world, moves in zip(worlds, legal, strict=True)
            ]
            if all(secret):  # each world makes a secret move of its own
                for world, moves in zip(worlds, secret, strict=True):
                    world.make(mover, pick(moves, luck))
                continue
            both = sorted(legal[0] & legal[1] - set(secret[0]) - set(secret[1]))
            if not both:
                break
            wanted = [move for whose, move in likely if whose == mover and move in both]
            move = wanted[0] if wanted and luck.below(5) else pick(both, luck)
            for world in worlds:
                world.make(mover, move)
        else:
            break
    return compared


@pytest.mark.parametrize("name", EVERY)
def test_random_plans_make_only_legal_moves_that_their_tree_says(name: str) -> None:
    moves = sum(one_plan(name, seed)[0] for seed in range(60))
    assert moves > 60, "plans are followed"


@pytest.mark.parametrize("name", EVERY)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_decisions(name: str) -> None:
    assert sum(one_pair(name, seed) for seed in range(40)) > 80


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", EVERY)
def test_very_many_random_plans(name: str, part: int) -> None:
    made = Counter[str]()
    for seed in range(1000 + part, 1000 + MANY // len(EVERY), PARTS):
        moves, _ = one_plan(name, seed)
        made["plans"] += 1
        made["moves"] += moves
        made["followed"] += moves > 0
        made["compared"] += one_pair(name, seed) if seed % 4 == 0 else 0
    print(name, dict(made))


@pytest.mark.parametrize("name", EVERY)
def test_without_a_surprise_a_seat_knows_what_follows_from_the_moves_it_sees(name: str) -> None:
    """What a game calls a surprise is all that a player could not have known: two imagined worlds show the same."""
    game, compared = find_game(name), 0
    for seed in range(25):
        luck = seeded(seed)
        seats = pick([n for n in game.seats if n > 1], luck)
        state = position(game, seats, seed, 10 * seed % 120)
        seat = luck.below(seats)
        worlds = [table_of(state.imagine(seat, seeded(seed + n))) for n in (1, 2)]
        for _ in range(60):
            actors = worlds[0].actors()
            if not actors:
                break
            mover = pick(actors, luck)
            both = sorted(set(worlds[0].state.moves(mover)) & set(worlds[1].state.moves(mover)))
            if not both:
                break
            move = pick(both, luck)
            for world in worlds:
                world.make(mover, move)
            kinds = {one.kinds for world in worlds for one in world.whole_history().happened(0, seat)}
            if any(each & (game.surprises | game.reveals) for each in kinds):
                break
            assert worlds[0].view(seat) == worlds[1].view(seat), (seed, game.write(state, mover, move))
            compared += 1
    assert compared > 100

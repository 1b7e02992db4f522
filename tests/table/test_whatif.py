"""What if: branches leave the game, grow, are gone about in, kept and removed; and nothing secret comes into them."""

import json
from itertools import count

import pytest

from tablero import games, seeded
from tablero.table import OtherRules, Refusal, Table
from tablero.table.whatif import BRANCH_LETTERS, REAL_LINE, Ground, WhatIf, turns_of
from tests.table.tables import new_table, play_on

EVERY = [each.name for each in games()]
LEVEL_NUMBERS = (1, 2, 3)


def tree_of(ground: Ground, mine: tuple[int, ...] = (0,), home: int = 0) -> WhatIf:
    numbers = count(1)
    return WhatIf(ground, "person-0", mine, 1, lambda: next(numbers), home)


def finished(name: str = "yaxha", seats: int = 2, seed: int = 1) -> Table:
    table = new_table(seats, seed, name)
    for step in range(3000):
        if table.over:
            return table
        play_on(table, 1, step)
    raise AssertionError("no game is so long")


def first_move(tree: WhatIf, choice: int = 0) -> tuple[int, int]:
    """A move that the person can make now."""
    seat = next(seat for seat in tree.table.state.actors() if seat in tree.mine)
    moves = tree.table.state.moves(seat)
    return seat, moves[choice % len(moves)]


@pytest.mark.parametrize("name", EVERY)
def test_a_branch_leaves_a_finished_game_and_the_game_stays_as_it_was(name: str) -> None:
    table = finished(name)
    before = table.state.dump()
    ground = Ground.of_finished(table)
    assert ground.state(len(ground.made)).dump() == before
    home = len(ground.made) // 2
    tree = tree_of(ground, mine=(0, 1), home=home)
    assert tree.table.version == 0
    for _ in range(6):
        tree.play(*first_move(tree))
    assert tree.at == ("A", 6)
    assert tree.table.seat_of("person-0") in tree.table.state.actors()
    assert table.state.dump() == before
    tree.go(REAL_LINE, home)
    assert tree.table.state == ground.state(home)


def test_another_move_in_the_midst_of_a_branch_begins_another_one_and_the_same_move_leads_on() -> None:
    tree = tree_of(Ground.of_position(new_table(2, 1, "maya")), mine=(0, 1))
    for _ in range(4):
        tree.play(*first_move(tree))
    tree.go("A", 1)
    same = first_move(tree)
    assert tree.branches["A"].moves[1] == same
    tree.play(*same)
    assert tree.at == ("A", 2)
    tree.go("A", 1)
    tree.play(*first_move(tree, 1))
    assert tree.at == ("B", 1)
    assert (tree.branches["B"].parent, tree.branches["B"].after) == ("A", 1)
    assert len(tree.branches["A"].moves) == 4
    assert tree.root("B") == 0


def test_arrows_lead_along_a_line_and_between_lines() -> None:
    tree = tree_of(Ground.of_position(new_table(2, 1, "maya")), mine=(0, 1))
    for _ in range(5):
        tree.play(*first_move(tree))
    ends = [end for _, end in turns_of(tree.branches["A"].moves)]
    tree.go("A", 0)
    for end in ends:
        tree.step(1)
        assert tree.at == ("A", end)
    tree.step(1)
    assert tree.at == ("A", ends[-1]), "there is nothing after the last turn"
    for _ in ends:
        tree.step(-1)
    assert tree.at == ("A", 0)
    tree.step(-1)
    assert tree.at == (REAL_LINE, 0)
    tree.switch_line(1)
    assert tree.at == ("A", 5)
    tree.switch_line(1)
    assert tree.at == (REAL_LINE, 0)


def test_taking_back_takes_the_answers_too() -> None:
    tree = tree_of(Ground.of_position(new_table(2, 1, "maya")))
    tree.branch()
    luck = seeded(3)
    for _ in range(200):  # a turn of one's own, then what the other answers
        state = tree.table.state
        if tree.bots_owe():
            moves = state.moves(1)
            tree.extend([(1, moves[luck.below(len(moves))])])
        elif any(seat == 1 for seat, _ in tree.branches["A"].moves):
            break
        else:
            tree.play(*first_move(tree))
    moves = list(tree.branches["A"].moves)
    assert moves[-1][0] == 1
    tree.undo()
    kept = tree.branches["A"].moves
    assert moves[: len(kept)] == kept
    assert moves[len(kept)][0] == 0
    assert all(seat == 1 for seat, _ in moves[len(kept) + 1 :])
    for _ in list(kept):
        tree.undo()
    with pytest.raises(Refusal, match="nothing to take back"):
        tree.undo()


def test_there_are_eight_branches_at_most_and_a_removed_one_comes_back_with_those_that_leave_it() -> None:
    tree = tree_of(Ground.of_position(new_table(2, 1, "maya")), mine=(0, 1))
    for _ in BRANCH_LETTERS:
        tree.go(REAL_LINE, 0)
        tree.play(*first_move(tree))
        tree.branch()
        tree.branch()  # a branch without a move is enough
        if len(tree.branches) == len(BRANCH_LETTERS):
            break
    assert sorted(tree.branches) == list(BRANCH_LETTERS)
    tree.go(REAL_LINE, 0)
    with pytest.raises(Refusal, match="eight branches"):
        tree.play(*first_move(tree))
    whole = {letter: list(branch.moves) for letter, branch in tree.branches.items()}
    tree.go("B", 0)
    tree.remove("A")  # B leaves A
    assert sorted(tree.branches) == list(BRANCH_LETTERS[2:])
    assert tree.at == (REAL_LINE, 0)
    tree.restore()
    assert {letter: branch.moves for letter, branch in tree.branches.items()} == whole
    with pytest.raises(Refusal, match="brought back"):
        tree.restore()


@pytest.mark.parametrize("name", EVERY)
def test_a_tree_that_was_kept_is_the_same_tree(name: str) -> None:
    table = finished(name)
    tree = tree_of(Ground.of_finished(table), mine=(0, 1), home=3)
    tree.play(*first_move(tree))
    tree.play(*first_move(tree, 1))
    written = json.loads(json.dumps(tree.written()))
    again = WhatIf.read(written, Ground.of_finished(table), "person-0", lambda: 7, LEVEL_NUMBERS)
    assert again.written() == tree.written()
    assert again.table.state.dump() == tree.table.state.dump()
    written["branches"][0][5][0] = [0, 10**6]
    with pytest.raises(OtherRules):
        WhatIf.read(written, Ground.of_finished(table), "person-0", lambda: 7, LEVEL_NUMBERS)


def test_luck_is_new_unless_it_is_to_be_the_same() -> None:
    table = finished("tzolkin", seed=4)
    ground = Ground.of_finished(table)
    new, same = tree_of(ground, mine=(0, 1), home=30), tree_of(ground, mine=(0, 1), home=30)
    same.same_luck = True
    for tree in (new, same):
        tree.branch()
    assert same.table.state == ground.state(30)
    assert new.table.state.dump()["luck"] != ground.state(30).dump()["luck"]
    for seat, move in ground.made[30:]:
        same.extend([(seat, move)])
    assert same.table.state.result() == table.state.result(), "the same moves under the same luck end the same way"


@pytest.mark.parametrize("name", EVERY)
def test_a_fork_of_a_running_game_knows_no_more_than_the_seat_does(name: str) -> None:
    """The same fork comes of any position that the seat holds possible: the true one leaves no trace in it."""
    table = new_table(3, 5, name)
    play_on(table, 37, 5)
    for k in (table.checkpoints(0)[-1][0], table.checkpoints(0)[len(table.checkpoints(0)) // 2][0]):
        fork = Ground.of_running(table, 0, k, seeded(9))
        other = _twin(table, k)
        twin = Ground.of_running(other, 0, other.checkpoints(0)[-1][0], seeded(9))
        assert fork.start.view(0) == twin.start.view(0)
        assert fork.start.dump()["luck"] == twin.start.dump()["luck"], "no luck to come is the true one"
        assert fork.start.dump()["luck"] != table.state.dump()["luck"]
        assert fork.start.dump() == twin.start.dump()


def _twin(table: Table, k: int) -> Table:
    """A table at another position that seat 0 holds possible after k moves."""
    possible = table.imagined_at(k, 0, seeded(77))
    return Table("u", table.game, table.seats, table.options, table.holders, 0, "", start=possible.dump())


def test_a_game_that_has_ended_leaves_nothing_to_try() -> None:
    table = finished()
    ground = Ground.of_finished(table)
    tree = tree_of(ground, home=len(ground.made))
    with pytest.raises(Refusal, match="over here"):
        tree.branch()

"""What places are worth, who comes first, and what is drawn next."""

from __future__ import annotations

from fractions import Fraction

from tablero.tournaments.tournament import Rules, TableResult, TournamentPlayer, filled, next_round, standings, worth

RULES = Rules("any", seats=4, rounds=3)


def people(count: int, **states: str) -> list[TournamentPlayer]:
    return [
        TournamentPlayer(n, f"P{n}", f"person-{n}", state=states.get(f"p{n}", "playing")) for n in range(1, count + 1)
    ]


def ended(*players: int) -> TableResult:
    """A table that ended in the order of its seats."""
    return TableResult(
        players, tuple(range(1, len(players) + 1)), tuple(40 - 10 * place for place in range(len(players)))
    )


def test_every_table_gives_the_same_on_average() -> None:
    for ranks in ((1, 2, 3, 4), (1, 2, 3), (2, 1), (1, 1, 1), (1, 2, 2, 4), (1, 1)):
        assert sum(worth(ranks, 4)) / len(ranks) == Fraction(5, 2)


def test_points_then_the_share_of_game_points_decide() -> None:
    rounds = [
        [
            TableResult((1, 2, 3, 4), (1, 2, 3, 4), (50, 30, 20, 0)),
            TableResult((5, 6, 7, 8), (1, 2, 3, 4), (90, 50, 45, 15)),
        ]
    ]
    order = [line.player for line in standings(RULES, people(8), rounds, 1)]
    assert order == [1, 5, 2, 6, 7, 3, 8, 4]  # the first has twice the table's average, the second 1.8 times


def test_then_those_decide_whom_one_has_met() -> None:
    two = Rules("any", seats=2, rounds=2)
    rounds = [[ended(1, 5), ended(2, 6), ended(3, 4)], [ended(3, 1), ended(4, 2), ended(5, 6)]]
    lines = {line.player: line for line in standings(two, people(6), rounds, 1)}
    assert [lines[n].place for n in range(1, 7)] == [2, 4, 1, 2, 4, 6]


def test_those_who_are_alike_in_everything_share_a_place() -> None:
    rounds = [[TableResult((1, 2, 3, 4), (1, 1, 3, 3), (30, 30, 10, 10))]]
    lines = standings(RULES, people(4), rounds, 1)
    assert [line.place for line in lines] == [1, 1, 3, 3]
    assert [line.points for line in lines] == [Fraction(7, 2)] * 2 + [Fraction(3, 2)] * 2
    assert lines[0].cells[0] is not None
    assert lines[0].cells[0].shared


def test_scores_below_zero_break_ties_as_well() -> None:
    rounds = [[TableResult((1, 2, 3, 4), (1, 2, 3, 4), (5, -1, -4, -8))]]
    shares = [line.share for line in standings(RULES, people(4), rounds, 1)]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == 400
    nothing = [[TableResult((1, 2, 3, 4), (1, 1, 1, 1), (0, 0, 0, 0))]]
    assert {line.share for line in standings(RULES, people(4), nothing, 1)} == {100}


def test_a_bye_counts_as_a_victory_and_bots_that_fill_are_in_no_standings() -> None:
    two = Rules("any", seats=2, rounds=3)
    lines = {line.player: line for line in standings(two, people(3), [[ended(1, 2), TableResult((3,))]], 1)}
    assert lines[3].points == lines[1].points == 2
    assert lines[3].cells[0] is not None
    assert lines[3].cells[0].bye
    filled_table = [[TableResult((1, 2, 0, 0), (2, 3, 1, 4), (20, 10, 30, 0))]]
    lines = {line.player: line for line in standings(RULES, people(2), filled_table, 1)}
    assert {n: int(line.points) for n, line in lines.items()} == {1: 3, 2: 2}


def test_unfinished_tables_count_nothing_yet() -> None:
    rounds = [[ended(1, 2, 3, 4), TableResult((5, 6, 7, 8))]]
    lines = {line.player: line for line in standings(RULES, people(8), rounds, 1)}
    assert lines[5].points == 0
    assert lines[5].cells[0] is not None
    assert lines[5].cells[0].place is None


def test_the_final_is_for_those_who_fill_one_table_and_decides() -> None:
    rules = Rules("any", seats=4, rounds=1, final=True)
    rounds = [[ended(1, 2, 3, 4), ended(5, 6, 7, 8)]]
    [final] = next_round(rules, people(8), rounds, 1) or ()
    assert set(final) == {1, 2, 5, 6}
    after = [*rounds, [ended(6, 2, 1, 5)]]
    assert [line.player for line in standings(rules, people(8), after, 1)][:4] == [6, 2, 1, 5]
    assert next_round(rules, people(8), after, 1) is None


def test_a_round_robin_keeps_its_plan_when_somebody_leaves() -> None:
    rules = Rules("any", seats=2, rounds=3, kind="robin")
    first = next_round(rules, people(4), [], 1) or ()
    rounds = [[ended(*table) for table in first]]
    whole = next_round(rules, people(4), rounds, 1) or ()
    without = next_round(rules, people(4, p4="withdrawn"), rounds, 1) or ()
    assert {tuple(n for n in table if n != 4) for table in whole} == set(without)
    assert sorted(n for table in without for n in table) == [1, 2, 3]


def test_nothing_is_drawn_for_one_who_is_left_alone_or_after_the_last_round() -> None:
    assert next_round(RULES, people(2, p1="withdrawn"), [], 1) is None
    assert next_round(Rules("any", seats=4, rounds=1), people(4), [[ended(1, 2, 3, 4)]], 1) is None


def test_bots_fill_tables_where_that_was_chosen_or_the_game_needs_it() -> None:
    assert filled((5, 2, 3), Rules("any", 4, 3, fill=2), (2, 3, 4)) == (5, 2, 3, 0)
    assert filled((5, 2, 3), RULES, (2, 3, 4)) == (5, 2, 3)
    assert filled((5, 2, 3), RULES, (2, 4)) == (5, 2, 3, 0)
    assert filled((5,), Rules("any", 2, 3), (2,)) == (5,)
    assert filled((5,), Rules("any", 2, 3, fill=1), (2,)) == (5, 0)

"""A tournament played out from here many times: chances that add up, and that follow from what is decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablero.tournaments.forecast import forecast
from tablero.tournaments.tournament import Kind, Rules, Tournament, TournamentPlayer, TournamentTable

PEOPLE = tuple(TournamentPlayer(n, f"P{n}", f"person-{n}") for n in range(1, 9))


def after_one_round(kind: Kind, rounds: int, final: bool, open_tables: int = 0) -> Tournament:
    """Eight at tables of four; the first of each table has won in the first round."""
    tables = tuple(
        TournamentTable(1, number, f"m{number}", players, "over", (1, 2, 3, 4), (40, 30, 20, 10))
        if number > open_tables
        else TournamentTable(1, number, f"m{number}", players, "running")
        for number, players in enumerate(((1, 2, 3, 4), (5, 6, 7, 8)), 1)
    )
    rules = Rules("any", 4, rounds, kind, final=final)
    return Tournament("key", "Cup", "ana", rules, 5, True, "running", 1, 9, 0.0, 0.0, PEOPLE, tables)


@pytest.mark.parametrize("kind", ["swiss", "robin"])
def test_somebody_wins_and_as_many_as_fill_a_table_reach_the_final(kind: Kind) -> None:
    told = forecast(after_one_round(kind, 3, final=True, open_tables=1), 300)
    assert sum(chances.win for chances in told.chances.values()) == pytest.approx(1)
    assert sum(chances.final or 0 for chances in told.chances.values()) == pytest.approx(4)
    assert told.chances[5].win > told.chances[8].win
    assert told.give_or_take >= 1


def test_what_is_decided_is_certain() -> None:
    told = forecast(after_one_round("swiss", 1, final=True), 200)
    assert [told.chances[n].final for n in (1, 2, 5, 6)] == [1.0] * 4
    assert [told.chances[n].final for n in (3, 4, 7, 8)] == [0.0] * 4
    tournament = after_one_round("swiss", 1, final=True)
    last = TournamentTable(2, 1, "final", (1, 5, 2, 6), "running")
    told = forecast(replace(tournament, round=2, tables=(*tournament.tables, last)), 200)
    assert sum(told.chances[n].win for n in (1, 2, 5, 6)) == pytest.approx(1)
    assert told.chances[1].final is None  # nobody can fail to reach it any more


def test_the_same_position_has_the_same_chances_and_those_who_left_have_none() -> None:
    tournament = after_one_round("swiss", 2, final=False)
    assert forecast(tournament, 100) == forecast(tournament, 100)
    gone = replace(tournament, players=(replace(PEOPLE[0], state="withdrawn"), *PEOPLE[1:]))
    assert 1 not in forecast(gone, 100).chances

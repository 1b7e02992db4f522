"""Values of searches become chances by the playouts."""

from __future__ import annotations

import pytest

from tablero.analysis.luck_and_skill import noise_of
from tablero.analysis.win_curve import MomentSample, WinCurve, fit_curve


def games_of(curve: WinCurve, games: int) -> list[MomentSample]:
    """What would be seen if a curve were true."""
    out = []
    for step in range(20):
        progress = step / 20
        values = [0.3 + 0.02 * step, 0.6 - 0.02 * step, 0.5]
        out.append(MomentSample(progress, values, curve.chances(progress, values), games))
    return out


@pytest.mark.parametrize(("early", "late"), [(1.0, 0.0), (2.0, 3.0), (0.5, 6.0)])
def test_the_curve_behind_the_games_is_found_again(early: float, late: float) -> None:
    true = WinCurve(early, late)
    found = fit_curve(games_of(true, 100))
    for progress in (0.1, 0.5, 0.9):
        for wanted, got in zip(
            true.chances(progress, [0.4, 0.6, 0.5]), found.chances(progress, [0.4, 0.6, 0.5]), strict=True
        ):
            assert got == pytest.approx(wanted, abs=0.02)


def test_many_games_pull_a_chance_further_than_few_and_make_it_surer() -> None:
    curve = WinCurve(2.0, 2.0, error=0.05)
    few, many = (curve.estimate(MomentSample(0.5, [0.5, 0.5], [0.9, 0.1], games)) for games in (10, 1000))
    assert 0.5 < few.chances[0] < many.chances[0] < 0.9
    assert many.errors[0] < few.errors[0]
    assert sum(few.chances) == pytest.approx(1)


def test_a_lone_seat_plays_against_even_odds() -> None:
    [chance] = WinCurve(2.0, 0.0).chances(0.5, [0.5])
    assert chance == pytest.approx(0.5)


def test_halves_that_agree_have_no_noise() -> None:
    assert noise_of(WinCurve(), [(0.2, ([0.4, 0.6], [0.4, 0.6]))]) == [0.0, 0.0]
    assert noise_of(WinCurve(), [(0.2, ([0.3, 0.7], [0.4, 0.6]))])[0] > 0.01

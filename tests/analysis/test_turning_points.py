"""Turning points: three to five in every game, and parts that add up to the way that a chance went."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tablero
from tablero.analysis import review_jobs
from tablero.analysis.review import Costly, Review, review
from tablero.analysis.turning_points import chance_parts, known_moments, turning_points, whole_parts
from tablero.core import Game
from tests.analysis.games import TINY, finished

EVERY = pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)


@pytest.fixture(autouse=True)
def without_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "reasons", lambda *_, **__: [])


@EVERY
def test_every_game_has_turning_points_and_its_parts_add_up(game: Game) -> None:
    found = review(finished(game.name, 2), TINY)
    moments = known_moments(found)
    for seat in range(2):
        parts = chance_parts(found, seat)
        start, end = moments[0].chances[seat], moments[-1].chances[seat]
        assert start + sum(part.change for part in parts) == pytest.approx(end, abs=1e-9)
        points = turning_points(found, seat)
        moved = len({part.moment for part in parts})
        assert min(3, moved) <= len(points) <= 5
        assert [abs(one.change) for one in points] == sorted((abs(one.change) for one in points), reverse=True)
        assert all(one.error >= 0 and moments[one.moment].at > one.at for one in points)


def test_a_costly_decision_made_with_others_is_told_apart_from_what_they_chose() -> None:
    found = _at_once()
    parts = {part.kind: part.change for part in chance_parts(found, 0)}
    assert parts == pytest.approx({"own": -0.41, "together": -0.09})
    [first, *_] = turning_points(found, 0)
    assert (first.kind, first.change) == ("own", -0.41)
    assert turning_points(found, 1)[0].kind == "together"


def _at_once() -> Review:
    """A game of one step in which both chose at the same time, the first seat badly."""
    found = review(finished("yaxha", 2), TINY)
    start, end = (replace(found.moments[k], movers=[0, 1], luck=[0.0, 0.0]) for k in (0, -1))
    start = replace(start, chances=[0.5, 0.5], thought=[0.5, 0.5])
    end = replace(end, chances=[0.0, 1.0])
    costly = Costly(0, 0, 1, 2, [1], [2], [40.0, 46.0], 1.0, [0.2, 0.61], 0.05, 8, [], {})
    return replace(found, moments=[start, end], costliest=[costly])


@pytest.mark.parametrize(
    ("start", "parts", "end"), [(33.4, [-9.5, 0.5, 0.5], 24.9), (0.4, [0.3, 0.3], 1.0), (50.0, [], 50.0)]
)
def test_whole_parts_add_up_exactly(start: float, parts: list[float], end: float) -> None:
    first, rounded, last = whole_parts(start, parts, end)
    assert first + sum(rounded) == last
    assert (first, last) == (round(start), round(end))

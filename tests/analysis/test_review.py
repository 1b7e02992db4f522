"""Reviews: true to the game, sure of its end, the same under the same seed, and free of what a seat could not know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

import tablero
from tablero.analysis import review_jobs
from tablero.analysis.review import REVIEW_VERSION, Review, one_by_one, review, side_by_side_in
from tablero.analysis.review_jobs import (
    JobResult,
    PlayedGame,
    ReviewBudget,
    ReviewJob,
    compare_decision,
    evaluate_decision,
    evaluate_luck,
)
from tablero.bots import glimpse
from tablero.core import BadRecord, Game, Record, seeded
from tests.analysis.games import LAST, TINY, finished, halfway, played


@pytest.fixture(autouse=True)
def without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reasons have tests of their own, and take as long as all the rest of so small a review."""
    monkeypatch.setattr(review_jobs, "reasons", lambda *_, **__: [])


EVERY = pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)


@cache
def reviewed(name: str = "maya", seats: int = 2) -> tuple[Record, Review]:
    record = finished(name, seats)
    return record, review(record, TINY)


@EVERY
def test_a_review_follows_the_game_to_its_result(game: Game) -> None:
    record, found = reviewed(game.name, 2)
    assert (found.version, found.game, found.moves, found.scores) == (
        REVIEW_VERSION,
        game.name,
        len(record.moves),
        list(record.scores or ()),
    )
    assert [found.moments[0].at, found.moments[-1].at] == [0, len(record.moves)]
    assert all(before.at < after.at for before, after in pairwise(found.moments))
    for moment in found.moments:
        assert sum(moment.chances) == pytest.approx(1, abs=0.01)
        assert min(moment.chances) >= 0
    last = found.moments[-1]
    assert [last.chances[seat] > 0 for seat in range(2)] == [seat in found.winners for seat in range(2)]
    assert last.scores == [float(points) for points in found.scores]
    course = PlayedGame(record)
    assert [one.at for one in found.decisions] == course.choices()
    for one in found.decisions:
        assert course.moves[one.at] == (one.seat, one.move)
        assert one.best in course.states[one.at].moves(one.seat)
        assert one.cost == 0 or one.best != one.move


@EVERY
def test_luck_and_skill_add_up_to_the_way_that_a_chance_went(game: Game) -> None:
    _, found = reviewed(game.name, 2)
    for seat, one in enumerate(found.balance):
        way = found.moments[-1].thought[seat] - found.moments[0].thought[seat]
        assert one.own + one.others + one.together + one.luck == pytest.approx(way, abs=0.01)


def test_the_same_seed_gives_the_same_review_in_any_number_of_processes() -> None:
    record, found = reviewed()
    with ThreadPoolExecutor(2) as pool:
        again = review(record, TINY, run_jobs=side_by_side_in(pool))
    assert again == found
    assert review(record, replace(TINY, seed=2)) != found


def test_a_review_is_written_down_and_read_back() -> None:
    _, found = reviewed()
    assert Review.from_text(found.to_text()) == found
    older = found.to_text().replace(f'"version":{REVIEW_VERSION}', '"version":0', 1)
    with pytest.raises(BadRecord, match="review the game anew"):
        Review.from_text(older)
    with pytest.raises(BadRecord, match="no review"):
        Review.from_text("{}")


def test_progress_counts_moves_up_to_all_of_them() -> None:
    told: list[tuple[int, int]] = []
    record = finished("maya", 2)
    review(record, TINY, lambda done, all: told.append((done, all)))
    assert told == sorted(told)
    assert told[-1] == (len(record.moves), len(record.moves))


def test_when_its_time_is_over_a_review_ends_with_what_has_been_judged() -> None:
    record = finished("maya", 2)
    late = review(record, replace(TINY, seconds=1e-6))
    assert [moment.at for moment in late.moments] == [0, len(record.moves)]
    assert late.games > 0
    assert sum(late.moments[0].chances) == pytest.approx(1, abs=1e-3)
    assert late.moments[-1].scores == list(record.scores or ())
    assert (late.decisions, late.costliest) == ([], [])
    assert Review.from_text(late.to_text()) == late


def test_however_early_a_review_is_cut_off_all_of_the_game_has_been_looked_at() -> None:
    begun: list[ReviewJob] = []

    def note(text: str, budget: ReviewBudget, jobs: Sequence[ReviewJob]) -> Iterable[tuple[ReviewJob, JobResult]]:
        begun.extend(jobs)
        return one_by_one(text, budget, jobs)

    review(finished("maya", 2), TINY, run_jobs=note)
    for kind in ("moment", "luck", "decision"):
        places = [job.at for job in begun if job.kind == kind]
        assert len(places) > 4
        assert min(places[:4]) < LAST / 4
        assert max(places[:4]) > LAST / 2


def test_a_running_game_is_not_reviewed() -> None:
    record = finished("maya", 2)
    running = replace(record, moves=record.moves[:-3], scores=None, winners=None)
    with pytest.raises(BadRecord, match="when it is over"):
        review(running, TINY)


def test_a_lone_seat_is_reviewed_too() -> None:
    _, found = reviewed("amritsar", 1)
    assert all(0 <= moment.chances[0] <= 1 for moment in found.moments)
    assert found.moments[-1].chances == [float(bool(found.winners))]


@EVERY
def test_a_decision_is_evaluated_by_what_its_seat_knew(game: Game) -> None:
    """Whatever the others hold and whatever is drawn later: the same decision costs the same."""
    state = halfway(game.name, 2)
    seat = state.actors()[0]
    move = state.moves(seat)[-1]
    found = []
    for other in (state, state.imagine(seat, seeded(77)), state.imagine(seat, seeded(78))):
        seen = glimpse(other, seat, seeded(5))
        found.append(
            (evaluate_decision(seen, move, TINY, seeded(6), 9), compare_decision(seen, move, TINY, seeded(6), 9, 0.0))
        )
    assert found[1] == found[0]
    assert found[2] == found[0]


def test_luck_is_told_only_where_something_was_drawn() -> None:
    """In Maya a turn ends with tiles drawn from a hidden reserve; in Tzolk'in most turns draw nothing."""
    for name, lucky, far in (("maya", True, 60), ("tzolkin", False, 12)):
        states, moves = played(name, 2)
        game = tablero.game(name)
        settling = [
            at for at in range(len(moves) // 3, len(moves) // 3 + far) if states[at + 1].settled != states[at].settled
        ]
        made = [(at, moves[at][0], game.read(states[at], *moves[at])) for at in settling]
        found = (
            bool(evaluate_luck(states[at], states[at + 1], seat, move, TINY, seeded(1)).after)
            for at, seat, move in made
        )
        assert any(found) is lucky

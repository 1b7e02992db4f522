"""Rated practice with puzzles: what a try changes, and when a puzzle that was not solved comes back."""

from __future__ import annotations

from datetime import UTC, datetime

from tablero.people.ratings import MIDDLE_POINTS, NEW_SIGMA, POINTS_PER_STEP, RatedPlayer, Rating, rated

PUZZLE_SIGMA = NEW_SIGMA / 3  # the levels of bots have measured it already
LEARNED_DAYS = 60.0  # a puzzle that would come back later does not


def rating_of_puzzle(points: int) -> Rating:
    """Return the rating of a puzzle without tries.

    >>> rating_of_puzzle(1800).points
    1800
    """
    return Rating(Rating().mu + (points - MIDDLE_POINTS) / POINTS_PER_STEP, PUZZLE_SIGMA)


def after_try(solver: Rating, puzzle: Rating, share: float) -> tuple[Rating, Rating]:
    """Return both ratings after a first try; a share of 0.5 is a draw.

    >>> solver, puzzle = after_try(Rating(), rating_of_puzzle(1500), 1.0)
    >>> solver.points > 1500 > puzzle.points
    True
    """
    places = (1, 2) if share > 0.5 else (2, 1) if share < 0.5 else (1, 1)
    after, other = rated([RatedPlayer(solver, places[0]), RatedPlayer(puzzle, places[1])])
    return after, other


def next_review(card: str | None, solved: bool, now: float) -> tuple[str, float] | None:
    """Return the card of a puzzle after a try, and when the puzzle comes back; None if it need not.

    >>> next_review(None, True, 0.0) is None
    True
    >>> card, due = next_review(None, False, 0.0)
    >>> 0 < due < next_review(card, True, due)[1]
    True
    """
    if card is None and solved:
        return None
    from fsrs import Card, Scheduler  # loaded when a puzzle was tried, not before
    from fsrs import Rating as Grade

    known = Card(card_id=0) if card is None else Card.from_json(card)
    at = datetime.fromtimestamp(now, UTC)
    after, _ = Scheduler(enable_fuzzing=False).review_card(known, Grade.Good if solved else Grade.Again, at)
    if (after.due - at).total_seconds() > LEARNED_DAYS * 86400:
        return None
    return after.to_json(), after.due.timestamp()

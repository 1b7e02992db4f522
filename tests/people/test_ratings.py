"""Ratings without a database."""

from __future__ import annotations

import random

import pytest

from tablero.people import RatedPlayer, Rating, Share, bot_rating, rated


def test_whoever_wins_rises_and_whoever_loses_falls_and_both_are_known_better() -> None:
    won, lost = rated([RatedPlayer(Rating(), 1), RatedPlayer(Rating(), 2)])
    assert won.points > 1500 > lost.points
    assert won.give_or_take == lost.give_or_take < Rating().give_or_take


def test_a_bot_keeps_its_rating_and_the_strongest_teaches_most() -> None:
    weak, bot = rated([RatedPlayer(Rating(), 1), RatedPlayer(bot_rating(1), 2, bot=True)])
    strong, _ = rated([RatedPlayer(Rating(), 1), RatedPlayer(bot_rating(8), 2, bot=True)])
    assert bot == bot_rating(1)
    assert strong.points > weak.points


def test_equal_places_of_equals_change_no_rating_and_one_alone_is_not_rated() -> None:
    assert {rating.points for rating in rated([RatedPlayer(Rating(), 1)] * 3)} == {1500}
    assert rated([RatedPlayer(Rating(), 1)]) == [Rating()]


def test_seven_games_of_ten_are_a_level() -> None:
    """Whoever wins as often as a level does against the one below is rated where that level stands."""
    luck = random.Random(1)
    mine = Rating()
    for _ in range(150):
        won = luck.random() < 0.7
        mine, _ = rated([RatedPlayer(mine, 1 if won else 2), RatedPlayer(bot_rating(5), 2 if won else 1, bot=True)])
    assert abs(mine.points - bot_rating(6).points) < mine.give_or_take < 120


@pytest.mark.parametrize(("games", "won"), [(0, 0.0), (1, 1.0), (40, 13.5)])
def test_an_interval_holds_its_share(games: int, won: float) -> None:
    low, high = Share(games, won).interval
    assert 0 <= low <= Share(games, won).part <= high <= 1
    assert high - low > 0.1

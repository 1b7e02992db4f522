"""The arena is fair and says how sure it is."""

from __future__ import annotations

import pytest

import tablero
from tablero.bots import Greedy
from tablero.core import Game
from tablero.lab.arena import Match, Outcome, elo_of, match, share_of

GAME = tablero.game("yaxha")


def of_shares(shares: list[float], seats: int = 3) -> Match:
    return Match(seats, tuple(Outcome(seed, share, (40,), (30.0,)) for seed, share in enumerate(shares)), 0.0, 0.0)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
def test_a_bot_against_itself_gets_exactly_its_share(game: Game, seats: int) -> None:
    for spec, seeds in (("random", 3), ("greedy", 2), ("level1", 1)):
        played = match(game, spec, spec, seats, range(seeds))
        assert all(outcome.share == pytest.approx(1 / seats) for outcome in played.outcomes)
        assert played.games == seeds * seats
        assert played.elo == pytest.approx(0)


def test_a_known_difference_shows() -> None:
    played = match(GAME, "greedy", "random", 3, range(15))
    low, high = played.interval()
    assert 1 / 3 < low <= played.share <= high
    assert played.scores[0] > played.scores[1]
    assert played.sprt() == "high"
    assert "45 games" in str(played)


def test_a_match_can_end_as_soon_as_it_is_decided() -> None:
    played = match(GAME, "greedy", "random", 2, range(1000), decide=(0, 50))
    assert played.games < 200
    assert played.sprt(0, 50) == "high"


def test_rivals_can_differ_and_must_fill_the_table() -> None:
    played = match(GAME, Greedy(), ["random", "greedy"], 3, range(2))
    assert [len(outcome.hero_scores) for outcome in played.outcomes] == [3, 3]
    with pytest.raises(ValueError, match="3 seats need 2 rivals, not 1"):
        match(GAME, "greedy", ["random"], 3, range(1))


def test_elo_and_share_are_two_words_for_one_thing() -> None:
    for seats in (2, 3, 4):
        assert share_of(0, seats) == pytest.approx(1 / seats)
        for elo in (-300, 20, 150):
            assert elo_of(share_of(elo, seats), seats) == pytest.approx(elo)
        assert (elo_of(0, seats), elo_of(1, seats)) == (-800, 800)


def test_the_test_of_two_claims_waits_until_it_knows() -> None:
    assert of_shares([1.0]).sprt() == "open"
    assert of_shares([0.0, 1.0, 0.0, 1.0]).sprt() == "open"
    assert of_shares([2 / 3, 1.0] * 20).sprt() == "high"
    assert of_shares([0.0, 1 / 3] * 20).sprt() == "low"

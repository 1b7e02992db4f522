"""The arena is fair and says how sure it is."""

from __future__ import annotations

from typing import Any

import pytest

import tablero
from tablero.bots import Glimpse, Greedy, Random
from tablero.core import Game, Luck
from tablero.lab import arena
from tablero.lab.arena import Match, Outcome, Pace, elo_of, match, play_out, play_seed, share_of
from tablero.lab.errors import ArenaError

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


def test_who_has_won_everything_may_still_lose() -> None:
    """The exact interval of forty wins in forty games begins at 91.2 %."""
    for share in (0.0, 1.0):
        low, high = of_shares([share] * 20, seats=2).interval()
        assert (low if share else 1 - high) == pytest.approx(0.912, abs=0.01)
        assert (high if share else low) == share
    assert of_shares([0.5] * 20, seats=2).interval() == (0.5, 0.5)


def test_the_test_of_two_claims_waits_until_it_knows() -> None:
    assert of_shares([1.0]).sprt() == "open"
    assert of_shares([0.0, 1.0, 0.0, 1.0]).sprt() == "open"
    assert of_shares([2 / 3, 1.0] * 20).sprt() == "high"
    assert of_shares([0.0, 1 / 3] * 20).sprt() == "low"


class Scripted:
    """A bot that does what a test wants of it, and remembers what it was shown and told."""

    def __init__(self, *picks: object) -> None:
        self.picks = list(picks)
        self.shown: list[dict[str, Any]] = []
        self.told: list[tuple[int, int]] = []

    def saw(self, mover: int, move: int) -> None:
        self.told.append((mover, move))

    def choose(self, glimpse: Glimpse, luck: Luck, stop: object = None) -> Any:
        self.shown.append(glimpse.state.view(glimpse.seat))
        pick = self.picks.pop(0) if self.picks else 0
        if isinstance(pick, Exception):
            raise pick
        return glimpse.moves[pick] if isinstance(pick, int) and abs(pick) < len(glimpse.moves) else pick


@pytest.mark.parametrize(
    ("pick", "words"),
    [
        (99999, "chose 99999, which is none of its legal moves"),
        ("left", "a move is a whole number, not 'left'"),
        (KeyError("plan"), r"failed with KeyError: 'plan' \(in test_arena.py, line \d+\)"),
        (ArenaError("nobody there"), "gave no move: nobody there"),
    ],
)
def test_a_bot_that_breaks_off_is_named_with_its_seed_seat_and_place(pick: object, words: str) -> None:
    with pytest.raises(ArenaError, match=words) as refused:
        play_out(GAME.start(2, 6), [Greedy(), Scripted(0, pick)], 6, ["greedy", "mine:make"])
    assert "the bot mine:make" in str(refused.value)
    assert "seat 1 of Yaxha with 2 seats, seed 6" in str(refused.value)


@pytest.mark.parametrize(("name", "secret"), [("yaxha", True), ("amritsar", False)])
def test_a_bot_hears_of_every_move_of_the_others_as_its_seat_sees_it(name: str, secret: bool) -> None:
    listener = Scripted()
    state = tablero.game(name).start(2, 3)
    play_out(state, [Random(), listener], 3)
    assert {mover for mover, _ in listener.told} == {0}
    assert (-1 in {move for _, move in listener.told}) == secret


def test_what_others_choose_in_secret_reaches_no_bot() -> None:
    """Two games that differ in a secret choice alone are the same to the seat that comes next."""
    heard = []
    for pick in (0, 1):
        spy = Scripted(ArenaError("enough"))
        with pytest.raises(ArenaError, match="enough"):
            play_out(GAME.start(2, 4), [Scripted(pick), spy], 4)
        heard.append((spy.told, spy.shown))
    assert heard[0] == heard[1]
    assert heard[0][0] == [(0, -1)]


def test_a_turn_is_timed_from_one_seat_s_first_choice_to_the_next_seat_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock is a second later than the one before, so that a decision takes one second."""
    clock = iter(range(1_000_000))
    monkeypatch.setattr(arena.time, "perf_counter", lambda: float(next(clock)))
    game = tablero.game("maya")
    first, second = play_out(game.start(2, 1), [Greedy(), Greedy()], 1)
    for pace in (first, second):
        assert sum(pace.turns) == pace.decisions, "forced moves take no time"
        assert min(pace.turns) >= 1
        assert 1 < len(pace.turns) < pace.decisions, "some turns hold several choices"
    assert abs(len(first.turns) - len(second.turns)) <= len(first.turns) // 2
    assert first.ms_per_decision == 1000
    assert first.ms_per_turn(1.0) == 1000 * max(first.turns)


def test_the_middle_of_turns_is_one_of_them() -> None:
    pace = Pace((0.004, 0.001, 0.002, 0.003), 8)
    assert [pace.ms_per_turn(part) for part in (0.5, 0.95, 1.0)] == [2, 4, 4]
    assert pace.ms_per_decision == pytest.approx(1.25)
    assert Pace().ms_per_turn() == 0


def test_an_outcome_can_be_written_down() -> None:
    outcome = play_seed(GAME, "random", ["random", "greedy"], 5)
    again = Outcome.from_json(outcome.as_json())
    assert again.as_json() == outcome.as_json()
    assert (again.seed, again.share, again.ranks) == (5, outcome.share, outcome.ranks)
    assert len(again.ranks) == 3
    assert again.rival_pace.decisions == outcome.rival_pace.decisions > outcome.hero_pace.decisions

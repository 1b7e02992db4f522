"""The search keeps its limits, repeats itself and chooses well."""

from __future__ import annotations

import itertools
import time

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import tablero
from tablero.bots import Mind, Searcher, bot, glimpse
from tablero.bots.search import WIN_SHARE, Search, final_values, likelihoods, sample
from tablero.core import Game, Result, State, seeded
from tablero.core.playout import play_at_random

GAME = tablero.game("yaxha")
GAMES = tablero.games()
SECRETIVE = ("yaxha", "maya", "tzolkin")  # where some choices are made in secret


def middle(seats: int = 3, seed: int = 4, depth: int = 30, game: Game = GAME) -> State:
    """A position in the middle of a random game where somebody has a choice."""
    state = game.start(seats, seed)
    luck = seeded(seed)
    play_at_random(state, luck, depth)
    while len(state.moves(state.actors()[0])) < 2:
        play_at_random(state, luck, 1)
    return state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_seed_gives_the_same_move(game: Game) -> None:
    for depth in (0, 11, 40):
        state = middle(depth=depth, game=game)
        seat = state.actors()[0]
        found = set()
        for _ in range(2):
            luck = seeded(6)
            found.add(bot("search:20").choose(glimpse(state, seat, luck), luck))
        assert len(found) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_iteration_tries_one_legal_move(game: Game) -> None:
    state = middle(game=game)
    seat = state.actors()[0]
    luck = seeded(1)
    search = Searcher(48).think(glimpse(state, seat, luck), luck)
    assert search.iterations == 48
    assert sum(search.visits(state.moves(seat))) == 48


def test_a_search_ends_when_it_is_told_to() -> None:
    state = middle()
    seat = state.actors()[0]
    luck = seeded(1)
    asked = []

    def stop() -> bool:
        asked.append(None)
        return len(asked) == 3

    search = Searcher().think(glimpse(state, seat, luck), luck, stop)
    assert search.iterations == 48
    assert bot("search:100000").choose(glimpse(state, seat, luck), luck, lambda: True) in state.moves(seat)


def test_a_search_ends_when_its_seconds_are_over() -> None:
    state = middle()
    seat = state.actors()[0]
    luck = seeded(1)
    begun = time.process_time()  # what a busy machine adds is not the search's
    assert bot("search:0.05s").choose(glimpse(state, seat, luck), luck) in state.moves(seat)
    assert time.process_time() - begun < 5


def test_a_forced_move_needs_no_thought() -> None:
    state = GAME.start(2, 1)
    while len(state.moves(state.actors()[0])) > 1:
        play_at_random(state, seeded(1), 1)
    seat = state.actors()[0]
    luck = seeded(2)
    seen = glimpse(state, seat, luck)
    before = luck.words()
    assert bot("search:100000").choose(seen, luck) == state.moves(seat)[0]
    assert luck.words() == before


@pytest.mark.parametrize("seed", range(6))
def test_the_last_cube_goes_where_it_is_worth_most(seed: int) -> None:
    """Seat 1 holds the last cube of the game, a grey one: a few cells join it to three others."""
    dump = GAME.start(2, seed).dump()
    dump["phase"], dump["round"] = "build", 10
    dump["players"][0]["done"] = True
    dump["players"][0]["cubes"] = [[0, 0, 0, 4], [1, 0, 0, 4], [0, 1, 0, 1], [1, 1, 0, 2]]
    dump["players"][1]["cubes"] = [[0, 0, 0, 4], [1, 0, 0, 4], [0, 1, 0, 4], [0, 2, 0, 1], [1, 2, 0, 2], [2, 2, 0, 3]]
    dump["players"][1]["placed"] = [[1, 2, 0, 2], [2, 2, 0, 3]]
    dump["players"][1]["hand"] = [0, 0, 0, 0, 1]
    state = GAME.load(dump)
    values = {}
    for move in state.moves(1):
        after = state.copy()
        after.play(1, move)
        after.play(1, after.moves(1)[0])
        values[move] = final_values(after)[1]
    assert len(set(values.values())) > 1
    luck = seeded(1)
    assert values[bot("search:300").choose(glimpse(state, 1, luck), luck)] == max(values.values())


@pytest.mark.parametrize("weights", [[0.0, 0.0], [5.0, -800.0, 3.0], [1000.0, 999.0]])
def test_likelihoods_sum_to_one_and_keep_the_order(weights: list[float]) -> None:
    chances = list(likelihoods(vec[float](weights)))
    assert sum(chances) == pytest.approx(1)
    assert min(chances) > 0
    assert sorted(range(len(weights)), key=weights.__getitem__) == sorted(range(len(weights)), key=chances.__getitem__)


def test_draws_follow_their_chances() -> None:
    luck = seeded(3)
    counts = [0, 0, 0]
    for _ in range(4000):
        counts[sample(vec[float]([0.5, 0.1, 0.4]), luck)] += 1
    assert [round(count / 400) for count in counts] == [5, 1, 4]


def ended(game: Game, seats: int, seed: int) -> tuple[State, Result]:
    """A random game, played to its end."""
    state = game.start(seats, seed)
    play_at_random(state, seeded(seed), 1_000_000)
    result = state.result()
    assert result is not None
    return state, result


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_winning_is_worth_more_than_any_margin(game: Game) -> None:
    for seed in range(6):
        state, result = ended(game, 2 + seed % 3, seed)
        values = list(final_values(state))
        assert all(0 <= value <= 1 for value in values)
        for winner in result.winners:
            assert result.scores[winner] == max(result.scores), (
                "the search asks for the result only when scores are tied"
            )
            for other, value in enumerate(values):
                assert other in result.winners or values[winner] > value
        for one, other in itertools.permutations(set(range(len(values))) - set(result.winners), 2):
            assert (values[one] > values[other]) == (result.scores[one] > result.scores[other])


@pytest.mark.parametrize("name", ["maya", "tzolkin", "amritsar"])
def test_a_game_that_a_tie_break_decides_is_won_by_one_seat(name: str) -> None:
    """Yaxha has no tie-break: there the win is shared."""
    for seed in range(60):
        state, result = ended(tablero.game(name), 2, seed)
        if len(set(result.scores)) == 1 and len(result.winners) == 1:
            break
    else:
        pytest.fail("no game was decided by a tie-break")
    margin = (1 - WIN_SHARE) / 2
    assert sorted(final_values(state)) == pytest.approx([margin, WIN_SHARE + margin])
    assert list(final_values(state)).index(max(final_values(state))) == result.winners[0]


def test_a_shared_win_is_worth_its_share() -> None:
    dump = GAME.start(2, 1).dump()
    dump["phase"] = "over"
    state = GAME.load(dump)
    result = state.result()
    assert result is not None
    assert result.winners == (0, 1)
    assert list(final_values(state)) == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_seat_goes_down_its_tree_by_moves_that_it_sees_and_by_no_others(game: Game) -> None:
    seats = game.seats[-1]
    secret = 0
    for seed in range(3):
        state = game.start(seats, seed)
        luck = seeded(seed)
        while (mover := int(state.actor())) >= 0:
            for move in state.moves(mover)[-3:]:
                for other in set(range(seats)) - {mover}:
                    search = Search(state, other, game.sense, game.judge, luck, 0.5, 0)
                    seen = int(state.observed(other, mover, move))
                    search._observe(state, other, mover, move, vec[i64]([0] * seats), vec[i64]([0] * seats))
                    labels = [int(label) for label in search.trees[other].label]
                    assert labels == ([-1] if seen < 0 else [-1, mover * game.moves.size + seen])
                    secret += seen < 0
            if play_at_random(state, luck, 4) == 0 or secret > 20:
                break
    assert secret or game.name not in SECRETIVE


def test_nobody_plans_on_what_happens_in_secret() -> None:
    """All others have chosen their tile in secret: in the mind of the last seat nothing leads there."""
    state = GAME.start(4, 1)
    luck = seeded(2)
    search = Searcher(60).think(glimpse(state, 3, luck), luck)
    for seat, tree in enumerate(search.trees):
        first = [int(tree.label[node]) // search.space for node in range(1, len(tree.label)) if tree.parent[node] == 0]
        assert set(first) == {seat}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_moves_are_handed_over_as_plain_integers(game: Game) -> None:
    state = middle(game=game)
    seat = state.actors()[0]
    luck = seeded(1)
    for spec in ("random", "greedy", "search:20"):
        assert type(bot(spec).choose(glimpse(state, seat, luck), luck)) is int
    assert len(vec[i64](state.moves(seat))) == len(state.moves(seat))


# ---------------------------------------------------------------- sequential halving


def building() -> State:
    """A position of two seats in which a seat has many places for its cubes."""
    return next(
        state
        for state in (middle(seats=2, depth=depth) for depth in range(20, 60))
        if len(state.moves(state.actors()[0])) > 12
    )


@pytest.mark.parametrize("candidates", [2, 5, 8, 1000])
def test_halving_compares_few_moves_and_gives_the_better_half_the_rest(candidates: int) -> None:
    state = building()
    seat = state.actors()[0]
    seen = glimpse(state, seat, seeded(1))
    search = Searcher(240, candidates=candidates).think(seen, seeded(1))
    visits = sorted(search.visits(seen.moves), reverse=True)
    tried = [count for count in visits if count > 0]
    assert sum(tried) == search.iterations == 240
    assert len(tried) == min(candidates, len(seen.moves))
    assert abs(tried[0] - tried[1]) <= 1, "the last two are compared to the end"
    if len(tried) > 2:
        assert tried[2] < tried[1]
    best = int(search.best(seen.moves))
    assert search.visits([best])[0] >= visits[1]


def test_halving_keeps_to_the_clock() -> None:
    state = building()
    seat = state.actors()[0]
    seen = glimpse(state, seat, seeded(1))
    found = Searcher(seconds=0.2, candidates=8).think(seen, seeded(1))
    visits = sorted(found.visits(seen.moves), reverse=True)
    assert visits[0] > 2 * visits[-1], "the parts of the time have ended one after the other"


def test_halving_is_for_two_seats() -> None:
    for seats in (2, 3, 4):
        seen = glimpse(middle(seats=seats), middle(seats=seats).actors()[0], seeded(1))
        assert Searcher(10, candidates=8).candidates_at(seen) == (8 if seats == 2 else 0)


def test_visits_that_are_added_up_say_which_candidate_is_best() -> None:
    state = building()
    seat = state.actors()[0]
    seen = glimpse(state, seat, seeded(1))
    visits = Mind(Searcher(160, candidates=8), seat).explore(seen, seeded(2))
    chosen = Mind(Searcher(160, candidates=8), seat).choose(seen, seeded(2))
    assert seen.moves[visits.index(max(visits))] == chosen

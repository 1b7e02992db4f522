"""Two tables that differ only in what a viewer cannot know look the same to that viewer, byte for byte."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablero import seeded
from tablero.table import Table
from tests.table.tables import new_table, play, play_until, restart, seen, undo


def shown(table: Table, seat: int | None) -> str:
    return json.dumps(seen(table, seat), default=str, sort_keys=True)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_a_secret_choice_shows_nowhere(seed: int, rounds: int, one: int, other: int, first: bool) -> None:
    tables = []
    for tile, changes in ((one, 0), (other, 2)):
        table = new_table(4, seed)
        for round in range(rounds):
            play_until(table, "build", seed + round)
            play_until(table, "choose", seed + round)
        if first:
            play(table, 0, 2)
        for change in range(changes):
            play(table, 1, change)
            undo(table, 1)
        play(table, 1, tile)
        if not first:
            play(table, 0, 2)
        tables.append(table)
    for viewer in (0, 2, 3, None):
        assert shown(tables[0], viewer) == shown(tables[1], viewer)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 2), st.integers(0, 3), st.integers(0, 3))
def test_secret_building_shows_nowhere_not_even_how_far_it_is(seed: int, rounds: int, few: int, many: int) -> None:
    tables = []
    for cubes, luck in ((few, seeded(1)), (many, seeded(2))):
        table = new_table(3, seed)
        for round in range(rounds):
            play_until(table, "build", seed + round)
            play_until(table, "choose", seed + round)
        play_until(table, "build", seed)
        for part in range(3):
            if part < cubes and table.state.moves(1) != [4]:
                moves = table.state.moves(1)
                play(table, 1, moves[luck.below(len(moves))])
            if part == 1:
                play(table, 0, table.state.moves(0)[0])
        if cubes == 3:
            restart(table, 1)
        tables.append(table)
    for viewer in (0, 2, None):
        assert shown(tables[0], viewer) == shown(tables[1], viewer)


@pytest.mark.parametrize(("name", "seats"), [("maya", 3), ("tzolkin", 3)])
def test_whoever_cannot_observe_a_move_cannot_tell_which_it_was(name: str, seats: int) -> None:
    compared = 0
    for seed in range(4):
        table, luck = new_table(seats, seed, name), seeded(seed)
        for _ in range(20):
            actors = table.actors()
            seat = actors[luck.below(len(actors))]
            moves = table.state.moves(seat)
            one, other = moves[luck.below(len(moves))], moves[luck.below(len(moves))]
            forks = [table.copy(), table.copy()]
            for fork, move in zip(forks, (one, other), strict=True):
                play(fork, seat, move)
            blind = [fork._history.segments[-2 if fork.snapshot() else -1].made[-1].seen_by for fork in forks]
            open_still = all(fork._history.live.before == table._history.live.before for fork in forks)
            if one != other and open_still:
                for viewer in {None, *range(seats)} - {None if v < 0 else v for v in blind[0] | blind[1]}:
                    compared += 1
                    assert shown(forks[0], viewer) == shown(forks[1], viewer)
            table = forks[0]
    assert compared > 5, name


def test_history_counts_only_what_the_viewer_could_observe() -> None:
    table = new_table(3, 5)
    play(table, 1, 0)
    play(table, 2, 0)
    play(table, 0, 1)
    assert table.checkpoints(0)[:3] == [(0, "start"), (1, "@0 take tile 2"), (3, "reveal")]
    assert table.checkpoints(None)[:2] == [(0, "start"), (3, "reveal")]
    assert table.at(1).view(0)["mine"]["chosen"] == 1
    assert table.at(1).view(0)["ready"] == [True, False, False]
    assert table.at(2).view(0) == table.at(1).view(0)
    assert table.at(1).view(None)["ready"] == [False, False, False]
    assert [event["kind"] for _, event in table.at(1).log(0)] == ["start", "market"]
    assert "reveal" in [event["kind"] for _, event in table.at(3).log(0)]
    assert table.at(-5).view(0) == table.at(0).view(0)

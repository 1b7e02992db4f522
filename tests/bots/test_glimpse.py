"""A bot knows what its seat knows, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

import tablero
from tablero.bots import Bot, Glimpse, bot, glimpse
from tablero.core import Luck, State, seeded

GAME = tablero.game("yaxha")
SPECS = ("random", "greedy", "search:40", "level1", "level2", "level3")


class Watched:
    """A true state that may be imagined once and not be touched in any other way."""

    def __init__(self, state: State) -> None:
        self.__dict__["hidden"] = state
        self.__dict__["imagined"] = 0

    def imagine(self, seat: int, luck: Luck) -> State:
        self.__dict__["imagined"] += 1
        found: State = self.__dict__["hidden"].imagine(seat, luck)
        return found

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a bot reached for {name!r} of the true state")

    def __setattr__(self, name: str, value: object) -> None:
        raise AssertionError(f"a bot changed {name!r} of the true state")


def advance(seats: int, seed: int, moves: int) -> State:
    """A position that greedy bots have reached."""
    state = GAME.start(seats, seed)
    luck = seeded(seed)
    for _ in range(moves):
        seat = state.actors()[0]
        state.play(seat, bot("greedy").choose(glimpse(state, seat, luck), luck))
    return state


def answers(one: Bot, state: State, seat: int) -> list[int]:
    """What a bot chooses under some seeds of its own."""
    found = []
    for seed in range(4):
        luck = seeded(seed)
        found.append(one.choose(glimpse(state, seat, luck), luck))
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_the_true_state_is_imagined_once_and_never_touched_again(spec: str) -> None:
    state = advance(3, 5, 20)
    before = state.dump()
    watched: Any = Watched(state)
    luck = seeded(1)
    seat = state.actors()[0]
    seen = glimpse(watched, seat, luck)
    assert bot(spec).choose(seen, luck) in state.moves(seat)
    assert watched.__dict__["imagined"] == 1
    assert state.dump() == before


def test_a_glimpse_leads_nowhere_but_to_imagined_positions() -> None:
    state = advance(3, 5, 20)
    seat = state.actors()[0]
    seen = glimpse(state, seat, seeded(1))
    assert isinstance(seen, Glimpse)
    assert seen.moves == state.moves(seat)
    assert seen.state is not state
    assert seen.state.luck.words() != state.luck.words()
    assert seen.state.journal is None
    assert not hasattr(seen, "__dict__")
    again = seen.imagine(seeded(2))
    assert again.view(seat)["pyramids"][seat] == state.view(seat)["pyramids"][seat]
    assert again.luck.words() != seen.state.luck.words()


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_others_have_chosen_in_secret_changes_no_choice(spec: str, seats: int) -> None:
    start = advance(seats, 3, 0)
    last = seats - 1
    states = [start.copy() for _ in range(2)]
    for tile, state in enumerate(states):
        for seat in range(last):
            state.play(seat, (tile + seat) % 2)
    assert states[0].dump() != states[1].dump()
    assert answers(bot(spec), states[0], last) == answers(bot(spec), states[1], last)


@pytest.mark.parametrize("spec", SPECS)
def test_what_others_have_built_in_secret_changes_no_choice(spec: str) -> None:
    state = GAME.start(3, 8)
    luck = seeded(8)
    while state.view()["phase"] != "build" or state.view()["round"] < 3:
        seat = state.actors()[0]
        state.play(seat, bot("greedy").choose(glimpse(state, seat, luck), luck))
    states = [state.copy() for _ in range(2)]
    for pick, changed in zip((0, -1), states, strict=True):
        while 0 in changed.actors():
            changed.play(0, changed.moves(0)[pick])
    assert states[0].dump()["players"][0] != states[1].dump()["players"][0]
    assert answers(bot(spec), states[0], 2) == answers(bot(spec), states[1], 2)


@pytest.mark.parametrize("spec", SPECS)
def test_luck_to_come_changes_no_choice(spec: str) -> None:
    state = advance(4, 2, 9)
    dump = state.dump()
    dump["luck"] = seeded(99).words()
    seat = state.actors()[0]
    assert answers(bot(spec), state, seat) == answers(bot(spec), GAME.load(dump), seat)

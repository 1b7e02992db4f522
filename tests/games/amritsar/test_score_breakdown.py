"""Where the points came from: exact sums, the maharaja as a rival, ties told with both figures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablero.core import State, seeded
from tablero.core.i18n.translator import untranslated
from tablero.core.playout import play_at_random
from tablero.core.score_breakdown import ScoreBreakdown

from .position import GAME, Draft, play, settle


def breakdown(state: State) -> ScoreBreakdown:
    assert GAME.tally is not None
    return GAME.tally(state.journal or [], state.view(None), untranslated)


@pytest.mark.parametrize("seats", GAME.seats)
def test_sources_add_up_to_the_points_of_everybody(seats: int) -> None:
    for seed in range(4):
        state = GAME.start(seats, seed, listen=True)
        play_at_random(state, seeded(seed), 10_000)
        view, told = state.view(None), breakdown(state)
        sums = [
            sum((source.points[k] for source in told.sources), Fraction(0)) for k in range(len(told.sources[0].points))
        ]
        his = [] if view["solo"] is None else [view["solo"]["score"]]
        assert sums == [*view["result"]["scores"], *his]
        assert told.rivals == (("the maharaja",) if seats == 1 else ())
        assert told.ties


def test_every_source_has_a_picture() -> None:
    state = GAME.start(1, 1)
    play_at_random(state, seeded(1), 10_000)
    symbols = GAME.drawing.symbols()
    assert [source.symbol for source in breakdown(state).sources if f'id="{source.symbol}"' not in symbols] == []


def last_turn(draft: Draft) -> Draft:
    """The last turn of the game; nobody owes taxes or has anything to score at the end."""
    draft.on(decade=2, round=3, maharaja=3, turn=draft.seats - 1, offer=0)
    for seat in range(draft.seats):
        draft.seat(seat, tax=0, coin=0, placed=[-1] * 4, at=seat, mahouts=[None] * 4)
    return draft.acting("north", "white")


def finished(draft: Draft) -> State:
    return settle(play(draft.load(), "done"))


def test_donations_break_a_tie_and_both_figures_are_told() -> None:
    draft = last_turn(Draft(2)).donate(0, "north", (1, 1), (1, 2)).donate(1, "east", (1, 1))
    state = finished(draft.on(temple=["t3", "t1", "t4"]).seat(0, score=10).seat(1, score=13))
    assert state.view(None)["result"]["scores"] == [14, 14]
    assert breakdown(state).ties == "@0 and @1 are level in points; more donations decide: @0 2, @1 1."
    other = finished(last_turn(Draft(2)).seat(0, score=9).donate(0, "north", (1, 1)))
    assert breakdown(other).ties == "A tie would have gone to more donations: @0 1, @1 0."


def alone(choice: str, his_donations: int) -> State:
    draft = last_turn(Draft(1, solo_tie=choice)).seat(1, load=0, stall=0, resources=[0, 0, 0]).on(quarry=[4, 3, 2])
    draft.on(act_colour=0, beside=[0] * 4, bot_track=0).donate(0, "west", (1, 1))
    draft.donate(1, "west", *[(1, 2 + k) for k in range(his_donations)])
    state = finished(draft)
    # Level the points whatever the maharaja won on the way.
    dump: dict[str, Any] = state.dump()
    dump["players"][0]["score"] = dump["players"][1]["score"]
    return GAME.load(dump)


@pytest.mark.parametrize(
    ("choice", "his", "headline", "sharing", "ties"),
    [
        ("lost", 1, "The maharaja wins", (), "Level in points: by house rule a tie is lost."),
        ("shared", 2, "@0 ties with the maharaja", (0,), "Level in points: by house rule the game is shared."),
        ("donations", 0, "@0 beats the maharaja", (), "Level in points; donations decide: @0 1, the maharaja 0."),
        (
            "donations",
            1,
            "@0 ties with the maharaja",
            (0,),
            "Level in points and in donations, 1 each: the game is shared.",
        ),
        ("donations", 2, "The maharaja wins", (), "Level in points; donations decide: @0 1, the maharaja 2."),
    ],
)
def test_a_shared_solo_tie_is_no_victory(
    choice: str, his: int, headline: str, sharing: tuple[int, ...], ties: str
) -> None:
    """S15"""
    state = alone(choice, his)
    told = breakdown(state)
    assert GAME.words.prompt(state.view(0), untranslated)[0] == headline
    assert (told.sharing, told.ties) == (sharing, ties)
    result = state.result()
    assert result is not None
    assert result.winners == ((0,) if headline.endswith("beats the maharaja") else ())
    assert result.ranks == ((2,) if headline == "The maharaja wins" else (1,))

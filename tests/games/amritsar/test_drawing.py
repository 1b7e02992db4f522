"""The pictures of Amritsar: what can be chosen has a labelled place, and what happened has a name on the board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import tablero
from tablero.core.drawing.render_options import RenderOptions
from tablero.games.amritsar import layout as at

GAME = tablero.game("amritsar")
LOOK = RenderOptions(names=("Ana", "Bo", "Cy", "Di"))
MOST_BUTTONS = 3


@cache
def views(seats: int) -> tuple[dict[str, Any], ...]:
    """What is asked, decision by decision, in a random game."""
    return tuple(_played(seats))


def _played(seats: int) -> Iterator[dict[str, Any]]:
    state, luck = GAME.start(seats, 8), tablero.seeded(8)
    while state.actors():
        seat = state.actors()[0]
        moves = state.moves(seat)
        yield state.view(seat)
        state.play(seat, moves[luck.below(len(moves))])


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_never_more_than_three_choices_become_buttons_beside_the_prompt(seats: int) -> None:
    for view in views(seats):
        loose = [move for move in view["moves"] if move not in GAME.drawing.panels(view, LOOK).moves]
        assert len(loose) <= MOST_BUTTONS, (view["phase"], [GAME.moves.write(move) for move in loose])


def test_every_part_of_the_board_is_drawn_once_and_east_and_west_lying_too() -> None:
    for view in views(2)[::9]:
        board = GAME.drawing.panels(view, LOOK).slots["board"]
        for name in (
            "section-0",
            "tile-0-0",
            "district-3",
            "quarter-1",
            "gifts-2",
            "market",
            "offers",
            "bridge-0",
            "path-2",
            "maharaja",
            "temple",
            "decade",
        ):
            assert board.count(f'data-spot="{name}"') == (2 if name in ("district-3", "quarter-1") else 1), name
        beside = GAME.drawing.panels(view, LOOK).slots["right"]
        assert all(beside.count(f'data-spot="board-{seat}"') == 1 for seat in (0, 1))


def test_the_first_objectives_are_four_cards_with_what_they_pay() -> None:
    view = views(2)[0]
    shown = GAME.drawing.panels(view, LOOK).slots["above"]
    assert shown.count("am-goal-card") == 4
    for one in view["players"][view["seat"]]["objectives"]:
        best = max(view["box"]["objectives"][one["id"]]["points"])
        assert f"<b>{best}</b>" in shown


def asked_for_an_upgrade() -> dict[str, Any]:
    return next(
        view for seats in (4, 2, 1) for view in views(seats) if view["phase"] == "upgrade" and len(view["moves"]) > 3
    )


def test_an_upgrade_that_is_looked_at_tells_its_tax_and_names_itself_beside_the_prompt() -> None:
    view = asked_for_an_upgrade()
    own = view["players"][view["seat"]]
    plain = GAME.drawing.panels(view, LOOK).slots
    assert "am-go" not in plain["ways"]
    for offer in view["offers"]:
        if at.BUILD <= offer["move"] < at.SPACE:
            slots = GAME.drawing.panels(view, RenderOptions(names=LOOK.names, hot=offer["move"])).slots
            assert f'data-move="{offer["move"]}"' in slots["ways"]
            strip = slots["above"][slots["above"].index("am-after") :]
            changed = re.sub(r"<svg.*?</svg>", ">", strip)
            assert f"{own['tax']}>{own['tax'] + offer['tax']}" in changed


def test_what_cannot_be_paid_stays_and_says_what_it_needs() -> None:
    for view in views(2):
        if view["phase"] != "upgrade" or view["prompt"]["free"]:
            continue
        shown = GAME.drawing.panels(view, LOOK).slots["above"]
        for kind in view["prompt"]["kinds"]:
            held = view["players"][view["seat"]]["resources"][view["box"]["prices"][kind]]
            legal = any(
                (at.BUILD, at.AIM, at.HIRE)[kind] <= move < (at.AIM, at.HIRE, at.SPACE)[kind] for move in view["moves"]
            )
            part = shown.split("<section")[1 + view["prompt"]["kinds"].index(kind)]
            assert ("am-needs" in part) == (not held and not legal)


def test_a_sowing_that_is_looked_at_lights_the_district_where_it_ends() -> None:
    view = next(view for view in views(2) if view["phase"] == "pick")
    for offer in view["offers"]:
        board = GAME.drawing.panels(view, RenderOptions(hot=offer["move"])).slots["board"]
        drawn = 1 + offer["route"][-1] // 2 % 2  # East and West stand and lie
        assert board.count("am-opens") == 3 * drawn, "three tiles lie where the last worker stops"


def test_the_way_through_a_turn_says_which_step_it_is() -> None:
    for view in views(2)[::7]:
        trail = GAME.drawing.panels(view, LOOK).slots["ways"]
        if view["step"] is None:
            continue
        assert trail.count("am-did") == view["step"]["at"]
        assert trail.count('aria-current="step"') == 1
        assert f"step {view['step']['at'] + 1} of {len(view['step']['trail'])}" in trail


def test_the_end_of_a_decade_is_a_sheet_with_every_districts_majority_and_what_each_seat_got() -> None:
    state, luck = GAME.start(4, 5, listen=True), tablero.seeded(5)
    found = 0
    while state.actors():
        seat = state.actors()[0]
        moves, known = state.moves(seat), len(state.journal or [])
        state.play(seat, moves[luck.below(len(moves))])
        events = (state.journal or [])[known:]
        sheet = GAME.drawing.sheet(state.view(0), LOOK, events)
        assert bool(sheet) == any(event["kind"] == "decade_end" for event in events)
        if sheet:
            found += 1
            kept = [event for event in events if event["kind"] in ("majority", "taxed", "points", "no_counter")]
            for number in range(4):
                sum_of = sum(event["points"] for event in kept if event["seat"] == number)
                assert f"<b>{'+' if sum_of > 0 else ''}{sum_of}</b>" in sheet
    assert found == 3

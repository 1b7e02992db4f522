"""Looking back: every stop can be drawn, shows what that viewer saw then, and tells nothing that was kept from it."""

from collections.abc import Iterator
from typing import Any

import pytest

from tablero import seeded
from tablero.core.drawing.render_options import RenderOptions
from tablero.games import games
from tablero.table import Table
from tests.table.tables import new_table, play, play_on, restart, undo

EVERY = [(each.name, seats) for each in games() for seats in each.seats]
# Marks of who has chosen already come and go while a viewer's count of moves stands still: a look back leaves them out.
WAITING = ("ready", "actors", "prompt")
UNDO, RESTART = 12, 3  # in a hundred steps

Sight = tuple[dict[str, Any], list[Any]]


def live_count(table: Table, viewer: int) -> int:
    """How many moves a viewer (-1: a spectator) counts now."""
    live = table._history.live
    return live.before + sum(viewer in made.seen_by for made in live.made)


def steps(table: Table, luck: Any, most: int) -> Iterator[bool]:
    """Play at random, with changes of mind; each time whether something was taken back."""
    for _ in range(most):
        actors = table.actors()
        if not actors:
            return
        what, who = luck.below(100), luck.below(table.seats)
        if what < UNDO + RESTART and table.can_undo(who):
            (undo if what < UNDO else restart)(table, who)
            yield True
            continue
        seat = actors[luck.below(len(actors))]
        legal = table.state.moves(seat)
        play(table, seat, legal[luck.below(len(legal))])
        yield False


def remember(table: Table, lived: dict[int, dict[int, list[Sight]]], taken_back: bool) -> None:
    """Keep what every viewer sees now. Where moves were taken back, what was seen of that stretch is no history."""
    for viewer, kept in lived.items():
        now, start = live_count(table, viewer), table._history.live.before
        for k in [k for k in kept if k > now or (taken_back and k > start)]:
            del kept[k]
        seat = None if viewer < 0 else viewer
        kept.setdefault(now, []).append((table.view(seat), table.log(seat)))


def shown(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name not in WAITING}


@pytest.mark.parametrize(("name", "seats"), EVERY)
def test_a_look_back_shows_what_the_viewer_saw_then(name: str, seats: int) -> None:
    table = new_table(seats, 30 + seats, name)
    lived: dict[int, dict[int, list[Sight]]] = {viewer: {} for viewer in range(-1, seats)}
    remember(table, lived, False)
    for taken_back in steps(table, seeded(seats), 90):
        remember(table, lived, taken_back)
    compared = 0
    for viewer, kept in lived.items():
        seat = None if viewer < 0 else viewer
        stops = [k for k, _ in table.checkpoints(seat)]
        assert stops == sorted(set(stops))
        assert stops[-1] == live_count(table, viewer)
        assert set(kept) <= set(stops), "whatever was seen can be looked at again"
        for k in stops:
            then = table.at(k)
            view, log = then.view(seat), then.log(seat)
            if k in kept:
                compared += 1
                assert any(shown(view) == shown(seen) for seen, _ in kept[k])
                assert log in [seen for _, seen in kept[k]]
                marked = [seen.get("ready", []) for seen, _ in kept[k]]
                assert all(
                    not mark or any(marks[i] for marks in marked) for i, mark in enumerate(view.get("ready", []))
                )
    assert compared > 50


@pytest.mark.parametrize("each", games(), ids=lambda each: each.name)
def test_every_stop_can_be_drawn(each: Any) -> None:
    table = new_table(each.seats[0], 7, each.name)
    play_on(table, 60, 5)
    for seat in (None, *range(table.seats)):
        for k, _ in table.checkpoints(seat):
            assert each.drawing.panels(table.at(k).view(seat), RenderOptions(names=table.names))


@pytest.mark.parametrize(("name", "seats"), EVERY)
def test_nobody_reads_what_was_told_to_another_seat(name: str, seats: int) -> None:
    table = new_table(seats, 3, name)
    play_on(table, 80, 4)
    told = [event for _, event in table.log(0) if "to" in event]
    assert any("to" in event for segment in table._history.segments for event in segment.opening) or name == "yaxha"
    for viewer in (None, *range(seats)):
        for k, _ in table.checkpoints(viewer):
            assert all(event.get("to", viewer) == viewer for _, event in table.at(k).log(viewer))
        assert all(event.get("to", viewer) == viewer for _, event in table.log(viewer))
    assert told

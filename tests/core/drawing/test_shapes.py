"""The shared drawing kit."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tablero.core.drawing import shapes
from tablero.core.drawing.icons import ICON_SHAPES, icon


@pytest.mark.parametrize("name", sorted(ICON_SHAPES))
def test_every_icon_is_well_formed_and_silent(name: str) -> None:
    assert ElementTree.fromstring(icon(name)).attrib["aria-hidden"] == "true"


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_has_its_own_shape_and_can_be_named(seat: int) -> None:
    assert len({shapes.seat_path(other) for other in range(4)}) == 4
    named = ElementTree.fromstring(shapes.seat_mark(seat, 18, 'Ann "&" Bo'))
    assert named.attrib["aria-label"] == 'Ann "&" Bo'
    ElementTree.fromstring(shapes.empty_seat_mark(seat))


def test_colours_settle_to_daylight() -> None:
    assert shapes.settle_colours("var(--ink) var(--mine) var(--no, blue)", {"mine": "red"}) == "#2a2018 red blue"


def test_numbers_are_written_short() -> None:
    assert [shapes.short(v) for v in (1, 0.5, -0.0001, 12.345, 100.0)] == ["1", "0.5", "0", "12.35", "100"]


def test_stone_logo_and_fibres_are_well_formed() -> None:
    for svg in (shapes.medal(3, 26, "initiative 3"), shapes.logo(), shapes.fibres(300, 200, 12)):
        ElementTree.fromstring(svg)

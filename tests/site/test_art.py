"""The lobby's pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tablero.site import art


@pytest.mark.parametrize("name", ["yaxha", "maya", "tzolkin", "amritsar"])
def test_every_game_has_a_picture_that_stands_alone(name: str) -> None:
    assert name in art.NAMES
    for svg in (art.picture(name), art.crop(name)):
        root = ElementTree.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "var(" not in svg

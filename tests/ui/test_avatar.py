"""The picture of somebody with an account."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import tablero
from tablero.ui.avatar import AVATAR_COLOURS, RING_TEETH, SHAPE_COUNT, avatar, face

KEYS = [f"key-{n}" for n in range(600)]


def test_a_key_always_gives_the_same_medallion_and_others_give_others() -> None:
    assert avatar("a", 128) == avatar("a", 128)
    assert len({avatar(key, 128) for key in KEYS}) > 300


@pytest.mark.parametrize("size", [34, 128])
def test_every_shape_colour_and_ring_occurs(size: int) -> None:
    drawn = [str(avatar(key, size)) for key in KEYS]
    teeth = {picture.count("rotate(") for picture in drawn}
    assert teeth == set(RING_TEETH)
    tones = {picture.split('<path d="')[-1].split('fill="')[1][:7] for picture in map(_without_middle, drawn)}
    assert tones == {tone for _, tone, _ in AVATAR_COLOURS}
    shapes = {re.findall(r'<path d="([^"]+)" fill', picture)[0] for picture in drawn}
    assert len(shapes) == SHAPE_COUNT


def _without_middle(picture: str) -> str:
    found = re.findall(r'<path d="[^"]+" fill="[^"]+"/>', picture)
    return found[0]


def test_a_medallion_is_svg_that_is_silent_unless_it_has_a_name() -> None:
    silent = ElementTree.fromstring(str(avatar("a", 38)))
    assert silent.get("aria-hidden") == "true"
    named = ElementTree.fromstring(str(avatar("a", 38, '<"Ana">')))
    assert named.get("role") == "img"
    assert named.get("aria-label") == '<"Ana">'


def test_a_medallion_does_not_tell_its_key() -> None:
    assert "secret-key" not in avatar("secret-key", 128)


def test_every_character_has_a_face_of_its_own() -> None:
    faces = {str(face(game, one, 44)) for game in tablero.games() if game.cast for one in game.cast.all}
    assert len(faces) == 16
    for drawn in faces:
        assert ElementTree.fromstring(drawn).get("aria-hidden") == "true"

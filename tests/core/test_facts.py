"""A host's own component data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tablero
from tablero.core import BadFacts, BadRecord, Record, seeded
from tablero.core.facts import load_facts
from tablero.games import OWN_FACTS, games
from tablero.games.yaxha import load

HOUSE = Path(tablero.__file__).parent / "games" / "yaxha" / "facts.toml"


def own_file(tmp_path: Path, old: str, new: str) -> str:
    text = HOUSE.read_text("utf-8")
    assert old in text
    path = tmp_path / "yaxha.toml"
    path.write_text(text.replace(old, new), "utf-8")
    return str(path)


POINTS = "points_by_group_size = [0, 1, 2, 4, 6, 9, 12, 15, 18, 21, 25, 30, 36]"


def play(game: tablero.Game) -> Record:
    state = game.start(2, 1)
    luck, moves = seeded(1), []
    while (seat := int(state.actor())) >= 0:
        legal = state.moves(seat)
        moves.append((seat, legal[luck.below(len(legal))]))
        state.play(*moves[-1])
    return Record.of(game, 2, 1, {}, moves)


def test_a_host_plays_with_data_of_his_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = play(tablero.game("yaxha"))
    points = "points_by_group_size = [0, 2, 4, 8, 12, 18, 24, 30, 36, 42, 50, 60, 72]\nbeyond_table_points = 72"
    path = own_file(tmp_path, f"{POINTS}\ntable_max_size = 12\nbeyond_table_points = 36", points)
    monkeypatch.setenv(OWN_FACTS, f"yaxha={path}")
    game = tablero.game("yaxha")
    assert game in games()
    doubled = play(game)
    assert doubled.scores is not None
    assert doubled.scores != usual.scores
    assert Record.from_text(doubled.to_text()) == doubled
    doubled.verify(game)
    with pytest.raises(BadRecord, match="house's component data"):
        usual.verify(game)
    monkeypatch.delenv(OWN_FACTS)
    with pytest.raises(BadRecord, match="facts file"):
        doubled.verify(tablero.game("yaxha"))


def test_the_house_data_in_a_file_of_ones_own_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_FACTS, f"yaxha={own_file(tmp_path, POINTS, POINTS)}")
    assert tablero.game("yaxha").own_facts == ""


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("chess=a.toml", "GAME=FILE"),
        ("yaxha", "GAME=FILE"),
        (f"yaxha=missing.toml{os.pathsep}yaxha=", "GAME=FILE"),
        ("yaxha=missing.toml", "cannot be read"),
    ],
)
def test_a_wrong_setting_is_explained(setting: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_FACTS, setting)
    with pytest.raises(BadFacts, match=words):
        tablero.game("yaxha")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (POINTS, "points_by_group_size = [1, 2]", "begin with 0"),
        (POINTS, "points_by_group_size = [0, 5, 3]", "never fall"),
        (POINTS, "", "points_by_group_size"),
        ("bga_id = 17", "bga_id = 16", "18 cards"),
        ('id = "three_colours"', "", "'id'"),
        ("schema = 1", "schema = ", "not TOML"),
    ],
)
def test_wrong_data_are_explained(
    old: str, new: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OWN_FACTS, f"yaxha={own_file(tmp_path, old, new)}")
    with pytest.raises(BadFacts, match=words):
        tablero.game("yaxha")


def test_the_house_data_are_valid() -> None:
    assert load(load_facts("tablero.games.yaxha")).name == "yaxha"

"""The notebooks of the examples are stored clean, run from top to bottom, draw boards and show what they say.

ppo.ipynb needs PyTorch, which is not among the tools for testing: `make notebooks` executes it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

import notebooks

STORED = sorted(notebooks.NOTEBOOKS.glob("*.ipynb"))
LIGHT = ("tutorial", "cloning", "linear")


def share(notebook: Any, match: str) -> float:
    """The part of the wins that a match of the notebook ended with."""
    [found] = re.findall(rf"^{match}: ([\d.]+)%", "".join(notebooks.outputs(notebook, "text/plain")), re.MULTILINE)
    return float(found) / 100


def test_every_notebook_is_executed_somewhere() -> None:
    assert {path.stem for path in STORED} == {*LIGHT, "ppo"}


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_what_came_out_of_it(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells
    for cell in cells:
        assert cell.outputs == []
        assert cell.execution_count is None


def test_the_tutorial_shows_boards_views_arrays_a_dataset_and_matches() -> None:
    done = notebooks.executed(notebooks.NOTEBOOKS / "tutorial.ipynb", effort=0.1)
    pictures = notebooks.outputs(done, notebooks.PICTURE)
    assert len(pictures) == 6
    assert all(picture.startswith("<svg") and picture.rstrip().endswith("</svg>") for picture in pictures)
    assert len(set(pictures)) == 6
    told = "".join(notebooks.outputs(done, "text/plain"))
    assert "seat 0 sees 1 and seat 1 sees None" in told
    assert "the other's tile: -1" in told
    assert "<- made" in told
    assert share(done, "level2 against level1") > 0.5
    assert share(done, "careful against random") > 0.5


@pytest.mark.long
def test_a_network_that_copies_a_search_beats_random_play() -> None:
    done = notebooks.executed(notebooks.NOTEBOOKS / "cloning.ipynb", effort=0.1)
    assert len(notebooks.outputs(done, notebooks.PICTURE)) == 1
    assert share(done, "against random") > 0.65
    agrees, guessing = map(float, re.findall(r"agrees ([\d.]+)", "".join(notebooks.outputs(done, "text/plain")))[-2:])
    assert agrees > 1.5 * guessing


def test_a_sum_learned_from_random_games_beats_random_play() -> None:
    done = notebooks.executed(notebooks.NOTEBOOKS / "linear.ipynb", effort=0.1)
    assert len(notebooks.outputs(done, notebooks.PICTURE)) == 1
    assert share(done, "against random") > 0.8
    [correlation] = re.findall(r"correlation ([\d.]+)", "".join(notebooks.outputs(done, "text/plain")))
    assert float(correlation) > 0.4


def test_what_a_cell_raises_is_not_passed_over(tmp_path: Path) -> None:
    broken = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0")])
    nbformat.write(broken, tmp_path / "broken.ipynb")
    with pytest.raises(Exception, match="ZeroDivisionError"):
        notebooks.executed(tmp_path / "broken.ipynb")

"""What the documents for researchers show is true."""

from __future__ import annotations

import doctest
import importlib

import pytest

import layouts

MODULES = ("batches", "datasets", "bot_names", "gymnasium", "measures", "pettingzoo", "tensors", "words")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"tablero.lab.{name}"), optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0
    assert found.failed == 0


def test_the_layouts_in_the_document_are_those_of_today() -> None:
    page = layouts.PAGE.read_text("utf-8")
    assert layouts.written(page) == page, "python tools/layouts.py"

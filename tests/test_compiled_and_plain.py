"""Compiled code and its source give the same answers: the reason why all other tests run compiled only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablero.plain import is_compiled
from tests.engine_trace import NAMES, checksum, trace

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_plain_python_agree_in_every_answer(name: str) -> None:
    """The source answers in a process of its own while compiled code answers here."""
    assert is_compiled(), "nothing is compiled here, so there is nothing to compare: make compile"
    command = [sys.executable, "-m", "tests.engine_trace", name]
    place = {**os.environ, "TABLERO_PLAIN": "1", "COVERAGE_PROCESS_START": "", "COVERAGE_PROCESS_CONFIG": ""}
    with subprocess.Popen(command, cwd=ROOT, env=place, stdout=subprocess.PIPE, text=True) as source:
        assert source.stdout is not None
        answers = 0
        for where, answer in trace(name):
            line = source.stdout.readline().rstrip("\n")
            if line != f"{where}\t{checksum(answer)}":
                source.kill()
                again = f'TABLERO_PLAIN=1 python -m tests.engine_trace {name} --show "{where}"'
                pytest.fail(f"plain Python answers otherwise, or says nothing: {where}\n{again}\nand without PLAIN")
            answers += 1
        assert source.stdout.read() == "", "plain Python has more to say"
    assert source.returncode == 0
    assert answers > 50

"""`make audit` says what it knows, and that it knows nothing where the registries do not answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import audit
import install

FOUND = {
    "dependencies": [
        {"name": "good", "version": "1", "vulns": []},
        {"name": "bad", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}]},
        {"name": "tablero", "skip_reason": "not on PyPI"},
    ]
}


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(audit, "PLACE", tmp_path)
    return tmp_path


def answers(monkeypatch: pytest.MonkeyPatch, place: Path, found: object, said: str = "") -> None:
    def run(*_: object) -> tuple[bool, str]:
        if found is not None:
            (place / "python.json").write_text(json.dumps(found))
        return False, said

    monkeypatch.setattr(install, "run", run)


def test_weaknesses_are_named(monkeypatch: pytest.MonkeyPatch, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers(monkeypatch, place, FOUND)
    assert audit.python_packages({}) == audit.WEAK
    said = capsys.readouterr().out
    assert "2 packages asked about, 1 known weaknesses (not on PyPI: tablero)" in said
    assert "bad 2: PYSEC-1, mended in 2.1" in said


def test_a_registry_that_does_not_answer_is_no_good_news(
    monkeypatch: pytest.MonkeyPatch, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "python.json").write_text(json.dumps(FOUND))  # of an earlier time
    answers(monkeypatch, place, None, "ConnectionError: no route\n")
    assert audit.python_packages({}) == audit.UNKNOWN
    assert "could not be asked, so nothing is known. It said: ConnectionError: no route" in capsys.readouterr().out
    answers(monkeypatch, place, {"dependencies": FOUND["dependencies"][2:]})
    assert audit.python_packages({}) == audit.UNKNOWN

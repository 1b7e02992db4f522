"""The way of a stranger, with real downloads: archive, wheel and environment, each isolated, nothing preinstalled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).with_name("uv")
DOWNLOAD_TIMEOUT = 3600  # seconds for a build with its downloads and compiler

pytestmark = [pytest.mark.long, pytest.mark.timeout(3 * DOWNLOAD_TIMEOUT)]


def run(*command: object, folder: Path, **settings: str) -> str:
    """Run a command outside of this environment; return its output."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV", "TABLERO"))}
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={**kept, "HOME": str(folder), **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=DOWNLOAD_TIMEOUT,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, built by `python -m build` from what git keeps: page and documentation are built for it."""
    place = tmp_path_factory.mktemp("isolated")
    (place / "tree").mkdir()
    run("git", "-C", ROOT, "archive", "--output", place / "tree.tar", "HEAD", folder=place)
    run("tar", "xf", place / "tree.tar", "-C", place / "tree", folder=place)
    run(UV, "tool", "run", "--from", "build", "pyproject-build", "--sdist", "--outdir", place, "tree", folder=place)
    [made] = place.glob("*.tar.gz")
    return made


@pytest.mark.parametrize("compiler", [True, False], ids=["compiler", "no compiler"])
def test_the_archive_becomes_a_wheel_that_plays(archive: Path, tmp_path: Path, compiler: bool) -> None:
    settings = {} if compiler else {"PATH": str(tmp_path), "CC": "no-compiler-here"}
    command = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", tmp_path, archive)
    run(*command, folder=tmp_path, **settings)
    [wheel] = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl") != compiler
    run(sys.executable, "-m", "venv", "new", folder=tmp_path)
    run(tmp_path / "new/bin/pip", "install", "--quiet", wheel, folder=tmp_path)
    program = tmp_path / "new/bin/tablero"
    assert ("(compiled)" if compiler else "(plain Python)") in run(program, "--version", folder=tmp_path)
    assert run(program, "simulate", "yaxha", "--games", 2, folder=tmp_path)

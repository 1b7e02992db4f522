"""The package as strangers get it: a source archive, a wheel made from that, installed where nothing else of ours is.

Environments hold links to exactly those installed packages that are asked for, and that these ask for in turn: what
the build or the wheel forgets to ask for is not there. Nothing is downloaded, which makes it quick; the same with
downloads and a compiler is tests/test_isolated_build.py, in `make long`. All workers of a run share what is built.
"""

from __future__ import annotations

import ast
import fcntl
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Callable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import handbook
import page
import tablero
from hot import HOT
from tablero.cli.parts import PART_MODULES
from tests.limits import LIMIT

ROOT = Path(__file__).resolve().parent.parent
BUILD = "import sys; sys.path.insert(0, 'tools'); import backend; getattr(backend, sys.argv[1])(sys.argv[2])"
EPOCH = "1700000000"
# Each game in one process: starting Python eight times takes longer than playing.
PLAY_ALL = """
import sys
from pathlib import Path
from tablero.cli import main
for game in sys.argv[1:]:
    saving = ["simulate", game, "--games", "1", "--save", "."]
    for words in (saving, ["show", f"{game}-*.tablero", "-o", f"{game}.svg"]):
        try:
            main([str(next(Path().glob(word))) if "*" in word else word for word in words])
        except SystemExit as left:
            assert not left.code, (words, left.code)
"""
# Commands, each with how it ended and what it said, in one process for the same reason.
REFUSE_ALL = """
import contextlib, io, json, sys
from tablero.cli import main
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stderr(io.StringIO()) as said:
        try:
            main(words)
            status = 0
        except SystemExit as left:
            status = left.code
    print(json.dumps([status, said.getvalue()]))
"""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def asked_for(requirements: list[str] | None, extras: frozenset[str] = frozenset()) -> Iterator[Requirement]:
    """The requirements that hold on this machine."""
    for requirement in map(Requirement, requirements or []):
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": e}) for e in (*extras, "")):
            yield requirement


def link_packages(waiting: list[Requirement], place: Path) -> None:
    """Links to what is asked for, and to what that asks for."""
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


def environment(folder: Path, requirements: list[Requirement]) -> Path:
    """Make an environment with links to what is asked for; return its folder of programs."""
    venv.create(folder, with_pip=False, symlinks=True)
    [place] = (folder / "lib").glob("python*/site-packages")
    link_packages(requirements, place)
    return folder / "bin"


def surroundings(home: Path) -> dict[str, str]:
    """Nothing of this environment: no path to the tree, no coverage, no data folder."""
    kept = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR")
    return {**{name: os.environ[name] for name in kept if name in os.environ}, "HOME": str(home), "COLUMNS": "200"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run that all of its workers share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "package"
    folder.mkdir(exist_ok=True)
    return folder


def once(place: Path, name: str, make: Callable[[], Path]) -> Path:
    """Return what the first worker that asks for it makes; the others wait."""
    note = place / f"{name}.made"
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not note.exists():
            note.write_text(str(make()), "utf-8")
    return Path(note.read_text("utf-8"))


@pytest.fixture(scope="module")
def builder(place: Path) -> Path:
    """The Python of an environment with what a build asks for and nothing else."""
    assert page.is_made(), "the page is not built as its source is now: make page"
    assert handbook.is_made(), "the documentation is not built as its source is now: make docs"
    asked = list(asked_for(PROJECT["build-system"]["requires"]))
    return once(place, "builder", lambda: environment(place / "building", asked) / "python")


def build(builder: Path, what: str, tree: Path, target: Path) -> Path:
    """As pip does it, without compiling."""
    target.mkdir()
    done = subprocess.run(
        [str(builder), "-c", BUILD, what, str(target)],
        cwd=tree,
        env={**surroundings(target), "TABLERO_PLAIN": "1", "SOURCE_DATE_EPOCH": EPOCH},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT,
    )
    assert done.returncode == 0, done.stdout
    [made] = target.iterdir()
    return made


@pytest.fixture(scope="module")
def archive(builder: Path, place: Path) -> Path:
    return once(place, "archive", lambda: build(builder, "build_sdist", ROOT, place / "sdist"))


@pytest.fixture(scope="module")
def unpacked(archive: Path, place: Path) -> Path:
    def unpack() -> Path:
        with tarfile.open(archive) as opened:
            opened.extractall(place, filter="data")
        return place / archive.name.removesuffix(".tar.gz")

    return once(place, "unpacked", unpack)


@pytest.fixture(scope="module")
def wheel(builder: Path, unpacked: Path, place: Path) -> Path:
    return once(place, "wheel", lambda: build(builder, "build_wheel", unpacked, place / "wheels"))


def installed(wheel: Path, folder: Path, extras: frozenset[str]) -> Path:
    """An environment with the wheel in it and nothing that it does not ask for; its folder of programs."""
    with zipfile.ZipFile(wheel) as opened:
        [metadata] = [name for name in opened.namelist() if name.endswith(".dist-info/METADATA")]
        head = opened.read(metadata).decode().partition("\n\n")[0]
    programs = environment(folder, list(asked_for(re.findall(r"^Requires-Dist: (.*)$", head, re.MULTILINE), extras)))
    uv = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--quiet", "--offline", "--no-config"]
    command = [*uv, "--no-cache", "--no-deps", "--python", str(programs / "python"), str(wheel)]
    done = subprocess.run(command, env=surroundings(folder), capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr
    return programs


@pytest.fixture(scope="module")
def light(wheel: Path, place: Path) -> Path:
    """`pip install tablero`."""
    return once(place, "light", lambda: installed(wheel, place / "small", frozenset()))


@pytest.fixture(scope="module")
def empty(wheel: Path, place: Path) -> Path:
    """`pip install 'tablero[site]'`."""
    return once(place, "site", lambda: installed(wheel, place / "whole", frozenset({"site"})))


def started(programs: Path, folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(programs / str(words[0])), *map(str, words[1:])],
        cwd=folder,
        env=surroundings(folder),
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )


def run(programs: Path, folder: Path, *words: object) -> str:
    done = started(programs, folder, "tablero", *words)
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


def test_one_version_is_told_everywhere(wheel: Path, archive: Path, light: Path, tmp_path: Path) -> None:
    assert wheel.name == f"tablero-{tablero.__version__}-py3-none-any.whl"
    assert archive.name == f"tablero-{tablero.__version__}.tar.gz"
    told = run(light, tmp_path, "--version")
    assert told.startswith(f"tablero {tablero.__version__} (plain Python)\n")
    assert str(tmp_path) in told
    heads = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert heads[0] == tablero.__version__


def source_of(module: str) -> Path | None:
    path = ROOT.joinpath("src", *module.split("."))
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if file.is_file()), None)


def imports_of(file: Path) -> Iterator[str]:
    """Every module that a file imports anywhere, also late or for its types only."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def read_by_the_compiler() -> set[str]:
    """The libraries that compiled modules, and all of ours that these import, import."""
    waiting = [Path(name).relative_to("src").with_suffix("").as_posix().replace("/", ".") for name in HOT]
    ours: set[str] = set()
    found: set[str] = set()
    while waiting:
        module = waiting.pop()
        if not module.startswith("tablero"):
            found.add(module.partition(".")[0])
        elif module not in ours:
            ours.add(module)
            file = source_of(module)
            waiting += [*(imports_of(file) if file else ()), *filter(None, [module.rpartition(".")[0]])]
    return found - set(sys.stdlib_module_names)


def test_a_build_asks_for_all_that_the_compiler_reads(builder: Path) -> None:
    """By name, which is quick. What lacks types there is read as untyped."""
    [libraries] = (builder.parent.parent / "lib").glob("python*/site-packages")
    there = {path.name.partition(".")[0] for path in libraries.iterdir()}
    lenient = [one["module"] for one in PROJECT["tool"]["mypy"]["overrides"] if one.get("ignore_missing_imports")]
    untyped = {name.partition(".")[0] for names in lenient for name in names}
    found = read_by_the_compiler()
    assert "librt" in found
    assert found - there - untyped == set()


def test_the_compiler_can_read_all_of_it_with_what_a_build_asks_for(builder: Path) -> None:
    """Where a library is missing, what it gives has no type. What was read before is kept in build/."""
    cache = ROOT / "build/types-in-a-build"
    command = [sys.executable, "-m", "mypy", "--python-executable", str(builder), "--cache-dir", str(cache), *HOT]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_same_tree_gives_the_same_wheel_and_archive(
    builder: Path, unpacked: Path, archive: Path, wheel: Path, tmp_path: Path
) -> None:
    """In another folder, with other times of the files."""
    copy = shutil.copytree(unpacked, tmp_path / "elsewhere", copy_function=shutil.copy)
    (copy / "setup.cfg").unlink(missing_ok=True)  # setuptools puts it into archives; a clone has none
    for what, first in (("build_wheel", wheel), ("build_sdist", archive)):
        again = build(builder, what, copy, tmp_path / what)
        assert hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(first.read_bytes()).digest(), what


def test_the_light_one_plays_draws_and_verifies_outside_the_tree(light: Path, tmp_path: Path) -> None:
    names = [game["name"] for game in json.loads(run(light, tmp_path, "games", "--json"))]
    assert names == [game.name for game in tablero.games()]
    done = started(light, tmp_path, "python", "-c", PLAY_ALL, *names)
    assert done.returncode == 0, done.stderr
    for name in names:
        assert (tmp_path / f"{name}.svg").read_text("utf-8").startswith("<svg")
    record = next(tmp_path.glob("maya-*.tablero"))
    assert json.loads(run(light, tmp_path, "verify", record, "--json"))["scores"]
    assert run(light, tmp_path, "replay", record)
    run(light, tmp_path, "perft", "yaxha", "--depth", 2)
    run(light, tmp_path, "settings")


def test_the_light_one_names_the_part_that_a_command_lacks(light: Path, tmp_path: Path) -> None:
    (tmp_path / "game.tablero").write_text(tablero_record(), "utf-8")
    commands = (
        ("site", []),  # `tablero` alone starts the site
        ("site", ["serve", "--no-browser", "--data", "new.db"]),
        ("site", ["backup", "copy.db"]),
        ("site", ["review", "game.tablero"]),
        ("site", ["show", "game.tablero", "-o", "board.png"]),
        ("lab", ["train", "yaxha"]),
        ("lab", ["dataset", "yaxha", "--games", "1", "--bots", "greedy", "--out", "set"]),
    )
    done = started(light, tmp_path, "python", "-c", REFUSE_ALL, json.dumps([words for _, words in commands]))
    assert done.returncode == 0, done.stderr
    for (part, words), line in zip(commands, done.stdout.splitlines(), strict=True):
        status, said = json.loads(line)
        assert status == 1, words
        assert re.search(rf"pip install ['\"]tablero\[{part}\]['\"]$", said.strip()), (words, said)
        assert said.count("\n") == 1, words
    assert [path.name for path in tmp_path.iterdir()] == ["game.tablero"]


def tablero_record() -> str:
    yaxha = tablero.game("yaxha")
    state = yaxha.start(2, 7)
    moves = []
    while state.actors():
        seat = state.actors()[0]
        moves.append((seat, state.moves(seat)[0]))
        state.play(*moves[-1])
    return tablero.Record.of(yaxha, 2, 7, {}, moves).to_text()


def test_each_part_is_known_by_its_modules() -> None:
    """Every module that is looked for belongs to a requirement of its part, and the engine asks for none of them."""
    parts = PROJECT["project"]["optional-dependencies"]
    names = {"argon2": "argon2-cffi", "resvg_py": "resvg-py", "prometheus_client": "prometheus-client"}
    for part, modules in PART_MODULES.items():
        asked = {Requirement(line).name for line in parts[part]}
        assert {names.get(module, module) for module in modules} <= asked
    assert len(PROJECT["project"]["dependencies"]) == 3


def test_with_the_site_a_picture_is_painted(empty: Path, tmp_path: Path) -> None:
    (tmp_path / "game.tablero").write_text(tablero_record(), "utf-8")
    run(empty, tmp_path, "show", "game.tablero", "-o", "board.png")
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

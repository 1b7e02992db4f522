"""The repository keeps its own promises: what imports what, what is pinned, what must not be in a file."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tablero.games import GAME_NAMES
from tests.limits import LIMIT

ROOT = Path(__file__).resolve().parent.parent
LOCKS = tuple(f"requirements/{path.name}" for path in sorted((ROOT / "requirements").glob("*.lock")))
OUTSIDE = ("openspiel", "ray", "examples")  # extras that no test needs


def own_files() -> list[Path]:
    """Every file of ours that git keeps; in an unpacked archive, every source file."""
    if shutil.which("git") and (ROOT / ".git").exists():
        told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        return [ROOT / name for name in told.splitlines() if (ROOT / name).is_file()]
    return [path for folder in ("src", "tests", "docs", "tools", "web") for path in (ROOT / folder).rglob("*.*")]


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    place = re.compile(r"(?<![\w.])/(?:home|root|Users|tmp|work|opt)/\w")
    for path in own_files():
        if path.suffix in {".py", ".md", ".toml", ".ts", ".mjs", ".css", ".html", ".sh", ".json", ".lock", ".po", ""}:
            found = place.search(path.read_text("utf-8", errors="ignore"))
            assert found is None or path == Path(__file__), f"{path.relative_to(ROOT)}: {found}"


@pytest.mark.parametrize("name", LOCKS)
def test_python_is_locked_by_hash_and_without_addresses(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert "://" not in text
    assert "--index-url" not in text
    pinned = re.findall(r"^([\w.-]+)==\S+", text, re.MULTILINE)
    assert pinned
    assert text.count("--hash=sha256:") >= len(pinned)


def test_every_dependency_is_in_the_lock() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for lock, wanted in (
        ("play.lock", [*project["dependencies"], *extras["site"]]),
        ("host.lock", [*project["dependencies"], *extras["site"], *extras["postgres"]]),
        (
            "dev.lock",
            [*project["dependencies"], *(one for extra in extras if extra not in OUTSIDE for one in extras[extra])],
        ),
    ):
        pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / lock).read_text("utf-8"), re.MULTILINE))
        for requirement in wanted:
            name = re.split(r"[\[<>=]", requirement)[0].replace("_", "-").lower()
            assert name in pinned or name == "tablero", f"{name} is not in {lock}: make lock"


def test_all_locks_agree() -> None:
    def pins(lock: str) -> set[tuple[str, str]]:
        found = re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / lock).read_text("utf-8"), re.MULTILINE)
        return {(name, version) for name, version in found}

    dev = pins("requirements/dev.lock")
    known = {name for name, _ in dev}
    assert {lock: {pin for pin in pins(lock) - dev if pin[0] in known} for lock in LOCKS} == {
        lock: set() for lock in LOCKS
    }


@pytest.mark.parametrize("name", ["web", "tools/peers/boardgameio"])
def test_what_npm_brings_is_locked_by_hash_and_without_addresses(name: str) -> None:
    text = (ROOT / name / "package-lock.json").read_text("utf-8")
    assert "://" not in text
    lock = json.loads(text)
    for name, entry in lock["packages"].items():
        assert "resolved" not in entry, name
        assert not name or "integrity" in entry, name


def test_no_compiled_file_is_older_than_its_source() -> None:
    for built in (ROOT / "src/tablero").rglob("*.so"):
        source = built.with_name(built.name.partition(".")[0] + ".py")
        assert source.exists(), f"{built.name} has no source any more: make compile"
        assert built.stat().st_mtime >= source.stat().st_mtime, f"{source.name} has changed: make compile"


def test_the_makefile_lists_what_it_makes() -> None:
    shown = subprocess.run(["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    for target in ("play", "test", "long", "compile", "page", "bench", "lint", "lock", "clean"):
        assert f"make {target} " in shown.stdout


def test_ci_runs_the_tests_and_nothing_else() -> None:
    assert "make test" in (ROOT / ".ci/run").read_text("utf-8")


# One plan for a game's folder (docs/architecture.md); a file that a game does not need is absent.
PLAN = {
    "__init__.py",
    "art.svg",
    "aspects.py",
    "components.py",
    "coach_text.py",
    "view_types.py",
    "cover.py",
    "effects.py",
    "facts.toml",
    "tensor_fields.py",
    "layout.py",
    "bot_levels.py",
    "characters.py",
    "log.py",
    "highlights.py",
    "animation.py",
    "moves.py",
    "names.py",
    "options.py",
    "position.py",
    "refusals.py",
    "rules.py",
    "scoring.py",
    "setup.py",
    "solo.py",
    "style.css",
    "reference_tables.py",
    "score_breakdown.py",
    "tensor.py",
    "turns.py",
    "views.py",
    "words.py",
}
FOLDERS = {
    "drawing": {
        "__init__.py",
        "board.py",
        "cards.py",
        "choices.py",
        "player_board.py",
        "panels.py",
        "standalone.py",
        "pieces.py",
        "places.py",
        "monument_cards.py",
        "scene.py",
        "sheet.py",
        "side_panels.py",
    },
    "evaluation": {
        "__init__.py",
        "policy.py",
        "features.py",
        "value.py",
        "network_input.py",
        "weights.py",
        "leaning.py",
    },
}
EVERY_GAME_HAS = {
    "__init__.py",
    "aspects.py",
    "components.py",
    "view_types.py",
    "cover.py",
    "facts.toml",
    "tensor_fields.py",
    "layout.py",
    "bot_levels.py",
    "characters.py",
    "animation.py",
    "moves.py",
    "options.py",
    "position.py",
    "rules.py",
    "scoring.py",
    "style.css",
    "tensor.py",
    "views.py",
    "words.py",
}


def kept_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.suffix in {".py", ".toml", ".css", ".svg"}}


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_game_s_folder_follows_the_plan(name: str) -> None:
    folder = ROOT / "src/tablero/games" / name
    assert kept_in(folder) <= PLAN
    assert kept_in(folder) >= EVERY_GAME_HAS
    assert {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"} == {
        "drawing",
        "evaluation",
        "guide",
        "lessons",
        "locale",
        "puzzles",
    }
    for inside, files in FOLDERS.items():
        assert kept_in(folder / inside) <= files


def test_the_plan_is_told_in_the_architecture() -> None:
    told = (ROOT / "docs/architecture.md").read_text("utf-8")
    for file in (*PLAN, *(name for files in FOLDERS.values() for name in files)):
        assert f"`{file.removesuffix('.py')}`" in told or f"`{file}`" in told, file


def test_a_game_is_named_in_its_own_folder_and_in_the_list_of_games_alone() -> None:
    """Learning Yaxha's weights (lab) is about one game; docstrings may name one; no password is made of these names."""
    source = ROOT / "src/tablero"
    named = re.compile("|".join(GAME_NAMES), re.IGNORECASE)
    names = ("core", "bots", "analysis", "table", "people", "tournaments", "store", "ui", "local", "site", "cli")
    rooms = tuple(f"tablero.{name}." for name in names)
    for module, tree in modules().items():
        if not module.startswith(rooms) or module == "tablero.people.passwords":
            continue
        told = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]  # docstrings
        for node in ast.walk(tree):
            words = [getattr(node, name, None) for name in ("value", "id", "attr", "module", "name")]
            found = [word for word in words if isinstance(word, str) and named.search(word) and node not in told]
            assert not found, f"{module}: {found}"
    pages = [*(source / "ui/templates").rglob("*.jinja"), *(ROOT / "web").glob("*.mjs")]
    for path in [*pages, *(ROOT / "web/src").glob("*.ts"), *(ROOT / "web/style").glob("*.css")]:
        assert not named.search(path.read_text("utf-8")), path.relative_to(ROOT)


def test_what_a_test_waits_for_in_a_page_is_a_function() -> None:
    """An expression is evaluated by the page again and again; the site's security policy forbids that."""
    called = re.compile(r"wait_for_function\(\s*f?(\"+)(.*?)\1", re.DOTALL)
    for path in (ROOT / "tests/browser").glob("*.py"):
        for _, script in called.findall(path.read_text("utf-8")):
            assert "=>" in script.partition("\n")[0], f"{path.name}: {script}"


# ---------------------------------------------------------------- rules about names and sizes, for the whole tree

SOURCE = ROOT / "src/tablero"
MAX_MODULES = 30  # in one folder
MAX_LINES = 500  # in one module
MAX_COLUMNS = 120
# Modules that are longer, and why. A line goes when its module has become shorter.
LONG_MODULES = {
    "games/amritsar/components.py": "every kind of component has its table, and its reasons to refuse facts",
    "games/amritsar/drawing/board.py": "one picture with ten places",
    "games/amritsar/drawing/choices.py": "every kind of choice has its row",
    "games/amritsar/drawing/pieces.py": "every kind of piece has its picture",
    "games/amritsar/drawing/side_panels.py": "every panel beside the board",
    "games/amritsar/effects.py": "every space and tile has its effect",
    "games/amritsar/log.py": "every kind of event has its sentence",
    "games/amritsar/reference_tables.py": "every kind of component has its table in the guide",
    "games/amritsar/turns.py": "the course of a turn with its many phases",
    "games/amritsar/view_types.py": "every event and part of a view has its type",
    "games/amritsar/words.py": "every decision has its sentence",
    "games/maya/words.py": "every decision and event has its sentence",
    "games/tzolkin/drawing/board.py": "one picture with five gears",
    "games/tzolkin/drawing/side_panels.py": "every panel beside the board",
    "games/tzolkin/effects.py": "every space and building has its effect",
    "games/tzolkin/evaluation/features.py": "compiled in one piece: what bots compute from a position",
}
# What modules of a feature are called, and beside that what each feature has of its own.
ROLES = {"pages", "api", "service", "text", "parts", "lists", "live", "room", "worker", "worker_pool"}
FEATURES = {
    "accounts": {"api_keys", "event_stream", "export", "mails", "seat_tokens", "vacation"},
    "admin": {"health", "host_dashboard", "throughput"},
    "bots": {
        "audience",
        "backend",
        "bot_workers",
        "fair_queue",
        "decisions",
        "postgres_queue",
        "queue_worker",
        "scheduler",
    },
    "learn": set(),
    "lobby": {"experience"},
    "notifications": {"channel", "channels", "dispatcher", "mail_channel", "push", "safe_http", "webhooks"},
    "plans": {"automatic_play"},
    "profiles": {"game_page", "plots", "summary"},
    "puzzles": set(),
    "review": {"board", "chart", "download", "report", "turning_cards"},
    "rules": {"search", "search_index"},
    "server": {"app", "connection_limit", "error_pages", "processes", "protocols", "serve", "supervisor"},
    "table": {
        "access",
        "action_messages",
        "actions",
        "actions_api",
        "broadcast",
        "chat",
        "chat_api",
        "cleanup",
        "glance",
        "heartbeat",
        "hints",
        "list_line",
        "page_cache",
        "presence",
        "qr_code",
        "spectator_api",
        "timekeeper",
    },
    "tournaments": {"rounds", "runner"},
    "web": {
        "app_manifest",
        "client_address",
        "dates",
        "docs_pages",
        "errors",
        "frames",
        "identity",
        "language",
        "mail",
        "page",
        "proxy",
        "rate_limit",
        "revocation",
        "security",
        "security_log",
        "services",
        "sockets",
        "static_files",
    },
    "whatif": set(),
}
# Imported constants of one word whose meaning no second word would make clearer.
SHORT_CONSTANTS = {"ACTIONS", "API", "CHANNELS", "HANDLERS", "LEVELS"}
# Words that were given up, each for a word of the field; and names that keep one because they are saved or sent.
RETIRED = {
    "belongings",
    "chronicle",
    "classroom",
    "cup",
    "cups",
    "deeds",
    "desk",
    "forker",
    "house",
    "medallion",
    "painter",
    "pupil",
    "tableau",
    "teller",
    "tongue",
    "umpire",
}
KEPT_NAMES = {"CupCard", "CupGame", "CupPlayer", "CupSeat", "JoiningCup", "NewCup"}  # titles in the API's schema


@cache
def modules() -> dict[str, ast.Module]:
    """The syntax trees of the package, by the modules' names."""
    paths = {path: path.relative_to(SOURCE.parent).with_suffix("") for path in SOURCE.rglob("*.py")}
    return {".".join(name.parts): ast.parse(path.read_text("utf-8")) for path, name in paths.items()}


def of_a_game(module: str) -> bool:
    return module.startswith("tablero.games.") and module != "tablero.games.__init__"


def imports(tree: ast.Module) -> list[tuple[str, str]]:
    """The names that a module takes from modules of ours, with where it takes them from."""
    return [
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tablero"
        for alias in node.names
    ]


def test_a_folder_holds_at_most_thirty_modules() -> None:
    for folder in {path.parent for path in SOURCE.rglob("*.py")}:
        if folder.name != "versions":  # of the database: one more whenever it changes
            assert len(list(folder.glob("*.py"))) <= MAX_MODULES, folder.relative_to(ROOT)


def test_a_module_has_at_most_five_hundred_lines() -> None:
    lengths = {
        path.relative_to(SOURCE).as_posix(): len(path.read_text("utf-8").splitlines()) for path in SOURCE.rglob("*.py")
    }
    longer = {name: length for name, length in lengths.items() if length > MAX_LINES}
    assert not longer.keys() - LONG_MODULES, longer
    assert max(longer.values(), default=0) <= 1.5 * MAX_LINES, "no reason is good enough for so many"
    assert not LONG_MODULES.keys() - longer, "these are short enough by now: take them from the list"


def test_modules_of_a_feature_have_the_names_of_their_roles() -> None:
    site = SOURCE / "site"
    assert {path.parent.name for path in site.glob("*/__init__.py")} == FEATURES.keys()
    for feature, own in FEATURES.items():
        found = {path.stem for path in (site / feature).glob("*.py")} - {"__init__"}
        assert not found - ROLES - own, f"site/{feature}: a role, or a name that is listed here"
        assert not own - found, f"site/{feature} does not have these any more"


# Both are public in `tablero.lab`; the other one is the site's tournament, or the outcomes of an arena.
SHARED_CLASS_NAMES = {"Match", "Tournament"}


def test_a_class_name_means_one_class() -> None:
    """In the games each has its own `Scene`, `View` and so on."""
    places: dict[str, list[str]] = {}
    for module, tree in modules().items():
        if not of_a_game(module):
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(module)
    assert {name for name, found in places.items() if len(found) > 1} == SHARED_CLASS_NAMES


def test_an_imported_constant_says_what_it_is_in_two_words() -> None:
    """A game's constants are the words of its board; they are imported inside its folder alone."""
    short = re.compile(r"[A-Z][A-Z0-9]+")
    found = {
        f"{module}: {name}"
        for module, tree in modules().items()
        for source, name in imports(tree)
        if short.fullmatch(name) and not source.startswith("tablero.games.") and name not in SHORT_CONSTANTS
    }
    assert not found


def test_private_names_are_imported_by_no_other_module() -> None:
    trees = modules() | {str(path): ast.parse(path.read_text("utf-8")) for path in (ROOT / "tools").rglob("*.py")}
    found = {
        f"{module}: {name}"
        for module, tree in trees.items()
        for _, name in imports(tree)
        if name.startswith("_") and not name.startswith("__")
    }
    assert not found


def test_retired_words_are_in_no_name() -> None:
    """Tables and columns of the database keep their names, and so do messages; games have words of their own."""
    saved = ("tablero.store.database.schema", "tablero.store.migrations")
    found = set()
    for module, tree in modules().items():
        if of_a_game(module) or module.startswith(saved):
            continue
        names = {
            name
            for node in ast.walk(tree)
            for field in ("name", "arg", "id")
            if isinstance(name := getattr(node, field, None), str)
        }
        for name in [*names, *module.split(".")]:
            words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}
            if words & RETIRED and name not in KEPT_NAMES:
                found.add(f"{module}: {name}")
    assert not found


def test_files_named_in_the_documents_are_there() -> None:
    pages = [ROOT / "CONTRIBUTING.md", ROOT / "docs/architecture.md", *(ROOT / "docs/internals").glob("*.md")]
    named = re.compile(r"`((?:[\w-]+/)+[\w.-]*\.(?:py|ts|css|md|toml|jinja|h|json)|(?:[\w-]+/){2,})`")
    made = ("site/static", "site/docs", "build/")
    for page in pages:
        for name in named.findall(page.read_text("utf-8")):
            places = [ROOT / name, SOURCE / name, *(SOURCE / "games").glob(f"*/{name}")]
            found = any(place.exists() for place in places) or name.startswith(made)
            assert found or re.search(r"[A-Z]{4}|/de\.", name), f"{page.relative_to(ROOT)}: {name}"


def test_no_function_has_more_than_twenty_cases() -> None:
    """Outside the rules of games at most fifteen: `ruff check` holds that."""
    command = [str(Path(sys.executable).with_name("ruff")), "check", "--isolated", "--no-cache", "--select", "C901"]
    limit = ["--config", "lint.mccabe.max-complexity = 20", "src", "tests", "tools", "examples", "setup.py"]
    done = subprocess.run([*command, *limit], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stdout


def test_lines_fit_on_the_page() -> None:
    pragma = re.compile(r"\s+# (?:type: ignore|noqa)\b.*$")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in own_files()
        if path.suffix in {".py", ".md", ".ts", ".mjs"}
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(pragma.sub("", line)) > MAX_COLUMNS
    ]
    assert not found


def test_no_rule_lets_each_change_of_a_table_style_the_whole_page_anew() -> None:
    """Where a rule asks what is anywhere in the page to say how a part of it looks, browsers style all of it again
    whenever anything is inserted: an attribute of the page says the same for nothing."""
    sheets = [*(ROOT / "web/style").glob("*.css"), *(ROOT / "src/tablero/games").glob("*/style.css")]
    asking = re.compile(r"(?<![\w-])(?:body|\.table-page)(?:\.[\w-]+|\[[^]]*\])*:has\([^()]*\)[ >+~]+[^ {,]")
    assert [(sheet.name, found) for sheet in sheets for found in asking.findall(sheet.read_text("utf-8"))] == []

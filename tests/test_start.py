"""Starting is quick: what a library user or a command does not need is not loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tablero
from tests.limits import LIMIT

SOURCE = Path(tablero.__file__).parent.parent
SITE = (
    "litestar",
    "uvicorn",
    "sqlalchemy",
    "alembic",
    "jinja2",
    "markdown_it",
    "msgspec",
    "argon2",
    "aiosqlite",
    "asyncpg",
)
HEAVY = (*SITE, "babel", "numpy", "resvg_py", "openskill", "pettingzoo", "asyncio", "unittest")
SHELL = ("cyclopts", "rich")

LIBRARY = [f"tablero.game({name!r}).start(2, 1).view(0)" for name in ("yaxha", "maya", "tzolkin", "amritsar")]
COMMANDS = [
    "from tablero.cli import main; main(['games', '--json'])",
    "from tablero.cli import main; main(['simulate', 'yaxha', '--games', '1', '--json'])",
]


def loaded(code: str) -> set[str]:
    """The libraries that are there after this code has run."""
    tell = "import sys, atexit; atexit.register(lambda: print(*{name.partition('.')[0] for name in sys.modules}))"
    script = f"{tell}; import tablero; {code}"
    place = {**os.environ, "PYTHONPATH": str(SOURCE), "TABLERO_PLAIN": "1"}
    for name in [name for name in place if name.startswith("COV_CORE")]:
        del place[name]
    done = subprocess.run([sys.executable, "-c", script], env=place, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("code", ["pass", *LIBRARY, "from tablero.bots import bot; bot('level4')"])
def test_the_library_loads_no_web_translation_or_number_library(code: str) -> None:
    assert sorted(loaded(code) & {*HEAVY, *SHELL}) == []


@pytest.mark.parametrize("code", COMMANDS)
def test_a_command_loads_nothing_of_the_site(code: str) -> None:
    assert sorted(loaded(code) & set(SITE)) == []


def test_a_start_of_the_site_loads_nothing_that_the_first_page_does_not_need() -> None:
    """Each of these takes some hundredths of a second or more, and every start would wait for it."""
    late = "'alembic', 'cryptography', 'markdown_it', 'rich', 'pywebpush', 'sqlalchemy.dialects.postgresql'"
    code = "import sys; from tablero.cli import serve; import tablero.site.server.serve; "
    code += f"print([*{{{late}}} & {{*sys.modules}}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_importing_takes_less_than_a_fifth_of_a_second() -> None:
    """In time of the processor, the best of three: what a busy machine adds is not ours."""
    script = "import time; t = time.process_time(); import tablero; print(time.process_time() - t)"
    place = {**os.environ, "PYTHONPATH": str(SOURCE), "TABLERO_PLAIN": "1"}
    took = [
        float(
            subprocess.run([sys.executable, "-c", script], env=place, capture_output=True, text=True, check=True).stdout
        )
        for _ in range(3)
    ]
    assert min(took) < 0.2

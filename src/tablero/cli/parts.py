"""Parts of Tablero that are installed apart, and what to install where one is missing."""

from __future__ import annotations

from importlib.util import find_spec

from tablero.cli.console import Refused

# The modules that a part brings and that engine and command line do without.
PART_MODULES = {
    "site": (
        "aiohttp",
        "aiosqlite",
        "alembic",
        "argon2",
        "babel",
        "cryptography",
        "httptools",
        "jinja2",
        "litestar",
        "msgspec",
        "openskill",
        "prometheus_client",
        "pywebpush",
        "resvg_py",
        "segno",
        "sqlalchemy",
        "uvicorn",
        "websockets",
    ),
    "lab": ("gymnasium", "numpy", "pettingzoo", "pyarrow"),
    "postgres": ("asyncpg", "procrastinate", "psycopg"),
}


def advice(part: str, module: str) -> str:
    """Return the sentence that says what to install."""
    return (
        f"this needs a part of Tablero that is not installed here ({module} is missing): pip install 'tablero[{part}]'"
    )


def need(part: str) -> None:
    """Raise Refused if a module of this part is missing; for commands that would do half of their work without it."""
    for module in PART_MODULES[part]:
        if find_spec(module) is None:
            raise Refused(advice(part, module))


def missing_part(error: ModuleNotFoundError) -> str:
    """Return what to install for a module that was not found. Raise the error again if it is of no part."""
    module = (error.name or "").partition(".")[0]
    for part, modules in PART_MODULES.items():
        if module in modules:
            return advice(part, module)
    raise error

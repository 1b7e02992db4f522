"""Settings from a file and from the environment, and the command that prints them."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from cyclopts import App, Parameter
from cyclopts.argument import ArgumentCollection
from cyclopts.config import Dict, Env

from tablero.cli.console import BadSettings
from tablero.site.settings import Settings

PREFIX = "TABLERO_"
FILE = "--settings"
LIKENESS = 0.65  # of a misspelt name: PROXY is PROXIES, and SERVICE_HOST is no SMTP_HOST
Database = Annotated[
    str,
    Parameter(
        name=("--database", "--data"),
        help="The file that keeps all tables, or a postgresql:// address; without it a file in your data folder.",
    ),
]
Given = Annotated[Settings, Parameter(name="*")]
File = Annotated[Path | None, Parameter(name=FILE, help="A file of settings; `tablero settings` prints one.")]


def from_outside(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Set arguments that the command line does not give: from the environment, then from the file."""
    file = next((argument for argument in arguments if argument.name == FILE), None)
    if file is None:
        return
    Env(PREFIX, command=False, source="the environment")(app, commands, arguments)
    hosts = any(argument.name == "--port" for argument in arguments)
    if hosts:
        for warning in misspelt(os.environ):
            print(f"tablero: {warning}", file=sys.stderr)
    if file.tokens:
        path = Path(file.tokens[0].value).expanduser()
        found = read_file(path)
        if not hosts:
            # A command that needs the database alone does not look at the rest.
            found = {name: value for name, value in found.items() if name == "database"}
        Dict(found, source=str(path), use_commands_as_keys=False)(app, commands, arguments)


def read_file(path: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadSettings(f"there is no file of settings {path}; `tablero settings > {path}` makes one") from None
    except OSError as error:
        raise BadSettings(f"the settings in {path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadSettings(f"the settings in {path} cannot be read: {error}; they are TOML") from None
    top = {name for name, _ in parts(Settings())}
    for name, default in parts(Settings()):
        if not is_dataclass(default):
            continue
        if not isinstance(found.get(name, {}), dict):
            raise BadSettings(f"{name} in {path} is a part of its own: write [{name}] and its settings below")
        for misplaced in sorted(found.get(name, {}).keys() & top):
            raise BadSettings(
                f"{misplaced} in {path} stands below [{name}]: move it up, before the first line in brackets"
            )
    return found


def misspelt(environment: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each name of the environment that is no setting and is much like one."""
    known = [name.upper() for name in (*names_of(Settings()), "data", "settings")]
    for name in environment:
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in known:
            for near in get_close_matches(name.removeprefix(PREFIX), known, 1, LIKENESS):
                yield f"{name} in the environment is no setting and is ignored; is it meant for {PREFIX}{near}?"


def names_of(given: Any, before: str = "") -> Iterator[str]:
    """Yield the names of all settings; those of a part with its name before them."""
    for name, value in parts(given):
        if is_dataclass(value):
            yield from names_of(value, f"{before}{name}_")
        else:
            yield f"{before}{name}"


def parts(of: Any) -> Iterator[tuple[str, Any]]:
    return ((each.name, getattr(of, each.name)) for each in fields(of))


def settings() -> None:
    """Print all settings, as a file to be changed and given to `tablero serve --settings FILE`."""
    print("# Settings of Tablero. Take away the # before what you change.")
    print(
        f"# Each can be given in the environment too ({PREFIX}PORT, {PREFIX}LIMITS_CONNECTIONS; "
        "lists with commas) and on"
    )
    print(
        "# the command line (--port, --limits.connections). The command line wins, "
        "then the environment, then this file."
    )
    print("# What you add yourself belongs above [limits].")
    for line in lines_of(Settings()):
        print(line)


def lines_of(given: Any) -> Iterator[str]:
    hints = get_type_hints(type(given), include_extras=True)
    for name, value in parts(given):
        yield ""
        if is_dataclass(value):
            yield f"# {type(value).__doc__}"
            yield f"[{name}]"
            yield from lines_of(value)
        else:
            kind, *extras = get_args(hints[name])
            about = next(extra for extra in extras if isinstance(extra, Parameter))
            values = f" One of {', '.join(map(json.dumps, get_args(kind)))}." if get_origin(kind) is Literal else ""
            yield f"# {about.help}{values}"
            yield f"# {name} = {json.dumps(value)}"

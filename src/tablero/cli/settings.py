"""Settings from a file and from the environment, and the command that prints them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

from cyclopts import App, Parameter
from cyclopts.argument import ArgumentCollection
from cyclopts.config import Dict, Env

from tablero.cli.console import BadSettings
from tablero.site.settings import Settings

PREFIX = "TABLERO_"
FILE = "--settings"
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
    if file.tokens:
        path = Path(file.tokens[0].value).expanduser()
        found = read_file(path)
        if not any(argument.name == "--port" for argument in arguments):
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
    for name, default in parts(Settings()):
        if is_dataclass(default) and not isinstance(found.get(name, {}), dict):
            raise BadSettings(f"{name} in {path} is a part of its own: write [{name}] and its settings below")
    return found


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
            about = next(extra for extra in get_args(hints[name]) if isinstance(extra, Parameter))
            yield f"# {about.help}"
            yield f"# {name} = {json.dumps(value)}"

"""How commands speak: tables and bars for people, JSON for programs, one clear sentence when something is wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON for programs.")]
Choices = Annotated[
    list[str] | None,
    Parameter(name="--option", negative="", help="A rule of the game, as name=value; may be repeated."),
]

PROGRESS_COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
T = TypeVar("T")


class Refused(Exception):
    """Something that the person at the command line can put right; the text says how."""


def out() -> Console:
    return Console(highlight=False, soft_wrap=True)


def print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def watch(items: Iterable[T], about: str, total: int, quiet: bool) -> Iterator[T]:
    """The same items, with a progress bar on the terminal's error stream."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield from items
        return
    with Progress(*PROGRESS_COLUMNS, console=console, transient=True) as progress:
        task = progress.add_task(about, total=total)
        for item in items:
            yield item
            progress.advance(task)


def read_options(pairs: list[str] | None) -> dict[str, str]:
    """`["cards=beginner"]` as a mapping."""
    options = {}
    for pair in pairs or []:
        name, sign, value = pair.partition("=")
        if not sign:
            raise Refused(f"an option is written name=value, for example --option cards=beginner, not {pair!r}")
        options[name.strip()] = value.strip()
    return options


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise Refused(f"there is no file {path}") from None
    except IsADirectoryError:
        raise Refused(f"{path} is a folder; name a file in it") from None
    except UnicodeDecodeError:
        raise Refused(f"{path} is not a record: it is not text") from None
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None


def write_file(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except FileNotFoundError:
        raise Refused(f"{path} cannot be written: the folder {path.parent} does not exist") from None
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}") from None

"""Output of commands: tables and progress bars, JSON for programs, one sentence for an error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cyclopts import Parameter

if TYPE_CHECKING:  # most commands print no table, and `serve` is waited for
    from rich.console import Console
    from rich.progress import ProgressColumn

Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON for programs.")]
Choices = Annotated[
    list[str] | None,
    Parameter(name="--option", negative="", help="A rule of the game, as name=value; may be repeated."),
]
Ray = Annotated[
    list[str] | None,
    Parameter(
        name="--ray",
        negative="",
        consume_multiple=(0, 1),
        metavar="[ADDRESS]",
        help="Work on a Ray cluster: its address, or auto for the one that is here; "
        "without either one is started here.",
    ),
]

T = TypeVar("T")


class Refused(Exception):
    """An error that the user can correct; the text says how."""


class BadSettings(Refused):
    """A setting, or the file of settings, that was not understood; commands exit with 2 as for a wrong option."""


def not_allowed(path: str | Path) -> str:
    """Return a sentence about a file or folder that this user may not open."""
    user = f"user {os.geteuid()}" if hasattr(os, "geteuid") else "this user"
    what = f"{Path(path).absolute()} is closed to {user}"
    return f"{what}: run this as its owner (sudo -u USER tablero ...), or name another"


def out() -> Console:
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True)


def print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def watch(items: Iterable[T], about: str, total: int, quiet: bool) -> Iterator[T]:
    """Yield the same items, with a progress bar on stderr if that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield from items
        return
    with Progress(*_progress_columns(), console=console, transient=True) as progress:
        task = progress.add_task(about, total=total)
        for item in items:
            yield item
            progress.advance(task)


@contextmanager
def bar(about: str, total: int, quiet: bool) -> Iterator[Callable[[int, str], None]]:
    """Show a progress bar on stderr; yield a function that takes how much is done and a text."""
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    console = Console(stderr=True)
    columns = (*_progress_columns(), TextColumn("{task.fields[so_far]}"))
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        task = progress.add_task(about, total=total, so_far="")
        yield lambda done, so_far: progress.update(task, completed=done, so_far=so_far)


def _progress_columns() -> tuple[ProgressColumn, ...]:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    return TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()


def ray_address(given: list[str] | None) -> str | None:
    """Return the address of a Ray cluster; None if `--ray` is not given."""
    return None if given is None else given[0] if given else "local"


def worker_count(processes: int | None, usual: int) -> int:
    """Return the number of processes. Raise Refused if it is out of range."""
    if processes is not None and not 1 <= processes <= 1000:
        raise Refused(f"--processes is a number from 1 to 1000, not {processes}")
    return processes or usual


def read_options(pairs: list[str] | None) -> dict[str, str]:
    """Return `["cards=beginner"]` as a mapping. Raise Refused for a pair without `=`."""
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

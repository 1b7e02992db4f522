"""Folders in which work is kept: begun once with settings, gone on with under the same ones, every file whole or not there."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablero.lab.errors import ArenaError

ASIDE = ".unfinished"


def put(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(path.name + ASIDE)
    try:
        aside.write_bytes(content)
        os.replace(aside, path)
    except OSError:
        aside.unlink(missing_ok=True)  # what a full disk has room for is of no use to anybody
        raise


def as_lines(value: Mapping[str, Any]) -> bytes:
    """Settings as people can read them too."""
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def begin(path: Path, settings: Mapping[str, Any], what: str) -> None:
    """Keep the settings of some work in a folder that is new or empty; where they are kept already they must be the same. `what`
    is kept there, in a word. ArenaError says what else lies there."""
    folder = path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            compare(json.loads(path.read_text("utf-8")), settings, f"the {what} in {folder}", "folder")
        elif any(not one.name.endswith(ASIDE) for one in folder.iterdir()):
            raise ArenaError(f"{folder} holds other things than a {what}; name a new folder")
        else:
            put(path, as_lines(settings))
    except ValueError:
        raise ArenaError(f"{path} is damaged; name a new folder") from None
    except OSError as error:
        raise ArenaError(f"the folder {folder} cannot be used: {error.strerror}; name another one") from None


def compare(before: Any, now: Mapping[str, Any], which: str, place: str) -> None:
    """ArenaError when work was begun with other settings."""
    if not isinstance(before, dict):
        raise ValueError("no settings")
    for name, value in now.items():
        if before.get(name) != value:
            raise ArenaError(
                f"{which} was begun with other settings: {name} was {json.dumps(before.get(name))} "
                f"and is {json.dumps(value)} now; name a new {place}, or go on as it was begun"
            )


def read_lines(file: Path) -> list[bytes]:
    """The whole lines of a file that grows: a last one that was torn off while it was written does not count."""
    content = file.read_bytes() if file.exists() else b""
    return content[: content.rfind(b"\n") + 1].splitlines()


def mend(file: Path) -> None:
    """Take away a last line that was torn off, so that the next one stands by itself."""
    content = file.read_bytes() if file.exists() else b""
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        with file.open("r+b") as torn:
            torn.truncate(whole)


def add_line(file: Path, value: Mapping[str, Any]) -> None:
    """One line of JSON more."""
    with file.open("ab") as growing:
        growing.write(as_line(value))


def as_line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"

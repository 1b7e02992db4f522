"""Folders of long runs: settings that must stay the same, and files that are whole or absent."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablero.lab.errors import ArenaError

TEMPORARY_SUFFIX = ".unfinished"


def put(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + TEMPORARY_SUFFIX)
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def as_lines(value: Mapping[str, Any]) -> bytes:
    """Return settings as indented JSON."""
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def begin(path: Path, settings: Mapping[str, Any], what: str) -> None:
    """Write the settings of a run to a new or empty folder, or compare them with those that are there. `what` is the
    kind of the run. Raise ArenaError if they differ or the folder holds other things."""
    folder = path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            compare(json.loads(path.read_text("utf-8")), settings, f"the {what} in {folder}", "folder")
        elif any(not one.name.endswith(TEMPORARY_SUFFIX) for one in folder.iterdir()):
            raise ArenaError(f"{folder} holds other things than a {what}; name a new folder")
        else:
            put(path, as_lines(settings))
    except ValueError:
        raise ArenaError(f"{path} is damaged; name a new folder") from None
    except OSError as error:
        raise ArenaError(f"the folder {folder} cannot be used: {error.strerror}; name another one") from None


def compare(before: Any, now: Mapping[str, Any], which: str, place: str) -> None:
    """Raise ArenaError if a run was begun with other settings."""
    if not isinstance(before, dict):
        raise ValueError("no settings")
    for name, value in now.items():
        if before.get(name) != value:
            raise ArenaError(
                f"{which} was begun with other settings: {name} was {json.dumps(before.get(name))} "
                f"and is {json.dumps(value)} now; name a new {place}, or go on as it was begun"
            )


def read_lines(file: Path) -> list[bytes]:
    """Return the whole lines of a growing file, without a last one that was cut off while it was written."""
    content = file.read_bytes() if file.exists() else b""
    return content[: content.rfind(b"\n") + 1].splitlines()


def mend(file: Path) -> None:
    """Remove a last line that was cut off, so that the next one begins a line."""
    content = file.read_bytes() if file.exists() else b""
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        with file.open("r+b") as torn:
            torn.truncate(whole)


def add_line(file: Path, value: Mapping[str, Any]) -> None:
    """Append a line of JSON."""
    with file.open("ab") as growing:
        growing.write(as_line(value))


def as_line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"

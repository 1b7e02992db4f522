"""Where peers are installed for `tablero bench --peers`: an environment of their own, made once and kept."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

# What is installed for each peer. It stands in an order: what the first ones settle on, the later ones have to live with.
PARTS = {
    "catanatron": ("catanatron", "catanatron_gym"),
    "openspiel": ("open_spiel",),
    "rlcard": ("rlcard",),
    "pettingzoo": ("pettingzoo[classic]",),
}
PATIENCE = 900


def cache_folder() -> Path:
    """Where this system keeps what can be fetched again."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "tablero"


def home() -> Path:
    """The environment's folder; each version of Python has its own."""
    return cache_folder() / f"peers-{sys.version_info.major}.{sys.version_info.minor}"


def python_of(folder: Path) -> str:
    return str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))


def settled(folder: Path, say: Callable[[str], None]) -> tuple[str, dict[str, str]]:
    """The Python of the environment, and the peers that could not be installed, each with the reason. What is there is not fetched again."""
    python = python_of(folder)
    if not Path(python).exists():
        say(f"An environment for the peers is made in {folder}; it is kept there, and may be deleted at any time.")
        failed = _told([sys.executable, "-m", "venv", str(folder)])
        if failed:
            return python, dict.fromkeys(PARTS, f"no environment could be made in {folder} ({failed})")
    missing = {}
    for peer, parts in PARTS.items():
        mark = folder / f"{peer}.installed"
        if mark.exists():
            continue
        say(f"Installing {', '.join(parts)} ...")
        failed = _told([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1", *parts])
        if failed:
            missing[peer] = f"it cannot be installed here: {failed}"
        else:
            mark.touch()
    return python, missing


def _told(command: list[str]) -> str:
    """Nothing when the command has done its work, else the last thing it said."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    faults = [line for line in lines if "ERROR" in line or "Error" in line] or lines or [f"status {done.returncode}"]
    return faults[-1].removeprefix("ERROR: ").strip() if done.returncode else ""

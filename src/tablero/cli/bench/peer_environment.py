"""The environment in which peers are installed for `tablero bench --peers`, made once and kept."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

# Packages of each peer, in the order of installation: later ones must accept the versions of earlier ones.
PEER_PACKAGES = {
    "catanatron": ("catanatron", "catanatron_gym"),
    "openspiel": ("open_spiel",),
    "rlcard": ("rlcard",),
    "pettingzoo": ("pettingzoo[classic]",),
    "fastcatan": ("fastcatan",),  # Python 3.12 or newer
    "pgx": ("pgx",),
    "envpool": ("envpool",),
}
INSTALL_TIMEOUT = 900


def cache_folder() -> Path:
    """Return the folder of this system for caches."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "tablero"


def home() -> Path:
    """Return the environment's folder; each version of Python has its own."""
    return cache_folder() / f"peers-{sys.version_info.major}.{sys.version_info.minor}"


def python_of(folder: Path) -> str:
    return str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))


def install_peers(folder: Path, say: Callable[[str], None]) -> tuple[str, dict[str, str]]:
    """Return the environment's Python, and the peers that could not be installed with the reason.

    Installs what is missing.
    """
    python = python_of(folder)
    if not Path(python).exists():
        say(f"An environment for the peers is made in {folder}; it is kept there, and may be deleted at any time.")
        failed = _run_quietly([sys.executable, "-m", "venv", str(folder)])
        if failed:
            return python, dict.fromkeys(PEER_PACKAGES, f"no environment could be made in {folder} ({failed})")
    missing = {}
    for peer, parts in PEER_PACKAGES.items():
        mark = folder / f"{peer}.installed"
        if mark.exists():
            continue
        say(f"Installing {', '.join(parts)} ...")
        failed = _run_quietly(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1", *parts]
        )
        if failed:
            missing[peer] = f"it cannot be installed here: {failed}"
        else:
            mark.touch()
    return python, missing


def _run_quietly(command: list[str]) -> str:
    """Run a command; return an empty string if it succeeds, else its last error."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_TIMEOUT)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    faults = [line for line in lines if "ERROR" in line or "Error" in line] or lines or [f"status {done.returncode}"]
    return faults[-1].removeprefix("ERROR: ").strip() if done.returncode else ""

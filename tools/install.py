"""Install what a lock in requirements/ names into this environment: `python tools/install.py play`.

uv does it where it is on the path or can be had as a wheel: in a quarter of pip's time. Where it cannot, or where
TABLERO_INSTALLER=pip says so, pip does it with the same lock and the same hashes. The lock `play` brings Tablero itself
too, and meanwhile the page is built.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from importlib.machinery import PathFinder
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "requirements"
CHOICE = "TABLERO_INSTALLER"
# A lock names everything: with nothing to resolve, a version that has come out since changes nothing.
LOCKED = ("--no-deps", "--require-hashes", "-r")
# Python compiles what it loads when it loads it: doing that for everything at once costs a third of pip's time.
PIP_INSTALL = ("install", "--quiet", "--disable-pip-version-check", "--no-compile")
# What pip is told of the machine's own mirrors and certificates, and what uv calls the same.
SETTINGS = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "cert": "SSL_CERT_FILE",
    "trusted-host": "UV_INSECURE_HOST",
}
ADVICE = """\
It comes from PyPI, or from the mirror that pip or uv is set to. Is this machine connected to the network?
  behind a proxy:        HTTPS_PROXY=http://proxy:port make play
  with a mirror:         PIP_INDEX_URL=address make play
  with wheels in a folder, fetched elsewhere by `pip download --no-deps -r requirements/{lock}.lock`:
                         PIP_NO_INDEX=1 PIP_FIND_LINKS=folder make play
  if uv fails where pip works:  TABLERO_INSTALLER=pip make play
What has been installed so far is kept: the next start goes on from there."""


class InstallError(Exception):
    """An installation that failed; the text says what is missing and what to do."""


def run(command: Sequence[str], env: Mapping[str, str] | None = None, folder: Path = ROOT) -> tuple[bool, str]:
    """Run a command without input in a folder; return whether it succeeded, and its output."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        env=env,
        cwd=folder,
    )
    return done.returncode == 0, done.stdout.strip()


@cache
def pip() -> list[str]:
    """Return the command of a pip that installs into this environment. Raise InstallError if there is none."""
    base = getattr(sys, "_base_executable", "") or sys.executable
    # Not `find_spec`: asked that way for pip, setuptools thinks that pip runs and takes its own distutils away, and
    # then a build that is under way in this process fails ("dist must be a Distribution instance").
    if PathFinder.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    if "--python" in run([base, "-m", "pip", "--help"])[1]:  # since pip 22.3
        return [base, "-m", "pip", "--python", sys.executable]
    if run([sys.executable, "-m", "ensurepip"])[0]:
        return [sys.executable, "-m", "pip"]
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    raise InstallError(
        f"Python {version} is here, but neither pip nor uv.\n"
        f"Install one of them (Debian or Ubuntu: apt-get install python{version}-venv) and try again."
    )


def pip_settings() -> dict[str, str]:
    """Return pip's settings of this machine as uv's environment; what uv is told already comes first."""
    base = getattr(sys, "_base_executable", "") or sys.executable
    told = run([base, "-m", "pip", "config", "list"])[1]  # the settings are the same for every pip; none: no matches
    found = {}
    for name, value in re.findall(r"^(?:global|install|:env:)\.([a-z-]+)='(.*)'$", told, re.MULTILINE):
        if name in SETTINGS and SETTINGS[name] not in os.environ:
            found[SETTINGS[name]] = value.replace("\\n", " ").strip()
    if "UV_INDEX" in found:
        found["UV_INDEX_STRATEGY"] = "unsafe-best-match"  # as pip: all indexes are looked at; hashes decide
    return found


class Installer:
    """Installs wheels into an environment, with uv or with pip."""

    def __init__(self, choice: str = "") -> None:
        uv = None if choice == "pip" else shutil.which("uv") or self._fetched()
        self.name = "uv" if uv else "pip"
        if uv:
            self._command = [uv, "pip", "install", "--quiet"]
            self._target = ["--python", sys.executable]
            self._env = {**os.environ, **pip_settings()}
        else:
            self._command = [*pip(), *PIP_INSTALL]
            self._target = []
            self._env = dict(os.environ)

    @staticmethod
    def _fetched() -> str | None:
        """Return the uv of this environment, fetched as a wheel the first time; None if it cannot be had."""
        place = Path(sys.executable).with_name("uv.exe" if os.name == "nt" else "uv")
        if not place.exists():
            run([*pip(), *PIP_INSTALL, "--retries", "1", *LOCKED, str(LOCKS / "installer.lock")])
        return str(place) if place.exists() else None

    def install(self, lock: str, folder: Path | None = None) -> None:
        """Install a lock into this environment, or into a folder. Raise InstallError if that fails."""
        place = [] if folder is None else ["--target", str(folder)]
        done, said = run([*self._command, *self._target, *place, *LOCKED, str(LOCKS / f"{lock}.lock")], self._env)
        if not done:
            names = missing(lock)
            listed = ", ".join(names[:8]) + (" ..." if len(names) > 8 else "")
            raise InstallError(
                f"{said}\n\n{self.name} could not install {len(names)} of the packages in requirements/{lock}.lock: "
                f"{listed}\n{ADVICE.format(lock=lock)}"
            )

    def install_ourselves(self) -> None:
        """Install Tablero itself so that this tree is what runs. Raise InstallError if that fails."""
        editable = ["--no-deps", "--no-build-isolation", "--editable", "."]
        done, said = run([*self._command, *self._target, *editable], {**self._env, "TABLERO_PLAIN": "1"})
        if not done:
            raise InstallError(f"{said}\n\n{self.name} could not install Tablero itself (see above).")


@cache
def installer() -> Installer:
    """Return the installer of this environment. Raise InstallError if there is none."""
    return Installer(os.environ.get(CHOICE, ""))


@contextmanager
def borrowed(lock: str, module: str) -> Iterator[Path | None]:
    """Yield a folder with what a lock names, for as long as it is needed; None if the module is installed here.

    What is made with it is kept, so it need not be: uv and pip have the wheels in their cache. Raise InstallError if it
    cannot be had.
    """
    if find_spec(module):
        yield None
        return
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{lock}-", dir=ROOT / "build") as folder:
        installer().install(lock, Path(folder))
        yield Path(folder)


def search_path(folder: Path | None) -> dict[str, str]:
    """Return the environment of a process that imports from a borrowed folder too."""
    return {**os.environ, "PYTHONPATH": str(folder)} if folder else dict(os.environ)


def missing(lock: str) -> list[str]:
    """Return the names in a lock that are not installed here; those for other systems are left out."""
    names = re.findall(r"^([\w.-]+)==[^\s;]+ (?=\\)", (LOCKS / f"{lock}.lock").read_text("utf-8"), re.MULTILINE)
    here = {re.sub(r"[-_.]+", "-", found.name).lower() for found in distributions()}
    return [name for name in names if name not in here]


@contextmanager
def progress(about: str, done: str) -> Iterator[None]:
    """Print what is being done, on a terminal with a running count of seconds, and at the end how long it took."""
    began = time.monotonic()
    live = sys.stdout.isatty()
    print(f"{about} ...", end="" if live else "\n", flush=True)
    with ThreadPoolExecutor(1) as pool:
        ended = False

        def count() -> None:
            while not ended:
                print(f"\r{about} ... {time.monotonic() - began:.0f} s ", end="", flush=True)
                time.sleep(0.2)

        counting = pool.submit(count) if live else None
        try:
            yield
        finally:
            ended = True
            if counting:
                counting.result()
                print(f"\r{' ' * (len(about) + 12)}\r", end="", flush=True)
    print(f"{done} in {time.monotonic() - began:.0f} s.", flush=True)


def install_for_play() -> None:
    """Install what playing needs, and Tablero itself; build the page meanwhile. Raise InstallError if that fails."""
    import page

    with ThreadPoolExecutor(1) as pool:
        installing = installer()
        building = pool.submit(page.make)
        installing.install("play")
        installing.install_ourselves()
        building.result()


def main() -> int:
    [lock] = sys.argv[1:]
    what = {"play": "what playing needs, and building the page", "dev": "what tests need"}
    try:
        about = what.get(lock, f"requirements/{lock}.lock")
        with progress(f"Installing {about}", "Installed"):
            install_for_play() if lock == "play" else installer().install(lock)
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

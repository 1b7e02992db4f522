"""Find what the tests need from outside of Python, install it if allowed, or print what to install.

A browser is required. PostgreSQL and nginx are optional: without them tables are tested on SQLite only, and nothing is
tested through a proxy. Root is not required.
"""

import os
import shutil
import subprocess
import sys
from glob import glob

# The first that is there is used. A shell has no window around the page, which the tests do not look at; it shows no
# notifications either, for which the tests take a whole browser.
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSERS = ("chromium-headless-shell", *WHOLE)


def by_apt(packages: list[str]) -> None:
    """Install what this Debian or Ubuntu offers of some packages, if this is root."""
    if not packages or not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    print(f"Installing {', '.join(packages)} for the tests ...", flush=True)
    subprocess.run(["apt-get", "update", "-qq"], check=False)
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.run([*command, *packages], env=quiet).returncode != 0:
        for package in packages:  # one that is not offered here shall not keep the others away
            subprocess.run([*command, package], env=quiet, check=False)


def found(*programs: str) -> bool:
    return any(shutil.which(name) or shutil.which(f"/usr/sbin/{name}") for name in programs)


def database_found() -> bool:
    return found("initdb") or bool(glob("/usr/lib/postgresql/*/bin/initdb"))


def missing() -> list[str]:
    """Return the packages of Debian for what is not there."""
    there = {
        "chromium-headless-shell": found(*BROWSERS),
        "chromium": found(*WHOLE),
        "postgresql": database_found(),
        "nginx": found("nginx"),
        "valgrind": found("valgrind"),  # for tools/instructions.py, which says what is left out without it
    }
    return [package for package, is_there in there.items() if not is_there]


def browser() -> bool:
    """Return whether there is a browser, Playwright's own if there is no other."""
    if found(*WHOLE):
        return True
    print("Fetching a Chromium for the tests ...", flush=True)
    if subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"]).returncode == 0:
        return True
    print(
        "The browser tests need Chromium and none could be fetched.\n"
        "Install one (Debian: apt-get install chromium; elsewhere: playwright install --with-deps chromium).",
        file=sys.stderr,
    )
    return False


def optional() -> list[str]:
    """Return a sentence for each part that is not there and that tests can do without."""
    told = []
    if not database_found():
        told.append(
            "There is no PostgreSQL here: tables are tested on SQLite only.\n"
            "Install it for the rest (Debian: apt-get install postgresql; macOS: brew install postgresql)."
        )
    if not found("nginx"):
        told.append(
            "There is no nginx here: the site is not tested behind a proxy.\n"
            "Install it for the rest (Debian: apt-get install nginx; macOS: brew install nginx)."
        )
    return told


def main() -> int:
    by_apt(missing())
    for sentence in optional():
        print(sentence, file=sys.stderr)
    return 0 if browser() else 1


if __name__ == "__main__":
    raise SystemExit(main())

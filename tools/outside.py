"""Find what the tests need from outside of Python, install it if allowed, or print what to install.

A browser is required. PostgreSQL and nginx are optional: without them tables are tested on SQLite only, and nothing is
tested through a proxy. Root is not required.
"""

import os
import shutil
import subprocess
import sys
from glob import glob

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def by_apt(package: str) -> bool:
    """Install a package of Debian or Ubuntu if this is root; return whether it is installed."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    print(f"Installing {package} for the tests ...", flush=True)
    subprocess.run(["apt-get", "update", "-qq"], check=False)
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]
    return subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}).returncode == 0


def browser() -> bool:
    if any(shutil.which(name) for name in BROWSERS) or by_apt("chromium"):
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


def postgresql() -> bool:
    if shutil.which("initdb") or glob("/usr/lib/postgresql/*/bin/initdb") or by_apt("postgresql"):
        return True
    print(
        "There is no PostgreSQL here: tables are tested on SQLite only.\n"
        "Install it for the rest (Debian: apt-get install postgresql; macOS: brew install postgresql).",
        file=sys.stderr,
    )
    return False


def nginx() -> bool:
    if shutil.which("nginx") or shutil.which("/usr/sbin/nginx") or by_apt("nginx"):
        return True
    print(
        "There is no nginx here: the site is not tested behind a proxy.\n"
        "Install it for the rest (Debian: apt-get install nginx; macOS: brew install nginx).",
        file=sys.stderr,
    )
    return False


def valgrind() -> bool:
    """Return whether valgrind is there, for tools/instructions.py, which prints what is left out without it."""
    return bool(shutil.which("valgrind")) or by_apt("valgrind")


def main() -> int:
    postgresql()
    nginx()
    return 0 if browser() else 1


if __name__ == "__main__":
    raise SystemExit(main())

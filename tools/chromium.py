"""Makes sure that a Chromium is there for the browser tests, or says how to get one."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def main() -> int:
    if any(shutil.which(name) for name in NAMES):
        return 0
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("Installing Chromium for the browser tests ...", flush=True)
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
        if subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}).returncode == 0:
            return 0
    print("Fetching a Chromium for the browser tests ...", flush=True)
    if subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"]).returncode == 0:
        return 0
    print(
        "The browser tests need Chromium and none could be fetched.\n"
        "Install one (Debian: apt-get install chromium; elsewhere: playwright install --with-deps chromium).",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    raise SystemExit(main())

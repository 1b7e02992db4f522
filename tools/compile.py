"""Compiles the hot part of the package in place, and leaves no stale compiled file behind when it cannot.

`python tools/compile.py` goes on without a compiler and says so; with `--must` it fails when a compiler is there and
breaks.
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def clear() -> None:
    """Compiled files of sources that have changed or gone would be preferred to the new text."""
    for kind in ("*.so", "*.pyd"):
        for path in (ROOT / "src").rglob(kind):
            path.unlink()


def main() -> int:
    from setup import missing_for_compiling

    clear()
    missing = missing_for_compiling()
    if missing:
        print(f"Not compiled: {missing}. Tablero runs as plain Python: the same results, about 30 times slower.")
        return 0
    print("Compiling the rules (once, less than a minute) ...", flush=True)
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode == 0:
        print(f"Compiled in {time.monotonic() - began:.0f} s.")
        return 0
    clear()
    print(done.stdout[-4000:], file=sys.stderr)
    print("The compiler failed (see above).", file=sys.stderr)
    if "--must" in sys.argv:
        return 1
    print("Tablero runs as plain Python: the same results, about 30 times slower.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

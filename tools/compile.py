"""Compiles the hot part of the package in place, and leaves no stale compiled file behind when it cannot.

`python tools/compile.py` goes on without a compiler and says so; with `--must` it fails when a compiler is there and
breaks. When nothing that matters has changed since the last time, it is done at once.
"""

import hashlib
import os
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTE = Path(sys.prefix) / "tablero-compiled.sha256"
sys.path.insert(0, str(ROOT))
os.chdir(ROOT)

from setup import HOT, missing_for_compiling  # noqa: E402


def built() -> list[Path]:
    return [path for kind in ("*.so", "*.pyd") for path in (ROOT / "src").rglob(kind)]


def clear() -> None:
    """Compiled files of sources that have changed or gone would be preferred to the new text."""
    NOTE.unlink(missing_ok=True)
    for path in built():
        path.unlink()


def digest() -> str:
    """What the compiled files depend on, and how many of them there are, as one line."""
    found = hashlib.sha256(f"{sys.version} {version('mypy')} {version('librt')} {len(built())}".encode())
    for name in (*HOT, "setup.py"):
        found.update(name.encode() + b"\0" + Path(name).read_bytes())
    return found.hexdigest()


def date_all() -> None:
    """A part that came out the same keeps its old date, and would look stale beside its source."""
    for path in built():
        path.touch()


def main() -> int:
    missing = missing_for_compiling()
    if missing:
        clear()
        print(f"Not compiled: {missing}. Tablero runs as plain Python: the same results, about 30 times slower.")
        return 0
    if NOTE.exists() and NOTE.read_text() == digest():
        date_all()
        return 0
    clear()
    print("Compiling the rules (once, about a minute) ...", flush=True)
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode == 0:
        date_all()
        NOTE.write_text(digest())
        print(f"Compiled in {time.monotonic() - began:.0f} s.")
        return 0
    clear()
    NOTE.write_text("failed")
    print(done.stdout[-4000:], file=sys.stderr)
    print("The compiler failed (see above).", file=sys.stderr)
    if "--must" in sys.argv:
        return 1
    print("Tablero runs as plain Python: the same results, about 30 times slower.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

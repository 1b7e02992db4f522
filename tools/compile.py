"""Compile the hot part of the package in place, and never leave half of it or a stale file there.

Without a compiler this prints a sentence and succeeds. With `--must` it fails if there is a compiler and it breaks;
with `--beside` it runs at low priority and gives up when the process that started it has ended. Does nothing if
nothing that matters has changed since the last time.
"""

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import install
from hot import CELLS, HOT, ROOT, WHOLE, missing_for_compiling

NOTE = Path(sys.prefix) / "tablero-compiled.sha256"
PINS = ROOT / "requirements/compile.lock"
BUILT = ROOT / "build/compiled"
PLACE = ROOT / "src"
SLOWER = "Tablero runs as plain Python: the same results, about 30 times slower."


def libraries(folder: Path) -> list[Path]:
    """Return the compiled files in a folder, the one that holds the code last.

    Without it the others are not used (see tablero/plain.py), so that it alone decides what a starting process takes.
    """
    found = [path for kind in ("*.so", "*.pyd") for path in folder.rglob(kind)]
    return sorted(found, key=lambda path: (path.name.startswith(WHOLE), path))


def clear() -> None:
    """Remove compiled files: those of changed or deleted sources would be preferred to the new text."""
    NOTE.unlink(missing_ok=True)
    for path in reversed(libraries(PLACE)):
        path.unlink()


def put_in_place() -> None:
    for path in libraries(BUILT):
        path.touch()  # a part that came out the same would look stale beside its source
        os.replace(path, PLACE / path.relative_to(BUILT))


def digest() -> str:
    """Return a hash of what the compiled files depend on."""
    found = hashlib.sha256(f"{sys.version} {version('librt')}".encode() + PINS.read_bytes())
    for name in (*HOT, CELLS, "setup.py", "tools/hot.py", "tools/docstrings.py"):
        found.update(name.encode() + b"\0" + (ROOT / name).read_bytes())
    return found.hexdigest()


def note(source: str) -> str:
    """Return what is noted of a success: the hash of the source, and how many files came of it."""
    return f"{len(libraries(PLACE))} files of {source}"


def is_done() -> bool:
    """Return whether the compiled files fit the source; a compiler that failed on this source is not run again."""
    return NOTE.exists() and NOTE.read_text() in (note(digest()), "failed " + digest())


def run(command: list[str], beside: int, env: dict[str, str] | None = None) -> tuple[int, str]:
    """Run the compiler and return its exit status and output. Stop it if the process `beside` has ended."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / "compile.log").open("w+", encoding="utf-8") as log:
        # In a group of its own, so that the compilers that it starts can be ended with it.
        group = {"start_new_session": True} if os.name == "posix" else {}
        working = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT, env=env, **group)
        try:
            while working.poll() is None:
                if beside and os.getppid() != beside:
                    raise KeyboardInterrupt
                time.sleep(0.2)
        finally:
            if working.poll() is None:
                if os.name == "posix":
                    os.killpg(working.pid, signal.SIGTERM)
                else:
                    working.terminate()
                working.wait()
        log.seek(0)
        return working.returncode, log.read()


@contextlib.contextmanager
def build_lock() -> Iterator[None]:
    """Lock this folder: other compilers wait."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build/compile.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def compile_all(must: bool, beside: int) -> int:
    if is_done() and not (must and NOTE.read_text().startswith("failed")):
        return 0
    clear()
    print(
        "Fetching the compiler and compiling the rules in the background; bots are slower until that is done."
        if beside
        else "Compiling the rules (once, about a minute) ...",
        flush=True,
    )
    began = time.monotonic()
    source = digest()  # before: what is edited meanwhile has not been compiled
    shutil.rmtree(BUILT, ignore_errors=True)
    try:
        with install.borrowed("compile", "mypyc") as folder:
            command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(BUILT)]
            status, said = run(command, beside, install.search_path(folder))
    except install.InstallError as error:  # another time it may be had: nothing is noted
        print(f"{error}\nThe compiler could not be fetched (see above). {'' if must else SLOWER}", file=sys.stderr)
        return 1 if must else 0
    took = time.monotonic() - began
    if status == 0:
        put_in_place()
        NOTE.write_text(note(source))
        print(f"Compiled in {took:.0f} s{': bots think faster from now on' if beside else ''}.", flush=True)
        return 0
    NOTE.write_text("failed " + source)
    print(said[-4000:], file=sys.stderr)
    print(f"The compiler failed (see above). {'' if must else SLOWER}", file=sys.stderr)
    return 1 if must else 0


def main() -> int:
    beside = os.getppid() if "--beside" in sys.argv else 0
    missing = missing_for_compiling()
    if missing:
        clear()
        print(f"Not compiled: {missing}. {SLOWER}")
        return 0
    if beside and os.name == "posix":
        os.nice(19)
    for sign in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(sign, signal.default_int_handler)
    try:
        with build_lock():
            return compile_all("--must" in sys.argv, beside)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())

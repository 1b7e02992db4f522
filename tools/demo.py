"""Write Tablero as static files that any web host serves: `python tools/demo.py FOLDER`.

Python in the browser (Pyodide), our modules that a page needs as compiled archive, and the page's own files. What is
fetched is pinned: Pyodide in web/package-lock.json, two wheels for it in requirements/play.lock.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import install
import npm
import page

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/tablero"
WEB = ROOT / "web"
WORK = ROOT / "build/demo"
PYODIDE = WEB / "node_modules/pyodide"
CORE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
# What pages and bots are made of. The rest of the package (site, store, lab, cli) is not in the demo.
PACKAGES = ("core", "games", "bots", "analysis", "table", "people", "ui", "local")
PURE = ("jinja2", "markupsafe", "markdown_it", "mdurl", "mypy_extensions")  # taken from this environment
WHEELS = ("librt", "msgspec")  # compiled for Pyodide
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
NOTE = "tablero-demo.txt"  # marks a folder that this program has written, which it may empty
ADVICE = "The demo needs {what}. Is this machine connected to the network? Then: make demo"


def fetch_wheels(folder: Path) -> list[Path]:
    """Download the wheels that are compiled for Pyodide, as pinned; return their paths. Raise SystemExit if that
    fails."""
    lock = (ROOT / "requirements/play.lock").read_text("utf-8")
    wanted = [re.search(rf"^{name}==.*?(?=^\S)", lock, re.MULTILINE | re.DOTALL) for name in WHEELS]
    pinned = "\n".join(re.sub(r"^    #.*\n", "", found[0], flags=re.MULTILINE) for found in wanted if found)
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "pinned.txt"
    if not note.exists() or note.read_text("utf-8") != pinned:
        part = folder / "wanted.txt"
        part.write_text(pinned, "utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
        command += ["--only-binary", ":all:", "--python-version", PYTHON, "--platform", PLATFORM]
        done = subprocess.run([*command, "--dest", str(folder), "--requirement", str(part)], check=False)
        if done.returncode:
            raise SystemExit(ADVICE.format(what=f"{' and '.join(WHEELS)} for Pyodide, from Python's registry"))
        part.rename(note)
    return sorted(folder.glob("*.whl"))


def gather(folder: Path, wheels: list[Path]) -> None:
    """Copy our modules with their data, and those of others, to a new folder."""
    ours = folder / "tablero"
    for name in PACKAGES:
        shutil.copytree(
            SOURCE / name, ours / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.po", "*.pyc")
        )
    for name in ("__init__.py", "plain.py"):
        shutil.copy(SOURCE / name, ours / name)
    static = ours / "site/static"
    static.mkdir(parents=True)
    shutil.copy(SOURCE / "site/static/manifest.json", static)
    for name in PURE:
        found = importlib.util.find_spec(name)
        if found is None or found.origin is None:
            raise SystemExit(ADVICE.format(what=f"{name}, which `make play` installs"))
        origin = Path(found.origin)
        if origin.name == "__init__.py":
            shutil.copytree(origin.parent, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyi"))
        else:
            shutil.copy(origin, folder)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder)


def write_words(folder: Path) -> None:
    """Write the translations and what Unicode says of the languages as JSON: Babel stays out."""
    from tablero.core.i18n.locale_data import PREPARED_DATA, locale_data
    from tablero.core.i18n.translator import LANGUAGE_CODES, read_catalogue

    for file in sorted(SOURCE.rglob("locale/*.po")):
        place = file.relative_to(SOURCE).with_suffix(".json")
        if place.parts[0] in PACKAGES:
            package = ".".join(("tablero", *place.parts[:-2]))
            found = read_catalogue(package, file.stem)
            assert found is not None
            (folder / "tablero" / place).parent.mkdir(parents=True, exist_ok=True)
            _write_json(folder / "tablero" / place, found.as_json())
    known = {code: dict(locale_data(code)) for code in LANGUAGE_CODES}
    _write_json(folder / "tablero/core/i18n" / PREPARED_DATA, known)


def _write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")


def digest(folder: Path) -> str:
    """Return a hash of everything in a folder."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def archive(wheels: list[Path], scratch: Path) -> Path:
    """Return the archive of all modules, compiled by Pyodide; it is made again when they have changed."""
    folder = scratch / "python"
    gather(folder, wheels)
    write_words(folder)
    packed = WORK / f"tablero-{digest(folder)[:16]}.zip"
    if packed.exists():
        return packed
    fresh = scratch / "tablero.zip"
    with npm.node() as home:
        node = home / ("node.exe" if sys.platform == "win32" else "bin/node")
        command = [str(node), "demo_archive.mjs", str(ROOT / "tools"), str(folder), str(fresh)]
        if subprocess.run(command, cwd=WEB, check=False).returncode:
            raise SystemExit("The modules of the demo could not be packed (see above).")
    for old in WORK.glob("tablero-*.zip"):
        old.unlink(missing_ok=True)
    return fresh.replace(packed)


def write_pages(out: Path, packed: Path) -> None:
    """Write everything that the host serves: the page, its files, the games' pictures, Python and our archive."""
    from tablero.games import GAME_NAMES
    from tablero.local.shell_page import shell_page
    from tablero.ui.rendering import art, asset, picture

    core = [PYODIDE / name for name in CORE_FILES]
    script = SOURCE / "site" / asset("engine.js").lstrip("/")
    found = hashlib.sha256()
    for path in (*core, packed, script):
        found.update(path.read_bytes())
    engine = out / f"engine-{found.hexdigest()[:10]}"  # a new engine is never mixed with files of an old one
    engine.mkdir(parents=True)
    for path in core:
        shutil.copy(path, engine)
    shutil.copy(packed, engine / "tablero.zip")
    shutil.copy(script, engine / "engine.js")
    (out / "static").mkdir()
    for path in (SOURCE / "site/static").iterdir():
        if path.suffix == ".css":  # what a sheet names lies beside it
            (out / "static" / path.name).write_text(path.read_text("utf-8").replace("url(/static/", "url("), "utf-8")
        elif path.name not in ("worker.js", "manifest.json", "made-from.sha256"):
            shutil.copy(path, out / "static")
    (out / "art").mkdir()
    for name in GAME_NAMES:
        (out / art(name).lstrip("/")).write_text(picture(name), "utf-8")
    (out / "index.html").write_text(re.sub(r'((?:src|href)=")/', r"\1", shell_page(engine.name)), "utf-8")
    (out / NOTE).write_text("Tablero without a server: written by tools/demo.py, which may replace it.\n", "utf-8")


def main(out: Path) -> None:
    """Write the demo to a folder that is empty, or that an earlier demo was written to."""
    if out.exists() and any(out.iterdir()) and not (out / NOTE).exists():
        raise SystemExit(f"{out} holds other files: choose an empty folder")
    page.make()
    if not PYODIDE.exists():
        with npm.node() as home:
            npm.install_packages(home, everything=True)
    wheels = fetch_wheels(WORK / "wheels")
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:  # several may build at once
        fresh = Path(scratch) / "site"
        write_pages(fresh, archive(wheels, Path(scratch)))
        shutil.rmtree(out, ignore_errors=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(fresh, out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file()) / 1e6
    print(f"Tablero without a server lies in {out} ({size:.0f} MB). To look at it:")
    print(f"  python -m http.server --directory {out}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build/site", help="where to write it")
    try:
        main(parser.parse_args().folder)
    except install.InstallError as error:
        raise SystemExit(str(error)) from None

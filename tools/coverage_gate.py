"""Read what the test runs have covered and require 90 % of every package: `python tools/coverage_gate.py`."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (
    "core",
    "games",
    "bots",
    "analysis",
    "table",
    "people",
    "tournaments",
    "metrics.py",
    "store",
    "ui",
    "local",
    "site",
    "lab",
    "cli",
)
LEAST = 90.0


def package_of(name: str) -> str:
    """Return the part of the package that a measured file belongs to.

    >>> package_of("src/tablero/core/drawing/icons.py"), package_of("src/tablero/metrics.py")
    ('core', 'metrics.py')
    """
    return name.replace("\\", "/").rpartition("tablero/")[2].partition("/")[0]


def covered(files: dict[str, dict]) -> dict[str, tuple[int, int]]:
    """Return for each package how many lines were run, and how many there are; `files` as in coverage's JSON."""
    counted = dict.fromkeys(PACKAGES, (0, 0))
    for name, measured in files.items():
        if (package := package_of(name)) in counted:
            ran, lines = counted[package]
            summary = measured["summary"]
            counted[package] = ran + summary["covered_lines"], lines + summary["num_statements"]
    return counted


def worst(files: dict[str, dict], package: str) -> list[str]:
    """Return a line for each of the five files of a package that lack most."""
    lacking = [
        (measured["summary"]["missing_lines"], name) for name, measured in files.items() if package_of(name) == package
    ]
    return [f"{name}: {lines} lines not run" for lines, name in sorted(lacking, reverse=True)[:5] if lines]


def check(files: dict[str, dict]) -> int:
    """Print a line for each package; return 1 if one of them falls short."""
    short = 0
    for package, (ran, lines) in covered(files).items():
        share = 100 * ran / lines if lines else 0.0
        short |= share < LEAST
        lacks = "" if share >= LEAST else f": at least {LEAST:.0f} % are required"
        print(f"{package:11} {share:5.1f} % of {lines} lines{lacks}")
        if share < LEAST:
            print(*(f"            {line}" for line in worst(files, package)), sep="\n")
    return int(short)


def main() -> int:
    report = ROOT / "build/coverage.json"
    report.parent.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "coverage", "json", "--quiet", "-o", str(report)]
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        return 1
    print("Covered by the tests:")
    return check(json.loads(report.read_text("utf-8"))["files"])


if __name__ == "__main__":
    raise SystemExit(main())

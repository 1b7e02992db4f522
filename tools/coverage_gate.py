"""Reads what the test runs have covered and asks 90 % of every room: `python tools/coverage_gate.py`."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("core", "games", "bots", "insight", "table", "people", "store", "site", "lab", "cli")
LEAST = 90.0


def rooms(files: dict[str, dict]) -> dict[str, tuple[int, int]]:
    """For each room how many lines were run, and how many there are: `files` as coverage tells them."""
    counted = dict.fromkeys(ROOMS, (0, 0))
    for name, told in files.items():
        room = next((room for room in ROOMS if f"tablero/{room}/" in name.replace("\\", "/")), None)
        if room:
            ran, lines = counted[room]
            summary = told["summary"]
            counted[room] = ran + summary["covered_lines"], lines + summary["num_statements"]
    return counted


def worst(files: dict[str, dict], room: str) -> list[str]:
    """The files of a room that lack most lines."""
    lacking = [
        (told["summary"]["missing_lines"], name) for name, told in files.items() if f"tablero/{room}/" in name
    ]  # fmt: skip
    return [f"{name}: {lines} lines not run" for lines, name in sorted(lacking, reverse=True)[:5] if lines]


def judge(files: dict[str, dict]) -> int:
    """Print a line for each room; 1 when one of them falls short."""
    short = 0
    for room, (ran, lines) in rooms(files).items():
        share = 100 * ran / lines if lines else 0.0
        short |= share < LEAST
        print(
            f"{room:6} {share:5.1f} % of {lines} lines{'' if share >= LEAST else f': at least {LEAST:.0f} % are asked'}"
        )
        if share < LEAST:
            print(*(f"       {line}" for line in worst(files, room)), sep="\n")
    return int(short)


def main() -> int:
    report = ROOT / "build/coverage.json"
    report.parent.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "coverage", "json", "--quiet", "-o", str(report)]
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        return 1
    print("Covered by the tests:")
    return judge(json.loads(report.read_text("utf-8"))["files"])


if __name__ == "__main__":
    raise SystemExit(main())

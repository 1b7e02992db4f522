"""Count the instructions that each compiled game takes, and fail if one takes a tenth more than recorded.

    tools/instructions.py                                  # part of `make test`
    tools/instructions.py --record "Scoring counts ..."    # record new figures, and why

Clocks differ from run to run; a count of the same work differs by one in a hundred, however busy the machine is.
Valgrind counts (callgrind), because it can do so in every container and virtual machine; what the processor counts
itself (`perf stat`) is hidden in most of them. Only the work is counted, not the start of Python. The count depends
on the compiler, on Python and on the kind of processor: figures are kept for each platform. Without
figures for this one, or without valgrind, nothing is compared and nothing fails.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import outside
from hot import ROOT, missing_for_compiling

KEPT = ROOT / "benchmarks" / "instructions.toml"
MORE = 0.10  # a tenth more fails
NOTED = 0.02  # what differs by less is not written anew
RUN_TIMEOUT = 540
SITE_MOVES = 16  # of each game on the site; three pages are drawn for most of them
HEAD = """\
# Instructions that each game takes: for a decision of random play (play), for a step of a batch with observation and
# mask (step), for an iteration of a search (search), for a move on the site from the message of a page to the frames
# of two players and a spectator (site). `make test` counts them again and fails at a tenth more. A change that is
# worth more says why: tools/instructions.py --record "why" writes the new figures here with these words, and they are
# committed with it.
"""

Figures = dict[str, int]
Kept = Mapping[str, Mapping[str, Mapping[str, int | str]]]  # platform -> game -> figures, and why


# ---------------------------------------------------------------- inside valgrind


def count_inside(library: str) -> None:
    """Do the work of every game once to warm up and once counted. Seeds, hashes and garbage collection are fixed."""
    import ctypes
    import gc

    import tablero
    from site_moves import play_on_site
    from tablero.bots import Searcher, glimpse
    from tablero.core import Game, seeded
    from tablero.core.playout import play_at_random
    from tablero.lab.vectorized import WIN_REWARD, VectorizedGames
    from tablero.plain import is_compiled

    if not is_compiled():
        raise SystemExit("the rules are not compiled here: make compile")
    valgrind = ctypes.CDLL(library)

    def play(game: Game) -> int:
        return sum(int(play_at_random(game.start(3, seed), seeded(-1 - seed), 1_000_000)) for seed in range(20))

    def step(game: Game) -> int:
        rows = VectorizedGames(game, game.tensor, 3, game.settle_options(3), list(range(16)), 16, WIN_REWARD)
        return int(rows.play_at_random(200))

    def search(game: Game) -> int:
        state, luck, iterations = game.start(3, 1), seeded(5), 0
        for _ in range(4):
            play_at_random(state, luck, 25)
            while len(state.moves(int(state.actor()))) < 2:
                play_at_random(state, luck, 1)
            Searcher(iterations=40).think(glimpse(state, int(state.actor()), luck), luck)
            iterations += 40
        return iterations

    def site(game: Game) -> int:
        return play_on_site(game, SITE_MOVES)

    works: dict[str, Callable[[Game], int]] = {"play": play, "step": step, "search": search, "site": site}
    gc.disable()
    for game in tablero.games():
        for what, work in works.items():
            work(game)
            gc.collect()
            valgrind.count_from_here()
            done = work(game)
            valgrind.write_down(f"{game.name} {what} {done}".encode())


# ---------------------------------------------------------------- outside


def platform_name() -> str:
    """Return the platform that a count depends on: processor, Python and compiler."""
    compiler = os.environ.get("CC", "cc").split()
    told = subprocess.run([*compiler, "--version"], capture_output=True, text=True).stdout
    version = subprocess.run([*compiler, "-dumpversion"], capture_output=True, text=True).stdout.strip().partition(".")
    name = "clang" if "clang" in told else "gcc"
    return f"{platform.machine()}, Python {sys.version_info.major}.{sys.version_info.minor}, {name} {version[0]}"


def missing_for_counting() -> str:
    """Return why nothing can be counted here, as a sentence; empty if it can be."""
    outside.by_apt([] if outside.found("valgrind") else ["valgrind"])
    if not outside.found("valgrind"):
        return "there is no valgrind (Debian: apt-get install valgrind)"
    return missing_for_compiling()


def counted(work: Sequence[str] = (__file__, "--inside")) -> dict[str, Figures]:
    """Return instructions per unit for each kind of work of each game, counted in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "callgrind.so")
        compiler = os.environ.get("CC", "cc").split()
        source = str(ROOT / "tools" / "callgrind.c")
        subprocess.run([*compiler, "-O1", "-shared", "-fPIC", "-o", str(library), source], check=True)
        command = [
            "valgrind",
            "--tool=callgrind",
            "--instr-atstart=no",
            f"--callgrind-out-file={folder}/count",
            sys.executable,
            *work,
            str(library),
        ]
        quiet = {key: value for key, value in os.environ.items() if not key.startswith(("TABLERO_", "PYTHON", "COV"))}
        done = subprocess.run(
            command, env={**quiet, "PYTHONHASHSEED": "0"}, capture_output=True, text=True, timeout=RUN_TIMEOUT
        )
        if done.returncode:
            raise SystemExit(f"counting failed: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")
        found: dict[str, Figures] = {}
        for path in Path(folder).glob("count.*"):
            text = path.read_text("utf-8")
            label = re.search(r"^desc: Trigger: Client Request: (\w+) (\w+) (\d+)$", text, re.MULTILINE)
            total = re.search(r"^(?:totals|summary): (\d+)$", text, re.MULTILINE)
            if label and total:
                game, what, units = label.groups()
                found.setdefault(game, {})[what] = round(int(total[1]) / int(units))
        return {game: {what: figures[what] for what in sorted(figures)} for game, figures in sorted(found.items())}


def compared(found: Mapping[str, Figures], kept: Mapping[str, Mapping[str, int | str]]) -> tuple[list[str], list[str]]:
    """Return faults and remarks as sentences."""
    faults, notes = [], []
    for game, figures in found.items():
        before = kept.get(game)
        if before is None:
            faults.append(f"{game}: no figures are written down; record them")
            continue
        if len(str(before.get("why", "")).split()) < 2:
            faults.append(f"{game}: its figures are written down without saying why")
        for what, count in figures.items():
            was = int(before.get(what, 0))
            if not was:
                faults.append(f"{game}: no figure for {what} is written down; record it")
                continue
            said = f"{game}, {what}: {count:,} instructions instead of {was:,} ({100 * (count / was - 1):+.1f} %)"
            if count > was * (1 + MORE):
                faults.append(said)
            elif count < was * (1 - MORE):
                notes.append(f"{said}; record it, or the next change may lose it unseen")
    return faults, notes


def read_kept(path: Path = KEPT) -> dict[str, dict[str, dict[str, int | str]]]:
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def written(kept: Kept) -> str:
    """Return the text of the file of figures."""
    parts = [HEAD]
    for where, games in sorted(kept.items()):
        for game, figures in sorted(games.items()):
            lines = [f"{key} = {value}" for key, value in figures.items() if key != "why"]
            why = str(figures["why"]).replace("\\", "\\\\").replace('"', '\\"')
            parts.append("\n".join([f'["{where}".{game}]', *lines, f'why = "{why}"', ""]))
    return "\n".join(parts)


def record(found: Mapping[str, Figures], why: str, where: str, path: Path = KEPT) -> list[str]:
    """Record figures that have changed, with the reason; return the games that have changed."""
    if len(why.split()) < 2:
        raise SystemExit("say in a few words why: they stand beside the figures")
    kept = read_kept(path)
    here = kept.setdefault(where, {})
    changed = []
    for game, figures in found.items():
        before = here.get(game, {})
        if any(abs(count / (int(before.get(what, 0)) or 1) - 1) > NOTED for what, count in figures.items()):
            here[game] = {**figures, "why": " ".join(why.split())}
            changed.append(game)
    path.write_text(written(kept), "utf-8")
    return changed


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--record", metavar="WHY", help="write the figures down, and why they are what they are")
    parser.add_argument("--inside", metavar="LIBRARY", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        count_inside(given.inside)
        return 0
    missing = missing_for_counting()
    if missing:
        print(f"Instructions are not counted: {missing}.")
        return 0
    where = platform_name()
    kept = read_kept().get(where)
    if kept is None and given.record is None:
        print(
            f"Instructions are not compared: no figures of {where} are in {KEPT.relative_to(ROOT)}. "
            'tools/instructions.py --record "why" adds those of this machine.'
        )
        return 0
    found = counted()
    if given.record is not None:
        changed = record(found, given.record, where)
        print(f"Written down for {where}: {', '.join(changed) or 'nothing has changed'}.")
        return 0
    faults, notes = compared(found, kept or {})
    for line in notes:
        print(line)
    if faults:
        print("Compiled code has become slower:", *faults, sep="\n  ", file=sys.stderr)
        print(
            "Find out why (tablero bench; valgrind --tool=callgrind). If the change is worth it, say so "
            'and commit the figures with it: tools/instructions.py --record "why"',
            file=sys.stderr,
        )
        return 1
    print(f"Instructions of {len(found)} games ({where}): none takes a tenth more than was written down.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

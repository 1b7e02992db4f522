"""The command `doctor`: look at everything that a site needs, and say what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tablero.cli.console import Json, out, print_json
from tablero.cli.doctor import database, machine, messages, network
from tablero.cli.doctor.finding import Finding
from tablero.cli.parts import need
from tablero.cli.serve import copies_folder
from tablero.cli.settings import File, Given
from tablero.site.settings import Settings

MOST_SECONDS = 600


def examine(given: Settings, file: Path | None, seconds: float) -> Iterator[Finding]:
    """Yield what is found, in an order in which the cause of a trouble comes before its consequences."""
    yield from machine.versions()
    yield from machine.settings_file(given, file)
    facts, found = database.examine(given)
    yield from found
    yield machine.clock(facts)
    yield machine.files(given)
    yield from network.examine(given, facts, seconds)
    yield messages.mail(given)
    yield messages.push(given, facts)


def doctor(
    *,
    given: Given = Settings(),  # noqa: B008, for it never changes
    seconds: Annotated[float, Parameter(help="How long to wait for each answer of a server.")] = 5.0,
    json: Json = False,
    settings: File = None,
) -> int:
    """Look at versions, database, permissions, port, clock, open files, proxy, mail and push, and say what to do.

    Nothing is changed and no message is sent. Exit status: 0, 1 if a check fails; warnings do not count.
    """
    need("site")
    given = replace(given, copies=copies_folder(given))
    found = list(examine(given, settings, min(max(seconds, 0.1), MOST_SECONDS)))
    fine = all(finding.state != "fail" for finding in found)
    if json:
        print_json({"ok": fine, "checks": [asdict(finding) for finding in found]})
        return 0 if fine else 1
    console = out()
    for finding in found:
        console.print(f"{finding.state:5} {finding.check:12} {finding.text}", markup=False)
        if finding.todo:
            console.print(f"{'':18} -> {finding.todo}", markup=False)
    counts = {state: sum(1 for finding in found if finding.state == state) for state in ("warn", "fail")}
    console.print(f"{len(found)} checks. Failed: {counts['fail']}. Warnings: {counts['warn']}.")
    return 0 if fine else 1

"""Scenario of a measurement, and its limits."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from urllib.parse import urlsplit

import tablero
from tablero.cli.console import Refused

SPARE_FILES = 200  # what a process has open beside its sockets


@dataclass(frozen=True)
class Scenario:
    """Who plays what, and for how long."""

    game: str
    players: int
    tables: int
    seats: int
    seconds: float
    think: float
    api: bool
    spectators: int
    idle: int


def read_scenario(
    game: str, players: int, tables: int | None, seconds: float, think: float, api: bool, spectators: int, idle: int
) -> Scenario:
    """Return the scenario. Raise Refused if it is impossible."""
    found = tablero.game(game)
    if not 1 <= players <= 50_000:
        raise Refused(f"--players is a number from 1 to 50000, not {players}")
    if not 0.1 <= seconds <= 86_400:
        raise Refused(f"--seconds is a number from 0.1 to 86400, not {seconds}")
    if not 0 <= think <= 3600:
        raise Refused(f"--think is a number from 0 to 3600, not {think}")
    for name, value in (("spectators", spectators), ("idle", idle)):
        if not 0 <= value <= 50_000:
            raise Refused(f"--{name} is a number from 0 to 50000, not {value}")
    if tables is None:
        tables = max(1, players // 2)
    if tables < 1 or players % tables or players // tables not in found.seats:
        few, many = found.seats[0], found.seats[-1]
        raise Refused(
            f"{players} players cannot share {tables} tables: at each table of {found.title} sit {few} to {many}, "
            f"at all of them as many; try --players {max(tables, 1) * 2} --tables {max(tables, 1)}"
        )
    return Scenario(found.name, players, tables, players // tables, seconds, think, api, spectators, idle)


def read_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        fine = False
    if not fine:
        raise Refused(f"--url is an address like http://127.0.0.1:8520, not {url!r}")
    return url


def need_files(sockets: int) -> None:
    """Raise this process's limit of open files, which its server inherits. Raise Refused if that is not allowed."""
    if sys.platform == "win32":
        return  # it counts otherwise
    import resource

    wanted = sockets + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise Refused(
            f"{sockets} connections need {wanted} open files and this system allows {hard}; "
            "raise the limit (ulimit -Hn) or ask for fewer players"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    print(f"tablero: the limit of open files was {soft} and is {wanted} for this run", file=sys.stderr)

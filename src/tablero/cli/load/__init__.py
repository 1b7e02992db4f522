"""The command `load`: how many players a server carries."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

import tablero
from tablero.cli.console import Json, Refused, out, print_json
from tablero.cli.load.scenario import Scenario, need_files, read_scenario, read_url

if TYPE_CHECKING:
    from tablero.cli.load.statistics import Figures

CORE_SHARE = 0.6  # of one core, which a host should plan to use
USUAL_THINK_SECONDS = 5.0  # of a person before a move


def load(
    game: str,
    /,
    *,
    players: int = 200,
    tables: int | None = None,
    seconds: float = 10.0,
    think: float = 0.0,
    api: bool = False,
    url: str | None = None,
    data: str | None = None,
    processes: int = 1,
    spectators: int = 0,
    idle: int = 0,
    json: Json = False,
) -> None:
    """Let many players play at random, and measure how long their moves take and what the server needs for them.

    Parameters
    ----------
    game
        The game that they play.
    players
        How many there are in all.
    tables
        At how many tables they sit; without it two at each.
    seconds
        How long it is measured, after a second that does not count.
    think
        How long each thinks before a move, half as long to one and a half times; 0: not at all.
    api
        Play through the JSON API instead of a page's websocket.
    url
        A server that is running; without it one is started on this machine, without limits, and stopped at the end.
    data
        Where the server of its own keeps its tables: a file or a postgresql:// address; without it a temporary file.
    processes
        How many processes the server of its own has; more than one needs PostgreSQL.
    spectators
        How many more watch the first table.
    idle
        How many more have a page open at which nothing happens.
    """
    scenario = read_scenario(game, players, tables, seconds, think, api, spectators, idle)
    if url and (data is not None or processes != 1):
        raise Refused("--data and --processes are for a server of its own; a server at --url has them already")
    if processes < 1:
        raise Refused(f"--processes is a number from 1 on, not {processes}")
    address = read_url(url) if url else ""
    need_files(scenario.players + scenario.tables + scenario.spectators + scenario.idle)
    # Imported here because they take a moment to load.
    from tablero.cli.load.connections import Site, Unreachable
    from tablero.cli.load.run import measure, run
    from tablero.cli.load.server import own_server

    with ExitStack() as closing:
        pid = None
        if not address:
            if data is None:
                data = str(Path(closing.enter_context(tempfile.TemporaryDirectory())) / "tablero.db")
            address, pid = closing.enter_context(own_server(data, processes))
        try:
            figures = run(measure(scenario, Site(address), pid))
        except Unreachable as error:
            raise Refused(f"the server at {address} cannot be measured: {error}") from None
    if json:
        print_json(figures)
    else:
        show(scenario, figures)


def show(scenario: Scenario, figures: Figures) -> None:
    """Print the figures as a table, and what they mean for a host."""
    tables = "1 table" if scenario.tables == 1 else f"{scenario.tables} tables"
    how = "through the API" if scenario.api else "through websockets"
    table = Table(
        title=f"{tablero.game(scenario.game).title}: {scenario.players} players at {tables} {how}",
        title_justify="left",
        show_header=False,
    )
    rows = (
        ("moves a second", "moves_per_s", "{:,.1f}"),
        ("acknowledged after, median ms", "p50_ms", "{:,.1f}"),
        ("acknowledged after, 99 of 100, ms", "p99_ms", "{:,.1f}"),
        ("acknowledged after, longest ms", "max_ms", "{:,.1f}"),
        ("refused", "refused", "{:,}"),
        ("errors", "errors", "{:,}"),
        ("server's processor, ms a move", "server_cpu_ms_per_move", "{:.2f}"),
        ("players' processor, ms a move", "client_cpu_ms_per_move", "{:.2f}"),
        ("server's memory, MB", "server_rss_mb", "{:,.0f}"),
        ("received, bytes a move", "bytes_per_move", "{:,}"),
        ("messages to spectators", "watched", "{:,}"),
        ("memory of an idle page, KB", "rss_kb_per_idle_socket", "{:.1f}"),
    )
    for label, key, form in rows:
        if figures[key] is not None and (key != "watched" or scenario.spectators):
            table.add_row(label, form.format(figures[key]))
    out().print(table)
    for what, number in (figures["refusals"] | figures["faults"]).items():
        out().print(f"{number} x {what}")
    cost = figures["server_cpu_ms_per_move"]
    if cost:
        think = scenario.think or USUAL_THINK_SECONDS
        carried = int(CORE_SHARE * 1000 / cost * think)
        out().print(
            f"This machine carries about {carried:,} players who think {think:g} seconds before each move, "
            f"with {CORE_SHARE:.0%} of one core."
        )

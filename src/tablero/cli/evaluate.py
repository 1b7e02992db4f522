"""The command `evaluate`: a bot against fixed opponents on reserved seeds."""

from __future__ import annotations

from rich.table import Table

import tablero
from tablero.cli.console import Choices, Json, Refused, bar, out, print_json, read_options, worker_count
from tablero.cli.simulate import usual_seats
from tablero.lab.errors import ArenaError
from tablero.lab.evaluation import FIXED_OPPONENTS, Evaluation, EvaluationTable


def evaluate(
    bot: str,
    /,
    *,
    game: str,
    seats: int | None = None,
    games: int = 200,
    against: str = ",".join(FIXED_OPPONENTS),
    processes: int | None = None,
    option: Choices = None,
    json: Json = False,
) -> None:
    """Measure a bot against fixed opponents on seeds that nothing is trained on, for figures that can be cited.

    Parameters
    ----------
    bot
        Who is measured: level4, search:400, greedy; MODULE:FACTORY for a bot of your own; http://HOST:PORT/PATH.
    game
        The game's name, as `tablero games` lists it.
    seats
        How many sit at the table; copies of the opponent fill the other seats.
    games
        How many games are played against each opponent at least: under every seed one in each seat.
    against
        The opponents, with commas. Another choice is another table: say so where you cite it.
    processes
        How many games are played at the same time. Bots that think by the clock want a core each.
    """
    rules = tablero.game(game)
    number = seats if seats is not None else usual_seats(rules)
    if games < 1:
        raise Refused(f"--games is 1 or more, not {games}")
    named = tuple(name.strip() for name in against.split(",") if name.strip())
    try:
        evaluation = Evaluation(rules, bot, number, -(-games // number), named, read_options(option) or {})
        with bar(f"{rules.title}, {number} seats", evaluation.seeds * len(evaluation.opponents), json) as update:
            table = evaluation.play(worker_count(processes, 1), lambda done: update(done, ""))
    except ArenaError as error:
        raise Refused(str(error)) from None
    if json:
        print_json(table.as_json())
    else:
        show(table)


def show(table: EvaluationTable) -> None:
    """Print a row for each opponent, and what was played."""
    told = table.as_json()
    title = f"{told['bot']}: {table.evaluation.game.title}, {told['seats']} seats; equal is {1 / told['seats']:.1%}"
    printed = Table(title=title, title_justify="left")
    printed.add_column("opponent", no_wrap=True)
    for heading in ("games", "share of wins (95 %)", "Elo (95 %)", "score", "opponent's", "ms a turn"):
        printed.add_column(heading, justify="right")
    for row in told["rows"]:
        printed.add_row(
            row["opponent"],
            str(row["games"]),
            f"{row['share']:.1%} ({100 * row['low']:.1f} to {100 * row['high']:.1f})",
            f"{row['elo']:+.0f} ({row['elo_low']:+.0f} to {row['elo_high']:+.0f})",
            f"{row['score']:.1f}",
            f"{row['opponent_score']:.1f}",
            f"{row['ms_per_turn']:,.2f}",
        )
    out().print(printed)
    out().print(
        f"rules {told['rules']}, seeds {told['first_seed']} and the next {told['seeds'] - 1}, "
        f"Tablero {told['tablero']}, SHA-256 of what was played:\n{told['sha256']}"
    )

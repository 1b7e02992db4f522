"""The command line. `tablero` alone starts the site and opens it in the browser."""

from __future__ import annotations

import os
import sys
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

import tablero
from tablero import plain
from tablero.cli import (
    arena,
    dataset,
    load,
    people,
    puzzles,
    records,
    review,
    serving,
    settings,
    speed,
    tables,
    train,
    upkeep,
)
from tablero.cli.talk import Refused
from tablero.core import BadFacts, BadOption, BadRecord
from tablero.games import OWN_FACTS, own_facts


def version() -> str:
    """Which Tablero this is and where it keeps its tables unless it is told otherwise."""
    how = "compiled" if plain.is_compiled() else "plain Python"
    return f"tablero {tablero.__version__} ({how})\ntables are kept in {serving.data_file()}"


app = App(
    name="tablero",
    version=version,
    version_format="plaintext",
    help="Temple-building board games at one table. Without a command it starts the site and opens the browser.",
    config=(settings.from_outside,),
)
app.default(serving.serve)
app.command(serving.serve)
app.command(serving.think)
app.command(settings.settings)
app.command(tables.games)
app.command(tables.simulate)
app.command(arena.arena)
app.command(records.replay)
app.command(records.show)
app.command(records.verify)
app.command(review.review)
app.command(tables.perft)
app.command(speed.bench)
app.command(load.load)
app.command(train.train)
app.command(dataset.dataset)
app.command(puzzles.puzzles)
app.command(upkeep.backup)
app.command(upkeep.restore)
app.command(upkeep.prune)
app.command(upkeep.token)
app.command(people.admin)
app.command(people.recover)


@app.meta.default
def with_facts(
    *words: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    facts: Annotated[tuple[str, ...], Parameter(negative=())] = (),
) -> object:
    """Run a command.

    Parameters
    ----------
    facts
        Component data of your own: GAME=FILE. Give it again for another game.
    """
    if facts:
        # In the environment, because bots think in processes of their own.
        os.environ[OWN_FACTS] = os.pathsep.join(facts)
        own_facts(os.environ[OWN_FACTS])
    return app(words, exit_on_error=False, print_error=False)


def misunderstood(error: CycloptsError) -> str:
    """What is wrong with the words of a command, and where to look."""
    about = " ".join(error.command_chain or ())
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens and not about:
        known = ", ".join(name for name in sorted(app.resolved_commands()) if not name.startswith("-"))
        return f"there is no command {error.unused_tokens[0]!r}; there are {known}"
    text = " ".join(str(error).split())
    return f"{text} See: {' '.join(['tablero', *about.split()])} --help"


def main(arguments: list[str] | None = None) -> None:
    """Run one command and leave with its exit status; whatever a person can put right is said in a sentence."""
    try:
        app.meta(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        print(f"tablero: {misunderstood(error)}", file=sys.stderr)
        raise SystemExit(2) from None
    except (Refused, BadOption, BadRecord, BadFacts) as error:
        print(f"tablero: {error}", file=sys.stderr)
        raise SystemExit(1) from None
    except BrokenPipeError:
        # The reader has seen enough (`tablero replay game.tablero | head`): Python must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None

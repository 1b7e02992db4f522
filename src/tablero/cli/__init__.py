"""The command line. `tablero` alone starts the site and opens it in the browser."""

from __future__ import annotations

import os
import re
import sys
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError, ValidationError

import tablero
from tablero import plain
from tablero.cli import serve, settings
from tablero.cli.console import BadSettings, Refused, not_allowed
from tablero.cli.parts import missing_part
from tablero.core import BadFacts, BadOption, BadRecord
from tablero.games import OWN_FACTS, own_facts


def version() -> str:
    """Return the version, and the database that keeps the tables by default."""
    how = "compiled" if plain.is_compiled() else "plain Python"
    # A password is not shown. The database layer, which knows addresses, may not be installed.
    where = re.sub(r"(://[^:/@]*):[^@]*@", r"\1:***@", os.environ.get("TABLERO_DATABASE", "")) or serve.data_file()
    return f"tablero {tablero.__version__} ({how})\ntables are kept in {where}"


app = App(
    name="tablero",
    version=version,
    version_format="plaintext",
    help="Temple-building board games at one table. Without a command it starts the site and opens the browser.",
    config=(settings.from_outside,),
)
app.default(serve.serve)
# By name: only the module of the command that is run is loaded.
for command in (
    "serve:serve",
    "serve:think",
    "settings:settings",
    "doctor:doctor",
    "healthcheck:healthcheck",
    "simulate:games",
    "simulate:simulate",
    "arena:arena",
    "evaluate:evaluate",
    "records:replay",
    "records:show",
    "records:verify",
    "review:review",
    "simulate:perft",
    "bench:bench",
    "load:load",
    "simulate_faults:simulate_faults",
    "train:train",
    "dataset:dataset",
    "puzzles:puzzles",
    "database:backup",
    "database:restore",
    "database:prune",
    "database:token",
    "accounts:admin",
    "accounts:recover",
):
    app.command(f"tablero.cli.{command}")


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
        # In the environment, because bots run in processes of their own.
        os.environ[OWN_FACTS] = os.pathsep.join(facts)
        own_facts(os.environ[OWN_FACTS])
    return app(words, exit_on_error=False, print_error=False)


def usage_error(error: CycloptsError) -> str:
    """Return a sentence about a command that was not understood, and where its help is."""
    about = " ".join(error.command_chain or ())
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens and not about:
        known = ", ".join(name for name in sorted(app.resolved_commands()) if not name.startswith("-"))
        return f"there is no command {error.unused_tokens[0]!r}; there are {known}"
    text = " ".join(str(error).split())
    if isinstance(error, ValidationError) and error.argument and isinstance(error.argument.value, tuple):
        values = ", ".join(token.value for token in error.argument.tokens)
        text = text.replace(str(error.argument.value), values, 1)
    return f"{text} See: {' '.join(['tablero', *about.split()])} --help"


def main(arguments: list[str] | None = None) -> None:
    """Run one command and exit with its status; errors that a user can correct are printed as one sentence."""
    if not {"--help", "-h"}.isdisjoint(sys.argv[1:] if arguments is None else arguments):
        app.resolved_commands()  # loads them all: their docstrings are listed
    try:
        app.meta(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        print(f"tablero: {usage_error(error)}", file=sys.stderr)
        raise SystemExit(2) from None
    except (Refused, BadOption, BadRecord, BadFacts) as error:
        print(f"tablero: {error}", file=sys.stderr)
        raise SystemExit(2 if isinstance(error, BadSettings) else 1) from None
    except ModuleNotFoundError as error:
        print(f"tablero: {missing_part(error)}", file=sys.stderr)
        raise SystemExit(1) from None
    except PermissionError as error:
        if error.filename is None:
            raise
        print(f"tablero: {not_allowed(error.filename)}", file=sys.stderr)
        raise SystemExit(1) from None
    except BrokenPipeError:
        # The reader has closed the pipe (`tablero replay game.tablero | head`): no error at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None

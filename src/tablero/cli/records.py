"""Commands that read a record: replay, show, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import tablero
from tablero.cli.console import Json, Refused, out, print_json, read_text, write_file
from tablero.cli.png import to_png
from tablero.core import BadOption, BadRecord, Game, Record, State, commitment
from tablero.core.drawing.render_options import RenderOptions


def open_record(path: Path) -> tuple[Record, Game]:
    """Return the record in a file and its game."""
    record = Record.from_text(read_text(path))
    return record, tablero.game(record.game)


def name_of(record: Record, seat: int) -> str:
    return record.players[seat] if seat < len(record.players) and record.players[seat] else f"seat {seat}"


def ending(record: Record, state: State) -> str:
    """Return the result of a game as a line."""
    result = state.result()
    if result is None:
        return "The game is still running."
    scores = ", ".join(f"{name_of(record, seat)} {score}" for seat, score in enumerate(result.scores))
    won = " and ".join(name_of(record, seat) for seat in result.winners) or "Nobody"
    return f"{scores}. {won} {'win together' if len(result.winners) > 1 else 'wins'}."


def answer(record: Record, state: State) -> dict[str, object]:
    result = state.result()
    return {
        "ok": True,
        "game": record.game,
        "moves": len(record.moves),
        "scores": list(result.scores) if result else None,
        "winners": list(result.winners) if result else None,
    }


def replay(file: Path, /, *, json: Json = False) -> int:
    """Play a record again, move by move.

    Parameters
    ----------
    file
        A record, as the site and `tablero simulate --save` write it.
    """
    try:
        record, game = open_record(file)
        state = None
        for number, state in enumerate(record.replay(game)):
            if number and not json:
                seat, words = record.moves[number - 1]
                print(f"{number:5}  {name_of(record, seat)}: {words}")
    except (BadRecord, BadOption, Refused) as error:
        return refuse(error, json)
    assert state is not None
    if json:
        print_json(answer(record, state))
    else:
        print(f"\n{state}\n\n{ending(record, state)}")
    return 0


def verify(
    file: Path,
    /,
    *,
    commitment: Annotated[
        str | None, Parameter(help="The commitment that the table showed when the game began.")
    ] = None,
    json: Json = False,
) -> int:
    """Check a record: it was not changed, the seed is the promised one, every move is legal, the scores are right.

    Parameters
    ----------
    file
        A record, as the site and `tablero simulate --save` write it.
    """
    try:
        record, game = open_record(file)
        promise = check_promise(record, commitment)
        state = record.verify(game)
    except (BadRecord, BadOption, Refused) as error:
        return refuse(error, json)
    if json:
        print_json({**answer(record, state), "commitment": promise or None})
        return 0
    print("The checksum fits: nobody changed this file.")
    if commitment:
        print("The seed is the one that was promised at the start.")
    elif promise:
        print(f"The seed fits the commitment {promise}.")
        print("Compare it with the one your table showed at the start, or give it with --commitment.")
    else:
        print("It carries no commitment: it was not played at a table of the site.")
    print(f"All {len(record.moves)} moves are legal, and they lead to the written result.")
    print(ending(record, state))
    return 0


def check_promise(record: Record, promised: str | None) -> str:
    """Return the commitment of the record's seed and salt. Raise BadRecord if `promised` is another one."""
    found = commitment(record.seed, record.salt) if record.salt and record.seed is not None else ""
    if promised and promised.strip().lower() != found:
        raise BadRecord(
            f"the seed is not the promised one: it gives the commitment {found}"
            if found
            else "the record tells no seed and salt that could be compared with a commitment"
        )
    return found


def refuse(error: Exception, json: bool) -> int:
    if not json:
        raise error
    print_json({"ok": False, "error": str(error)})
    return 1


def show(
    file: Path,
    /,
    *,
    at: int | None = None,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    seat: int | None = None,
    turn: int = 0,
    width: int = 1600,
) -> None:
    """Draw a position of a recorded game, as a picture or, without an output, as text.

    Parameters
    ----------
    file
        A record, as the site and `tablero simulate --save` write it.
    at
        After how many moves; without it the last position.
    output
        A file that ends in .svg or .png.
    seat
        Whose eyes to look through; without it a spectator's.
    turn
        How many quarter turns to walk around the board.
    width
        The width of a .png in pixels.
    """
    kind = output.suffix.lower() if output else ""
    if output and kind not in (".svg", ".png"):
        raise Refused(f"{output} must end in .svg or .png")
    record, game = open_record(file)
    wanted = len(record.moves) if at is None else at
    if not 0 <= wanted <= len(record.moves):
        raise Refused(f"this record has {len(record.moves)} moves: --at is a number from 0 to {len(record.moves)}")
    if seat is not None and not 0 <= seat < record.seats:
        raise Refused(f"this game has {record.seats} seats: --seat is a number from 0 to {record.seats - 1}")
    if not 16 <= width <= 10_000:
        raise Refused(f"--width is a number from 16 to 10000, not {width}")
    for number, state in enumerate(record.replay(game)):
        if number == wanted:
            break
    view = state.view(seat)
    if output is None:
        print(game.drawing.text(view))
        return
    names = tuple(name_of(record, one) for one in range(record.seats))
    picture = game.draw(view, RenderOptions(names=names, turn=turn % 4))
    write_file(output, picture.encode() if kind == ".svg" else to_png(picture, width))
    out().print(f"{output}: {game.title} after {wanted} of {len(record.moves)} moves")

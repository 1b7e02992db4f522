"""What the server does for people by itself: a choice that leaves none, and answers that are always the same."""

from __future__ import annotations

import hashlib
from typing import Final

from tablero.core.game import Game
from tablero.table.errors import Refusal
from tablero.table.table import Table
from tablero.table.undo import in_force_rows

END_TURN: Final = 1  # make the only legal move, such as ending the turn
PLAY_PLAN: Final = 2  # play the plan of the seat
FIRST_ANSWER: Final = 4  # the first of the game's answers; each further one is the next bit
ITSELF_PREFIX = "auto-"  # of the action_id of a move that was made by itself
STOP_PREFIX = "stop-"  # of the action_id of the row by which the server stops a plan
PLAN_PREFIX = "plan-"  # of the action_id of a move that a plan made


def choice_names(game: Game) -> dict[str, int]:
    """Return the choices that people may make at a table of this game, with their bits."""
    answers = {answer.name: FIRST_ANSWER << number for number, answer in enumerate(game.answers)}
    return {"end_turn": END_TURN, "plan": PLAY_PLAN, **answers}


def choices_on(table: Table, seat: int | None) -> list[str]:
    """Return the names of the choices that a seat has made."""
    bits = 0 if seat is None else table.automatic.get(seat, 0)
    return [name for name, bit in choice_names(table.game).items() if bits & bit]


def with_choice(table: Table, seat: int, name: str, on: bool) -> int:
    """Return the bits of a seat after a choice is switched; of a game's answers at most one is on. Raise Refusal for
    another game's."""
    names = choice_names(table.game)
    if name not in names:
        raise Refusal("this game has no such choice")
    bits = table.automatic.get(seat, 0)
    if on and names[name] >= FIRST_ANSWER:
        bits &= FIRST_ANSWER - 1
    return bits | names[name] if on else bits & ~names[name]


def plays_plan(table: Table, seat: int) -> bool:
    """Whether the server plays the plan of a seat."""
    return bool(table.automatic.get(seat, 0) & PLAY_PLAN)


def automatic_move(table: Table, seat: int) -> int | None:
    """Return the move that a seat's choices make now; None where a person has to decide. What a person has taken back
    is not made again before a move of that person."""
    choices = table.automatic.get(seat, 0)
    if not choices or seat not in table.deciding():
        return None
    legal = table.state.moves(seat)
    answered = {answer.move for answer in table.game.answers}
    chosen = None
    if set(legal) == answered:
        moves = [answer.move for k, answer in enumerate(table.game.answers) if choices & FIRST_ANSWER << k]
        chosen = moves[0] if moves else None
    elif choices & END_TURN and len(legal) == 1:
        chosen = legal[0]
    return None if chosen is None or has_taken_back(table, seat) else chosen


def has_taken_back(table: Table, seat: int) -> bool:
    """Whether the last thing that a seat did was to take something back."""
    latest = (row.kind for row in reversed(table.rows) if row.seat == seat and row.kind in ("move", "undo", "restart"))
    return next(latest, "move") != "move"


def action_id_of(table: Table, seat: int, prefix: str) -> str:
    """Return the action_id of what a seat does by itself now: the same in every process, and not to be guessed."""
    secret = f"{table.salt} {table.seed} {seat} {table.version_for(seat)} {prefix}"
    return prefix + hashlib.sha256(secret.encode()).hexdigest()[:32]


def made_by_itself(table: Table, seat: int | None) -> dict[int, tuple[int, str]]:
    """Return the numbers, from 1, of the moves in force that were made by themselves, each with its seat and prefix.
    While the game runs, a viewer learns that of the own seat only."""
    found = {}
    for number, row in enumerate(in_force_rows(table.rows), 1):
        prefix = next((each for each in (ITSELF_PREFIX, PLAN_PREFIX) if row.action_id.startswith(each)), "")
        if prefix and (table.over or row.seat == seat):
            found[number] = row.seat, prefix
    return found

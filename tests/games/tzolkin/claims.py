"""The words in which claims about Tzolk'in are written.

`v` is what the learner sees, `me` and `foe` what the learner and Itzel have, `was` and `foewas` what they had before.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import tablero
from tablero.core.state import State
from tablero.core.teaching.lesson import read_script

GAME = tablero.game("tzolkin")
GEARS = {gear["id"]: number for number, gear in enumerate(GAME.facts["gears"])}


def names(old: State, new: State, events: Sequence[dict[str, Any]], words: str) -> dict[str, Any]:
    """What a claim may speak of: the positions before and after, what happened between, the move of an answer."""
    (was, foewas), (me, foe) = _players(old), _players(new)
    view = new.view(0)

    def offer(move: str) -> SimpleNamespace:
        """What a legal move of the learner's means here."""
        number = GAME.read(new, 0, move)
        return SimpleNamespace(**next(offer for offer in view["offers"] if offer["move"] == number))

    def played(script: Sequence[str]) -> State:
        state = new.copy()
        for seat, move in read_script(list(script)):
            state.play(seat, GAME.read(state, seat, move))
        return state

    def barred(move: str, *before: str) -> str | None:
        """The rule that refuses a move of the learner's after others."""
        state = played([f"0: {own}" for own in before])
        return state.why_not(0, GAME.read(state, 0, move))

    return {
        "v": SimpleNamespace(**view),
        "me": me,
        "foe": foe,
        "was": was,
        "foewas": foewas,
        "offer": offer,
        "barred": barred,
        # Whoever is on a position: a seat, -1 for an unassigned worker, None for nobody.
        "on": lambda gear, position: dict(view["gears"][GEARS[gear]]["on"]).get(position),
        # What is printed beside a position of a gear, and on a step of a temple.
        "job": lambda gear, position: GAME.facts["gears"][GEARS[gear]]["actions"][position],
        "step": lambda temple, number: GAME.facts["temples"][temple]["steps"][number],
        "facts": GAME.facts,
        # What the learner has after more moves of their own, and what they see after moves of several seats.
        "then": lambda *moves: _players(played([f"0: {move}" for move in moves]))[0],
        "later": lambda *script: SimpleNamespace(**played(script).view(0)),
        "fed": lambda seat: next(event for event in events if event["kind"] == "fed" and event["seat"] == seat),
    }


def _players(state: State) -> tuple[SimpleNamespace, SimpleNamespace]:
    me, foe, *_ = state.view(0)["players"]
    return SimpleNamespace(**me), SimpleNamespace(**foe)

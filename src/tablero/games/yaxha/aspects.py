"""What players of Yaxha care about. Reasons look to the next market: the cubes of this round are built then."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from tablero.core.aspect import Aspect, Reason, counting, others_points, own_points, plural
from tablero.core.i18n.translator import Translator
from tablero.core.state import State
from tablero.games.yaxha import layout as at
from tablero.games.yaxha import names
from tablero.games.yaxha.rules import Yaxha

_tell_points = counting(
    plural("brings {n} more point", "brings {n} more points"),
    plural("brings {n} fewer point", "brings {n} fewer points"),
)
_tell_others = counting(
    plural("keeps the others {n} point lower", "keeps the others {n} points lower"),
    plural("gives the others {n} more point", "gives the others {n} more points"),
)


# ---------------------------------------------------------------- the pyramid


def _group(colour: int) -> Callable[[State, int], float]:
    def measure(state: State, seat: int) -> float:
        assert isinstance(state, Yaxha)
        return float(state.survey(seat)[at.SIZES + colour])

    return measure


def _tell_group(number: int) -> Callable[[Reason, Translator], str]:
    return counting(
        plural("makes the largest {colour} group {n} cube larger", "makes the largest {colour} group {n} cubes larger"),
        plural("gives up {n} {colour} cube", "gives up {n} {colour} cubes"),
        colour=partial(names.colour, number),
    )


def _places(state: State, seat: int) -> float:
    """Empty places above level 1 that lie on four cubes."""
    assert isinstance(state, Yaxha)
    first = at.SEAT + seat * at.STRIDE + at.FILLED
    levels = [int(state.v[first + z]) for z in range(at.LEVELS)]
    return float(sum(at.count(at.firm(below) & ~above) for below, above in pairwise(levels)))


_tell_places = counting(
    plural("opens {n} more place on the next level", "opens {n} more places on the next level"),
    plural("opens {n} fewer place on the next level", "opens {n} fewer places on the next level"),
)


def _lost(state: State, seat: int) -> float:
    """Cubes that found no place, below zero."""
    assert isinstance(state, Yaxha)
    first = at.SEAT + seat * at.STRIDE + at.DISCARDED
    return -float(sum(state.v[first + colour] for colour in range(at.COLOURS)))


_tell_lost = counting(
    plural("finds room for {n} more cube", "finds room for {n} more cubes"),
    plural("throws {n} cube away", "throws {n} cubes away"),
)


# ---------------------------------------------------------------- cards and initiative


def _cards(state: State, seat: int) -> float:
    """Bonus cards that the seat would score as things stand."""
    assert isinstance(state, Yaxha)
    points = state.standing()[seat] - state.survey(seat)[at.POINTS]
    return float(points) / float(state.tables.card_points)


_tell_cards = counting(
    plural("leads for {n} more bonus card", "leads for {n} more bonus cards"),
    plural("leads for {n} fewer bonus card", "leads for {n} fewer bonus cards"),
)


def _initiative(state: State, seat: int) -> float:
    assert isinstance(state, Yaxha)
    return -float(state.v[at.SEAT + seat * at.STRIDE + at.INITIATIVE])


def _tell_initiative(reason: Reason, say: Translator) -> str:
    return say("has the better initiative") if reason.change > 0 else say("gives up initiative")


ASPECTS = (
    Aspect("points", 2.0, own_points, _tell_points),
    *(Aspect(f"group {name}", 1.0, _group(k), _tell_group(k)) for k, name in enumerate(names.COLOURS)),
    Aspect("cards", 0.4, _cards, _tell_cards),
    Aspect("lost", 0.6, _lost, _tell_lost),
    Aspect("places", 1.5, _places, _tell_places),
    Aspect("initiative", 1.0, _initiative, _tell_initiative),
    Aspect("others", 3.0, others_points, _tell_others),
)

# What puzzles are about, by the first word of the aspect in which most is gained.
THEMES = {
    "points": "Points at once",
    "group": "One colour, one group",
    "cards": "Bonus cards",
    "places": "Room to build",
    "lost": "Lose no cube",
    "initiative": "Choose first",
    "others": "Keep it from the others",
}

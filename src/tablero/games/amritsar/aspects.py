"""What players of Amritsar care about. Reasons look to the seat's next turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tablero.core.aspect import Aspect, Reason, counting, others_points, own_points, plural
from tablero.core.i18n.translator import Translator
from tablero.core.state import State
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.rules import Amritsar

TRACKS = ("development", "resources", "money")
DISTRICTS = ("north", "east", "south", "west")
RESOURCES = ("marble", "copper", "gold")


def foresight(seats: int) -> int:
    """Calm moments are the beginnings of turns."""
    return seats


def _has(state: State, seat: int, what: int) -> int:
    assert isinstance(state, Amritsar)
    return int(state.v[at.SEAT + seat * at.STRIDE + what])


def _having(what: int) -> Callable[[State, int], float]:
    return lambda state, seat: float(_has(state, seat, what))


def _filled(what: int, places: int) -> Callable[[State, int], float]:
    """How many places of a seat's board have something on them."""
    return lambda state, seat: float(sum(_has(state, seat, what + k) != at.NONE for k in range(places)))


# ---------------------------------------------------------------- points


_tell_points = counting(
    plural("brings {n} more point", "brings {n} more points"),
    plural("brings {n} fewer point", "brings {n} fewer points"),
)


def _others(state: State, seat: int) -> float:
    """Alone, the other is the maharaja."""
    assert isinstance(state, Amritsar)
    return -float(state.total(at.MAHARAJA_SEAT)) if state.seats == 1 else others_points(state, seat)


_tell_others = counting(
    plural("keeps the others {n} point lower", "keeps the others {n} points lower"),
    plural("gives the others {n} more point", "gives the others {n} more points"),
)


# ---------------------------------------------------------------- taxes, coins, resources


def _unpaid(state: State, seat: int) -> float:
    """Coins that were missing when taxes were paid or, in the last round before, would be missing; below zero."""
    assert isinstance(state, Amritsar)
    assert state.journal is not None
    missing = [event["missing"] for event in state.journal if event["kind"] == "taxed" and event["seat"] == seat]
    if not missing and state.v[at.ROUND] == at.ROUNDS - 1:
        missing = [max(0, int(state.tax_due(seat)) - _has(state, seat, at.COIN))]
    return -float(sum(missing))


def _tell_unpaid(reason: Reason, say: Translator) -> str:
    n = reason.n
    if reason.change < 0:
        return say.plural("leaves {n} coin of the taxes unpaid", "leaves {n} coins of the taxes unpaid", n, n=n)
    if reason.better > -0.25:
        return say("has the coins for the taxes of this decade")
    return say.plural("has {n} more coin for the taxes", "has {n} more coins for the taxes", n, n=n)


def _tax(state: State, seat: int) -> float:
    assert isinstance(state, Amritsar)
    return -float(state.tax_due(seat))


_tell_tax = counting(
    plural("owes {n} fewer coin of tax each decade", "owes {n} fewer coins of tax each decade"),
    plural("owes {n} more coin of tax each decade", "owes {n} more coins of tax each decade"),
)


def _tell_goods(number: int) -> Callable[[Reason, Translator], str]:
    def tell(reason: Reason, say: Translator) -> str:
        goods = names.AMOUNTS[number](reason.n, say)
        return say("brings {goods} more", goods=goods) if reason.change > 0 else say("costs {goods}", goods=goods)

    return tell


# ---------------------------------------------------------------- donations


_tell_donations = counting(
    plural("makes {n} more donation", "makes {n} more donations"),
    plural("makes {n} fewer donation", "makes {n} fewer donations"),
)


def _leading(district: int) -> Callable[[State, int], float]:
    """Whether a seat has the majority in a district; a tied seat has it too."""

    def measure(state: State, seat: int) -> float:
        assert isinstance(state, Amritsar)
        counts = [_has(state, other, at.IN_DISTRICT + district) for other in range(state.players)]
        return float(counts[seat] > 0 and counts[seat] == max(counts))

    return measure


def _tell_leading(number: int) -> Callable[[Reason, Translator], str]:
    def tell(reason: Reason, say: Translator) -> str:
        district = names.district(number, say)
        if reason.change > 0:
            return say("has the majority in the {district}", district=district)
        return say("leaves the majority in the {district} to others", district=district)

    return tell


_tell_counters = counting(
    plural("has {n} more counter on the elephant", "has {n} more counters on the elephant"),
    plural("has {n} fewer counter on the elephant", "has {n} fewer counters on the elephant"),
)


# ---------------------------------------------------------------- knowledge and upgrades


def _tell_track(number: int) -> Callable[[Reason, Translator], str]:
    return counting(
        plural("goes {n} step further in {track}", "goes {n} steps further in {track}"),
        plural("stays {n} step behind in {track}", "stays {n} steps behind in {track}"),
        track=partial(names.track, number),
    )


def _tell_mahouts(reason: Reason, say: Translator) -> str:
    return say("has one mahout more") if reason.change > 0 else say("goes without a new mahout")


def _tell_houses(reason: Reason, say: Translator) -> str:
    return say("has one warehouse more") if reason.change > 0 else say("goes without a new warehouse")


def _tell_objectives(reason: Reason, say: Translator) -> str:
    return say("has one objective more on the board") if reason.change > 0 else say("goes without a new objective")


ASPECTS = (
    Aspect("taxes", 0.7, _unpaid, _tell_unpaid),
    Aspect("points", 2.0, own_points, _tell_points),
    Aspect("donations", 0.6, _having(at.GIVEN), _tell_donations),
    *(Aspect(f"majority {name}", 0.5, _leading(k), _tell_leading(k)) for k, name in enumerate(DISTRICTS)),
    *(Aspect(f"knowledge {name}", 0.8, _having(at.TRACK + k), _tell_track(k)) for k, name in enumerate(TRACKS)),
    Aspect("mahouts", 0.5, _filled(at.MAHOUTS, 4), _tell_mahouts),
    Aspect("warehouses", 0.5, _filled(at.HOUSES, 3), _tell_houses),
    Aspect("objectives", 0.5, _filled(at.PLACED, 4), _tell_objectives),
    Aspect("coins", 2.0, _having(at.COIN), _tell_goods(0)),
    *(Aspect(name, 1.0, _having(at.RES + k), _tell_goods(1 + k)) for k, name in enumerate(RESOURCES)),
    Aspect("counters", 1.2, _having(at.LOAD), _tell_counters),
    Aspect("tax", 1.0, _tax, _tell_tax),
    Aspect("others", 3.0, _others, _tell_others),
)

# What puzzles are about, by the first word of the aspect in which most is gained.
THEMES = {
    "points": "Points at once",
    "taxes": "Taxes",
    "tax": "Taxes",
    "donations": "Donations",
    "majority": "Lead a district",
    "knowledge": "Knowledge",
    "mahouts": "Follow the mahout",
    "warehouses": "Warehouses",
    "objectives": "Objectives",
    "coins": "Coins",
    "marble": "Marble, copper and gold",
    "copper": "Marble, copper and gold",
    "gold": "Marble, copper and gold",
    "counters": "Counters",
    "others": "Keep it from the others",
}

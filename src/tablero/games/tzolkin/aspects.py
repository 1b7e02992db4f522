"""What players of Tzolk'in care about. A worker takes some rounds to bring something, so reasons look three rounds
ahead."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tablero.core.aspect import Aspect, Reason, counting, others_points, own_points, plural
from tablero.core.i18n.translator import Translator
from tablero.core.state import State
from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin import names
from tablero.games.tzolkin.rules import Tzolkin

ROUNDS_AHEAD = 3


def foresight(seats: int) -> int:
    """Calm moments are the beginnings of rounds."""
    return ROUNDS_AHEAD


def _has(state: State, seat: int, what: int, places: int = 1) -> float:
    """What stands in some places of a seat's block."""
    assert isinstance(state, Tzolkin)
    first = at.SEAT + seat * at.STRIDE + what
    return float(sum(state.v[first + k] for k in range(places)))


def _having(what: int, places: int = 1) -> Callable[[State, int], float]:
    return lambda state, seat: _has(state, seat, what, places)


def _counted(what: int) -> Callable[[State, int], float]:
    """How many tiles of a set a seat has."""
    return lambda state, seat: float(int(_has(state, seat, what)).bit_count())


# ---------------------------------------------------------------- food


def _meals(state: State, seat: int, what: str) -> int:
    """What the food days on the way here meant for a seat, below zero."""
    assert state.journal is not None
    return -sum(int(event[what]) for event in state.journal if event["kind"] == "fed" and event["seat"] == seat)


def _unfed(state: State, seat: int) -> float:
    return float(_meals(state, seat, "unfed"))


def _next_food_day(state: State, seat: int) -> int:
    """Rounds until the next food day; after the last there is none, and none is told."""
    assert isinstance(state, Tzolkin)
    food = int(state.v[at.FOOD])
    return int(state.tables.food_days[food] - state.v[at.DAY]) if food < len(state.tables.food_days) else 0


def _tell_food(reason: Reason, say: Translator) -> str:
    n = reason.n
    if reason.change < 0:
        return say.plural(
            "leaves {n} worker hungry on the food day", "leaves {n} workers hungry on the food day", n, n=n
        )
    if reason.better < -0.25:
        return say.plural("feeds {n} more worker on the food day", "feeds {n} more workers on the food day", n, n=n)
    wait = reason.moment
    if wait <= 0:
        return say("feeds everybody on today's food day")
    return say.plural(
        "feeds everybody on the food day in {n} round", "feeds everybody on the food day in {n} rounds", wait, n=wait
    )


# ---------------------------------------------------------------- points


def _points(state: State, seat: int) -> float:
    """Points, less what hunger cost: that is an aspect of its own."""
    return own_points(state, seat) - _meals(state, seat, "lost")


_tell_points = counting(
    plural("scores {n} more point", "scores {n} more points"),
    plural("scores {n} fewer point", "scores {n} fewer points"),
)
_tell_others = counting(
    plural("keeps the others {n} point lower", "keeps the others {n} points lower"),
    plural("lets the others score {n} more point", "lets the others score {n} more points"),
)


# ---------------------------------------------------------------- goods


def _tell_goods(material: str) -> Callable[[Reason, Translator], str]:
    def tell(reason: Reason, say: Translator) -> str:
        goods = names.block_count(reason.n, say) if material == "block" else names.amount(material, reason.n, say)
        return say("brings {goods} more", goods=goods) if reason.change > 0 else say("costs {goods}", goods=goods)

    return tell


# ---------------------------------------------------------------- workers


_tell_workers = counting(
    plural("brings {n} more worker", "brings {n} more workers"),
    plural("goes without {n} new worker", "goes without {n} new workers"),
)
_tell_hand = counting(
    plural("has {n} more worker ready to be placed", "has {n} more workers ready to be placed"),
    plural("has {n} fewer worker ready to be placed", "has {n} fewer workers ready to be placed"),
)


def _ridden(state: State, seat: int) -> float:
    """How far the workers on the gears have come, all together."""
    assert isinstance(state, Tzolkin)
    first = at.SEAT + seat * at.STRIDE + at.ON
    found = 0
    for gear in range(at.GEARS):
        on = int(state.v[first + gear])
        found += sum(position for position in range(on.bit_length()) if on >> position & 1)
    return float(found)


_tell_ridden = counting(
    plural("has the workers {n} space further along", "has the workers {n} spaces further along"),
    plural("leaves the workers {n} space further back", "leaves the workers {n} spaces further back"),
)


def _first(state: State, seat: int) -> float:
    assert isinstance(state, Tzolkin)
    return float(state.v[at.FIRST] == seat)


def _tell_first(reason: Reason, say: Translator) -> str:
    return say("plays first afterwards") if reason.change > 0 else say("leaves the first turn to another")


# ---------------------------------------------------------------- temples, technologies, tiles


def _tell_temple(number: int) -> Callable[[Reason, Translator], str]:
    return counting(
        plural("climbs {n} step higher in the temple of {god}", "climbs {n} steps higher in the temple of {god}"),
        plural("stands {n} step lower in the temple of {god}", "stands {n} steps lower in the temple of {god}"),
        god=partial(names.temple, number),
    )


def _tell_track(number: int) -> Callable[[Reason, Translator], str]:
    return counting(
        plural("goes {n} level further in {track}", "goes {n} levels further in {track}"),
        plural("stays {n} level behind in {track}", "stays {n} levels behind in {track}"),
        track=partial(names.track, number),
    )


_tell_buildings = counting(
    plural("builds {n} more building", "builds {n} more buildings"),
    plural("builds {n} fewer building", "builds {n} fewer buildings"),
)
_tell_monuments = counting(
    plural("builds {n} more monument", "builds {n} more monuments"),
    plural("builds {n} fewer monument", "builds {n} fewer monuments"),
)


ASPECTS = (
    Aspect("food", 0.5, _unfed, _tell_food, _next_food_day),
    Aspect("points", 2.0, _points, _tell_points),
    Aspect("monuments", 0.5, _counted(at.MONUMENTS), _tell_monuments),
    Aspect("workers", 0.5, _having(at.WORKERS), _tell_workers),
    *(Aspect(f"temple {name}", 0.8, _having(at.STEP + k), _tell_temple(k)) for k, name in enumerate(at.TEMPLES)),
    *(Aspect(f"technology {name}", 0.7, _having(at.LEVEL + k), _tell_track(k)) for k, name in enumerate(at.TRACKS)),
    Aspect("buildings", 0.7, _counted(at.BUILT), _tell_buildings),
    Aspect("skulls", 0.6, _having(at.SKULL), _tell_goods("skull")),
    Aspect("blocks", 1.5, _having(at.WOOD, 3), _tell_goods("block")),
    Aspect("corn", 3.0, _having(at.CORN), _tell_goods("corn")),
    Aspect("riding", 4.0, _ridden, _tell_ridden),
    Aspect("hand", 1.5, _having(at.HAND), _tell_hand),
    Aspect("first", 1.0, _first, _tell_first),
    Aspect("others", 3.0, others_points, _tell_others),
)

# What puzzles are about, by the first word of the aspect in which most is gained.
THEMES = {
    "points": "Points at once",
    "food": "Food days",
    "monuments": "Monuments",
    "workers": "Workers",
    "temple": "Climb a temple",
    "technology": "Technologies",
    "buildings": "Buildings",
    "skulls": "Crystal skulls",
    "blocks": "Wood, stone and gold",
    "corn": "Corn",
    "riding": "Far along the gears",
    "hand": "Workers at hand",
    "first": "Play first",
    "others": "Keep it from the others",
}

"""Where the points of a finished game of Tzolk'in came from, why it ended, and what would have broken a tie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.core.score_breakdown import ScoreBreakdown, ScoreSource
from tablero.games.tzolkin.log import exact_points
from tablero.games.tzolkin.names import listed, seats

SYMBOLS = {
    "steps": "tz-step-any",
    "highest": "tz-lift",
    "offering": "tz-skull",
    "building": "tz-build",
    "technology": "tz-tech",
    "wealth": "tz-wealth",
    "monuments": "tz-monument",
    "skulls": "tz-skull",
    "goods": "tz-corn",
    "hunger": "tz-bowl",
    "floor": "tz-vp",
}


def break_down_score(events: Sequence[Mapping[str, Any]], view: Mapping[str, Any], say: Translator) -> ScoreBreakdown:
    """All points by source, in quarters where corn was left."""
    found = {name: [Fraction(0)] * view["seats"] for name in SYMBOLS}
    for event in events:
        for source, points in _points(event):
            found[source][event["seat"]] += points
    names = _names(say)
    used = [name for name in SYMBOLS if any(found[name])]
    sources = tuple(ScoreSource(names[name], SYMBOLS[name], tuple(found[name])) for name in used)
    why = say("The calendar has come round: the game ended after round {round}.", round=view["round"])
    return ScoreBreakdown(sources, why, _ties(view, say))


def _names(say: Translator) -> dict[str, str]:
    return {
        "steps": say("Temple steps"),
        "highest": say("Highest in a temple"),
        "offering": say("Skulls offered"),
        "building": say("Buildings"),
        "technology": say("Technologies"),
        "wealth": say("Wealth tiles"),
        "monuments": say("Monuments"),
        "skulls": say("Skulls kept"),
        "goods": say("Corn and blocks left"),
        "hunger": say("Hunger"),
        "floor": say("Not below zero"),
    }


def _points(event: Mapping[str, Any]) -> list[tuple[str, Fraction]]:
    """The points that an event brought to its seat, each with its source."""
    kind = event["kind"]
    if kind == "scored":
        return [(event["source"], Fraction(event["n"]))]
    if kind == "fed":
        return [("hunger", Fraction(-event["lost"]))]
    if kind == "devotion":
        # What a score that stops at zero was spared is told with the steps that would have cost it.
        return [("highest", Fraction(event["highest"])), ("steps", Fraction(event["n"] - event["highest"]))]
    if kind == "counted":
        return [("monuments", Fraction(event["n"]))]
    if kind == "left":
        return [("skulls", Fraction(event["skulls"])), ("goods", Fraction(event["quarters"], 4) - event["skulls"])]
    if kind == "total":
        return [("floor", Fraction(event["quarters"] - event["sum"], 4))]
    return []


def _ties(view: Mapping[str, Any], say: Translator) -> str:
    """What broke a tie, with both figures, or what would have."""
    exact, winners = view["result"]["quarters"], view["result"]["winners"]
    on_gears = [player["on_gears"] for player in view["players"]]
    level = [seat for seat in range(view["seats"]) if exact[seat] == exact[winners[0]]]
    best = on_gears[winners[0]]
    points = exact_points(exact[winners[0]], say)
    if len(winners) > 1:
        text = say.plural(
            "{seats} have {points} each, and {n} worker left on the gears: they share the victory.",
            "{seats} have {points} each, and {n} workers left on the gears: they share the victory.",
            best,
        )
        return text.format(seats=seats(winners, say), points=points, n=best)
    if len(level) > 1:
        others = [seat for seat in level if seat != winners[0]]
        second = max(on_gears[seat] for seat in others)
        text = say("{seats} have {points} each: @{winner} wins by workers left on the gears, {n} to {second}.")
        return text.format(seats=seats(level, say), points=points, winner=winners[0], n=best, second=second)
    each = listed([f"@{seat} {n}" for seat, n in enumerate(on_gears)], say)
    return say("A tie would have gone to the most workers left on the gears: {each}.", each=each)

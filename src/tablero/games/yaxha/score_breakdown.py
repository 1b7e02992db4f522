"""Where the points of a finished game came from: the groups of each colour, the bonus cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.core.score_breakdown import ScoreBreakdown, ScoreSource
from tablero.games.yaxha.names import card, seats

GROUPS = ("#9b4013", "#1b4c7f", "#1e5f3d", "#7d5a08", "#766c59")  # the cubes' colours, dark enough for white figures
CARDS = ("#2f2b29", "#46403c", "#5a534d")


def break_down_score(events: Sequence[Mapping[str, Any]], view: Mapping[str, Any], say: Translator) -> ScoreBreakdown:
    """All points by source; what brought no points is left out."""
    groups = (say("Orange group"), say("Blue group"), say("Green group"), say("Yellow group"), say("Grey group"))
    found = [
        (name, f"yx-fly-{colour}", [pyramid["points"][colour] for pyramid in view["pyramids"]], GROUPS[colour])
        for colour, name in enumerate(groups)
    ]
    found += [
        (
            card(bonus["id"], say),
            f"yx-card-{bonus['id']}",
            [bonus["points"] * won for won in bonus["won"]],
            CARDS[number],
        )
        for number, bonus in enumerate(view["cards"])
    ]
    sources = tuple(
        ScoreSource(name, symbol, tuple(map(Fraction, points)), tone)
        for name, symbol, points, tone in found
        if any(points)
    )
    why = say("The game ends after {n} rounds; only visible groups and bonus cards count.").format(n=view["rounds"])
    return ScoreBreakdown(sources, why, _ties(view["result"], say))


def _ties(result: Mapping[str, Any], say: Translator) -> str:
    """Equal totals share the victory: no rule breaks a tie."""
    best, *others = sorted(result["scores"], reverse=True)
    if len(result["winners"]) > 1:
        return say("{seats} have {best} points each: no rule breaks a tie, they share the victory.").format(
            seats=seats(result["winners"], say), best=best
        )
    return say("It is {best} to {next}; equal totals would have shared the victory.").format(best=best, next=others[0])

"""Characters of Yaxha's bots: what each of them values besides winning."""

from __future__ import annotations

from tablero.core.evaluation.character import Character, Characters
from tablero.games.yaxha.evaluation.leaning import NAMES, YaxhaLeaning

CHARACTERS = Characters(
    (
        Character(
            "climber",
            "Muwan",
            "The climber",
            "Wants to be up there before the others and leaves half a base behind. "
            "Says that the view is worth a point.",
            {"height": 0.35},
            pull=20.0,
            effort=2.0,
        ),
        Character(
            "painter",
            "Sasil",
            "The painter",
            "Falls in love with one colour and feeds it all game long. The other four may wait.",
            {"largest": 1.0, "even": -0.3},
            pull=20.0,
            effort=2.0,
        ),
        Character(
            "weaver",
            "Ixkin",
            "The weaver",
            "Gives every colour its share and none too much. A pyramid should look like a good cloth.",
            {"even": 1.0, "largest": -0.3},
            pull=20.0,
            effort=2.0,
        ),
        Character(
            "herald",
            "Yaal",
            "The early riser",
            "Would rather choose first than choose well. Takes whatever brings the best stone.",
            {"initiative": 0.5},
            pull=20.0,
            effort=2.0,
        ),
    ),
    NAMES,
    YaxhaLeaning,
)

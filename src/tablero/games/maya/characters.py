"""Characters of Maya's bots: what each of them values besides winning."""

from __future__ import annotations

from tablero.core.evaluation.character import Character, Characters
from tablero.games.maya.evaluation.leaning import NAMES, MayaLeaning

CHARACTERS = Characters(
    (
        Character(
            "planter",
            "Yumil",
            "The planter",
            "Wants one great field and plants wherever it grows. Cities are what other people have.",
            {"field": 0.85, "beside": -0.34},
            pull=20.0,
            effort=3.0,
        ),
        Character(
            "closer",
            "Sacnite",
            "The city builder",
            "Lets cities grow and loves to see them done. Nothing is so ugly as an open gate.",
            {"closed": 0.9, "grown": 0.45},
            pull=20.0,
            effort=3.0,
        ),
        Character(
            "neighbour",
            "Zacil",
            "The envious neighbour",
            "Looks over the fence before looking at the own field. What others do not get is half a harvest.",
            {"stranded": 1.2, "others": 1.0, "leads": 0.6},
            pull=20.0,
            effort=2.0,
        ),
        Character(
            "saver",
            "Ochil",
            "The saver",
            "Keeps the rack full, for who knows what will be needed. Plants late, and then all at once.",
            {"rack": 0.11},
            pull=20.0,
            effort=3.0,
        ),
    ),
    NAMES,
    MayaLeaning,
)

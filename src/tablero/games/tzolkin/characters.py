"""Characters of Tzolkin's bots: what each of them values besides winning."""

from __future__ import annotations

from tablero.core.evaluation.character import Character, Characters
from tablero.games.tzolkin.evaluation.leaning import NAMES, TzolkinLeaning

CHARACTERS = Characters(
    (
        Character(
            "farmer",
            "Nahil",
            "The farmer",
            "Trusts in corn, good land and many hands. Nobody goes hungry at this table but the others.",
            {"corn": 0.48, "workers": 0.18, "agriculture": 0.48},
            pull=3.0,
            effort=2.0,
        ),
        Character(
            "builder",
            "Kabil",
            "The builder",
            "Cannot see wood and stone lie about. Every building is beautiful, and the next one more so.",
            {"buildings": 0.85, "monuments": 0.48, "architecture": 0.36},
            pull=3.0,
            effort=2.0,
        ),
        Character(
            "skulls",
            "Zotz",
            "The skull hunter",
            "Hears the crystal skulls call and goes to fetch them. Hunger is a small price.",
            {"skulls": 0.36, "theology": 0.24, "yaxchilan": 0.03},
            pull=3.0,
            effort=2.0,
        ),
        Character(
            "priest",
            "Ahkin",
            "The priest",
            "Climbs every temple step there is, one god after the other. The rest is for the gods to settle.",
            {"temples": 2.2},
            pull=3.0,
            effort=2.0,
        ),
    ),
    NAMES,
    TzolkinLeaning,
)

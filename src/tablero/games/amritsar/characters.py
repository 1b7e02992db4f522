"""Characters of Amritsar's bots: what each of them values besides winning."""

from __future__ import annotations

from tablero.core.evaluation.character import Character, Characters
from tablero.games.amritsar.evaluation.leaning import NAMES, AmritsarLeaning

CHARACTERS = Characters(
    (
        Character(
            "patron",
            "Amar",
            "The patron",
            "Gives to the temple what others keep. A name on every wall is worth more than a full house.",
            {"donations": 5.0, "districts": 0.9},
            pull=10.0,
            effort=3.0,
        ),
        Character(
            "scholar",
            "Jasleen",
            "The scholar",
            "Reads first and acts later. Follows every track of knowledge to its end.",
            {"development": 1.0, "resources": 1.0, "money": 1.0},
            pull=10.0,
            effort=3.0,
        ),
        Character(
            "merchant",
            "Haroon",
            "The merchant",
            "Counts coins in the evening and buys marble in the morning. Parts with both only for a good price.",
            {"coins": 0.95, "goods": 0.95, "warehouses": 0.48},
            pull=10.0,
            effort=3.0,
        ),
        Character(
            "steward",
            "Preet",
            "The steward",
            "Wants mahouts on every place and a plan for every decade. An empty space on the board is a wound.",
            {"mahouts": 5.5, "objectives": 3.85},
            pull=10.0,
            effort=3.0,
        ),
    ),
    NAMES,
    AmritsarLeaning,
)

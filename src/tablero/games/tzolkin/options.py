"""What can be chosen before a game of Tzolk'in: one switch for each open question of facts.toml. The first choice is what
the facts recommend, the second sets the flag of that number in the rules."""

from tablero.core.option import Option

PERMITTED = {"allowed": "allowed", "forbidden": "forbidden"}

OPTIONS = (
    Option("score_floor", "Scores below zero", {"zero": "stop at zero", "negative": "are possible"}),
    Option("quarter_points", "Quarter points for corn left over", {"kept": "count", "dropped": "are dropped"}),
    Option("double_advance_round_26", "Two days at the end of round 26", PERMITTED),
    Option(
        "double_advance_dummies",
        "Unassigned workers and two days",
        {"ignored": "never hinder them", "block": "hinder them"},
    ),
    Option(
        "monument_skull",
        "The skull paid for a monument",
        {"returns": "returns to the reserve", "leaves": "leaves the game"},
    ),
    Option(
        "tomb_build_architecture",
        "Architecture for the tomb's extra building",
        {"applies": "applies", "not": "does not apply"},
    ),
    Option("burn_with_open_corn", "Burning beside open corn", PERMITTED),
    Option("wasted_temple_choice", "Choosing a temple step that is lost", PERMITTED),
    Option(
        "tomb_effect_order",
        "The tomb with two effects begins with",
        {"temple": "the temple step", "build": "the building"},
    ),
)

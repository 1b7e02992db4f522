"""What can be chosen before a game of Yaxha: one switch for each open question of facts.toml, the recommended choice
first."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tablero.core.option import Option

CHOSEN = Option(
    "chosen_cards",
    "The three chosen cards",
    {},
    among={
        "largest_orange": "Largest orange group",
        "largest_blue": "Largest blue group",
        "largest_green": "Largest green group",
        "largest_yellow": "Largest yellow group",
        "largest_grey": "Largest grey group",
        "left_neighbour_orange": "Orange group no smaller than on your left",
        "left_neighbour_blue": "Blue group no smaller than on your left",
        "left_neighbour_green": "Green group no smaller than on your left",
        "left_neighbour_yellow": "Yellow group no smaller than on your left",
        "left_neighbour_grey": "Grey group no smaller than on your left",
        "largest_any": "Largest group of any colour",
        "largest_level_1": "Most cubes of one group on level 1",
        "most_levels": "A group over the most levels",
        "second_largest": "Second-largest group",
        "five_colours_level_1": "Five colours on level 1",
        "one_colour_side": "One side in a single colour",
        "three_colours": "Exactly three colours visible",
        "five_colours_level_2": "Five colours on level 2",
    },
    rule="bonus",
)

OPTIONS = (
    Option(
        "cards",
        "Bonus cards",
        {"random": "any of them", "beginner": "for a first game", "chosen": "chosen one by one"},
        rule="bonus",
    ),
    CHOSEN,
    Option(
        "side_apex",
        "Top cube as part of a side",
        {"included": "belongs to every side", "ignored": "belongs to none"},
        rule="one-side",
    ),
    Option(
        "side_incomplete",
        "Sides with missing cubes",
        {"outermost": "the outermost cubes count", "complete": "only whole sides count"},
        rule="one-side",
    ),
    Option(
        "second_largest_method",
        "Second-largest group",
        {"table": "of all groups on the table", "own": "of one's own groups"},
        rule="second-largest",
    ),
    Option(
        "zero_size_bonus",
        "Bonus for a colour nobody shows",
        {"scores": "scores all the same", "needs_cube": "needs a visible cube"},
        rule="largest-group",
    ),
    # The number comes from the facts
    Option("group_over_12", "Points for a group of 13 or more", {"36": "36"}, rule="groups"),
    Option(
        "hidden_bridge",
        "Hidden cubes between visible ones",
        {"separates": "separate groups", "connects": "connect groups"},
        rule="visible",
    ),
    Option(
        "self_blocking",
        "Blocking one's own cubes",
        {"allowed": "allowed", "forbidden": "forbidden"},
        rule="self-blocking",
    ),
    Option("floating_frame", "Base frame", {"floating": "floats", "fixed": "fixed from the start"}, rule="base-frame"),
    Option("build_visibility", "Building", {"hidden": "shown when all have finished", "open": "open"}, rule="build"),
)


def options_of(facts: Mapping[str, Any]) -> dict[str, Option]:
    """The options by name, with the numbers of the component data in use."""
    options = {option.name: option for option in OPTIONS}
    beyond = str(facts["scoring"]["beyond_table_points"])
    options["group_over_12"] = replace(options["group_over_12"], choices={"36": beyond})
    return options

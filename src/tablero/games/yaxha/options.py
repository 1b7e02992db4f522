"""What can be chosen before a game of Yaxha: one switch for each open question of facts.toml, the recommended choice first."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tablero.core.option import Option

OPTIONS = (
    Option(
        "cards",
        "Bonus cards",
        {"random": "any of them", "beginner": "for a first game", "chosen": "chosen by name"},
    ),
    Option("chosen_cards", "The three chosen cards", {}),
    Option(
        "side_apex",
        "Top cube as part of a side",
        {"included": "belongs to every side", "ignored": "belongs to none"},
    ),
    Option(
        "side_incomplete",
        "Sides with missing cubes",
        {"outermost": "the outermost cubes count", "complete": "only whole sides count"},
    ),
    Option(
        "second_largest_method",
        "Second-largest group",
        {"table": "of all groups on the table", "own": "of one's own groups"},
    ),
    Option(
        "zero_size_bonus",
        "Bonus for a colour nobody shows",
        {"scores": "scores all the same", "needs_cube": "needs a visible cube"},
    ),
    Option("group_over_12", "Points for a group of 13 or more", {"36": "36"}),  # the number comes from the facts
    Option(
        "hidden_bridge",
        "Hidden cubes between visible ones",
        {"separates": "separate groups", "connects": "connect groups"},
    ),
    Option("self_blocking", "Blocking one's own cubes", {"allowed": "allowed", "forbidden": "forbidden"}),
    Option("floating_frame", "Base frame", {"floating": "floats", "fixed": "fixed from the start"}),
    Option("build_visibility", "Building", {"hidden": "shown when all have finished", "open": "open"}),
)


def options_of(facts: Mapping[str, Any]) -> dict[str, Option]:
    """The options by name, with the numbers of the component data in use."""
    options = {option.name: option for option in OPTIONS}
    beyond = str(facts["scoring"]["beyond_table_points"])
    options["group_over_12"] = replace(options["group_over_12"], choices={"36": beyond})
    return options

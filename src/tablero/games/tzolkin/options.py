"""What can be chosen before a game of Tzolk'in: one switch for each open question of facts.toml. The first choice is
what the facts recommend. A choice that changes a rule sets a flag (FLAGS of the layout); one that only changes numbers
names them in `Option.facts`, and everything made of the facts follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from tablero.core.option import Option, facts_with

Made = TypeVar("Made")
PERMITTED = {"allowed": "allowed", "forbidden": "forbidden"}

OPTIONS = (
    Option("score_floor", "Scores below zero", {"zero": "stop at zero", "negative": "are possible"}, rule="food-days"),
    Option(
        "quarter_points", "Quarter points for corn left over", {"kept": "count", "dropped": "are dropped"}, rule="over"
    ),
    Option("double_advance_round_26", "Two days at the end of round 26", PERMITTED, rule="two-days"),
    Option(
        "double_advance_dummies",
        "Unassigned workers and two days",
        {"ignored": "never hinder them", "block": "hinder them"},
        rule="two-days",
    ),
    Option(
        "monument_skull",
        "The skull paid for a monument",
        {"returns": "returns to the reserve", "leaves": "leaves the game"},
        rule="monuments",
    ),
    Option(
        "tomb_build_architecture",
        "Architecture for the tomb's extra building",
        {"applies": "applies", "not": "does not apply"},
        rule="architecture",
    ),
    Option("burn_with_open_corn", "Burning beside open corn", PERMITTED, rule="burning"),
    Option("wasted_temple_choice", "Choosing a temple step that is lost", PERMITTED, rule="temples"),
    Option(
        "tomb_effect_order",
        "The tomb with two effects begins with",
        {"temple": "the temple step", "build": "the building"},
        rule="building",
    ),
    Option(
        "temple_points",
        "Temples' points at the end of an age",
        {"together": "are added up", "apart": "are scored temple by temple"},
        rule="food-days",
    ),
)


def made_for_each(
    make: Callable[[Mapping[str, Any], dict[str, str]], Made], facts: Mapping[str, Any], options: Iterable[Option]
) -> Callable[[Mapping[str, str]], Made]:
    """What is made of the component data, for the options chosen (those not named have their default). `make` is given
    the facts as these options change them and the choices that do so; it is asked once for each combination."""
    changing = {option.name: option for option in options if option.facts}

    @cache
    def made(*values: str) -> Made:
        chosen = dict(zip(changing, values, strict=True))
        changes = {name: value for name, value in chosen.items() if value in changing[name].facts}
        return make(facts_with(facts, changing, chosen), changes)

    def found(chosen: Mapping[str, str]) -> Made:
        return made(*[chosen.get(name, option.default) for name, option in changing.items()])

    return found

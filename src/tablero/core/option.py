"""Options: choices made before a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablero.core.i18n.translator import Translator


@dataclass(frozen=True)
class Option:
    """A choice. Its values are strings, for command line, site and API alike; its labels are translatable English.

    A choice that only changes numbers of the component data says so here and needs no line of the rules:
    `facts={"4": {"scoring.skull": 4}}` puts a 4 into the table `scoring` of facts.toml when "4" is chosen.
    """

    name: str
    about: str
    choices: Mapping[str, str]  # value -> label, the default first; empty: any text, checked by the game itself
    facts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # value -> dotted place in the facts -> value
    # Value -> label: a text that names several of these, with commas
    among: Mapping[str, str] = field(default_factory=dict)
    older: tuple[str, ...] = ()  # values that only earlier rules know: kept for their games, offered no more
    rule: str = ""  # the id of the rule in the guide that it belongs to
    alone: bool = False  # whether it matters only to a single player

    @property
    def default(self) -> str:
        return next(iter(self.choices), "")

    def label(self, say: Translator) -> str:
        return say(self.about)

    def choice(self, value: str, say: Translator) -> str:
        """Return the label of a choice; the parts of "blue + red" are translated one by one."""
        label = self.choices.get(value) or self.among.get(value, value)
        return " + ".join(say(part) for part in label.split(" + "))


def facts_with(facts: Mapping[str, Any], options: Mapping[str, Option], chosen: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the component data as the chosen options change them; the same object when they change nothing."""
    changes: dict[str, Any] = {}
    for name, option in options.items():
        changes |= option.facts.get(chosen[name], {})
    for place, value in changes.items():
        facts = _put(facts, place.split("."), value)
    return facts


def _put(facts: Mapping[str, Any], place: list[str], value: Any) -> Mapping[str, Any]:
    first, *rest = place
    if first not in facts:
        raise KeyError(f"the facts have no {first!r} for an option to change")
    return {**facts, first: _put(facts[first], rest, value) if rest else value}

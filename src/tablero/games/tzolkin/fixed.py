"""What the rules of Tzolk'in have built in. An owner's facts file may correct what tiles, spaces and temple steps cost
and bring, when food days are and how much is set out; these entries must stay as they are in the house's file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FIXED = (
    "vocabulary.resources", "vocabulary.materials", "vocabulary.temples", "vocabulary.technologies",
    "vocabulary.gears", "vocabulary.building_categories", "components.workers_per_player", "setup.starting_workers",
    "setup.starting_corn", "setup.starting_score", "setup.starting_temple_step", "setup.starting_technology_level",
    "setup.double_advance_available", "setup.wealth_dealt", "setup.wealth_kept", "setup.building_slots",
    "setup.dummies", "calendar.teeth", "calendar.rotation_per_round", "feeding.corn_per_worker",
    "feeding.vp_lost_per_unfed_worker", "turn.beg", "turn.mercy", "placement", "pick_up", "starting_player_space",
    "double_advance", "market", "jungle", "technology_rules", "technologies", "monument_rules",
    "final_scoring.corn_per_vp", "final_scoring.vp_per_unused_skull",
)  # fmt: skip
# Of each entry of a list only these keys are built in.
FIXED_KEYS = {
    "gears": ("id", "teeth", "positions", "unnumbered_positions", "free_choice_positions"),
    "temples": ("id",),
    "buildings": ("id",),
    "monuments": ("id", "score"),
    "wealth": ("id",),
    "calendar.food_days": ("kind", "age"),
    "setup.by_players": ("players",),
}
# Who says so does not matter.
REMARKS = ("confirmed", "src")


def check(facts: Mapping[str, Any], house: Mapping[str, Any]) -> None:
    """ValueError names the first entry that an owner's file changes although the rules do not read it."""
    for path in FIXED:
        if _plain(_at(facts, path)) != _plain(_at(house, path)):
            raise ValueError(f"{path} cannot be changed: the rules have it built in")
    for path, keys in FIXED_KEYS.items():
        own, known = _at(facts, path), _at(house, path)
        if len(own) != len(known):
            raise ValueError(f"{path} must have {len(known)} entries, not {len(own)}")
        for entry, usual in zip(own, known, strict=True):
            for key in keys:
                if entry.get(key) != usual.get(key):
                    raise ValueError(f"{key} of {path} must be {usual.get(key)!r}, not {entry.get(key)!r}")
    categories = facts["vocabulary"]["building_categories"]
    for tile in [*facts["buildings"], *facts["monuments"]]:
        if tile["category"] not in categories:
            raise ValueError(
                f"the category of {tile['id']} is one of {', '.join(categories)}, not {tile['category']!r}"
            )


def _at(facts: Mapping[str, Any], path: str) -> Any:
    found: Any = facts
    for key in path.split("."):
        found = found[key]
    return found


def _plain(value: Any) -> Any:
    """The same without remarks about sources."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items() if key not in REMARKS}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value

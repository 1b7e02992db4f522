"""Preferences of a user, with their defaults."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Preferences:
    """Preferences of one user. Only what differs from the defaults is stored, so that a default may change."""

    language: str = ""  # for messages; empty: that of the last page
    shows_page: bool = False  # other users may see the profile
    wants_rating: bool = False
    vacation_until: float = 0.0  # clocks of games by days stand until then
    vacation_days: int = 0  # taken in `vacation_year`
    vacation_year: int = 0
    tell_push: bool = True
    tell_webhook: bool = True
    tell_mail: bool = True
    quiet_games: str = ""  # without notifications, separated by spaces
    quiet_tables: str = ""

    def to_json(self) -> str:
        """Return the preferences as they are stored.

        >>> Preferences(wants_rating=True).to_json()
        '{"wants_rating":true}'
        """
        chosen, usual = asdict(self), asdict(Preferences())
        return json.dumps({key: chosen[key] for key in chosen if chosen[key] != usual[key]}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Preferences:
        """Read stored preferences, also of older or newer versions: unknown fields are ignored, missing ones and values
        of another type become defaults.

        >>> Preferences.from_json('{"wants_rating": true, "language": 7, "hat": 1}') == Preferences(wants_rating=True)
        True
        """
        kept: Any = json.loads(text or "{}")
        usual = cls()
        known = {one.name: getattr(usual, one.name) for one in fields(cls)}
        fits = kept if isinstance(kept, dict) else {}
        return cls(**{name: fits[name] for name in known if type(fits.get(name)) is type(known[name])})

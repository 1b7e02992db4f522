"""Preferences: what a person has chosen about the house. A field is added here, with what holds when nothing was chosen."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Preferences:
    """The choices of one person. Only what differs from the defaults is written down, so that a default may change."""

    language: str = ""  # for messages; empty: as the last page was shown
    shows_page: bool = False  # others may look at this person's page
    wants_rating: bool = False
    vacation_until: float = 0.0  # games by days stand still for this person until then
    vacation_days: int = 0  # taken in the year
    vacation_year: int = 0
    tell_push: bool = True  # by the devices that were named for it
    tell_webhook: bool = True
    tell_mail: bool = True
    quiet_games: str = ""  # of which nothing is told, with spaces between
    quiet_tables: str = ""

    def to_json(self) -> str:
        """The choices as they are kept.

        >>> Preferences(wants_rating=True).to_json()
        '{"wants_rating":true}'
        """
        chosen, usual = asdict(self), asdict(Preferences())
        return json.dumps({key: chosen[key] for key in chosen if chosen[key] != usual[key]}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Preferences:
        """What was kept, also by an older or a newer house: what is unknown here is passed over, what is missing or of
        another kind is as if nothing had been chosen.

        >>> Preferences.from_json('{"wants_rating": true, "language": 7, "hat": "red"}') == Preferences(wants_rating=True)
        True
        """
        kept: Any = json.loads(text or "{}")
        usual = cls()
        known = {one.name: getattr(usual, one.name) for one in fields(cls)}
        fits = kept if isinstance(kept, dict) else {}
        return cls(**{name: fits[name] for name in known if type(fits.get(name)) is type(known[name])})

"""Terms of a table beside the rules of the game: who may join, clocks, absences, spectators."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from tablero.bots import LEVELS
from tablero.core.errors import BadOption

Visibility = Literal["listed", "link", "named"]
Pace = Literal["none", "live", "days"]

VISIBILITY: tuple[Visibility, ...] = ("listed", "link", "named")
PACES: tuple[Pace, ...] = ("none", "live", "days")
MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS = 60.0, 3600.0, 86400.0
LONGEST_NAME = 40
# Seconds that a player may be away, while others wait, before a bot stands in.
ABSENCE = {"live": 5 * MINUTE_SECONDS, "none": 3 * DAY_SECONDS, "days": 14 * DAY_SECONDS}


@dataclass(frozen=True)
class Terms:
    """What was chosen when a table was opened; the defaults are those of version 0.1."""

    name: str = ""  # of the table: "Thursday table"
    visibility: Visibility = "listed"  # in the lobby, for people with the link, for people invited by name
    pace: Pace = "none"
    bank: float = 20 * MINUTE_SECONDS  # live: seconds of each seat at the start
    bonus: float = 30.0  # live: seconds that each turn adds
    span: float = DAY_SECONDS  # by days: seconds that each turn may take
    absence: float = 0.0  # seconds until a bot stands in for an absent player; 0: by the pace
    stand_in: int = 4  # level of that bot
    watched: bool = True  # spectators are allowed
    delay: int = 0  # turns by which spectators are behind
    rated: bool = False
    held: bool = False  # it begins when the opener starts it, not as soon as every seat is taken

    @property
    def absence_limit(self) -> float:
        """Seconds that a player may be away while others wait."""
        return self.absence or ABSENCE[self.pace]

    @classmethod
    def of(cls, chosen: Mapping[str, Any]) -> Terms:
        """Return terms from the values of a form or a program. Raise BadOption."""
        known = {field.name for field in fields(cls)}
        for name in chosen:
            if name not in known:
                raise BadOption("a table has no '{name}' to agree on", name=name)
        terms = replace(cls(), **{name: _typed(name, value) for name, value in chosen.items()})
        terms.check()
        return terms

    @classmethod
    def stored(cls, kept: Mapping[str, Any]) -> Terms:
        """Return terms from the database. Versions before 0.8 did not check types: what does not fit is as usual."""
        found = {}
        for name, value in kept.items():
            with suppress(BadOption, AttributeError):
                found[name] = _typed(name, value)
        return replace(cls(), **found)

    def check(self) -> None:
        """Raise BadOption if a value is out of range."""
        if self.visibility not in VISIBILITY:
            raise BadOption("a table is {known}, not '{chosen}'", known=", ".join(VISIBILITY), chosen=self.visibility)
        if self.pace not in PACES:
            raise BadOption(
                "time is kept in one of these ways: {known}; not '{chosen}'", known=", ".join(PACES), chosen=self.pace
            )
        if not 1 <= self.stand_in <= len(LEVELS):
            raise BadOption("bots play at level 1 to {most}, not {level}", most=len(LEVELS), level=self.stand_in)
        if len(self.name) > LONGEST_NAME:
            raise BadOption("a table's name has at most {most} letters", most=LONGEST_NAME)
        if not self.name.isprintable():
            raise BadOption("a table's name has a letter that cannot be seen: write it anew")
        self._check_time()
        if not 0 <= self.delay <= 20:
            raise BadOption("spectators see a game up to {most} turns later", most=20)

    def _check_time(self) -> None:
        if not MINUTE_SECONDS <= self.bank <= DAY_SECONDS:
            raise BadOption("each seat has between one minute and one day for the whole game")
        if not 0 <= self.bonus <= HOUR_SECONDS:
            raise BadOption("a turn adds at most one hour")
        if not HOUR_SECONDS <= self.span <= 14 * DAY_SECONDS:
            raise BadOption("a turn may take between one hour and 14 days")
        if self.absence and not MINUTE_SECONDS <= self.absence <= 14 * DAY_SECONDS:
            raise BadOption("a bot stands in after one minute to 14 days")

    def as_json(self) -> dict[str, Any]:
        """Return the values that differ from the defaults."""
        usual = asdict(Terms())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


USUAL = Terms()


def _typed(name: str, value: Any) -> Any:
    """Return a value in the type of its field: whole numbers are fine for seconds. Raise BadOption for other types."""
    kind = type(getattr(USUAL, name))
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise BadOption("'{name}' of a table cannot be {value}", name=name, value=repr(value))
    return value

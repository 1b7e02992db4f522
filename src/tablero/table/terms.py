"""Terms: what those who sit at a table have agreed on besides the rules of the game: who may come, how long, who stands in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from tablero.bots import LEVELS
from tablero.core.errors import BadOption

Visibility = Literal["listed", "link", "named"]
Pace = Literal["none", "live", "days"]

VISIBILITY: tuple[Visibility, ...] = ("listed", "link", "named")
PACES: tuple[Pace, ...] = ("none", "live", "days")
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
LONGEST_NAME = 40
# How long somebody may be away, while others wait, before a bot stands in: live tables, and those without a clock.
ABSENCE = {"live": 5 * MINUTE, "none": 3 * DAY, "days": 14 * DAY}


@dataclass(frozen=True)
class Terms:
    """What was chosen when a table was opened; what is not said is as at the tables of version 0.1."""

    name: str = ""  # of the table: "Thursday table"
    visibility: Visibility = "listed"  # in the lobby, to whoever has the link, to the people who were named
    pace: Pace = "none"
    bank: float = 20 * MINUTE  # live: what each seat begins with, in seconds
    bonus: float = 30.0  # live: what each turn adds
    span: float = DAY  # by days: what each turn may take
    absence: float = 0.0  # seconds until a bot stands in for somebody who is away; 0: as the pace suggests
    stand_in: int = 4  # the level of the bot that does
    watched: bool = True  # whoever wants to may look on
    delay: int = 0  # turns by which spectators see the game later
    rated: bool = False
    held: bool = False  # it begins when whoever opened it says so, not as soon as every seat is taken

    @property
    def patience(self) -> float:
        """How long somebody may be away while others wait, in seconds."""
        return self.absence or ABSENCE[self.pace]

    @classmethod
    def of(cls, chosen: Mapping[str, Any]) -> Terms:
        """Terms from what a form, a program or the database says. BadOption says what cannot be chosen."""
        known = {field.name for field in fields(cls)}
        for name in chosen:
            if name not in known:
                raise BadOption("a table has no '{name}' to agree on", name=name)
        terms = replace(cls(), **dict(chosen))
        terms.check()
        return terms

    def check(self) -> None:
        """BadOption when something lies outside of what a table can keep to."""
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
        self._check_time()
        if not 0 <= self.delay <= 20:
            raise BadOption("spectators see a game up to {most} turns later", most=20)

    def _check_time(self) -> None:
        if not MINUTE <= self.bank <= DAY:
            raise BadOption("each seat has between one minute and one day for the whole game")
        if not 0 <= self.bonus <= HOUR:
            raise BadOption("a turn adds at most one hour")
        if not HOUR <= self.span <= 14 * DAY:
            raise BadOption("a turn may take between one hour and 14 days")
        if self.absence and not MINUTE <= self.absence <= 14 * DAY:
            raise BadOption("a bot stands in after one minute to 14 days")

    def as_json(self) -> dict[str, Any]:
        """What differs from the usual: what is not said stays as it is when more can be agreed on."""
        usual = asdict(Terms())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}

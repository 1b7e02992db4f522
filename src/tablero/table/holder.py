"""Holder of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["person", "bot", "open"]


@dataclass(frozen=True)
class Holder:
    """A person (by id), a bot (by level), or an open seat."""

    kind: Kind
    name: str = ""
    person: str = ""
    level: int = 0

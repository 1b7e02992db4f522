"""Highlights of a finished game beside its result: each seat's opening, and achievements shown at their first time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablero.core.i18n.translator import Translator

Event = Mapping[str, Any]
Found = tuple[str, int]  # the name of an achievement, and the number of the event that brought it


@dataclass(frozen=True)
class Achievement:
    """Something shown once with its date and its move; worth no points."""

    name: str  # as stored: letters, digits, hyphens
    title: str  # English, translatable
    about: str  # what has to happen
    icon: str  # one of the site's icons: steps, aim, peak, tracks, arch, block


@dataclass(frozen=True)
class Highlights:
    """Functions of a game. `opening` returns a tag for a seat's first turn (empty when it had none), `opened` puts a
    tag into words; `find` yields the achievements of a seat, given the events it may know and the last view."""

    opening: Callable[[Sequence[Event], int], str]
    opened: Callable[[str, Translator], str]
    feats: tuple[Achievement, ...]
    find: Callable[[Sequence[Event], Mapping[str, Any], int], Iterable[Found]]


def first_of(events: Sequence[Event], seat: int, *kinds: str) -> Event | None:
    """Return the first event of a seat that is of one of these kinds, or None."""
    return next((event for event in events if event.get("seat") == seat and event["kind"] in kinds), None)

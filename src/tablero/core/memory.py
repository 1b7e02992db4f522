"""Memory: what is remembered of a finished game beside its result: how each seat opened, and what somebody did in it that is
worth telling when it is the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablero.core.speech import Speech

Event = Mapping[str, Any]
Found = tuple[str, int]  # the name of a feat, and which of the events brought it


@dataclass(frozen=True)
class Feat:
    """Something that is told once, with its date and its move: a fact, worth no points."""

    name: str  # as it is kept: letters, digits, hyphens
    title: str  # English, translatable
    about: str  # what has to happen
    icon: str  # one of the site's small carvings: steps, aim, peak, tracks, arch, block


@dataclass(frozen=True)
class Memory:
    """What a game remembers. `opening` gives a tag for a seat's first turn (empty when it had none), `opened` says a tag in
    words; `find` names the feats of a seat among the events that it has read, the last view at hand."""

    opening: Callable[[Sequence[Event], int], str]
    opened: Callable[[str, Speech], str]
    feats: tuple[Feat, ...]
    find: Callable[[Sequence[Event], Mapping[str, Any], int], Iterable[Found]]


def first_of(events: Sequence[Event], seat: int, *kinds: str) -> Event | None:
    """The first event of a seat that is of one of these kinds."""
    return next((event for event in events if event.get("seat") == seat and event["kind"] in kinds), None)

"""Beginning: where a lesson or a drawn example sets in: a seed that deals the first position, or a position written down."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablero.core.game import Game
    from tablero.core.state import State


@dataclass(frozen=True)
class Beginning:
    """Seats, seed and options; or a position, and then it says those itself."""

    seats: int = 0
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    position: Mapping[str, Any] | None = field(default=None, repr=False)

    def state(self, game: Game, listen: bool = False) -> State:
        """The position to begin with."""
        if self.position is None:
            return game.start(self.seats, self.seed, self.options, listen=listen)
        state = game.load(self.position)
        state.journal = [] if listen else None
        return state


def read_beginning(package: str, data: Mapping[str, Any]) -> Beginning:
    """What a table of a TOML file says: `position = "quarrel"` (a file in positions/), or seats, seed and options."""
    if "position" in data:
        return beginning_at(package, data["position"])
    return Beginning(data["seats"], data["seed"], data.get("options", {}))


def beginning_at(package: str, name: str) -> Beginning:
    """The position in positions/NAME.json of a game's lessons."""
    text = files(package).joinpath("lessons", "positions", f"{name}.json").read_text("utf-8")
    dump = json.loads(text)
    return Beginning(dump["seats"], 0, dump["options"], dump)

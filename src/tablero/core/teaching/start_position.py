"""Start position of a lesson or a drawn example: a seed, or a position in a file."""

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
class StartPosition:
    """Seats, seed and options; or a position, which holds them itself."""

    seats: int = 0
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    position: Mapping[str, Any] | None = field(default=None, repr=False)

    def state(self, game: Game, listen: bool = False) -> State:
        """Return the position to begin with; with `listen` it keeps a journal."""
        if self.position is None:
            return game.start(self.seats, self.seed, self.options, listen=listen)
        state = game.load(self.position)
        state.journal = [] if listen else None
        return state


def read_start_position(package: str, data: Mapping[str, Any]) -> StartPosition:
    """Read a TOML table: `position = "quarrel"` (a file in positions/), or seats, seed and options."""
    if "position" in data:
        return start_position_at(package, data["position"])
    return StartPosition(data["seats"], data["seed"], data.get("options", {}))


def start_position_at(package: str, name: str) -> StartPosition:
    """Return the position in positions/NAME.json of a game's lessons."""
    text = files(package).joinpath("lessons", "positions", f"{name}.json").read_text("utf-8")
    dump = json.loads(text)
    return StartPosition(dump["seats"], 0, dump["options"], dump)

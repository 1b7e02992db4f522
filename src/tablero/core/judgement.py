"""Judgement: the weights of a learned judge in a file, with everything that tells where they come from."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablero.core.errors import BadRecord
from tablero.core.judge import Judge, Learned, Sight


@dataclass(frozen=True)
class Judgement:
    """What was learned of one game: sizes, weights, and how they came about."""

    game: str
    own: int
    shared: int
    hidden: int
    weights: Sequence[float]
    made: Mapping[str, Any]  # seeds, settings, generations and the matches that they had to win

    def judge(self, sight: Sight, alone: Judge) -> Learned:
        """The judge that has these weights; BadRecord when they were learned with other eyes."""
        if (self.own, self.shared) != (sight.own, sight.shared):
            raise BadRecord(
                f"these weights of {self.game} look at {self.own} and {self.shared} numbers, the game shows {sight.own} "
                f"and {sight.shared}: learn them anew with `tablero train {self.game}`"
            )
        return Learned(sight, self.hidden, list(self.weights), alone)

    def write(self) -> str:
        """As text. Weights are 32-bit numbers: no judge needs more, and every machine reads the same ones."""
        packed = base64.b64encode(struct.pack(f"<{len(self.weights)}f", *self.weights)).decode()
        head = {"game": self.game, "own": self.own, "shared": self.shared, "hidden": self.hidden, "made": self.made}
        return json.dumps({**head, "weights": packed}, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, text: str) -> Judgement:
        """What `write` wrote; BadRecord says what is wrong with it."""
        try:
            told = json.loads(text)
            packed = base64.b64decode(told["weights"], validate=True)
            weights = struct.unpack(f"<{len(packed) // 4}f", packed)
            own, shared, hidden = (int(told[name]) for name in ("own", "shared", "hidden"))
            found = cls(str(told["game"]), own, shared, hidden, weights, dict(told["made"]))
        except (ValueError, LookupError, TypeError, struct.error) as error:
            raise BadRecord(f"these are no weights of a judge: {error!r}") from None
        if len(weights) != hidden * (2 * own + shared + 2):
            raise BadRecord(f"weights of a judge are missing: {len(weights)} of {hidden * (2 * own + shared + 2)}")
        return found

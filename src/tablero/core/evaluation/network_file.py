"""File of a value network (judgement.json): its weights, and how they were trained."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablero.core.errors import BadRecord
from tablero.core.evaluation.value_network import NetworkInput, ValueFunction, ValueNetwork


@dataclass(frozen=True)
class NetworkFile:
    """Sizes, weights and training data of the value network of one game."""

    game: str
    own: int
    shared: int
    hidden: int
    weights: Sequence[float]
    made: Mapping[str, Any]  # seeds, settings, generations and the matches they won

    def network(self, inputs: NetworkInput, solo: ValueFunction) -> ValueNetwork:
        """Return the network with these weights. Raise BadRecord when they were trained with other inputs."""
        if (self.own, self.shared) != (inputs.own, inputs.shared):
            raise BadRecord(
                f"these weights of {self.game} look at {self.own} and {self.shared} numbers, the game shows "
                f"{inputs.own} and {inputs.shared}: learn them anew with `tablero train {self.game}`"
            )
        return ValueNetwork(inputs, self.hidden, list(self.weights), solo)

    def write(self) -> str:
        """Return the file as text. Weights are 32-bit numbers: more is not needed, and every machine reads the same."""
        packed = base64.b64encode(struct.pack(f"<{len(self.weights)}f", *self.weights)).decode()
        head = {"game": self.game, "own": self.own, "shared": self.shared, "hidden": self.hidden, "made": self.made}
        return json.dumps({**head, "weights": packed}, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, text: str) -> NetworkFile:
        """Read what `write` wrote. Raise BadRecord if the text is damaged."""
        try:
            data = json.loads(text)
            packed = base64.b64decode(data["weights"], validate=True)
            weights = struct.unpack(f"<{len(packed) // 4}f", packed)
            own, shared, hidden = (int(data[name]) for name in ("own", "shared", "hidden"))
            found = cls(str(data["game"]), own, shared, hidden, weights, dict(data["made"]))
        except (ValueError, LookupError, TypeError, struct.error) as error:
            raise BadRecord(f"these are no weights of a judge: {error!r}") from None
        if len(weights) != hidden * (2 * own + shared + 2):
            raise BadRecord(f"weights of a judge are missing: {len(weights)} of {hidden * (2 * own + shared + 2)}")
        return found

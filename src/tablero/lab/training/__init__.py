"""Training of value networks: bots play, a network is fitted to the results and kept if it wins its matches.

`Trainer` does it in one folder, generation after generation; the command is `tablero train GAME`. Needs NumPy.
"""

from tablero.lab.training.config import TrainingConfig
from tablero.lab.training.trainer import Trainer, TrainingStage

__all__ = ["Trainer", "TrainingConfig", "TrainingStage"]

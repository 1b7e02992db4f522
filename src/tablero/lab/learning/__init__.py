"""How a judge is learned: bots play, a small network is fitted to who won, and it is kept when it wins its matches.

`School` does all of it in one folder, generation after generation; `tablero train GAME` is its command. Needs NumPy.
"""

from tablero.lab.learning.plan import Plan
from tablero.lab.learning.school import School, Stage

__all__ = ["Plan", "School", "Stage"]

"""Match: one game at a time for learning programs, with observations, masks and rewards; base of the environments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tablero.core import Game, IllegalMove, State
from tablero.core.drawing.png import png_to_rgb, svg_to_png
from tablero.core.integers import whole
from tablero.lab.seeds import drawn
from tablero.lab.tensors import Mask, Row, Tensors
from tablero.lab.vectorized import rewards

Reward = Literal["win", "lead"]
Illegal = Literal["refuse", "lose"]
RENDER_MODES = ["ansi", "svg", "rgb_array", "human"]
RENDER_FPS = 2  # a decision is looked at
PICTURE_PIXELS = 800  # width of a picture in pixels
ILLEGAL_LEAD = -1000.0  # what an illegal move pays where the lead is paid: no game is lost by as much


class Match(Tensors):
    """Games of one kind, one after the other.

    `reward`: "win" is 1 for a win, shared by winners who tie, and the others lose as much; "lead" is the points by
    which a seat leads the best of the others. Rewards come at the end. `illegal`: whether an illegal move raises
    IllegalMove, or loses the game at once.
    """

    state: State

    def __init__(
        self,
        game: Game | str,
        seats: SupportsIndex = 2,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        illegal: Illegal = "refuse",
    ) -> None:
        super().__init__(game, seats)
        if reward not in ("win", "lead"):
            raise ValueError(f'reward is "win" or "lead", not {reward!r}')
        if illegal not in ("refuse", "lose"):
            raise ValueError(f'illegal is "refuse" or "lose", not {illegal!r}')
        self.options = self.game.settle_options(self.seats, options)
        self.by_lead = reward == "lead"
        self.loses = illegal == "lose"
        self.seed: int | None = None  # of the current game
        self._chance: np.random.Generator | None = None

    def deal(self, seed: SupportsIndex | None = None, chance: np.random.Generator | None = None) -> None:
        """Start the game of a seed; without one, of a seed that is drawn from `chance`, or from a generator of the
        seed before: environments of different seeds share no deal."""
        if chance is None:
            if self._chance is None or seed is not None:
                self._chance = np.random.default_rng(None if seed is None else abs(whole(seed, "a seed")))
            chance = self._chance
        self.seed = drawn(chance) if seed is None else whole(seed, "a seed")
        self.put(self.game.start(self.seats, self.seed, self.options))

    def put(self, state: State) -> None:
        """Go on from a position."""
        self.state = state
        self._allowed = -1  # the seat whose moves the mask shows

    def __setstate__(self, kept: dict[str, Any]) -> None:
        super().__setstate__(kept)
        self._allowed = -1  # the new mask is empty

    def seen(self, seat: int) -> Row:
        """Return the observation of a seat."""
        self._slate.observe(self.state, seat)
        return self._row.copy()

    def allowed(self, seat: int) -> Mask:
        """Return the mask of a seat's legal moves."""
        self._allow(seat)
        return self._mask.copy()

    def _allow(self, seat: int) -> None:
        if self._allowed != seat:
            self._slate.allow(self.state, seat)
            self._allowed = seat

    def move(self, seat: int, action: Any) -> list[float] | None:
        """Make a move of a seat; return the rewards of all seats if it was the last one."""
        move = whole(action, "a move")
        self._allow(seat)
        if not 0 <= move < self.moves or not self._mask[move]:
            return self.refuse(seat, move)
        return self.make(seat, move)

    def refuse(self, seat: int, move: int) -> list[float]:
        """Return what an illegal move pays to each seat; raise IllegalMove where it does not lose."""
        if self.loses:
            return lost(seat, self.seats, self.by_lead)
        rule = self.state.why_not(seat, move)
        raise IllegalMove(
            rule or "turn",
            f"move {move} is not legal for seat {seat} (rule {rule!r} of the guide); the mask says which moves are",
        )

    def legal(self, seat: int, move: int) -> bool:
        """Return whether a seat may make this move."""
        self._allow(seat)
        return 0 <= move < self.moves and bool(self._mask[move])

    def final(self, seat: int) -> dict[str, Any]:
        """Return how the game ended for a seat, for the last info; nothing if it did not come to its end."""
        result = self.state.result()
        if result is None:
            return {}
        return {
            "score": result.scores[seat],
            "scores": list(result.scores),
            "rank": result.ranks[seat],
            "winners": list(result.winners),
        }

    def picture(self, mode: str | None, seat: int | None) -> Any:
        """Return the view of a seat (None: a spectator) as text, SVG or an array of pixels, by the render mode."""
        if mode is None:
            return None
        view = self.state.view(seat)
        if mode in ("ansi", "human"):
            return self.game.drawing.text(view)
        svg = self.game.draw(view)
        if mode == "svg":
            return svg
        height, width, pixels = png_to_rgb(svg_to_png(svg, PICTURE_PIXELS))
        return np.frombuffer(pixels, np.uint8).reshape(height, width, 3).copy()

    def make(self, seat: int, move: int) -> list[float] | None:
        """Make a move that is known to be legal; return the rewards of all seats if it was the last one."""
        state = self.state
        state.apply(seat, move)
        self._allowed = -1
        return rewards(state, self.by_lead) if state.actor() < 0 else None

    # ---------------------------------------------------------------- spaces

    def rows_space(self) -> spaces.Box:
        return spaces.Box(self.low, self.high, dtype=np.int16)

    def masks_space(self) -> spaces.Box:
        return spaces.Box(0, 1, (self.moves,), np.int8)

    def moves_space(self) -> spaces.Discrete[np.int64]:
        return spaces.Discrete(self.moves)

    def state_space(self) -> spaces.Box:
        """Return the space of the rows of all seats, one after the other."""
        return spaces.Box(np.tile(self.low, self.seats), np.tile(self.high, self.seats), dtype=np.int16)

    def no_moves(self) -> Mask:
        """Return the mask of a seat that owes no decision."""
        return np.zeros(self.moves, np.int8)


def render_mode_of(name: str | None) -> str | None:
    """Return a valid render mode, or None. Raise ValueError for another name."""
    if name is not None and name not in RENDER_MODES:
        raise ValueError(f'render_mode is "ansi", "svg", "rgb_array", "human" or None, not {name!r}')
    return name


def lost(seat: int, seats: int, by_lead: bool = False) -> list[float]:
    """Return the rewards if a seat loses by an illegal move: no better for it than any game that is lost."""
    if by_lead:
        return [ILLEGAL_LEAD if other == seat else 0.0 for other in range(seats)]
    return [-1.0 if other == seat else 1.0 / (seats - 1) for other in range(seats)]


Observation = dict[str, NDArray[Any]] | Row

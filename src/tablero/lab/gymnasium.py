"""Gymnasium environments: one seat is the learner's, bots sit in the others.

>>> import gymnasium
>>> import tablero.lab.gymnasium
>>> env = gymnasium.make("tablero/Maya-v1", seats=2, bots="greedy")
>>> seen, info = env.reset(seed=7)
>>> seen["observation"].shape, int(seen["action_mask"].sum()) > 0
((219,), True)
>>> over = False
>>> while not over:
...     move = env.action_space.sample(seen["action_mask"])
...     seen, reward, over, cut_off, info = env.step(move)
>>> reward in (-1.0, 0.0, 1.0)
True

There is one for each game: tablero/Yaxha-v1, tablero/Maya-v1, tablero/Tzolkin-v1, tablero/Amritsar-v1. Where nothing
can be imported before, "tablero.lab.gymnasium:tablero/Maya-v1" says where it is found. A step ends when
the learner has to decide again or the game is over. `action_masks()` has the name that masked algorithms of other
libraries expect. `gymnasium.make_vec` gives many games at once (`lab/gymnasium_vector.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import gymnasium
from gymnasium import spaces
from numpy.typing import NDArray

from tablero.bots import Bot, Mind, glimpse
from tablero.core import Game, Luck, seeded
from tablero.core.integers import whole, within
from tablero.games import GAME_NAMES
from tablero.lab.bot_names import bot_by_name
from tablero.lab.match import RENDER_FPS, RENDER_MODES, Illegal, Match, Observation, Reward, render_mode_of


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game. `seat` is the learner's seat; None changes it from game to game. `bots` is the name of a bot
    as in the arena (random, greedy, level3, search:50 ...) or a bot itself, or one for each of the other seats."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        seats: SupportsIndex = 2,
        *,
        bots: str | Bot | Sequence[str | Bot] = "greedy",
        seat: SupportsIndex | None = None,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        illegal: Illegal = "refuse",
        masked: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.match = match = Match(game, seats, options, reward, illegal)
        self.bots = Opponents(match.game, match.seats, bots)
        self.fixed = None if seat is None else within(seat, match.seats, "a seat")
        self.masked = masked
        self.render_mode = render_mode_of(render_mode)
        rows = match.rows_space()
        self.observation_space = (
            spaces.Dict({"observation": rows, "action_mask": match.masks_space()}) if masked else rows
        )
        self.action_space = match.moves_space()
        self.seat = self.fixed or 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the game of a seed, or the next one, and let the bots move until the learner has to decide."""
        super().reset(seed=seed)
        match = self.match
        match.deal(seed, self.np_random)
        assert match.seed is not None
        self.seat = match.seed % match.seats if self.fixed is None else self.fixed
        self._minds, self._lucks = self.bots.seated(self.seat, match.seed)
        self._let_others_move()
        self._show()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        move = whole(action, "a move")
        if self.match.legal(self.seat, move):
            self._notify(self.seat, move)
        paid = self.match.move(self.seat, move)
        if paid is None:
            paid = self._let_others_move()
        reward = 0.0 if paid is None else paid[self.seat]
        over = paid is not None
        self._show()
        return self._seen(over), reward, over, False, self._info(over)

    def _let_others_move(self) -> list[float] | None:
        """Make the moves of bots; return the rewards if the game has ended."""
        state = self.match.state
        while not state.owes(self.seat):
            seat = state.actor()
            if seat < 0:
                return None
            luck = self._lucks[seat]
            move = self._minds[seat].choose(glimpse(state, seat, luck), luck)
            self._notify(seat, move)
            paid = self.match.make(seat, move)
            if paid is not None:
                return paid
        return None

    def _notify(self, mover: int, move: int) -> None:
        """Pass a move to the bots, as their seats see it."""
        state = self.match.state
        for seat, mind in self._minds.items():
            if seat != mover:
                mind.saw(mover, state.observed(seat, mover, move))

    def _seen(self, over: bool = False) -> Observation:
        match = self.match
        row = match.seen(self.seat)
        if not self.masked:
            return row
        return {"observation": row, "action_mask": match.no_moves() if over else self.action_masks()}

    def _info(self, over: bool = False) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self.seat, "seed": self.match.seed}
        if not self.masked:
            info["action_mask"] = self.match.no_moves() if over else self.action_masks()
        if over:
            info.update(self.match.final(self.seat))
        return info

    def action_masks(self) -> NDArray[Any]:
        """Return the mask of the learner's legal moves."""
        return self.match.allowed(self.seat)

    def render(self) -> Any:
        """Return the learner's view by `render_mode`: a text board (ansi), a picture (svg), or an array of its pixels
        (rgb_array). human prints the text board by itself after every step."""
        return None if self.render_mode == "human" else self.match.picture(self.render_mode, self.seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.match.picture("human", self.seat))


class Opponents:
    """The bots that sit beside a learner."""

    def __init__(self, game: Game, seats: int, bots: str | Bot | Sequence[str | Bot]) -> None:
        self.game = game
        self.seats = seats
        self.named = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * (seats - 1)
        if len(self.named) != seats - 1:
            raise ValueError(f"{seats - 1} bots are needed beside the learner, not {len(self.named)}")
        for one in self.named:
            self.made(one)

    def made(self, one: str | Bot) -> Bot:
        """Return a bot by its name, or the bot itself. Raise ArenaError or TypeError if it is none."""
        if isinstance(one, str):
            return bot_by_name(one, self.game)
        if not callable(getattr(one, "choose", None)):
            raise TypeError(f"a bot has the method choose(glimpse, luck, stop=None), unlike {one!r}")
        return one

    def seated(self, learner: int, seed: int) -> tuple[dict[int, Mind], dict[int, Luck]]:
        """Return the bots of a new game and their luck, by their seats."""
        others = [seat for seat in range(self.seats) if seat != learner]
        minds = {seat: Mind(self.made(one), seat) for seat, one in zip(others, self.named, strict=True)}
        return minds, {seat: seeded(-1 - seed * self.seats - seat) for seat in others}


for _name in GAME_NAMES:
    gymnasium.register(
        f"tablero/{_name.title()}-v1",
        "tablero.lab.gymnasium:SeatEnv",
        vector_entry_point="tablero.lab.gymnasium_vector:BatchEnv",
        kwargs={"game": _name},
        disable_env_checker=True,
    )

"""Many games at once for Gymnasium: a learner in each, bots in the other seats, all of them in one batch.

>>> import gymnasium, tablero.lab.gymnasium
>>> envs = gymnasium.make_vec("tablero/Maya-v1", num_envs=64, vectorization_mode="vector_entry_point", bots="random")
>>> seen, info = envs.reset(seed=7)
>>> seen["observation"].shape, seen["action_mask"].shape
((64, 219), (64, 212))
>>> seen, reward, over, cut_off, info = envs.step(seen["action_mask"].argmax(axis=1))

Each row is the game that `SeatEnv` would play with that seed, move for move, except for random bots: they are moved in
compiled code and draw from the luck of their row. A game that is over is followed by the next one in the same step
(`AutoresetMode.SAME_STEP`); its last observation and info are in the info as `final_obs` and `final_info`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tablero.bots import Bot, Mind, glimpse
from tablero.core import Game, Luck
from tablero.core.integers import within
from tablero.lab.batches import Batch, whole_moves
from tablero.lab.gymnasium import Opponents
from tablero.lab.match import Match, Reward
from tablero.lab.seeds import drawn


class BatchEnv(VectorEnv[Any, Any, Any]):
    """Games of one kind, a learner in each. `seat` and `bots` are those of `SeatEnv`."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        seats: SupportsIndex = 2,
        *,
        bots: str | Bot | Sequence[str | Bot] = "greedy",
        seat: SupportsIndex | None = None,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        masked: bool = True,
    ) -> None:
        self.match = match = Match(game, seats, options, reward)
        self.num_envs = num_envs
        self.bots = Opponents(match.game, match.seats, bots)
        self.at_random = all(one == "random" for one in self.bots.named)
        self.fixed = None if seat is None else within(seat, match.seats, "a seat")
        self.masked = masked
        self.batch = Batch(match.game, num_envs, match.seats, options=options, reward=reward)
        self.rows = self.batch.rows
        self.rows.restarts = False
        rows = match.rows_space()
        self.single_observation_space = (
            spaces.Dict({"observation": rows, "action_mask": match.masks_space()}) if masked else rows
        )
        self.single_action_space = match.moves_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats = np.zeros(num_envs, np.int64)  # of the learners
        self.seeds = np.zeros(num_envs, np.int64)
        self._chances = [np.random.default_rng() for _ in range(num_envs)]
        self._minds: list[dict[int, Mind]] = [{}] * num_envs
        self._lucks: list[dict[int, Luck]] = [{}] * num_envs

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games: those of the seeds from `seed` on, of a seed for each, or of seeds that are drawn."""
        if seed is None or isinstance(seed, int):
            seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"a seed for each of {self.num_envs} games is needed, not {len(seeds)}")
        infos: dict[str, Any] = {}
        for i, one in enumerate(seeds):
            if one is not None:
                self._chances[i] = np.random.default_rng(one)
            self._deal(i, drawn(self._chances[i]) if one is None else one)
            infos = self._add_info(infos, self._info(i), i)
        return self._seen(), infos

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make a move in every game. Raise IllegalMove before any game has moved if one is not legal."""
        moves = self.rows.check(whole_moves(actions))
        if self.at_random:
            self.rows.step_beside_random(moves, self.seats)
        else:
            for i in range(self.num_envs):
                self._advance(i, int(moves[i]))
        over = self.batch.done.copy()
        reward = self.batch.reward[np.arange(self.num_envs), self.seats]
        infos: dict[str, Any] = {}
        for i in np.flatnonzero(over).tolist():
            self.match.put(self.rows.states[i])
            last = {**self._info(i), **self.match.final(int(self.seats[i]))}
            infos = self._add_info(infos, {"final_obs": self._seen_in(i), "final_info": last}, i)
            self._deal(i, drawn(self._chances[i]))
        every = np.ones(self.num_envs, np.bool_)
        infos |= {"seat": self.seats.copy(), "_seat": every, "seed": self.seeds.copy(), "_seed": every.copy()}
        if not self.masked:
            infos |= {"action_mask": self.batch.mask.astype(np.int8), "_action_mask": every.copy()}
        return self._seen(), reward, over, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of the learners' legal moves."""
        return self.batch.mask.copy()

    def _deal(self, i: int, seed: int) -> None:
        self.seeds[i] = seed
        seat = seed % self.match.seats if self.fixed is None else self.fixed
        self.seats[i] = seat
        self.rows.restart(i, seed)
        if self.at_random:
            self.rows.move_others_at_random(i, seat)
        else:
            self._minds[i], self._lucks[i] = self.bots.seated(seat, seed)
            self._let_others_move(i)

    def _advance(self, i: int, move: int) -> None:
        """Make the learner's move and those of the bots."""
        self._notify(i, int(self.seats[i]), move)
        self.rows.make(i, int(self.seats[i]), move)
        self._let_others_move(i)

    def _let_others_move(self, i: int) -> None:
        learner, state = int(self.seats[i]), self.rows.states[i]
        while not self.batch.done[i] and not state.owes(learner):
            seat = int(state.actor())
            luck = self._lucks[i][seat]
            move = self._minds[i][seat].choose(glimpse(state, seat, luck), luck)
            self._notify(i, seat, move)
            self.rows.make(i, seat, move)
        self.rows.show(i, learner)

    def _notify(self, i: int, mover: int, move: int) -> None:
        state = self.rows.states[i]
        for seat, mind in self._minds[i].items():
            if seat != mover:
                mind.saw(mover, state.observed(seat, mover, move))

    def _seen(self) -> Any:
        row = self.batch.observation.copy()
        return {"observation": row, "action_mask": self.batch.mask.astype(np.int8)} if self.masked else row

    def _seen_in(self, i: int) -> Any:
        row = self.batch.observation[i].copy()
        return {"observation": row, "action_mask": self.batch.mask[i].astype(np.int8)} if self.masked else row

    def _info(self, i: int) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": int(self.seats[i]), "seed": int(self.seeds[i])}
        if not self.masked:
            info["action_mask"] = self.batch.mask[i].astype(np.int8)
        return info

"""PettingZoo environments: one decision after the other (AEC), and all seats that owe one at once (parallel).

>>> from tablero.lab.pettingzoo import env
>>> maya = env("maya", seats=3)
>>> maya.reset(seed=7)
>>> for agent in maya.agent_iter():
...     seen, reward, over, cut_off, info = maya.last()
...     over = over or cut_off
...     move = None if over else maya.action_space(agent).sample(seen["action_mask"])
...     maya.step(move)
>>> maya.agents
[]

An observation is {"observation": row, "action_mask": mask}; with `mask="info"` it is the row alone, and the mask is in
the info of the seat that has to decide; PettingZoo allows both. What the numbers of a row mean: `env.match.layout`.
The same seed deals the same game as `game.start`; a reset without one draws a seed from a generator that the seed
before has set. The environment checks its arguments itself: PettingZoo's wrappers, which make it seven times as slow,
add nothing.

`yaxha_v1` and its like have PettingZoo's form, a module for each game: `from tablero.lab.pettingzoo import yaxha_v1`,
then `yaxha_v1.env(seats=3)` or `yaxha_v1.parallel_env()`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import Any, Literal, SupportsIndex

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from tablero.core import Game
from tablero.core.integers import whole
from tablero.games import GAME_NAMES
from tablero.lab.match import RENDER_FPS, RENDER_MODES, Illegal, Match, Observation, Reward, render_mode_of
from tablero.lab.tensors import Row

Masked = Literal["observation", "info"]


class _Seats:
    """Base of both kinds: names of the seats, their spaces and observations."""

    match: Match
    metadata: dict[str, Any]
    possible_agents: list[str]
    parallel = False

    def __init__(
        self,
        game: Game | str,
        seats: SupportsIndex = 2,
        *,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        illegal: Illegal = "refuse",
        mask: Masked = "observation",
        max_cycles: SupportsIndex | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`max_cycles` cuts a game off after so many steps; None never does."""
        super().__init__()
        if mask not in ("observation", "info"):
            raise ValueError(f'mask is "observation" or "info", not {mask!r}')
        self.match = Match(game, seats, options, reward, illegal)
        self.in_view = mask == "observation"
        self.render_mode = render_mode_of(render_mode)
        self.metadata = {
            "name": f"tablero_{self.match.game.name}_v1",
            "render_modes": RENDER_MODES,
            "render_fps": RENDER_FPS,
            "is_parallelizable": self.parallel,
        }
        self.max_cycles = sys.maxsize if max_cycles is None else whole(max_cycles, "the number of steps")
        if self.max_cycles < 1:
            raise ValueError(f"max_cycles is 1 or more, not {max_cycles}")
        self.steps = 0
        self.possible_agents = [f"seat_{seat}" for seat in range(self.match.seats)]
        self._number = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        rows = self.match.rows_space()
        seen = spaces.Dict({"observation": rows, "action_mask": self.match.masks_space()}) if self.in_view else rows
        self.observation_spaces: dict[str, Any] = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces: dict[str, Any] = {agent: self.match.moves_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _seen(self, seat: int, acts: bool) -> Observation:
        match = self.match
        row = match.seen(seat)
        if not self.in_view:
            return row
        return {"observation": row, "action_mask": match.allowed(seat) if acts else match.no_moves()}

    @property
    def state_space(self) -> spaces.Box:
        """Space of `state`."""
        return self.match.state_space()

    def state(self) -> Row:
        """Return what all seats together may know, their rows one after the other, for a critic that sees it all."""
        return np.concatenate([self.match.seen(seat) for seat in range(self.match.seats)])

    def _final(self, seat: int) -> dict[str, Any]:
        """Return the info of a seat when the game is over."""
        info = self.match.final(seat)
        return info if self.in_view else {"action_mask": self.match.no_moves(), **info}

    def render(self) -> Any:
        """Return a spectator's view by `render_mode`: a text board (ansi), a picture (svg), or an array of its pixels
        (rgb_array). human prints the text board by itself after every step."""
        return None if self.render_mode == "human" else self.match.picture(self.render_mode, None)

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.match.picture("human", None))

    def close(self) -> None:
        """Do nothing: no resources are open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class env(_Seats, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """AEC environment. Seats that choose at the same time decide in their order without seeing each other's choices."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. `options` are PettingZoo's; those of the game belong to the constructor."""
        self.match.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.steps = 0
        self._turn()
        self._show()

    def _turn(self) -> None:
        """Select the seat to decide."""
        seat = self.match.state.actor()
        self.agent_selection = agent = self.possible_agents[seat]
        if not self.in_view:
            self.infos[agent] = {"action_mask": self.match.allowed(seat)}

    def observe(self, agent: str) -> Observation:
        over = self.terminations.get(agent, True) or self.truncations[agent]
        return self._seen(self._number[agent], agent == self.agent_selection and not over)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        agent = self._asked()
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _asked(self) -> str:
        try:
            return self.agent_selection
        except AttributeError:
            raise RuntimeError("nothing is dealt yet: call reset() first") from None

    def step(self, action: Any) -> None:
        agent = self._asked()
        if not self.agents:
            raise RuntimeError("the game is over: call reset() for the next one")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        paid = self.match.move(self._number[agent], action)
        self.steps += 1
        if paid is not None:
            self._end(self.terminations, paid)
        elif self.steps >= self.max_cycles:
            self._end(self.truncations, [0.0] * self.match.seats)
        else:
            self._turn()
        if self.render_mode is not None:
            self._show()

    def _end(self, how: dict[str, bool], paid: list[float]) -> None:
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = paid[seat]
            how[agent] = True
            self.infos[agent] = self._final(seat)
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[0]


class parallel_env(_Seats, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """Parallel environment: all seats that owe a decision decide in the same step, or none of them if an action is
    refused. Actions of the others are ignored, and their masks are empty."""

    parallel = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game; return the observations and infos of all seats."""
        self.match.deal(seed)
        self.agents = list(self.possible_agents)
        self.steps = 0
        self._show()
        return self._all_seen()

    def _all_seen(self, over: bool = False) -> tuple[dict[str, Any], dict[str, Any]]:
        seen, infos = {}, {}
        match, acting = self.match, () if over else self.match.state.actors()
        for seat, agent in enumerate(self.possible_agents):
            seen[agent] = self._seen(seat, seat in acting)
            masked = match.allowed(seat) if seat in acting else match.no_moves()
            infos[agent] = self._final(seat) if over else {} if self.in_view else {"action_mask": masked}
        return seen, infos

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        paid = self._moved(actions)
        self.steps += 1
        over = paid is not None
        cut_off = not over and self.steps >= self.max_cycles
        seen, infos = self._all_seen(over or cut_off)
        earned = dict(zip(self.possible_agents, paid or [0.0] * self.match.seats, strict=True))
        if over or cut_off:
            self.agents = []
        self._show()
        ended, cut = dict.fromkeys(self.possible_agents, over), dict.fromkeys(self.possible_agents, cut_off)
        return seen, earned, ended, cut, infos

    def _moved(self, actions: dict[str, Any]) -> list[float] | None:
        """Make the moves of all seats that owe one, once all of them are known to be legal; return the rewards if the
        game has ended."""
        match, moves = self.match, list[tuple[int, int]]()
        for seat in match.state.actors():
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise ValueError(f"{agent} owes a decision: give a move for it")
            moves.append((seat, whole(actions[agent], "a move")))
        for seat, move in moves:
            if not match.legal(seat, move):
                return match.refuse(seat, move)
        paid = None
        for seat, move in moves:
            paid = match.make(seat, move)
            if paid is not None:
                break
        return paid


raw_env = env  # PettingZoo's name for an environment without wrappers


def _module(name: str) -> ModuleType:
    """Return a module for one game, in the form of PettingZoo's own."""
    module = ModuleType(f"{__name__}.{name}_v1", f"Environments of {name}: env, raw_env and parallel_env.")
    module.env = module.raw_env = partial(env, name)  # type: ignore[attr-defined]
    module.parallel_env = partial(parallel_env, name)  # type: ignore[attr-defined]
    return module


for _name in GAME_NAMES:
    globals()[f"{_name}_v1"] = sys.modules[f"{__name__}.{_name}_v1"] = _module(_name)

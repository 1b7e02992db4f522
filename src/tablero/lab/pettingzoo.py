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
The same seed deals the same game as `game.start`; a reset without one goes on to the next seed. The environment checks
its arguments itself: PettingZoo's wrappers, which make it seven times as slow, add nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, SupportsIndex

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from tablero.core import Game
from tablero.lab.match import RENDER_MODES, Illegal, Match, Observation, Reward, render_mode_of

Masked = Literal["observation", "info"]


class _Seats:
    """Base of both kinds: names of the seats, their spaces and observations."""

    match: Match
    metadata: dict[str, Any]
    possible_agents: list[str]

    def __init__(
        self,
        game: Game | str,
        seats: SupportsIndex = 2,
        *,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        illegal: Illegal = "refuse",
        mask: Masked = "observation",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if mask not in ("observation", "info"):
            raise ValueError(f'mask is "observation" or "info", not {mask!r}')
        self.match = Match(game, seats, options, reward, illegal)
        self.in_view = mask == "observation"
        self.render_mode = render_mode_of(render_mode)
        self.metadata = {
            "name": f"tablero_{self.match.game.name}_v1",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
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

    def render(self) -> str | None:
        """Return a spectator's view as a text board (ansi) or a picture (svg), by `render_mode`."""
        if self.render_mode is None:
            return None
        state = self.match.state
        return str(state) if self.render_mode == "ansi" else state.game.draw(state.view(None))

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
        self._turn()

    def _turn(self) -> None:
        """Select the seat to decide."""
        seat = self.match.state.actor()
        self.agent_selection = agent = self.possible_agents[seat]
        if not self.in_view:
            self.infos[agent] = {"action_mask": self.match.allowed(seat)}

    def observe(self, agent: str) -> Observation:
        return self._seen(self._number[agent], agent == self.agent_selection and not self.terminations[agent])

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        agent = self._asked()
        over = self.terminations[agent]
        return self.observe(agent) if observe else None, self._cumulative_rewards[agent], over, False, self.infos[agent]

    def _asked(self) -> str:
        try:
            return self.agent_selection
        except AttributeError:
            raise RuntimeError("nothing is dealt yet: call reset() first") from None

    def step(self, action: Any) -> None:
        agent = self._asked()
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        paid = self.match.move(self._number[agent], action)
        if paid is None:
            self._turn()
            return
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = paid[seat]
            self.terminations[agent] = True
            self.infos[agent] = {} if self.in_view else {"action_mask": self.match.no_moves()}
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[0]


class parallel_env(_Seats, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """Parallel environment: all seats that owe a decision decide in the same step. Actions of the others are ignored,
    and their masks are empty."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game; return the observations and infos of all seats."""
        self.match.deal(seed)
        self.agents = list(self.possible_agents)
        return self._all_seen()

    def _all_seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen, infos = {}, {}
        match, acting = self.match, self.match.state.actors()
        for seat, agent in enumerate(self.possible_agents):
            seen[agent] = self._seen(seat, seat in acting)
            masked = match.allowed(seat) if seat in acting else match.no_moves()
            infos[agent] = {} if self.in_view else {"action_mask": masked}
        return seen, infos

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        paid = None
        for seat in self.match.state.actors():
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise ValueError(f"{agent} owes a decision: give a move for it")
            paid = self.match.move(seat, actions[agent])
            if paid is not None:
                break
        over = paid is not None
        seen, infos = self._all_seen()
        earned = dict(zip(self.possible_agents, paid or [0.0] * self.match.seats, strict=True))
        if over:
            self.agents = []
        ended = dict.fromkeys(self.possible_agents, over)
        return seen, earned, ended, dict.fromkeys(self.possible_agents, False), infos


raw_env = env  # PettingZoo's name for an environment without wrappers

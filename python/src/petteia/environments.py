"""PettingZoo environments of every game.

`env` is that of a game whose players act one after another: all games but Epigo. `parallel_env` is that of Epigo.

```python
from petteia.environments import env

game = env("reversi")
game.reset(seed=1)
for agent in game.agent_iter():
    observation, reward, terminated, truncated, info = game.last()
    over = terminated or truncated
    action = None if over else game.action_space(agent).sample(observation["action_mask"])
    game.step(action)
```

An observation has the array `observation`, which is `Board.planes` as the agent sees the position, and the array
`action_mask`. The numbers of actions are those of `Board.action`.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from .board import Board
from .rules import Rules

Observation = dict[str, NDArray[Any]]
"""What an agent sees: `observation` and `action_mask`, in Dixit `clue` too."""

_LARGEST = 64.0
"""An upper bound of the values of planes, such as the height of a stack."""
_CLUE_BYTES = 64
"""The length of the array `clue`."""
_CLUES = 8
"""The number of clues that the engine proposes for each card."""
_MODES = ["ansi", "svg"]


def env(game: str = "dvonn", **arguments: Any) -> AECEnv[str, Observation, int]:
    """The environment of a game whose players act one after another, with the usual wrappers of PettingZoo.

    Args:
        game: The name of the game, one of `petteia.games()`.
        arguments: Those of `SequentialEnv` or `DixitEnv`.
    """
    kind = DixitEnv if Board(game).has_hidden_hands else SequentialEnv
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(kind(game, **arguments)))


def parallel_env(game: str = "epigo", **arguments: Any) -> ParallelEnv[str, Observation, int]:
    """The environment of a game whose players act at the same time."""
    return SimultaneousEnv(game, **arguments)


def _render(board: Board, mode: str | None) -> str | None:
    """The picture or the diagram of a board."""
    if mode is None:
        return None
    return board.svg() if mode == "svg" else board.diagram()


def _checked(mode: str | None) -> str | None:
    if mode is not None and mode not in _MODES:
        raise ValueError(f"expected one of {', '.join(_MODES)} as render_mode, found {mode!r}")
    return mode


class _Seats:
    """What the environments have in common: the agents, their spaces and the board."""

    possible_agents: list[str]
    render_mode: str | None
    board: Board

    def _begin(self, game: str, fen: str | None, rules: Rules | None, render_mode: str | None) -> None:
        self.game, self.fen, self.rules, self.render_mode = game, fen, rules, _checked(render_mode)
        self.board = Board(game, fen, rules=rules)
        self.possible_agents = [f"player_{seat}" for seat in range(1, self.board.seats + 1)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        spaces = self._spaces()
        self._observation_spaces = {agent: Dict(spaces) for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(self.board.action_size) for agent in self.possible_agents}

    def _spaces(self) -> dict[str, Box]:
        return {
            "observation": Box(0.0, _LARGEST, self.board.shape, np.float32),
            "action_mask": Box(0, 1, (self.board.action_size,), np.int8),
        }

    def observation_space(self, agent: str) -> Dict:
        """The space of the observations of an agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of the actions of an agent."""
        return self._action_spaces[agent]

    def render(self) -> str | None:
        """The position as text (`ansi`) or as a picture (`svg`)."""
        return _render(self.board, self.render_mode)

    def close(self) -> None:
        """Ends the environment."""

    def _observed(self, agent: str) -> Observation:
        seat = self._seats[agent]
        return {"observation": self.board.planes(seat), "action_mask": self.board.action_mask(seat)}

    def _results(self) -> dict[str, float]:
        """What each player gets for the result: 1 for a win, -1 for a loss, 0 for a draw."""
        outcome = self.board.outcome()
        if outcome is None or not outcome.winners:
            return dict.fromkeys(self.possible_agents, 0.0)
        return {agent: 1.0 if seat in outcome.winners else -1.0 for agent, seat in self._seats.items()}


class _TurnEnv(_Seats, AECEnv[str, Observation, int]):
    """An environment whose agents act one after another."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The option `fen` is a position to begin with, in place of that of the environment."""
        self.board = self._new_board(seed, (options or {}).get("fen", self.fen))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.board.is_game_over())
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self.agent_selection = self._acting()

    def _new_board(self, seed: int | None, fen: str | None) -> Board:
        return Board(self.game, fen, rules=self.rules)

    def _acting(self) -> str:
        return self.possible_agents[max(self.board.turn, 1) - 1]

    def _info(self, agent: str) -> dict[str, Any]:
        return {}

    def observe(self, agent: str) -> Observation:
        """What an agent sees. The mask is empty for one that is not to act."""
        return self._observed(agent)

    def step(self, action: int | None) -> None:
        """Plays an action of the agent that is to act.

        Raises:
            ValueError: The action is not legal. Nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play(agent, action)
        self._cumulative_rewards[agent] = 0.0
        if self.board.is_game_over():
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {other: self._info(other) for other in self.agents}
        self.agent_selection = self._acting()
        self._accumulate_rewards()

    def _play(self, agent: str, action: int | None) -> None:
        raise NotImplementedError


class SequentialEnv(_TurnEnv):
    """The environment of a game of two players who move in turn. A win is worth 1, a loss -1, all else 0."""

    metadata = {"name": "petteia_sequential_v0", "render_modes": _MODES, "is_parallelizable": False}

    def __init__(
        self, game: str = "dvonn", *, fen: str | None = None, rules: Rules | None = None, render_mode: str | None = None
    ) -> None:
        """An environment of a game.

        Args:
            game: The name of the game.
            fen: The position to begin with; without it, the start of the game.
            rules: The options of the game.
            render_mode: `ansi` or `svg`, for `render`.
        """
        super().__init__()
        self._begin(game, fen, rules, render_mode)
        if len(self.board.turns) != 1 or self.board.has_hidden_hands:
            raise ValueError(f"expected a game of players who move in turn, found {game}")

    def _play(self, agent: str, action: int | None) -> None:
        self.board.push(self.board.action_move(-1 if action is None else int(action)))
        self.rewards = self._results()


class DixitEnv(_TurnEnv):
    """The environment of Dixit. An agent knows only what its seat sees, and gets the points of each round.

    The seats that may act at the same time, to give cards and to vote, act in the order of their numbers.

    An action of the storyteller is 8 times the place of a card in the hand, in ascending order from 0, plus the number
    of one of 8 clues that the engine proposes for it. `infos[agent]["clues"]` has the clues of each card. An agent that
    has a clue of its own writes it into this list, in place of another, before it calls `step`.

    The observation has the clue of the round as the array `clue`, which is UTF-8 filled up with zeros, and
    `infos[agent]["clue"]` is its text.
    """

    metadata = {"name": "petteia_dixit_v0", "render_modes": _MODES, "is_parallelizable": False}

    def __init__(self, game: str = "dixit", *, rules: Rules | None = None, render_mode: str | None = None) -> None:
        """An environment.

        Args:
            game: The name of the game.
            rules: The options of the game, such as `Seats` and `Deck`. A seed of `reset` replaces their `Seed`.
            render_mode: `ansi` or `svg`, for `render`.
        """
        super().__init__()
        self._begin(game, None, rules, render_mode)
        if not self.board.has_hidden_hands:
            raise ValueError(f"expected a game with hidden hands, found {game}")

    def _spaces(self) -> dict[str, Box]:
        return super()._spaces() | {"clue": Box(0, 255, (_CLUE_BYTES,), np.uint8)}

    def _new_board(self, seed: int | None, fen: str | None) -> Board:
        rules = self.rules
        if seed is not None:
            # 0 means no seed to the engine.
            rules = Rules(({} if rules is None else rules.options) | {"Seed": str(seed + 1)})
        return Board(self.game, fen, rules=rules)

    def _info(self, agent: str) -> dict[str, Any]:
        info: dict[str, Any] = {"clue": self.board.text}
        seat = self._seats[agent]
        if self.board.turn == seat and not self.board.text:
            clues: dict[int, list[str]] = {}
            for action, move in self.board.action_moves(seat).items():
                clues.setdefault(action // _CLUES, []).append(unquote(move.split(":", 2)[2]))
            info["clues"] = list(clues.values())
        return info

    def _observed(self, agent: str) -> Observation:
        text = self.board.text.encode()[:_CLUE_BYTES]
        clue = np.zeros(_CLUE_BYTES, np.uint8)
        clue[: len(text)] = list(text)
        return super()._observed(agent) | {"clue": clue}

    def _play(self, agent: str, action: int | None) -> None:
        before = self.board.score()
        seat, action = self._seats[agent], -1 if action is None else int(action)
        move = self.board.action_move(action, seat)
        if "clues" in self.infos[agent]:
            _, card, _ = move.split(":", 2)
            clue = self.infos[agent]["clues"][action // _CLUES][action % _CLUES]
            move = f"clue:{card}:{quote(clue, safe='')}"
        self.board.push(move)
        scores = zip(self.possible_agents, before, self.board.score(), strict=True)
        self.rewards = {agent: float(after - before) for agent, before, after in scores}


class SimultaneousEnv(_Seats, ParallelEnv[str, Observation, int]):
    """The environment of a game whose players act at the same time: Epigo. A win is worth 1, a loss -1, all else 0.

    An action is a whole choice of an agent: its line-up, or the orders of a turn.
    """

    metadata = {"name": "petteia_simultaneous_v0", "render_modes": _MODES}

    def __init__(
        self, game: str = "epigo", *, fen: str | None = None, rules: Rules | None = None, render_mode: str | None = None
    ) -> None:
        """An environment of a game. The arguments are those of `SequentialEnv`."""
        self._begin(game, fen, rules, render_mode)
        if self.board.side != "both":
            raise ValueError(f"expected a game of players who act at the same time, found {game}")
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins a game. The option `fen` is a position to begin with, in place of that of the environment."""
        self.board = Board(self.game, (options or {}).get("fen", self.fen), rules=self.rules)
        self.agents = self.possible_agents.copy()
        return {agent: self._observed(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays a turn: an action of each agent.

        Raises:
            ValueError: An action is not legal. Nothing has changed.
        """
        agents = self.agents
        choices = [self.board.action_move(int(actions[agent]), self._seats[agent]) for agent in agents]
        self.board.push("/".join(choices))
        over = self.board.is_game_over()
        observations = {agent: self._observed(agent) for agent in agents}
        if over:
            self.agents = []
        return (
            observations,
            self._results(),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

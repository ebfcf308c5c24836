"""Many games at once, for programs that learn."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _petteia


class VecBoard(_petteia.VecBoardCore):
    """Many games of one kind, of two players who move in turn. All of them are stepped together, in Rust.

    A game that is over begins anew at once. Repetition and lack of progress end games too. The numbers of
    actions are those of `Board.action`.

    ```python
    boards = VecBoard("reversi", 1024, seed=1)
    for _ in range(100):
        rewards, over = boards.step(boards.sample())
    ```
    """

    def __new__(cls, game: str, count: int, *, seed: int = 0) -> VecBoard:
        """Begins games.

        Args:
            game: The name of the game.
            count: The number of games.
            seed: The seed of `sample`.

        Raises:
            EngineError: There is no such game.
            ValueError: Several players of the game act at a time.
        """
        return super().__new__(cls, game, count, seed)

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Plays an action in every game.

        Returns:
            What both players of each game get, the first player first: 1 for a win, -1 for a loss, else 0. And whether
            each game is over.

        Raises:
            ValueError: There is another number of actions, or one of them is not legal. No game has changed.
        """
        rewards, over = self.step_bytes(np.ascontiguousarray(actions, np.int64).tobytes())
        return np.frombuffer(rewards, np.float32).reshape(-1, 2), np.frombuffer(over, np.bool_)

    def sample(self) -> NDArray[np.int64]:
        """A random legal action of every game."""
        return np.frombuffer(self.sample_bytes(), np.int64)

    def action_mask(self) -> NDArray[np.int8]:
        """For each game an array that is 1 at the numbers of the legal actions, and 0 elsewhere."""
        return np.frombuffer(self.mask_bytes(), np.int8).reshape(len(self), -1)

    def planes(self) -> NDArray[np.float32]:
        """For each game what `Board.planes` is, as the player to move sees the position."""
        return np.frombuffer(self.planes_bytes(), np.float32).reshape(len(self), *self.shape)

    def turns(self) -> NDArray[np.int64]:
        """The number of the player to move of each game, 1 or 2."""
        return np.frombuffer(self.turns_bytes(), np.int64)

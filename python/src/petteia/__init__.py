"""Boards and searches of the game engine petteia.

`Board` is a position of any game, in this process. `Engine` searches, and `AsyncEngine` does the same for asyncio; they
start the program `petteia`, which the wheel of this package installs.

```python
from petteia import Board, Engine, Limit

board = Board("reversi", moves="f5 d6")
with Engine() as engine:
    info = engine.analyse(board, Limit(depth=8))
    print(info.score, info.pv)
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._petteia import __version__
from .analysis import AsyncAnalysis
from .board import Board, Outcome, Piece, games
from .engine import AsyncEngine, OptionValue
from .errors import ArgumentError, EngineError, EngineTerminated
from .find import find_engine
from .results import Effects, Info, Limit, Option, PlayResult, Score, Wdl
from .rules import Rules, shared_rules
from .sync import Analysis, Engine, SimpleEngine

if TYPE_CHECKING:
    from .vec import VecBoard

__all__ = [
    "Analysis",
    "ArgumentError",
    "AsyncAnalysis",
    "AsyncEngine",
    "Board",
    "Effects",
    "Engine",
    "EngineError",
    "EngineTerminated",
    "Info",
    "Limit",
    "Option",
    "OptionValue",
    "Outcome",
    "Piece",
    "PlayResult",
    "Rules",
    "Score",
    "SimpleEngine",
    "VecBoard",
    "Wdl",
    "__version__",
    "find_engine",
    "games",
    "shared_rules",
]


def __getattr__(name: str) -> object:
    """Imports what needs NumPy when it is asked for."""
    if name == "VecBoard":
        from .vec import VecBoard

        return VecBoard
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

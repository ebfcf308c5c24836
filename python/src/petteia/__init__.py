"""Boards and searches of the game engine petteia.

`Board` is a position of any game, under the rules of the engine. `Engine` searches, and `AsyncEngine` does the same for
asyncio. All of them start the program `petteia`, which the wheel of this package installs.

```python
from petteia import Board, Engine, Limit

board = Board("reversi", moves="f5 d6")
with Engine() as engine:
    info = engine.analyse(board, Limit(depth=8))
    print(info.score, info.pv)
```
"""

from .analysis import AsyncAnalysis
from .board import Board, games
from .engine import AsyncEngine, OptionValue
from .errors import ArgumentError, EngineError, EngineTerminated
from .find import find_engine
from .results import Effects, Info, Limit, Option, PlayResult, Score, Wdl
from .rules import Rules, shared_rules
from .sync import Analysis, Engine

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
    "PlayResult",
    "Rules",
    "Score",
    "Wdl",
    "find_engine",
    "games",
    "shared_rules",
]

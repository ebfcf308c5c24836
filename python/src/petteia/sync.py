"""The engine as a player, for programs without asyncio."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import os
import threading
import weakref
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any, TypeVar, overload

from .analysis import AsyncAnalysis
from .board import Board
from .engine import AsyncEngine, OptionValue
from .errors import EngineTerminated
from .process import CLOSING_TIME
from .results import Info, Limit, Option, PlayResult

_T = TypeVar("_T")
_CLOSED = "the engine was closed"


class Engine:
    """An engine that searches, in a process of its own: `AsyncEngine` without `await`.

    ```python
    with Engine() as engine:
        print(engine.play(Board("dvonn"), Limit(time=1)).move)
    ```

    Any thread may call it. The errors are those of `AsyncEngine`.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        arguments: Sequence[str] = (),
        options: Mapping[str, OptionValue] | None = None,
        level: int | None = None,
        elo: int | None = None,
        timeout: float | None = 10.0,
    ) -> None:
        """Starts an engine.

        Args:
            path: The program; without it, the one that `find_engine` finds.
            arguments: Arguments for the program, such as `--no-files`.
            options: Options to set at the start.
            level: The level to play at, from 0 to 20, which is full strength: the option `Skill Level`.
            elo: The rating to play at, on the scale of the levels: the option `UCI_Elo`.
            timeout: How many seconds the engine may take to answer. Searches take the time that they take.

        Raises:
            OSError: The program is not there, or cannot be run.
        """
        self._loop = asyncio.new_event_loop()
        thread = threading.Thread(target=_serve, args=(self._loop,), name="petteia engine", daemon=True)
        thread.start()
        self._end = weakref.finalize(self, _stop, self._loop, thread)
        self._submitting = threading.Lock()
        self._engine = AsyncEngine(path, arguments=arguments, options=options, level=level, elo=elo, timeout=timeout)
        try:
            self._run(self._engine.open())
        except BaseException:
            self._end()
            raise

    @property
    def id(self) -> Mapping[str, str]:
        """The `name` and the `author` of the engine."""
        return self._engine.id

    @property
    def options(self) -> Mapping[str, Option]:
        """The options of the engine."""
        return self._engine.options

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._engine.pid

    def ping(self) -> None:
        """Waits until the engine answers. It does so in the middle of a search too."""
        self._run(self._engine.ping())

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options. Those that are set during a search take effect when it ends."""
        self._run(self._engine.configure(options))

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        seat: int | None = None,
        game: object = None,
        root_moves: Iterable[str] | None = None,
        ponder: bool = False,
    ) -> PlayResult:
        """Searches for the best move, as `AsyncEngine.play` does. The board does not change."""
        search = self._engine.play(board, limit, seat=seat, game=game, root_moves=root_moves, ponder=ponder)
        return self._run(search)

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: None = None,
        seat: int | None = None,
        game: object = None,
        root_moves: Iterable[str] | None = None,
    ) -> Info: ...

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        seat: int | None = None,
        game: object = None,
        root_moves: Iterable[str] | None = None,
    ) -> list[Info]: ...

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        seat: int | None = None,
        game: object = None,
        root_moves: Iterable[str] | None = None,
    ) -> Info | list[Info]:
        """Searches a position, as `AsyncEngine.analyse` does: the best line, or a list of `multipv` lines."""
        search = self._engine.analyse
        if multipv is None:
            return self._run(search(board, limit, seat=seat, game=game, root_moves=root_moves))
        return self._run(search(board, limit, multipv=multipv, seat=seat, game=game, root_moves=root_moves))

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        seat: int | None = None,
        game: object = None,
        root_moves: Iterable[str] | None = None,
    ) -> Analysis:
        """Begins a search, as `AsyncEngine.analysis` does. Without a limit it runs until it is stopped."""
        begin = self._engine.analysis(board, limit, multipv=multipv, seat=seat, game=game, root_moves=root_moves)
        return Analysis(self, self._run(begin))

    def close(self) -> None:
        """Ends the engine. What still waits for it in other threads gets the error `EngineTerminated`."""
        with contextlib.suppress(EngineTerminated):  # it is closed
            self._run(self._engine.close())
        with self._submitting:
            self._end()

    def quit(self) -> None:
        """The same as `close`."""
        self.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, work: Coroutine[Any, Any, _T]) -> _T:
        with self._submitting:
            if not self._end.alive:
                work.close()
                raise EngineTerminated(_CLOSED)
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise EngineTerminated(_CLOSED) from None
        except BaseException:  # Ctrl-C ends the work too
            future.cancel()
            raise


SimpleEngine = Engine
"""The name that python-chess gives such a class."""


class Analysis:
    """A running search, as `Engine.analysis` begins it.

    It is an iterator over what the search finds. As a context it stops the search at its end.
    """

    def __init__(self, engine: Engine, analysis: AsyncAnalysis) -> None:
        self._engine = engine
        self._analysis = analysis

    @property
    def info(self) -> Info | None:
        """The best line so far."""
        return self._analysis.info

    @property
    def multipv(self) -> tuple[Info, ...]:
        """The lines so far, the best first."""
        return self._analysis.multipv

    @property
    def notes(self) -> tuple[str, ...]:
        """What the engine has had to say beside (`info string`)."""
        return self._analysis.notes

    def done(self) -> bool:
        """Whether the search has ended."""
        return self._analysis.done()

    def stop(self) -> None:
        """Stops the search. Its result follows."""
        if not self.done():
            self._engine._run(self._stop())

    def wait(self) -> PlayResult:
        """Waits for the end of the search."""
        return self._engine._run(self._analysis.wait())

    def __iter__(self) -> Analysis:
        return self

    def __next__(self) -> Info:
        try:
            return self._engine._run(self._analysis.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    async def _stop(self) -> None:
        self._analysis.stop()


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        work = asyncio.all_tasks(loop)
        for task in work:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*work, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_default_executor())
    finally:
        loop.close()


def _stop(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    loop.call_soon_threadsafe(loop.stop)
    if thread is not threading.current_thread():
        thread.join(CLOSING_TIME)

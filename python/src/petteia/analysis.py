"""A search that is running."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .errors import EngineError
from .lines import read_best_move, read_info
from .results import Info, PlayResult

_NOTE = "info string "


class AsyncAnalysis:
    """A running search, as `AsyncEngine.analysis` begins it.

    It is an asynchronous iterator over what the search finds. As a context it stops the search at its end.
    """

    def __init__(self, stop: Callable[[], None], shows_wdl: bool) -> None:
        self._stop = stop
        self._shows_wdl = shows_wdl
        self._infos: asyncio.Queue[Info | None] = asyncio.Queue()
        self._result: asyncio.Future[PlayResult] = asyncio.get_running_loop().create_future()
        # An error that nobody waits for is not worth a warning.
        self._result.add_done_callback(lambda result: result.cancelled() or result.exception())
        self._lines: dict[int, Info] = {}
        self._notes: list[str] = []

    @property
    def info(self) -> Info | None:
        """The best line so far."""
        return self._lines.get(1)

    @property
    def multipv(self) -> tuple[Info, ...]:
        """The lines so far, the best first."""
        return tuple(info for _, info in sorted(self._lines.copy().items()))

    @property
    def notes(self) -> tuple[str, ...]:
        """What the engine has had to say beside (`info string`)."""
        return tuple(self._notes)

    def done(self) -> bool:
        """Whether the search has ended."""
        return self._result.done()

    def stop(self) -> None:
        """Stops the search. Its result follows."""
        if not self.done():
            self._stop()

    async def wait(self) -> PlayResult:
        """Waits for the end of the search.

        Raises:
            EngineTerminated: The engine has ended.
        """
        return await asyncio.shield(self._result)

    def __aiter__(self) -> AsyncAnalysis:
        return self

    async def __anext__(self) -> Info:
        info = await self._infos.get()
        if info is None:
            self._infos.put_nowait(None)  # the end stays the end
            await self.wait()
            raise StopAsyncIteration
        return info

    def __enter__(self) -> AsyncAnalysis:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _on_line(self, line: str) -> None:
        """Takes a line that belongs to the search."""
        if self.done():
            return
        if line.startswith("bestmove"):
            self._result.set_result(PlayResult(read_best_move(line), self.multipv, self.notes))
            self._infos.put_nowait(None)
        elif line.startswith(_NOTE):
            self._notes.append(line.removeprefix(_NOTE))
        elif (info := read_info(line, self._shows_wdl)) is not None:
            self._lines[info.multipv] = info
            self._infos.put_nowait(info)

    def _fail(self, error: EngineError) -> None:
        """Ends the search with an error."""
        if not self.done():
            self._result.set_exception(error)
            self._infos.put_nowait(None)

"""The engine as a player, for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import os
import weakref
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import overload

from . import words
from .analysis import AsyncAnalysis
from .board import Board
from .errors import EngineError, EngineTerminated, is_error, raise_error
from .lines import option_line, read_option
from .process import Process
from .results import Info, Limit, Option, PlayResult

OptionValue = str | int | bool | None
"""The value of an option; `None` for a button."""

# Every search sets these by itself.
_MANAGED = ("uci_variant", "game", "multipv", "ponder")


class _Answer:
    """The answer to a line, as far as it has been heard."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.whole: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class AsyncEngine:
    """An engine that searches, in a process of its own.

    ```python
    async with AsyncEngine() as engine:
        result = await engine.play(board, Limit(time=1))
    ```

    One search runs at a time. The next one waits for `play` and `analyse`, and stops an `analysis`.

    Raises:
        EngineError: From most methods: the engine refuses something.
        EngineTerminated: From most methods: the engine has ended.
        TypeError: From most methods: an argument is of another type.
        ArgumentError: From most methods: an argument is not one word; also a `ValueError`.
        TimeoutError: From most methods: the engine does not answer (`asyncio.TimeoutError` before Python 3.11).
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
        """Prepares an engine; `open` or `async with` starts it.

        Args:
            path: The program; without it, the one that `find_engine` finds.
            arguments: Arguments for the program, such as `--no-files`.
            options: Options to set at the start.
            level: The level to play at, from 0 to 20, which is full strength: the option `Skill Level`.
            elo: The rating to play at, on the scale of the levels: the option `UCI_Elo`.
            timeout: How many seconds the engine may take to answer. Searches take the time that they take.
        """
        self._path = path
        self._arguments = tuple(arguments)
        self._first_options: dict[str, OptionValue] = dict(options or {})
        self._first_options |= {} if level is None else {"Skill Level": level}
        self._first_options |= {} if elo is None else {"UCI_LimitStrength": True, "UCI_Elo": elo}
        self._timeout = timeout
        self._process: Process | None = None
        self._answers: deque[_Answer] = deque()
        self._search: AsyncAnalysis | None = None
        self._is_held = False
        self._pondered: tuple[AsyncAnalysis, tuple[str, str]] | None = None
        self._starting = asyncio.Lock()
        self._end: EngineTerminated | None = None
        self._game: object = None
        self._variant = ""
        self._shows_wdl = False
        self.id: dict[str, str] = {}
        self.options: dict[str, Option] = {}

    async def open(self) -> AsyncEngine:
        """Starts the engine.

        Raises:
            OSError: The program is not there, or cannot be run.
        """
        if self._process is not None:
            raise ValueError("the engine was started before")
        loop, engine = asyncio.get_running_loop(), weakref.ref(self)

        def collect(line: str | None) -> bool:
            try:
                loop.call_soon_threadsafe(_deliver, engine, line)
            except RuntimeError:  # the loop is closed
                return False
            return True

        self._process = Process(self._path, self._arguments)
        self._process.listen(collect)
        try:
            for line in await self._command("ugi"):
                if line.startswith("id "):
                    _, key, value = line.split(" ", 2)
                    self.id[key] = value
                elif (option := read_option(line)) is not None:
                    self.options[option.name] = option
            await self.configure(self._first_options)
        except BaseException:
            self._process.kill()
            raise
        return self

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return None if self._process is None else self._process.pid

    async def ping(self) -> None:
        """Waits until the engine answers. It does so in the middle of a search too."""
        await self._command()

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options. Those that are set during a search take effect when it ends.

        Raises:
            TypeError: A name or a value is of another type.
            ArgumentError: A name or a value would change its line.
            ValueError: The option is one that every search sets by itself.
        """
        lines = {name: option_line(name, value) for name, value in options.items()}
        for name, line in lines.items():
            if " ".join(name.lower().split()) in _MANAGED:
                raise ValueError(f"every search sets the option {name} by itself")
            await self._command(line)
            if name.lower() == "uci_showwdl":
                self._shows_wdl = line.endswith("true")

    async def play(
        self,
        board: Board,
        limit: Limit,
        *,
        seat: int | None = None,
        game: object = None,
        root_moves: Iterable[str] | None = None,
        ponder: bool = False,
    ) -> PlayResult:
        """Searches for the best move. The board does not change.

        Args:
            board: The position.
            limit: Where the search ends.
            seat: The player to choose for, in games where several act at a time. With hidden hands the engine gets to
                know only what this player sees.
            game: Any object. If it is another than that of the search before, the engine forgets what it has learned.
            root_moves: The moves to choose from.
            ponder: Whether the engine ponders while the opponent thinks: it searches on, under the same limit, behind
                the reply that it expects. If the next call of `play` is about that position, this search goes on.
        """
        analysis = None if root_moves is not None else await self._ponder_hit(board, seat, game)
        if analysis is None:
            analysis = await self._go(board, _bounded(limit), None, seat, game, root_moves, True)
        result = await self._wait(analysis)
        if ponder and result.move is not None and result.ponder is not None:
            expected = board.copy()
            expected.push(result.move)
            expected.push(result.ponder)
            if not expected.is_game_over():
                search = await self._go(expected, limit, None, seat, game, None, False, "ponder")
                self._pondered = (search, (expected.game, expected.position(seat)))
        return result

    @overload
    async def analyse(
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
    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        seat: int | None = None,
        game: object = None,
        root_moves: Iterable[str] | None = None,
    ) -> list[Info]: ...

    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        seat: int | None = None,
        game: object = None,
        root_moves: Iterable[str] | None = None,
    ) -> Info | list[Info]:
        """Searches a position and returns what the search knows at its end.

        With `multipv` it is a list of so many lines, the best first; fewer if there are fewer moves. The other
        arguments are those of `play`. Dixit has no scores; use `play` there.
        """
        analysis = await self._go(board, _bounded(limit), multipv, seat, game, root_moves, True)
        result = await self._wait(analysis)
        if multipv is not None:
            return list(result.lines)
        if result.info is None:
            raise EngineError("unsupported", "expected a game with scores")
        return result.info

    async def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        seat: int | None = None,
        game: object = None,
        root_moves: Iterable[str] | None = None,
    ) -> AsyncAnalysis:
        """Begins a search. Without a limit it runs until it is stopped. The arguments are those of `analyse`."""
        return await self._go(board, limit or Limit(), multipv, seat, game, root_moves, False)

    async def close(self) -> None:
        """Ends the engine. What still waits for it gets the error `EngineTerminated`."""
        self._ended(EngineTerminated("the engine was closed"))
        if self._process is not None:
            await asyncio.get_running_loop().run_in_executor(None, self._process.close)

    async def quit(self) -> None:
        """The same as `close`."""
        await self.close()

    async def __aenter__(self) -> AsyncEngine:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _go(
        self,
        board: Board,
        limit: Limit,
        multipv: int | None,
        seat: int | None,
        game: object,
        root_moves: Iterable[str] | None,
        is_held: bool,
        *first: str,
    ) -> AsyncAnalysis:
        """Begins a search when the one before has ended."""
        if seat is None and board.has_hidden_hands:
            seat = board.turn or 1
        parts = ["go", *first, limit.words()]
        parts += [] if seat is None else ["seat", words.number(seat, "seat")]
        parts += [] if root_moves is None else ["searchmoves", *words.root_moves(root_moves)]
        lines = words.number(1 if multipv is None else multipv, "multipv")
        go, position = " ".join(parts), board.position(seat)
        async with self._starting:
            await self._finish()
            if board.game != self._variant:
                await self._command(f"setoption name UCI_Variant value {board.game}")
                self._variant = board.game
            if game is not self._game:
                await self._command("ucinewgame")
                self._game = game
            await self._command(f"setoption name MultiPV value {lines}")
            await self._command(f"position {position}")
            search = AsyncAnalysis(self._stop, self._shows_wdl)
            self._search, self._is_held = search, is_held
            try:
                await self._command(go)
            except BaseException:
                self._is_held = False
                search.stop()
                raise
            return search

    async def _ponder_hit(self, board: Board, seat: int | None, game: object) -> AsyncAnalysis | None:
        """The search that ponders on a position, which goes on under its limit; `None` if there is none."""
        async with self._starting:
            pondered, self._pondered = self._pondered, None
            if pondered is None or game is not self._game or pondered[1] != (board.game, board.position(seat)):
                return None
            search = pondered[0]
            if search is not self._search:
                return None
            self._is_held = True
            await self._command("ponderhit")
            return search

    async def _finish(self) -> None:
        """Waits for the end of a search, and stops it if nobody else waits."""
        if self._search is not None and not self._search.done():
            if self._is_held:
                await self._search.wait()
            else:
                self._search.stop()
                await asyncio.wait_for(self._search.wait(), self._timeout)

    async def _wait(self, analysis: AsyncAnalysis) -> PlayResult:
        try:
            return await analysis.wait()
        except asyncio.CancelledError:
            self._is_held = self._is_held and self._search is not analysis
            analysis.stop()
            raise

    def _stop(self) -> None:
        assert self._process is not None
        with contextlib.suppress(EngineTerminated):  # a search of an engine that has ended is over
            self._process.send("stop")

    async def _command(self, *lines: str) -> list[str]:
        """Sends a line, if any, and returns its answer."""
        if self._process is None:
            raise EngineTerminated("the engine has not been started")
        if self._end is not None:
            raise self._end
        lines = tuple(words.text(line, "line") for line in lines)
        self._process.send(*lines, "isready")
        answer = _Answer()
        self._answers.append(answer)
        await asyncio.wait_for(answer.whole, self._timeout)
        raise_error(answer.lines, " ".join(lines))
        return answer.lines

    def _on_line(self, line: str | None) -> None:
        """Gives a line of the engine to the one who waits for it; `None` is the end of the engine."""
        if line is None:
            assert self._process is not None
            self._ended(self._process.terminated())
        elif line == "readyok" and self._answers:
            answer = self._answers.popleft()
            if not answer.whole.done():
                answer.whole.set_result(None)
        elif line.startswith(("info ", "bestmove")) and not (is_error(line) and self._answers):
            if self._search is not None:
                self._search._on_line(line)
        elif self._answers:
            self._answers[0].lines.append(line)

    def _ended(self, error: EngineTerminated) -> None:
        if self._end is not None:
            return
        self._end = error
        for answer in self._answers:
            if not answer.whole.done():
                answer.whole.set_exception(error)
        if self._search is not None:
            self._search._fail(error)


def _deliver(engine: weakref.ref[AsyncEngine], line: str | None) -> None:
    listener = engine()
    if listener is not None:
        listener._on_line(line)


def _bounded(limit: Limit) -> Limit:
    if not limit.is_bounded():
        raise ValueError("a search that nobody stops needs a limit")
    return limit

"""The rules of the games, which an engine of its own knows."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Mapping

from . import words
from .errors import EngineError, EngineTerminated, raise_error
from .lines import option_line
from .process import Process


class Rules:
    """An engine that answers questions about positions. Many boards and threads can share it.

    It starts with the first question. If it ends, the next question starts a new one.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        options: Mapping[str, str | int | bool | None] | None = None,
    ) -> None:
        """Prepares the engine.

        Args:
            path: The program; without it, the one that `find_engine` finds.
            options: Options of the engine, such as `Seed`, `Seats` or `Threads`.
        """
        self._path = path
        self._options = [option_line(name, value) for name, value in (options or {}).items()]
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._at: tuple[str, str] | None = None
        _all.add(self)

    def ask(self, game: str, position: str, *lines: str) -> list[list[str]]:
        """The answers to some lines in a position.

        Args:
            game: The game, as `UCI_Variant` names it.
            position: The position, as `position` reads it.
            lines: The lines. They leave the position as it is.

        Raises:
            EngineError: The engine refuses the position or a line.
            EngineTerminated: The engine has ended.
            TypeError: An argument is not a string.
            ArgumentError: An argument is no position, or a line does not ask about one.
        """
        words.word(game, "game")
        words.text(position, "position")
        lines = tuple(words.question(line) for line in lines)
        with self._lock:
            try:
                if self._at != (game, position):
                    self._set(game, position)
                return self._transact(lines)
            except EngineTerminated:
                self._drop()
                raise

    def start(self, game: str, position: str | None, moves: list[str]) -> tuple[str, str, list[str]]:
        """Begins a game.

        Args:
            game: The game, as `UCI_Variant` names it.
            position: The position as text; without it, the start position, with new cards.
            moves: The moves from there.

        Returns:
            The name of the game, the position before the moves, and the moves in their canonical form.

        Raises:
            EngineError: The engine refuses the game, the position or a move.
            EngineTerminated: The engine has ended.
        """
        line = ["position startpos" if position is None else f"position fen {words.position(position)}"]
        line += ["moves", *words.moves(moves)] if moves else []
        choose = option_line("UCI_Variant", words.word(game, "game"))
        with self._lock:
            try:
                self._at = None
                self._transact([choose] + ["ucinewgame"] * (position is None))
                questions = ["query variant", "query startfen", "query line"]
                answers = self._transact([" ".join(line), *questions])
            except EngineTerminated:
                self._drop()
                raise
        name, fen, played = (" ".join(answer).removeprefix("response").strip() for answer in answers[1:])
        return name, fen, played.split()

    def has_hidden_hands(self, game: str, position: str) -> bool:
        """Whether players have secrets from one another: cards in their hands."""
        try:
            answer = self.ask(game, position, "observe seat 1")[0]
        except EngineTerminated:
            raise
        except EngineError:
            return False
        # Where only the choices of a turn are secret, the answer names the players who have committed theirs.
        return "; committed " not in " ".join(answer)

    def games(self) -> tuple[str, ...]:
        """The names of all games."""
        with self._lock:
            try:
                [answer] = self._transact(["query variants"])
            except EngineTerminated:
                self._drop()
                raise
        return tuple(answer[0].split()[1:])

    def close(self) -> None:
        """Ends the engine. A later question starts a new one."""
        with self._lock:
            if self._process is not None:
                self._process.close()
            self._process, self._at = None, None

    def _set(self, game: str, position: str) -> None:
        at, self._at = self._at, None
        if at is None or at[0] != game:
            self._transact([option_line("UCI_Variant", game)])
        self._transact([f"position {position}"])
        self._at = (game, position)

    def _transact(self, lines: list[str] | tuple[str, ...]) -> list[list[str]]:
        if self._process is None:
            self._start()
        assert self._process is not None
        try:
            # A count of leaves is waited for.
            self._process.send(*(text for line in lines for text in (line, "wait", "isready")))
            answers = [self._answer(self._process) for _ in lines]
        except EngineTerminated:
            raise
        except BaseException:
            # Answers that nobody has read would be taken for those to the next lines.
            self._drop()
            raise
        for answer, line in zip(answers, lines, strict=True):
            raise_error(answer, line)
        return answers

    def _start(self) -> None:
        self._process = Process(self._path)
        try:
            self._transact(self._options)
        except EngineError:
            self._drop()
            raise

    @staticmethod
    def _answer(process: Process) -> list[str]:
        answer: list[str] = []
        while (line := process.readline()) != "readyok":
            answer.append(line)
        return answer

    def _drop(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process, self._at = None, None

    def _leave(self) -> None:
        """Leaves the engine to the process that this one was forked from: two cannot share its pipes."""
        self._lock = threading.Lock()
        self._process, self._at = None, None


_all: weakref.WeakSet[Rules] = weakref.WeakSet()
_shared: Rules | None = None
_sharing = threading.Lock()


def shared_rules() -> Rules:
    """The rules that all boards share which were given none of their own."""
    global _shared
    with _sharing:
        if _shared is None:
            _shared = Rules()
        return _shared


def _after_fork() -> None:
    global _sharing
    _sharing = threading.Lock()
    for rules in list(_all):
        rules._leave()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

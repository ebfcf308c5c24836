"""A running engine: lines in, lines out."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import IO, Any

from .errors import EngineTerminated
from .find import find_engine

CLOSING_TIME = 2.0
"""How long an engine may take to quit, in seconds."""

# Ctrl-C is for Python, which then stops or closes the engine.
_APART: dict[str, Any]
if sys.platform == "win32":
    _APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
else:
    _APART = {"start_new_session": True}


class Process:
    """The process of an engine. It ends with this object, and with the interpreter."""

    def __init__(self, path: str | os.PathLike[str] | None = None, arguments: Sequence[str] = ()) -> None:
        """Starts the engine with some arguments.

        Raises:
            OSError: The program is not there, or cannot be run.
        """
        self.path = find_engine(path)
        popen = subprocess.Popen([self.path, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **_APART)
        assert popen.stdin is not None and popen.stdout is not None
        self._popen = popen
        self._stdin: IO[bytes] = popen.stdin
        self._stdout: IO[bytes] = popen.stdout
        self._writing = threading.Lock()
        self._readers: list[threading.Thread] = []
        self._end = weakref.finalize(self, _end, popen, self._readers, os.getpid())

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._popen.pid

    def send(self, *lines: str) -> None:
        """Writes lines.

        Raises:
            EngineTerminated: The engine has ended.
        """
        text = "".join(f"{line}\n" for line in lines)
        try:
            with self._writing:
                self._stdin.write(text.encode())
                self._stdin.flush()
        except (OSError, ValueError):
            raise self.terminated() from None

    def readline(self) -> str:
        """Reads a line.

        Raises:
            EngineTerminated: The engine has ended.
        """
        line = self._stdout.readline()
        if not line.endswith(b"\n"):
            raise self.terminated()
        return _text(line)

    def listen(self, hear: Callable[[str | None], bool]) -> None:
        """Calls `hear` in a thread for every line, and with `None` when the engine has ended.

        If `hear` answers `False`, nobody listens any more, and the engine is ended.
        """
        reader = threading.Thread(target=_read, args=(self._popen, self._stdout, hear), name="petteia", daemon=True)
        self._readers.append(reader)
        reader.start()

    def terminated(self) -> EngineTerminated:
        """The error of an engine that has ended. An engine that only seems to have ended is ended."""
        return EngineTerminated(f"the engine has ended with exit code {_reap(self._popen)}")

    def close(self) -> None:
        """Ends the engine and waits for its end. A search is stopped."""
        try:
            self.send("quit")
            self._stdin.close()
            self._popen.wait(CLOSING_TIME)
        except (EngineTerminated, OSError, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self) -> None:
        """Ends the engine at once."""
        self._end()


def _text(line: bytes) -> str:
    return line.decode(errors="replace").rstrip("\r\n")


def _read(popen: subprocess.Popen[bytes], stdout: IO[bytes], hear: Callable[[str | None], bool]) -> None:
    for line in stdout:
        if not hear(_text(line)):
            popen.kill()
            return
    _reap(popen)
    hear(None)


def _reap(popen: subprocess.Popen[bytes]) -> int:
    """The exit code of a process that has closed its output."""
    try:
        return popen.wait(CLOSING_TIME)
    except subprocess.TimeoutExpired:
        popen.kill()
        return popen.wait()


def _end(popen: subprocess.Popen[bytes], readers: list[threading.Thread], owner: int) -> None:
    """Ends a process and closes its pipes. A fork of the owner leaves it alone."""
    if os.getpid() != owner:
        return
    if popen.poll() is None:
        popen.kill()
        popen.wait()
    for reader in readers:
        if reader is not threading.current_thread():
            reader.join(CLOSING_TIME)
    for pipe in (popen.stdin, popen.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except OSError:
            pass  # what was not yet written has no reader any more

"""What can go wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ERROR = "info string error "
_PLACE = re.compile(r"(column|move) (\d+): ")


class EngineError(Exception):
    """The engine refused a line. The refused line has changed nothing.

    The codes are those of `protocol.md`, such as `illegal-move`, `bad-fen` and `bad-option`.
    """

    code: str
    """What kind of error it is, in one word."""
    text: str
    """Where the error is, what was expected there, and what was found."""
    line: str
    """The line that the engine refused."""
    column: int | None
    """The place of the error in `line`, in bytes from 1."""
    move: int | None
    """The number of the refused move in the list of moves, from 1."""

    def __init__(self, code: str, text: str, line: str = "") -> None:
        super().__init__(code, text, line)
        self.code = code
        self.text = text
        self.line = line
        place = _PLACE.match(text)
        number = int(place[2]) if place else None
        self.column = number if place and place[1] == "column" else None
        self.move = number if place and place[1] == "move" else None

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


class EngineTerminated(EngineError):
    """The process of the engine has ended, or was closed. The code is `terminated`."""

    def __init__(self, text: str) -> None:
        super().__init__("terminated", text)
        self.args = (text,)


class ArgumentError(EngineError, ValueError):
    """An argument cannot stand in a line of the protocol, so no line was sent. The code is `syntax`."""

    def __init__(self, text: str) -> None:
        super().__init__("syntax", text)
        self.args = (text,)


def is_error(line: str) -> bool:
    """Whether a line of the engine is an error."""
    return line.startswith(_ERROR)


def raise_error(answer: Iterable[str], line: str) -> None:
    """Raises the first error in the answer to a line.

    Raises:
        EngineError: There is one.
    """
    for found in filter(is_error, answer):
        code, _, text = found.removeprefix(_ERROR).partition(": ")
        raise EngineError(code, text, line)

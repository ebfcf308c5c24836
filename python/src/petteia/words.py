"""Values that become part of a line of the protocol.

A line is words with blanks between them, so a value with a blank, a line end or a keyword would say something else than
its caller meant. Every function returns the text for the line, and raises `TypeError` or `ArgumentError` otherwise.
Whether a number is in its range is for the engine to say.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from numbers import Real
from typing import SupportsIndex, cast

from .errors import ArgumentError

# The words of `go`, each of which ends the list of moves behind `searchmoves`.
_GO_WORDS = frozenset(
    [
        *("depth", "nodes", "movetime", "mate", "wtime", "p1time", "btime", "p2time", "winc", "p1inc", "binc", "p2inc"),
        *("movestogo", "infinite", "ponder", "searchmoves", "seat", "perft"),
    ]
)


def text(value: object, what: str) -> str:
    """Text that stays in its line.

    Args:
        value: The text.
        what: What it is, for the error.
    """
    if not isinstance(value, str):
        raise TypeError(f"{what}: expected a string, found {value!r}")
    if any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 or 0xD800 <= ord(char) < 0xE000 for char in value):
        raise ArgumentError(f"{what}: expected text without a line end or control character, found {value!r}")
    return value


def word(value: object, what: str) -> str:
    """A word: text without blanks that is not empty."""
    found = text(value, what)
    if not found or any(char.isspace() for char in found):
        raise ArgumentError(f"{what}: expected one word, found {value!r}")
    return found


def moves(values: Iterable[str] | str, what: str = "moves") -> list[str]:
    """Moves, as words or as one string with blanks between them."""
    if isinstance(values, str):
        values = text(values, what).split()
    elif isinstance(values, (bytes, bytearray)):
        raise TypeError(f"{what}: expected strings, found {values!r}")
    return [word(value, what) for value in values]


def root_moves(values: Iterable[str]) -> list[str]:
    """The moves behind `searchmoves`."""
    if isinstance(values, str):
        raise TypeError(f"root_moves: expected a list of moves, found {values!r}")
    words = moves(values, "root_moves")
    if not words:
        raise ArgumentError("root_moves: expected at least one move, found none")
    for found in words:
        if found.lower() in _GO_WORDS:
            raise ArgumentError(f"root_moves: expected a move, found {found!r}")
    return words


def position(value: object) -> str:
    """A position as text, without the moves behind it."""
    found = text(value, "fen")
    if "moves" in found.lower().split():
        raise ArgumentError(f"fen: expected a position without moves, found {value!r}")
    return found


def number(value: object, what: str) -> str:
    """A whole number, which is not a truth value."""
    if isinstance(value, (bool, str)) or not hasattr(value, "__index__"):
        raise TypeError(f"{what}: expected a whole number, found {value!r}")
    return str(operator.index(cast(SupportsIndex, value)))


def milliseconds(value: object, what: str) -> str:
    """A time in seconds as milliseconds. A time that has run out counts as 0."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{what}: expected a number of seconds, found {value!r}")
    seconds = float(value)
    if not math.isfinite(seconds) or seconds * 1000 >= 2**63:
        raise ArgumentError(f"{what}: expected a number of seconds below 2^63 milliseconds, found {value!r}")
    return str(max(0, round(1000 * seconds)))


def option_name(value: object) -> str:
    """The name of an option."""
    found = text(value, "option")
    if not found.split() or "value" in found.lower().split():
        raise ArgumentError(f"option: expected the name of an option, found {value!r}")
    return found


def option_value(value: object, name: str) -> str:
    """The value of an option: a truth value, a whole number, or text, which may have blanks inside."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        if not hasattr(value, "__index__"):
            raise TypeError(f"option {name}: expected a string, a whole number or a truth value, found {value!r}")
        return str(operator.index(cast(SupportsIndex, value)))
    found = text(value, f"option {name}")
    if found != found.strip():
        raise ArgumentError(f"option {name}: expected a value without blanks around it, found {value!r}")
    return found

"""The lines of the protocol as values."""

from __future__ import annotations

import re

from . import words as checked
from .results import Bound, Info, Option, Score, Wdl

_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time")
_OPTION = re.compile(r"option name (.+?) type (\w+)(.*)")


def read_info(line: str, shows_wdl: bool = False) -> Info | None:
    """Reads an `info` line with a score.

    Args:
        line: The line.
        shows_wdl: The option `UCI_ShowWDL` is on, so chances do not mean a proof.
    """
    words = line.split()
    if words[:1] != ["info"] or words[1:2] == ["string"] or "score" not in words:
        return None
    pv: tuple[str, ...] = ()
    if "pv" in words:
        end = words.index("pv")
        words, pv = words[:end], tuple(words[end + 1 :])
    numbers = {name: int(words[words.index(name) + 1]) for name in _NUMBERS if name in words}
    seconds = numbers.pop("time", 0) / 1000
    score = _read_score(words)
    wdl = None
    if "wdl" in words:
        at = words.index("wdl")
        wdl = Wdl(*map(int, words[at + 1 : at + 4]))
    proved = score.mate is not None or (wdl is not None and not shows_wdl)
    return Info(score=score, pv=pv, wdl=wdl, proved=proved, time=seconds, **numbers)


def _read_score(words: list[str]) -> Score:
    at = words.index("score")
    bound: Bound = "lower" if "lowerbound" in words else "upper" if "upperbound" in words else "exact"
    number = int(words[at + 2])
    return Score(mate=number, bound=bound) if words[at + 1] == "mate" else Score(cp=number, bound=bound)


def read_best_move(line: str) -> str | None:
    """Reads the move of a `bestmove` line."""
    move = line.split()[1]
    return None if move == "(none)" else move


def read_option(line: str) -> Option | None:
    """Reads an `option` line of the handshake."""
    found = _OPTION.fullmatch(line)
    if found is None:
        return None
    name, kind, rest = found.groups()
    if kind == "string":
        default = rest.removeprefix(" default ")
        return Option(name, kind, "" if default == "<empty>" else default)
    words = rest.split()
    pairs = list(zip(words[::2], words[1::2], strict=True))
    values = dict(pairs)
    return Option(
        name,
        kind,
        values.get("default"),
        int(values["min"]) if "min" in values else None,
        int(values["max"]) if "max" in values else None,
        tuple(value for key, value in pairs if key == "var"),
    )


def option_line(name: str, value: str | int | bool | None) -> str:
    """The line that sets an option. A button has the value `None`.

    Raises:
        TypeError: The name or the value is of another type.
        ArgumentError: The name or the value would change its line.
    """
    name = checked.option_name(name)
    if value is None:
        return f"setoption name {name}"
    return f"setoption name {name} value {checked.option_value(value, name)}".rstrip()

"""Where the program is."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

_PROGRAM = "petteia.exe" if os.name == "nt" else "petteia"


def find_engine(path: str | os.PathLike[str] | None = None) -> str:
    """The path of the engine.

    It is the first of these: the argument, the environment variable `PETTEIA`, the program that `pip` has installed
    beside this Python, the program `petteia` on `PATH`.

    Raises:
        FileNotFoundError: There is none.
    """
    named = os.fspath(path) if path is not None else os.environ.get("PETTEIA")
    if named:
        # A name without a folder is looked up on PATH, as a shell does.
        return shutil.which(named) or named
    for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")):
        program = Path(sysconfig.get_path("scripts", scheme)) / _PROGRAM
        if program.is_file():
            return str(program)
    found = shutil.which(_PROGRAM)
    if found is None:
        raise FileNotFoundError("petteia not found: pass a path, set PETTEIA or install the wheel")
    return found

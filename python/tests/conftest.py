"""What the tests share."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from petteia import Engine


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(options={"Hash": 16}) as engine:
        yield engine


def is_running(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        # A process that has ended may wait for its parent, as a zombie.
        try:
            return stat.read_text().rpartition(")")[2].split()[0] != "Z"
        except (FileNotFoundError, ProcessLookupError):
            return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ends(pid: int, seconds: float = 10.0) -> bool:
    """Whether a process ends within a time."""
    limit = time.monotonic() + seconds
    while is_running(pid) and time.monotonic() < limit:
        time.sleep(0.01)
    return not is_running(pid)

"""Processes: which program runs, and that none is left behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from conftest import ends, is_running
from petteia import Board, Engine, find_engine

START = """
import asyncio, os, signal, sys, threading, time
from petteia import AsyncEngine, Board, Engine, Limit
board = Board("draughts")
"""
PIDS = """
engine = Engine()
analysis = engine.analysis(board)
print(engine.pid, flush=True)
"""


def run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", START + script], capture_output=True, text=True, timeout=30)


@pytest.mark.parametrize(
    "end", ["", "sys.exit(3)", "raise ValueError('expected')", "del engine, analysis; import gc; gc.collect()"]
)
def test_end_of_the_interpreter(end: str) -> None:
    done = run(PIDS + end)
    assert "Traceback" not in done.stderr or "expected" in done.stderr
    assert "Fatal" not in done.stderr
    assert not is_running(int(done.stdout))


def test_end_of_asyncio_with_a_search() -> None:
    script = """
async def main():
    engine = await AsyncEngine().open()
    print(engine.pid, flush=True)
    await engine.play(board, Limit(time=60))
async def stopped():
    await asyncio.wait_for(main(), 0.3)
asyncio.run(stopped())
"""
    done = run(script)
    assert "TimeoutError" in done.stderr
    assert ends(int(done.stdout), 0)


def test_killed_interpreter() -> None:
    done = run(PIDS + "os.kill(os.getpid(), signal.SIGKILL)")
    assert done.returncode == -signal.SIGKILL
    # The engine finds the end of its input.
    assert ends(int(done.stdout))


def test_dropped_engine_ends() -> None:
    engine = Engine()
    pid = engine.pid
    assert pid is not None
    del engine
    assert ends(pid)


def test_ctrl_c() -> None:
    # A Python that is started with SIGINT ignored would not hear of it.
    script = """
signal.signal(signal.SIGINT, signal.default_int_handler)
engine = Engine()
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    engine.play(board, Limit(time=60))
except KeyboardInterrupt:
    print(engine.play(board, Limit(depth=1)).move)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    board.perft(20)
except KeyboardInterrupt:
    print(board.perft(1))
"""
    done = run(script)
    assert done.stderr == ""
    move, count = done.stdout.split()
    assert move in Board("draughts").legal_moves
    assert count == "9"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_fork() -> None:
    script = """
child = os.fork()
found = [board.perft(2) for _ in range(50)]
if child:
    os.waitpid(child, 0)
    found.append(board.perft(2))
print(set(found), flush=True)
sys.exit()
"""
    done = run(script)
    assert (done.stdout, done.returncode) == ("{81}\n" * 2, 0), done.stderr


def test_which_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = find_engine()
    assert find_engine(Path(here)) == here
    program = tmp_path / "petteia"
    shutil.copy(here, program)
    monkeypatch.setenv("PETTEIA", str(program))
    assert find_engine() == str(program)
    assert find_engine(here) == here
    monkeypatch.delenv("PETTEIA")
    monkeypatch.setenv("PATH", str(tmp_path))
    installed = Path(sysconfig.get_path("scripts"), "petteia")
    assert find_engine() == str(installed if installed.is_file() else program)
    with pytest.raises(OSError):
        Engine(tmp_path / "nothing")
    with pytest.raises(OSError):
        Engine(tmp_path)

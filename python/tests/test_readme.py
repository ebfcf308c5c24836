"""The examples of the README."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
OUTPUT = re.findall(r"```text\n(.*?)```", README, re.DOTALL)


def run(example: str) -> str:
    command = [sys.executable, "-W", "error", "-c", example]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("\n")[0])
def test_example(example: str) -> None:
    assert run(example) != ""


def test_annotated_game() -> None:
    assert len([line for line in EXAMPLES[0].splitlines() if line]) <= 10
    found = run(EXAMPLES[0]).splitlines()
    assert len(found) == 10 + 10  # moves, and lines of the board
    # Other versions of the engine find other scores and moves.
    line = re.compile(r"(black|white) (?:cp|mate) -?\d+: best [a-h][1-8], played ([a-h][1-8])")
    for shown, printed in zip(OUTPUT[0].splitlines(), found, strict=False):
        expected, got = line.fullmatch(shown), line.fullmatch(printed)
        assert expected is not None
        assert got is not None
        assert expected.groups() == got.groups()

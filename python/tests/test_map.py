"""Batches on many machines: the same records as those of the command."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from petteia import ArgumentError, find_engine
from petteia.map import map_dask, map_lines

WORK = ("--game", "reversi", "--perft", "3", "--query", "score", "--go", "depth 2", "--fields", "line,id,fen,perft,pv")


def lines() -> list[str]:
    found = []
    for i in range(60):
        found += [json.dumps({"startpos": True, "moves": ["f5", "d6", "c3", "d3", "c4"][: i % 6], "id": i})]
        found += ["", "# a comment", "nonsense"] if i % 10 == 7 else []
    return found


def command(of_lines: list[str], work: tuple[str, ...] = WORK) -> list[str]:
    text = "".join(f"{line}\n" for line in of_lines)
    done = subprocess.run([find_engine(), "map", *work], input=text, capture_output=True, text=True)
    assert done.returncode in (0, 3), done.stderr
    return done.stdout.splitlines()


def test_records_are_those_of_the_command() -> None:
    expected = command(lines())
    assert len(expected) == 66
    assert map_lines(lines(), *WORK) == expected
    # Lines may have their ends.
    assert map_lines([f"{line}\r\n" for line in lines()], *WORK) == expected
    first = lines().index("nonsense")
    assert map_lines(lines()[first:], *WORK, first_line=first + 1) == expected[8:]
    assert map_lines([], *WORK) == []


@pytest.mark.parametrize(
    "text", ["--perft x", "--perft 2 --format tsv", "--resume=file --perft 2", "--perft 2 --first-line 3", ""]
)
def test_wrong_arguments(text: str) -> None:
    with pytest.raises(ArgumentError, match="expected|invalid"):
        map_lines(["startpos"], *text.split())


def test_lines_have_no_ends_inside() -> None:
    with pytest.raises(ArgumentError, match="line end"):
        map_lines(["startpos\nstartpos"], "--perft", "1")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("dask.distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local,
        distributed.Client(local),
    ):
        yield local


@pytest.mark.filterwarnings("ignore")
def test_dask(cluster: Any) -> None:
    expected = command(lines())
    for part in (7, 1000):
        assert map_dask(lines(), *WORK, part=part).compute() == expected
    assert map_dask([], *WORK).compute() == []
    with pytest.raises(ArgumentError, match="part: expected"):
        map_dask(lines(), *WORK, part=0)
    with pytest.raises(ArgumentError, match="--format"):
        map_dask(lines(), *WORK, "--format=tsv")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals")
def test_a_lost_worker_loses_nothing(cluster: Any) -> None:
    from dask.distributed import default_client

    work = ("--game", "draughts", "--perft", "9", "--moves")
    positions = ["startpos"] * 30
    begin = time.monotonic()
    expected = command(positions[:1], work)[0]
    one = time.monotonic() - begin
    future = default_client().compute(map_dask(positions, *work, part=1))
    victim = next(iter(cluster.workers.values())).pid
    time.sleep(1.5 * one)
    assert not future.done()
    os.kill(victim, signal.SIGKILL)
    found = future.result(timeout=120)
    # The records differ in nothing but the number of the line.
    assert found == [expected.replace('"line":1', f'"line":{number}', 1) for number in range(1, 31)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(shutil.which("java") is None, reason="no Java")
def test_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sql = pytest.importorskip("pyspark.sql")
    pytest.importorskip("pandas")
    from petteia.map import map_spark, spark_lines

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    file = tmp_path / "lines.txt"
    file.write_text("".join(f"{line}\n" for line in lines()))
    session = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        numbered = spark_lines(session, str(file))
        expected = command(lines())
        for frame in (numbered, numbered.repartition(5)):
            rows = map_spark(frame, *WORK).orderBy("line").collect()
            assert [row.record for row in rows] == expected
        with pytest.raises(ArgumentError, match="line among the fields"):
            map_spark(numbered, "--perft", "2", "--fields", "fen,perft")
    finally:
        session.stop()

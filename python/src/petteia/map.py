"""The command `petteia map` on many machines: over Dask and over Spark.

The records are exactly those of the command: a part of the lines is work for the program on one machine, which is told
the number of its first line. A part whose worker is lost is done again by another one.

```python
from petteia.map import map_lines

for record in map_lines(["startpos", "startpos moves f5"], "--game", "reversi", "--perft", "4"):
    print(record)
```
"""

from __future__ import annotations

import itertools
import json
import subprocess
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .errors import ArgumentError, EngineError
from .find import find_engine

if TYPE_CHECKING:
    import dask.bag
    import pandas as pd
    from pyspark.sql import DataFrame, SparkSession

_OWN = ("--resume", "--first-line", "--format")
_RECORDS_WITH_ERRORS = 3
"""The exit code of a run in which a record has an error."""


def map_lines(lines: Iterable[str], *arguments: str, first_line: int = 1) -> list[str]:
    """The records of some lines, by the program on this machine.

    Args:
        lines: The lines, as `petteia map` reads them.
        arguments: The arguments of `petteia map`, such as `"--game", "reversi", "--go", "depth 8"`.
        first_line: The number of the first line.

    Raises:
        ArgumentError: An argument says where records go, or is not one that the command takes.
        EngineError: The command has failed.
    """
    _check(arguments)
    command = [find_engine(), "map", "--first-line", str(first_line), *arguments]
    text = "".join(f"{_line(line)}\n" for line in lines)
    done = subprocess.run(command, input=text.encode(), capture_output=True)
    if done.returncode not in (0, _RECORDS_WITH_ERRORS):
        why = done.stderr.decode(errors="replace").strip()
        raise ArgumentError(why) if done.returncode == 2 else EngineError("io", why, " ".join(command))
    return done.stdout.decode().splitlines()


def map_dask(lines: Iterable[str], *arguments: str, part: int = 1000) -> dask.bag.Bag:
    """A Dask bag of the records of some lines, in their order.

    Nothing is computed before it is asked for. The workers need this package.

    Args:
        lines: The lines. They are read once, and go to the workers in parts.
        arguments: The arguments of `petteia map`.
        part: The number of lines of a part, which is one task. A task should take some seconds at least.

    Raises:
        ArgumentError: An argument says where records go.
    """
    import dask
    import dask.bag

    _check(arguments)
    work = dask.delayed(map_lines, pure=True)
    parts = [work(of_part, *arguments, first_line=first) for first, of_part in _parts(lines, part)]
    return dask.bag.from_delayed(parts or [work([], *arguments)])


def spark_lines(session: SparkSession, path: str) -> DataFrame:
    """The lines of a text file, or of the files of a folder, as a Spark data frame.

    Its columns are `line`, the number of the line from 1, and `value`, its text.
    """
    numbered = session.read.text(path).rdd.zipWithIndex()
    return numbered.map(lambda row: (row[1] + 1, row[0][0])).toDF("line long, value string")


def map_spark(lines: DataFrame, *arguments: str) -> DataFrame:
    """A Spark data frame of the records of some lines.

    Nothing is computed before it is asked for. The executors need this package, pandas and pyarrow.

    Args:
        lines: A data frame with the columns `line` and `value`, as `spark_lines` makes it.
        arguments: The arguments of `petteia map`.

    Returns:
        A data frame with the columns `line` and `record`. Sorted by `line`, its records are those of the command.

    Raises:
        ArgumentError: An argument says where records go, or there is no number of the line in a record.
    """
    _check(arguments)
    fields = [value for name, value in _options(arguments) if name == "--fields"]
    if fields and "line" not in fields[-1].split(","):
        raise ArgumentError(f"--fields: expected line among the fields, found {fields[-1]}")

    def records(batches: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        import pandas as pd

        for batch in batches:
            found: list[str] = []
            for first, of_run in _runs(zip(batch["line"], batch["value"], strict=True)):
                found += map_lines(of_run, *arguments, first_line=first)
            yield pd.DataFrame({"line": [json.loads(record)["line"] for record in found], "record": found})

    return lines.select("line", "value").mapInPandas(records, "line long, record string")


def _check(arguments: tuple[str, ...]) -> None:
    """Makes sure that the records come back as they are."""
    for name, _ in _options(arguments):
        if name in _OWN:
            raise ArgumentError(f"expected work of petteia map, found {name}")


def _options(arguments: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The options among some arguments, each with its value or what stands behind it."""
    for argument, following in zip(arguments, (*arguments[1:], ""), strict=False):
        name, equals, value = argument.partition("=")
        if name.startswith("--"):
            yield name, value if equals else following


def _line(line: str) -> str:
    """A line without its end."""
    text = line.removesuffix("\n").removesuffix("\r")
    if "\n" in text:
        raise ArgumentError(f"line: expected text without a line end, found {line!r}")
    return text


def _parts(lines: Iterable[str], size: int) -> Iterator[tuple[int, list[str]]]:
    """Lines in parts, each with the number of its first line."""
    if size < 1:
        raise ArgumentError(f"part: expected a number of lines from 1, found {size}")
    rest, first = iter(lines), 1
    while of_part := list(itertools.islice(rest, size)):
        yield first, of_part
        first += len(of_part)


def _runs(numbered: Iterable[tuple[Any, str]]) -> Iterator[tuple[int, list[str]]]:
    """Lines whose numbers follow each other, together with the number of the first one."""
    for _, run in itertools.groupby(enumerate(numbered), lambda item: int(item[1][0]) - item[0]):
        of_run = [item[1] for item in run]
        yield int(of_run[0][0]), [text for _, text in of_run]

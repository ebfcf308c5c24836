"""The build of the wheel (PEP 517): maturin makes the extension module, and the program `petteia` goes beside it.

A wheel of maturin has an extension module or programs, not both. Files in its data folder `scripts` are installed with
the programs of the environment, so the program is built first and put there.

The environment variable `PETTEIA_PROGRAM` names a program that has been built before, for a cross build with
`MATURIN_PEP517_ARGS='--target ...'`. `MATURIN_PEP517_ARGS='--profile release'` is a fast build.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import maturin
from maturin import (  # noqa: F401
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

_HERE = Path(__file__).parent
_MANIFEST = _HERE.parent / "Cargo.toml"
_SCRIPTS = _HERE / "petteia.data" / "scripts"

_Settings = Mapping[str, Any] | None


def build_wheel(folder: str, settings: _Settings = None, metadata: str | None = None) -> str:
    """Builds the program, then the wheel."""
    _add_program()
    return str(maturin.build_wheel(folder, settings, metadata))


def build_editable(folder: str, settings: _Settings = None, metadata: str | None = None) -> str:
    """Builds the program, then a wheel that leads to this folder."""
    _add_program()
    return str(maturin.build_editable(folder, settings, metadata))


def _add_program() -> None:
    """Puts the program into the data folder of the wheel."""
    named = os.environ.get("PETTEIA_PROGRAM")
    program = Path(named) if named else _build_program()
    shutil.rmtree(_SCRIPTS, ignore_errors=True)
    _SCRIPTS.mkdir(parents=True)
    shutil.copy2(program, (_SCRIPTS / "petteia").with_suffix(".exe" if program.suffix == ".exe" else ""))


def _build_program() -> Path:
    """Builds the program under the profile of the extension module."""
    chosen = re.search(r"--profile[ =](\S+)", os.environ.get("MATURIN_PEP517_ARGS", ""))
    profile = chosen[1] if chosen else "dist"
    manifest = ["--manifest-path", str(_MANIFEST)]
    subprocess.run(["cargo", "build", "--locked", "--profile", profile, *manifest, "--bin", "petteia"], check=True)
    question = ["cargo", "metadata", "--no-deps", "--format-version", "1", *manifest]
    about = json.loads(subprocess.run(question, check=True, capture_output=True).stdout)
    name = "petteia.exe" if os.name == "nt" else "petteia"
    return Path(about["target_directory"]) / profile / name

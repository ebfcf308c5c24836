#!/usr/bin/env bash
# Checks the Python package: types, lint and tests.
#
#   python/check.sh          with target/release/petteia, or the program that PETTEIA names
#   python/check.sh --wheel  with the wheel and the program in it, built in some minutes
#
# PYTHON names the interpreter. Without PyPI the check is skipped.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")"

skip() {
  echo "skipped: $1"
  exit 0
}

# All that is written goes into one folder, which is removed at the end.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1 RUFF_CACHE_DIR=$folder/ruff MYPY_CACHE_DIR=$folder/mypy

"${PYTHON:-python3}" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "no Python 3.10 or later"
"${PYTHON:-python3}" -m venv "$folder/venv" > "$folder/log" 2>&1 || skip "no module venv in this Python"
python=$folder/venv/bin/python
pip=("$python" -m pip --quiet --retries 1 --timeout 20)
"${pip[@]}" install pytest > "$folder/log" 2>&1 || skip "PyPI cannot be reached"

if [[ ${1:-} == --wheel ]]; then
  "${pip[@]}" install .
  # The program of the wheel, whatever else is named.
  unset PETTEIA
  echo "== wheel"
  "$folder/venv/bin/petteia" --version
else
  if [[ -z ${PETTEIA:-} ]]; then
    PETTEIA=$PWD/../target/release/petteia
    [[ -x $PETTEIA ]] || cargo build --release --manifest-path ../Cargo.toml
  fi
  export PETTEIA PYTHONPATH=$PWD/src
fi

# What is missing here only leaves out its own checks.
for tool in mypy ruff chess pydraughts; do
  "${pip[@]}" install "$tool" > "$folder/log" 2>&1 || echo "skipped: $tool"
done
if [[ -x $folder/venv/bin/mypy ]]; then
  echo "== mypy"
  "$python" -m mypy
fi
if [[ -x $folder/venv/bin/ruff ]]; then
  echo "== ruff"
  "$python" -m ruff check
  "$python" -m ruff format --check
fi

echo "== pytest"
"$python" -m pytest -q -p no:cacheprovider

#!/usr/bin/env bash
# Checks the Python package: builds the wheel, installs it, and runs the type checker, the linter and the tests with it.
#
#   python/check.sh          with the profile `release`: seconds, if `cargo build --release` has been there
#   python/check.sh --built  without a wheel: the module and the program of `cargo build --release --workspace`
#   python/check.sh --dist   with the profile `dist`, as it is shipped: some minutes
#
# PYTHON names the interpreter. Without PyPI the check is skipped.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")"

skip() {
  echo "skipped: $1"
  exit 0
}

# All that is written goes into one folder, which is removed at the end, but for the build.
folder=$(mktemp -d)
trap 'rm -rf "$folder" petteia.data' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1 RUFF_CACHE_DIR=$folder/ruff MYPY_CACHE_DIR=$folder/mypy

"${PYTHON:-python3}" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "no Python 3.10 or later"
"${PYTHON:-python3}" -m venv "$folder/venv" > "$folder/log" 2>&1 || skip "no module venv in this Python"
python=$folder/venv/bin/python
pip=("$python" -m pip --quiet --retries 1 --timeout 20)
"${pip[@]}" install pytest 'maturin>=1.9.4,<2' > "$folder/log" 2>&1 || skip "PyPI cannot be reached"

if [[ ${1:-} == --built ]]; then
  built=$(realpath ../target/release)
  cp -r src/petteia "$folder/petteia"
  cp "$built/libpetteia_python.so" "$folder/petteia/_petteia.abi3.so"
  export PYTHONPATH=$folder PETTEIA=$built/petteia
else
  echo "== wheel"
  [[ ${1:-} == --dist ]] || export MATURIN_PEP517_ARGS="--profile release"
  PATH=$folder/venv/bin:$PATH "${pip[@]}" wheel --no-deps --no-build-isolation --wheel-dir "$folder" .
  "${pip[@]}" install --no-deps "$folder"/petteia-*.whl
  # The program of the wheel, whatever else is named.
  unset PETTEIA
  "$folder/venv/bin/petteia" --version
fi

# What is missing here only leaves out its own checks.
for tool in mypy ruff chess pydraughts 'numpy pettingzoo' 'dask[distributed]'; do
  read -ra packages <<< "$tool"
  "${pip[@]}" install "${packages[@]}" > "$folder/log" 2>&1 || echo "skipped: $tool"
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

#!/usr/bin/env bash
# Runs the conversations, or with READER=NAME that reader of files, under libFuzzer with coverage guidance. This needs
# stable Rust, and a C++ compiler for libFuzzer. A reader starts from the inputs of its own folder too.
# Usage: [READER=NAME] fuzz/coverage.sh FOLDER [OPTION OF LIBFUZZER...]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=x86_64-unknown-linux-gnu
bin=converse
more=(-max_len=400)
if [[ -n ${READER:-} ]]; then
  bin=reader
  more=("$root/fuzz/readers/$READER" -max_len=4096)
fi

# The flags of cargo-fuzz, without AddressSanitizer, since the engine has no unsafe code.
RUSTFLAGS="-C target-cpu=x86-64-v3 -C passes=sancov-module -C codegen-units=1 --cfg fuzzing
  -C llvm-args=-sanitizer-coverage-level=4 -C llvm-args=-sanitizer-coverage-inline-8bit-counters
  -C llvm-args=-sanitizer-coverage-pc-table -C llvm-args=-sanitizer-coverage-trace-compares" \
  cargo build --release --manifest-path "$root/fuzz/Cargo.toml" --target-dir "$root/target/coverage" \
  --target $target --features libfuzzer --bin $bin
exec "$root/target/coverage/$target/release/$bin" -timeout=60 "$@" "${more[@]}"

#!/usr/bin/env bash
# The conversations under libFuzzer, which is guided by the code that they reach. Stable Rust will do, and a C++
# compiler for libFuzzer itself. Usage: fuzz/coverage.sh FOLDER [OPTION OF LIBFUZZER...]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=x86_64-unknown-linux-gnu

# What cargo-fuzz passes, but for a sanitizer of memory: the engine has no unsafe code.
RUSTFLAGS="-C target-cpu=x86-64-v3 -C passes=sancov-module -C codegen-units=1 --cfg fuzzing
  -C llvm-args=-sanitizer-coverage-level=4 -C llvm-args=-sanitizer-coverage-inline-8bit-counters
  -C llvm-args=-sanitizer-coverage-pc-table -C llvm-args=-sanitizer-coverage-trace-compares" \
  cargo build --release --manifest-path "$root/fuzz/Cargo.toml" --target-dir "$root/target/coverage" \
  --target $target --features libfuzzer --bin converse
exec "$root/target/coverage/$target/release/converse" -max_len=400 -timeout=60 "$@"

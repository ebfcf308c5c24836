#!/usr/bin/env bash
# Storms of commands in mid-search, most of them on four threads, under ThreadSanitizer. The standard library is built
# with it as well, since its locks and channels would look like races otherwise; for that its source has to be there:
# `rustup component add rust-src`. A race that is found is shown, and the engine's exit code fails the test.
# Usage: tests/thread-sanitizer.sh [NAME OF A TEST]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Stable Rust has the sanitizer too, but keeps its options to itself.
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Z sanitizer=thread -C target-cpu=x86-64-v3"
export CARGO_PROFILE_RELEASE_DEBUG=line-tables-only
export TSAN_OPTIONS="exitcode=66 second_deadlock_stack=1 history_size=4 ${TSAN_OPTIONS:-}"

cargo test --release -Z build-std --target x86_64-unknown-linux-gnu --target-dir target/thread-sanitizer \
  --test protocol -- --ignored --nocapture "${1:-stress::storms}"

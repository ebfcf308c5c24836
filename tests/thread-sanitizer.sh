#!/usr/bin/env bash
# Runs the tests that send commands during a search under ThreadSanitizer. The standard library is built with it too,
# since its locks and channels would otherwise look like races. This needs its source: `rustup component add rust-src`.
# ThreadSanitizer prints each race, and the engine's exit code fails the test.
# Usage: tests/thread-sanitizer.sh [NAME OF A TEST]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# This lets stable Rust accept the unstable options of the sanitizer.
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Z sanitizer=thread -C target-cpu=x86-64-v3"
export CARGO_PROFILE_RELEASE_DEBUG=line-tables-only
export TSAN_OPTIONS="exitcode=66 second_deadlock_stack=1 history_size=4 ${TSAN_OPTIONS:-}"

cargo test --release -Z build-std --target x86_64-unknown-linux-gnu --target-dir target/thread-sanitizer \
  --test protocol -- --ignored --nocapture "${1:-stress::storms}"

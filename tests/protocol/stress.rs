//! Stress tests: starts and quits, fast games, storms of commands. They take minutes and run only on request:
//! `cargo test --release --test protocol -- --ignored --nocapture stress`.

mod games;
mod starts;
mod storms;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

/// A random number generator for a seed that the messages name.
fn seeded_rng(seed: u64) -> Xoshiro256StarStar {
    Xoshiro256StarStar::seed_from_u64(seed)
}

/// Prints a measurement of a test.
#[expect(clippy::print_stderr, reason = "the figures of an ignored test")]
fn report(line: &str) {
    eprintln!("{line}");
}

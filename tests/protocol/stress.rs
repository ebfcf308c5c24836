//! Much at once, for long: starts and quits, fast games, storms of commands. They take minutes, so they run when asked
//! for: `cargo test --release --test protocol -- --ignored --nocapture stress`.

mod games;
mod starts;
mod storms;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

/// A name for random numbers that the messages can tell.
fn random(seed: u64) -> Xoshiro256StarStar {
    Xoshiro256StarStar::seed_from_u64(seed)
}

/// What the tests measure is for people to read.
#[expect(clippy::print_stderr, reason = "the figures of an ignored test")]
fn tell(line: &str) {
    eprintln!("{line}");
}

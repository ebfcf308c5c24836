//! What the engine needs of the machine that it runs on: a clock and random bytes.
//!
//! On `wasm32-unknown-unknown` the standard library has neither: `Instant::now` panics there, and an optimiser then
//! removes everything behind it. On this target a `Host` provides both. It is set once, before the engine starts.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod system;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::{Host, Instant, fill_random, set_host};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use system::{Instant, fill_random};

/// Whether the machine has threads.
pub const HAS_THREADS: bool = cfg!(not(all(target_family = "wasm", target_os = "unknown")));

/// The machine provides no random bytes; the text says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRandomBytes(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_bytes_differ() {
        let [mut first, mut second] = [[0; 32]; 2];
        fill_random(&mut first).and_then(|()| fill_random(&mut second)).expect("random bytes");
        assert_ne!(first, second);
    }
}

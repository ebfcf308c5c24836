//! The clock and the random bytes of an operating system.

pub use std::time::Instant;

use crate::NoRandomBytes;

/// Fills `bytes` with random bytes that nobody can foresee.
///
/// # Errors
/// The operating system provides none.
pub fn fill_random(bytes: &mut [u8]) -> Result<(), NoRandomBytes> {
    getrandom::fill(bytes).map_err(|error| NoRandomBytes(error.to_string()))
}

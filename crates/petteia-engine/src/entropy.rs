//! Keys from the operating system.

use petteia_core::RandomSource;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// The error that the operating system provides no random bytes.
#[derive(Clone, Debug, thiserror::Error)]
#[error("no random bytes from the operating system: {0}")]
pub struct EntropyError(String);

/// A new key from the operating system.
///
/// # Errors
/// The operating system provides no random bytes.
pub fn new_key() -> Result<RandomSource, EntropyError> {
    let rng = ChaCha20Rng::try_from_os_rng().map_err(|error| EntropyError(error.to_string()))?;
    Ok(RandomSource::Key(rng.get_seed()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_new() {
        let keys = [0; 4].map(|_| new_key().expect("a key").to_string());
        assert!(keys.iter().all(|key| key.len() == 64 && keys.iter().filter(|other| *other == key).count() == 1));
    }
}

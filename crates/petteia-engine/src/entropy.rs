//! Keys from the random bytes of the machine.

use petteia_core::RandomSource;
use petteia_platform::{NoRandomBytes, fill_random};

/// The error that the machine provides no random bytes.
#[derive(Clone, Debug, thiserror::Error)]
#[error("no random bytes from the operating system: {0}")]
pub struct EntropyError(String);

/// A new key from the machine.
///
/// # Errors
/// It provides no random bytes.
pub fn new_key() -> Result<RandomSource, EntropyError> {
    let mut key = [0; 32];
    fill_random(&mut key).map_err(|NoRandomBytes(why)| EntropyError(why))?;
    Ok(RandomSource::Key(key))
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

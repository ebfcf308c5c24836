//! Random keys for Zobrist hashing (Zobrist, 1970), made at compile time, and fingerprints of data.

/// One step of `SplitMix64` (Steele, Lea and Flood, 2014): the new state and a random word.
#[must_use]
pub const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ (z >> 31))
}

/// A fingerprint of bytes, the same on every machine and in every version. It tells apart what is different by accident;
/// it does not resist somebody who looks for equal fingerprints.
#[must_use]
pub fn fingerprint(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0, |state, byte| splitmix(state ^ u64::from(byte)).1)
}

/// `N` pseudorandom keys from a seed.
#[must_use]
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        (state, keys[i]) = splitmix(state);
        i += 1;
    }
    keys
}

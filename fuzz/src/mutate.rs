//! Random changes of inputs.

use rand::Rng;
use rand::seq::IndexedRandom;

/// A random change of an input from the pool, perhaps with parts of others, of at most this length in bytes.
pub fn mutate(pool: &[Vec<u8>], max_length: usize, rng: &mut impl Rng) -> Vec<u8> {
    let mut input = pool.choose(rng).cloned().unwrap_or_default();
    if input.is_empty() || rng.random_bool(0.02) {
        return (0..rng.random_range(4..200)).map(|_| rng.random()).collect();
    }
    for _ in 0..rng.random_range(1..6) {
        let at = rng.random_range(0..input.len().max(1));
        match rng.random_range(0..7) {
            0 | 1 if !input.is_empty() => input[at] = rng.random(),
            2 if !input.is_empty() => input[at] = input[at].wrapping_add(rng.random_range(1..4)),
            3 if input.len() > 4 => drop(input.drain(at..(at + rng.random_range(1..8)).min(input.len()))),
            4 => drop(input.splice(at..at, (0..rng.random_range(1..16)).map(|_| rng.random::<u8>()))),
            5 => {
                let other = pool.choose(rng).map_or(&[][..], Vec::as_slice);
                let from = rng.random_range(0..=other.len());
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            _ => {
                let end = (at + rng.random_range(1..24)).min(input.len());
                let part = input[at.min(end)..end].to_vec();
                input.splice(at..at, part);
            }
        }
    }
    input.truncate(max_length);
    input
}

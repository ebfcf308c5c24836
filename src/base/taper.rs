//! Tapered evaluation: weights that change with the phase of the game (chessprogramming.org, "Tapered Eval").

/// The weighted sum of the terms, in centipieces. Weights are in sixteenths of a centipiece.
///
/// Each weight is interpolated linearly, from `weights[0]` at `phase` 0 to `weights[1]` at `max_phase`. A `phase`
/// outside this range counts as the nearer end.
///
/// # Panics
/// `max_phase` is not positive.
#[must_use]
pub fn sum<const TERMS: usize>(terms: &[i32; TERMS], weights: &[[i32; TERMS]; 2], phase: i32, max_phase: i32) -> i32 {
    let phase = phase.clamp(0, max_phase);
    let [low, high] = weights;
    let weighted = terms.iter().zip(low.iter().zip(high));
    weighted.map(|(term, (low, high))| term * (low * (max_phase - phase) + high * phase)).sum::<i32>()
        / (16 * max_phase)
}

/// Sets each of `terms` to the side's own value minus the enemy's.
pub fn lead(terms: &mut [i32], own: &[i32], enemy: &[i32]) {
    for (term, (own, enemy)) in terms.iter_mut().zip(own.iter().zip(enemy)) {
        *term = own - enemy;
    }
}

//! Evaluations as sums of terms with weights that change in the course of the game.

/// The sum of the terms, each with a weight on the straight line from the first of `weights` to the
/// second: at `past` of `whole` steps from the first, cut to the ends. The weights count sixteenths.
#[must_use]
pub fn sum<const TERMS: usize>(terms: &[i32; TERMS], weights: &[[i32; TERMS]; 2], past: i32, whole: i32) -> i32 {
    let past = past.clamp(0, whole);
    let [low, high] = weights;
    let weighted = terms.iter().zip(low.iter().zip(high));
    weighted.map(|(term, (low, high))| term * (low * (whole - past) + high * past)).sum::<i32>() / (16 * whole)
}

/// What one side has more of than the other, term by term.
pub fn lead(terms: &mut [i32], own: &[i32], enemy: &[i32]) {
    for (term, (own, enemy)) in terms.iter_mut().zip(own.iter().zip(enemy)) {
        *term = own - enemy;
    }
}

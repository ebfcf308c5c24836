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
#[inline]
pub fn lead(terms: &mut [i32], own: &[i32], enemy: &[i32]) {
    for (term, (own, enemy)) in terms.iter_mut().zip(own.iter().zip(enemy)) {
        *term = own - enemy;
    }
}

/// The terms of one side in a game whose terms are a tempo bonus, threats, and differences of counts.
#[derive(Clone, Copy, Debug)]
pub struct SideTerms<const THREATS: usize, const COUNTS: usize> {
    /// Threats. The own ones and those of the enemy have weights of their own, since only the side to move can carry
    /// them out at once.
    pub threats: [i32; THREATS],
    /// Counts of which the difference is a term.
    pub counts: [i32; COUNTS],
}

/// The terms for the side to move: the tempo bonus, each threat of its own and of the enemy, the differences.
#[must_use]
pub fn by_side<const THREATS: usize, const COUNTS: usize, const TERMS: usize>(
    own: &SideTerms<THREATS, COUNTS>,
    enemy: &SideTerms<THREATS, COUNTS>,
) -> [i32; TERMS] {
    const { assert!(TERMS == 1 + 2 * THREATS + COUNTS) };
    let mut terms = [0; TERMS];
    let (tempo, rest) = terms.split_at_mut(1);
    let (threats, counts) = rest.split_at_mut(2 * THREATS);
    tempo[0] = 1;
    for (i, (own, enemy)) in own.threats.into_iter().zip(enemy.threats).enumerate() {
        threats[2 * i] = own;
        threats[2 * i + 1] = enemy;
    }
    lead(counts, &own.counts, &enemy.counts);
    terms
}

#[cfg(test)]
mod tests {
    use super::{SideTerms, by_side};

    #[test]
    fn tempo_threats_and_differences() {
        let own = SideTerms { threats: [1, 2], counts: [10, 20, 30] };
        let enemy = SideTerms { threats: [3, 4], counts: [1, 2, 3] };
        assert_eq!(by_side(&own, &enemy), [1, 1, 3, 2, 4, 9, 18, 27]);
    }
}

//! Score, Elo difference and sequential probability ratio test of a match.
//!
//! Games are counted in pairs: both games of a pair begin at the same opening, with sides changed, so their results
//! depend on each other. The five possible sums of a pair make the pentanomial model of fishtest.

/// Results of pairs: how many gave 0, 1/2, 1, 3/2 and 2 points to the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// The log-likelihood ratio at the ends of a 95 % confidence interval: half the quantile of chi squared.
const LIKELIHOOD_95: f64 = 1.92;

/// Stands for a result that has not happened yet, so that no probability is 0.
const REGULARISATION: f64 = 1e-3;

impl Pentanomial {
    /// Adds a pair with this number of half points for the first engine.
    ///
    /// # Panics
    /// There are more than four.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The fraction of the points that the first engine has, and the ends of its 95 % confidence interval: the scores
    /// whose most likely distribution explains the results nearly as well (Wilks 1938). They are right at 0 and 100 %
    /// too. `None` without pairs.
    #[must_use]
    pub fn score(&self) -> Option<[f64; 3]> {
        if self.pairs() == 0 {
            return None;
        }
        let mean = Self::mean(self.0.map(count));
        let counts = self.regularised();
        let total: f64 = counts.iter().sum();
        let probabilities = counts.map(|n| n / total);
        let is_likely = |score: f64| {
            let fitted = most_likely(probabilities, score);
            counts.iter().zip(probabilities.iter().zip(fitted)).map(|(n, (p, q))| n * (p / q).ln()).sum::<f64>()
                < LIKELIHOOD_95
        };
        let end = |outer: f64| {
            let (mut likely, mut unlikely) = (Self::mean(counts), outer);
            for _ in 0..60 {
                let middle = f64::midpoint(likely, unlikely);
                if is_likely(middle) { likely = middle } else { unlikely = middle }
            }
            likely
        };
        Some([mean, end(0.0).min(mean), end(1.0).max(mean)])
    }

    /// The Elo difference, and the ends of its 95 % confidence interval. It is infinite where one side has all points.
    /// `None` without pairs.
    #[must_use]
    pub fn elo(&self) -> Option<[f64; 3]> {
        Some(self.score()?.map(elo_of_score))
    }

    fn regularised(&self) -> [f64; 5] {
        self.0.map(|n| count(n).max(REGULARISATION))
    }

    /// The mean score of a pair, as a fraction of its two points.
    fn mean(weights: [f64; 5]) -> f64 {
        weights.iter().zip(SCORES).map(|(weight, score)| weight * score).sum::<f64>() / weights.iter().sum::<f64>()
    }

    /// The log-likelihood ratio of two Elo differences, by the generalised SPRT (Van den Bergh, "A practical
    /// introduction to the GSPRT", as in fishtest). 0 without pairs.
    #[must_use]
    pub fn log_likelihood_ratio(&self, elo: [f64; 2]) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let counts = self.regularised();
        let total: f64 = counts.iter().sum();
        let probabilities = counts.map(|n| n / total);
        let [null, alternative] = elo.map(|elo| most_likely(probabilities, score_of_elo(elo)));
        let terms = counts.iter().zip(null.iter().zip(alternative));
        terms.map(|(n, (p0, p1))| n * (p1 / p0).ln()).sum()
    }
}

/// The scores of a pair, as fractions of its two points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

#[expect(clippy::cast_precision_loss, reason = "numbers of games are small")]
fn count(n: u64) -> f64 {
    n as f64
}

/// The most likely distribution with this mean, if `probabilities` were observed. It has the form p / (1 + theta (x -
/// mean)), where theta makes the mean right.
fn most_likely(probabilities: [f64; 5], mean: f64) -> [f64; 5] {
    let excess = |theta: f64| -> f64 {
        let terms = probabilities.iter().zip(SCORES);
        terms.map(|(p, score)| p * (score - mean) / (1.0 + theta * (score - mean))).sum()
    };
    // The excess falls from plus to minus infinity between the poles at both ends.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = f64::midpoint(low, high);
    let mut fitted = probabilities;
    fitted.iter_mut().zip(SCORES).for_each(|(p, score)| *p /= 1.0 + theta * (score - mean));
    fitted
}

/// The expected score at an Elo difference.
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The Elo difference of a score. Scores outside of 0 to 1 count as its ends.
fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // The sum makes 0 of minus 0.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

/// A sequential probability ratio test (Wald 1945) of two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis, and the larger one of the alternative.
    pub elo: [f64; 2],
    /// The probabilities of a false acceptance and of a false rejection of the alternative.
    pub errors: [f64; 2],
}

/// How a test ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The alternative is accepted.
    Accepted,
    /// The alternative is rejected.
    Rejected,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio: below the first the alternative is rejected, above the second accepted.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let [alpha, beta] = self.errors;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The log-likelihood ratio of a match, and the verdict if it has been reached.
    #[must_use]
    pub fn test(&self, results: &Pentanomial) -> (f64, Option<Verdict>) {
        let ratio = results.log_likelihood_ratio(self.elo);
        let [low, high] = self.bounds();
        let verdict = match ratio {
            ratio if ratio >= high => Some(Verdict::Accepted),
            ratio if ratio <= low => Some(Verdict::Rejected),
            _ => None,
        };
        (ratio, verdict)
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn scores_and_elo_of_known_matches() {
        assert_eq!(Pentanomial::default().score(), None);
        let even = Pentanomial([1, 2, 4, 2, 1]);
        let [score, low, high] = even.score().expect("pairs");
        assert!((score - 0.5).abs() < 1e-12 && (low + high - 1.0).abs() < 1e-9, "{low} {high}");
        // Many pairs have the interval of the normal distribution.
        let [_, low, high] = Pentanomial([1, 2, 4, 2, 1].map(|n| 1_000 * n)).score().expect("pairs");
        let width = 1.96 * (0.075_f64 / 10_000.0).sqrt();
        assert!((high - low - 2.0 * width).abs() < 1e-4, "{low} {high}");
        // Without one lost point the lower end is where such a match has a probability of exp(-1.92).
        let [score, low, high] = Pentanomial([0, 0, 0, 0, 50]).score().expect("pairs");
        assert!(score.min(high) > 1.0 - 1e-12 && (low.powi(50).ln() + 1.92).abs() < 0.05, "{low}");
        let [elo, low, high] = even.elo().expect("pairs");
        assert!(elo.abs() < 1e-9 && (low + high).abs() < 1e-6);
        // 75 % of the points are 400 log10(3) Elo.
        let [elo, ..] = Pentanomial([0, 0, 0, 7, 0]).elo().expect("pairs");
        assert!((elo - 190.848_5).abs() < 1e-3, "{elo}");
        assert_eq!(Pentanomial([0, 0, 0, 0, 3]).elo().map(|elo| elo[0]), Some(f64::INFINITY));
    }

    /// The likelihood ratio by brute force: the best of many distributions with each mean.
    #[test]
    fn fitted_distributions_have_their_mean_and_beat_random_ones() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
        for _ in 0..200 {
            let counts = [(); 5].map(|()| rng.random_range(1..50));
            let total: u64 = counts.iter().sum();
            let probabilities = counts.map(|n| count(n) / count(total));
            let mean = rng.random_range(0.3..0.7);
            let likelihood = |p: [f64; 5]| -> f64 { p.iter().zip(counts).map(|(p, n)| count(n) * p.ln()).sum() };
            let fitted = most_likely(probabilities, mean);
            let mean_of = |p: [f64; 5]| -> f64 { p.iter().zip(SCORES).map(|(p, score)| p * score).sum() };
            assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{counts:?}");
            assert!((mean_of(fitted) - mean).abs() < 1e-9, "{counts:?} {mean}");
            for _ in 0..50 {
                // Move probability between three scores so that sum and mean stay.
                let (i, size) = (rng.random_range(1..4), rng.random_range(-0.02..0.02));
                let mut other = fitted;
                other[i - 1] += size;
                other[i] -= 2.0 * size;
                other[i + 1] += size;
                if other.iter().all(|&p| p > 0.0) {
                    assert!(likelihood(other) <= likelihood(fitted) + 1e-9, "{counts:?}");
                }
            }
        }
    }

    /// The normal approximation of the ratio, which fishtest has used too.
    #[test]
    fn the_ratio_is_close_to_its_approximation_near_even() {
        let results = Pentanomial([30, 210, 490, 230, 40]);
        let mean = Pentanomial::mean(results.0.map(count));
        let squares = SCORES.iter().zip(results.0).map(|(score, n)| count(n) * (score - mean).powi(2));
        let variance = squares.sum::<f64>() / 1_000.0;
        let [s0, s1] = [0.0, 5.0].map(score_of_elo);
        let approximation = 1_000.0 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let ratio = results.log_likelihood_ratio([0.0, 5.0]);
        assert!((ratio - approximation).abs() < 0.05 * approximation.abs(), "{ratio} {approximation}");
    }

    #[test]
    fn a_test_ends_where_it_should() {
        let sprt = Sprt { elo: [0.0, 10.0], errors: [0.05, 0.05] };
        assert!((sprt.bounds()[1] - 2.944_4).abs() < 1e-3);
        let mut wrong = 0;
        for seed in 0..60 {
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            // Drawish pairs, half of the matches at 0 Elo and half at 10.
            let is_better = seed % 2 == 1;
            let expected = score_of_elo(if is_better { 10.0 } else { 0.0 });
            let mut results = Pentanomial::default();
            let verdict = loop {
                let mut half_points = || 2 * usize::from(rng.random_bool(expected));
                results.add(half_points() + half_points());
                if let (_, Some(verdict)) = sprt.test(&results) {
                    break verdict;
                }
            };
            wrong += u32::from((verdict == Verdict::Accepted) != is_better);
        }
        assert!(wrong <= 8, "{wrong} of 60");
    }
}

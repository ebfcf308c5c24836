//! One turn of a simultaneous game as a matrix game, solved by double oracle (`McMahan`, Gordon and Blum,
//! 2003): each side plays a few of its choices against each other, and the best answer among all choices
//! is added until it gains nothing more.

use crate::core::Side;
use crate::game::Simultaneous;

/// Rounds of regret matching on the choices taken up, for each choice.
const ROUNDS: usize = 200;
/// A share of a mixed strategy that is smaller does not count.
const LEAST_SHARE: f64 = 1e-4;

/// A choice and how often it is to be made.
pub type Mix<C> = Vec<(C, f64)>;

/// How a turn should be played.
#[derive(Clone, Debug)]
pub struct Solution<C> {
    /// The mixed strategy of each side, p1 first; the shares of each sum to 1.
    pub mixes: [Mix<C>; 2],
    /// What p1's strategy is worth to it against the best answer: the value of the turn is not less.
    pub lower: f64,
    /// What p2's strategy concedes to the best answer: the value of the turn is not more.
    pub upper: f64,
}

/// Solves the turn of a position that is not finished. `worth` gives the value of a position after it to
/// p1. Ends when the bounds are no further apart than `enough`, or when `is_over`, which is asked after
/// every pair of best answers; what is known by then is returned, with bounds that hold.
///
/// # Panics
/// When a side has no choice.
pub fn solve<P: Simultaneous>(
    position: &P,
    worth: impl Fn(&P) -> f64,
    enough: f64,
    mut is_over: impl FnMut() -> bool,
) -> Solution<P::Choice> {
    let all = Side::BOTH.map(|side| {
        let mut all = Vec::new();
        position.for_each_choice(side, |choice| all.push(choice));
        all
    });
    let value = |first, second| {
        let mut after = *position;
        after.play([first, second]);
        worth(&after)
    };
    let mut matrix =
        Matrix { taken: [vec![all[0][0]], vec![all[1][0]]], values: vec![vec![value(all[0][0], all[1][0])]] };
    let mut best: Option<Solution<P::Choice>> = None;
    loop {
        let [first, second] = matrix.equilibrium();
        // What each choice of one side gains against the mix of the other.
        let answers = [
            best_of(&all[0], |choice| second.iter().map(|&(other, share)| share * value(choice, other)).sum()),
            best_of(&all[1], |choice| -first.iter().map(|&(other, share)| share * value(other, choice)).sum::<f64>()),
        ];
        let (lower, upper) = (-answers[1].1, answers[0].1);
        let found = Solution { mixes: [first, second], lower, upper };
        let solution = match best.take() {
            None => found,
            Some(old) => better(old, found),
        };
        let is_enough = solution.upper - solution.lower <= enough;
        let grew = matrix.take_up(answers.map(|(choice, _)| choice), value);
        if is_enough || !grew || is_over() {
            return solution;
        }
        best = Some(solution);
    }
}

/// The better strategy of each side, with its bound.
fn better<C>(old: Solution<C>, new: Solution<C>) -> Solution<C> {
    let ([old_first, old_second], [new_first, new_second]) = (old.mixes, new.mixes);
    let (first, lower) = if new.lower > old.lower { (new_first, new.lower) } else { (old_first, old.lower) };
    let (second, upper) = if new.upper < old.upper { (new_second, new.upper) } else { (old_second, old.upper) };
    Solution { mixes: [first, second], lower, upper }
}

/// The choice that gains the most, the first of equals, and what it gains.
fn best_of<C: Copy>(choices: &[C], gain: impl Fn(C) -> f64) -> (C, f64) {
    let mut best = (choices[0], f64::NEG_INFINITY);
    for &choice in choices {
        let gain = gain(choice);
        if gain > best.1 {
            best = (choice, gain);
        }
    }
    best
}

/// The choices taken up so far, and the value to p1 of each pair of them.
struct Matrix<C> {
    taken: [Vec<C>; 2],
    values: Vec<Vec<f64>>,
}

impl<C: Copy + PartialEq> Matrix<C> {
    /// Adds a choice of each side; false when both are there already.
    fn take_up(&mut self, choices: [C; 2], value: impl Fn(C, C) -> f64) -> bool {
        let [first, second] = choices;
        let mut grew = false;
        if !self.taken[0].contains(&first) {
            self.taken[0].push(first);
            self.values.push(self.taken[1].iter().map(|&other| value(first, other)).collect());
            grew = true;
        }
        if !self.taken[1].contains(&second) {
            self.taken[1].push(second);
            for (row, &other) in self.values.iter_mut().zip(&self.taken[0]) {
                row.push(value(other, second));
            }
            grew = true;
        }
        grew
    }

    /// A mixed strategy of each side that is nearly an equilibrium: regret matching+ with alternating
    /// updates and linear averaging (Tammelin, 2014).
    fn equilibrium(&self) -> [Mix<C>; 2] {
        let sizes = [self.taken[0].len(), self.taken[1].len()];
        let mut regrets = sizes.map(|size| vec![0.0; size]);
        let mut sums = sizes.map(|size| vec![0.0; size]);
        let mut played = sizes.map(|size| shares(&vec![0.0; size]));
        let mut weight = 0.0;
        for _ in 0..ROUNDS * (sizes[0] + sizes[1]) {
            weight += 1.0;
            for side in 0..2 {
                let gains: Vec<f64> = (0..sizes[side]).map(|own| self.gain(side, own, &played[1 - side])).collect();
                let mean: f64 = gains.iter().zip(&played[side]).map(|(gain, share)| gain * share).sum();
                for (regret, gain) in regrets[side].iter_mut().zip(gains) {
                    *regret = f64::max(*regret + gain - mean, 0.0);
                }
                played[side] = shares(&regrets[side]);
                for (sum, share) in sums[side].iter_mut().zip(&played[side]) {
                    *sum += weight * share;
                }
            }
        }
        [0, 1].map(|side| {
            let mut mix: Mix<C> = self.taken[side].iter().copied().zip(shares(&sums[side])).collect();
            mix.retain(|&(_, share)| share >= LEAST_SHARE);
            let total: f64 = mix.iter().map(|&(_, share)| share).sum();
            for (_, share) in &mut mix {
                *share /= total;
            }
            mix
        })
    }

    /// What a choice gains for its side against a mix of the other's.
    fn gain(&self, side: usize, own: usize, others: &[f64]) -> f64 {
        if side == 0 {
            self.values[own].iter().zip(others).map(|(value, share)| value * share).sum()
        } else {
            -self.values.iter().zip(others).map(|(row, share)| row[own] * share).sum::<f64>()
        }
    }
}

/// Weights as shares of their sum; equal shares when there is none.
fn shares(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 { weights.iter().map(|weight| weight / sum).collect() } else { shares(&vec![1.0; weights.len()]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Outcome;

    /// Both name a number; the pair is worth what stands in the table.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Table {
        values: [[i8; 3]; 3],
        played: Option<[usize; 2]>,
    }

    impl Simultaneous for Table {
        type Choice = usize;

        fn start() -> Self {
            // Stone, paper, scissors.
            Self { values: [[0, -1, 1], [1, 0, -1], [-1, 1, 0]], played: None }
        }

        fn for_each_choice(&self, _: Side, visit: impl FnMut(usize)) {
            (0..3).for_each(visit);
        }

        fn count_choices(&self, _: Side) -> u64 {
            3
        }

        fn play(&mut self, choices: [usize; 2]) {
            self.played = Some(choices);
        }

        fn outcome(&self) -> Option<Outcome> {
            None
        }

        fn key(&self) -> u64 {
            0
        }
    }

    fn worth(table: &Table) -> f64 {
        table.played.map_or(0.0, |[first, second]| table.values[first][second].into())
    }

    #[test]
    fn stone_paper_scissors() {
        let solution = solve(&Table::start(), worth, 1e-3, || false);
        assert!(solution.lower <= 0.0 && solution.upper >= 0.0 && solution.upper - solution.lower <= 2e-3);
        for mix in solution.mixes {
            assert_eq!(mix.len(), 3);
            assert!(mix.iter().all(|(_, share)| (share - 1.0 / 3.0).abs() < 1e-2), "{mix:?}");
        }
    }

    #[test]
    fn what_is_dominated_is_left_alone() {
        let game = Table { values: [[2, 1, 3], [0, -1, 9], [1, 0, 2]], played: None };
        let solution = solve(&game, worth, 1e-3, || false);
        assert!((solution.lower - 1.0).abs() < 1e-2 && (solution.upper - 1.0).abs() < 1e-2, "{solution:?}");
        assert!(solution.mixes[0].iter().any(|&(choice, share)| choice == 0 && share > 0.99));
        assert!(solution.mixes[1].iter().any(|&(choice, share)| choice == 1 && share > 0.99));
    }

    #[test]
    fn stopped_early_the_bounds_hold() {
        let solution = solve(&Table::start(), worth, 0.0, || true);
        assert!(solution.lower <= 0.0 && solution.upper >= 0.0);
    }
}

//! Turns with too many choices to list against each other: samples of both sides' choices are, each pair
//! by the value of the turn after it.

use rand::Rng;
use rand::seq::SliceRandom;

use super::lookahead::values_ahead;
use super::matrix::Matrix;
use super::oracle::MixedStrategy;
use super::{Search, SimultaneousInfo};
use crate::base::Side;
use crate::game::{EvaluateSimultaneous, Simultaneous};

/// Choices of a side at the least depth; twice as many with every further one.
const SAMPLE: usize = 6;
/// As many at most.
const MOST: usize = 64;
/// The bounds of the game of the samples are to be no further apart than this.
const ENOUGH: f64 = 0.002;

impl<P: Simultaneous, E: EvaluateSimultaneous<P>> Search<'_, P, E> {
    /// A strategy out of samples, which grow as long as there is time. Its bounds hold against the sample of
    /// the other side.
    pub(super) fn sample(&mut self, rng: &mut impl Rng) -> SimultaneousInfo<P::Choice> {
        let task = self.task;
        let [first, second] = Side::BOTH.map(|side| self.draw_sample(side, rng));
        let most = task.limits.depth.map_or(MOST, |depth| SAMPLE << (depth.max(1) - 1).min(8)).min(MOST);
        let mut found =
            self.info(1, vec![(if task.side == Side::First { first[0] } else { second[0] }, 1.0)], 0.0, 2.0);
        let mut matrix = Matrix::default();
        for size in 1..=first.len().max(second.len()).min(most) {
            // The samples grow in turn.
            if let Some(&new) = first.get(size - 1) {
                let afters = second.iter().take(size - 1).map(|&other| task.root.after(Side::First, new, other));
                matrix.add_row(values_ahead(
                    &afters.collect::<Vec<_>>(),
                    self.evaluator,
                    self.limits,
                    task.options.threads,
                ));
            }
            if let Some(&new) = second.get(size - 1) {
                let afters = first.iter().take(size).map(|&other| task.root.after(Side::Second, new, other));
                matrix.add_column(values_ahead(
                    &afters.collect::<Vec<_>>(),
                    self.evaluator,
                    self.limits,
                    task.options.threads,
                ));
            }
            if self.limits.is_halted() {
                break;
            }
            let mixes = matrix.solve(ENOUGH, || self.limits.check());
            let bounds = matrix.bounds(&mixes);
            let own = if task.side == Side::First { &first } else { &second };
            let mut mix: MixedStrategy<P::Choice> =
                own.iter().copied().zip(mixes[task.side as usize].iter().copied()).collect();
            mix.retain(|&(_, share)| share > 0.0);
            mix.sort_by(|a, b| b.1.total_cmp(&a.1));
            let depth = size.div_ceil(SAMPLE).ilog2() + 1;
            found = SimultaneousInfo { sampled: Some(size), ..self.found(depth, mix, bounds) };
            if self.is_enough() {
                break;
            }
            if size.is_power_of_two() {
                self.tell(&found);
            }
        }
        SimultaneousInfo { nodes: self.limits.nodes(), time: self.limits.elapsed(), ..found }
    }

    /// Different choices at random, those asked for if there are any.
    fn draw_sample(&self, side: Side, rng: &mut impl Rng) -> Vec<P::Choice> {
        let mut all = Vec::new();
        if side == self.task.side && !self.task.choices.is_empty() {
            all.clone_from(&self.task.choices);
        } else {
            self.task.root.for_each_choice(side, |choice| all.push(choice));
        }
        all.partial_shuffle(rng, MOST).0.to_vec()
    }
}

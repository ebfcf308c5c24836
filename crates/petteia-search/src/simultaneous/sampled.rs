//! Sampled games: turns with too many choices for the full game are solved for random samples of the choices of both
//! sides. The payoff of a pair of choices is the value of the turn after it.

use petteia_core::{EvaluateSimultaneous, Side, Simultaneous};
use rand::Rng;
use rand::seq::SliceRandom;

use super::double_oracle::MixedStrategy;
use super::lookahead::values_ahead;
use super::matrix_game::MatrixGame;
use super::{SimultaneousInfo, TurnSolver};

/// Number of sampled choices of a side at depth 1. Each further depth doubles it.
const BASE_SAMPLE: usize = 6;
/// Largest number of sampled choices of a side.
const MAX_SAMPLE: usize = 64;

impl<P: Simultaneous, E: EvaluateSimultaneous<P>> TurnSolver<'_, P, E> {
    /// A mixed strategy of sampled choices. The samples grow while there is time. The bounds hold in the game of the
    /// samples only.
    pub(super) fn solve_sampled_game(&mut self, rng: &mut impl Rng) -> SimultaneousInfo<P::Choice> {
        let task = self.task;
        let [first, second] = Side::BOTH.map(|side| self.draw_sample(side, rng));
        let max_size =
            task.limits.depth.map_or(MAX_SAMPLE, |depth| BASE_SAMPLE << (depth.max(1) - 1).min(8)).min(MAX_SAMPLE);
        let mut best = self.info(1, vec![(if task.side == Side::First { first[0] } else { second[0] }, 1.0)], 0.0, 2.0);
        let mut game = MatrixGame::default();
        for size in 1..=first.len().max(second.len()).min(max_size) {
            // The two samples grow alternately.
            if let Some(&new) = first.get(size - 1) {
                let afters = second.iter().take(size - 1).map(|&other| task.root.after(Side::First, new, other));
                game.add_row(values_ahead(
                    &afters.collect::<Vec<_>>(),
                    self.evaluator,
                    self.limits,
                    task.options.threads,
                ));
            }
            if let Some(&new) = second.get(size - 1) {
                let afters = first.iter().take(size).map(|&other| task.root.after(Side::Second, new, other));
                game.add_column(values_ahead(
                    &afters.collect::<Vec<_>>(),
                    self.evaluator,
                    self.limits,
                    task.options.threads,
                ));
            }
            if self.limits.is_halted() {
                break;
            }
            let mixes = game.solve(|| self.limits.check());
            let bounds = game.bounds(&mixes);
            let own = if task.side == Side::First { &first } else { &second };
            let mut mix: MixedStrategy<P::Choice> =
                own.iter().copied().zip(mixes[task.side as usize].iter().copied()).collect();
            mix.retain(|&(_, probability)| probability > 0.0);
            mix.sort_by(|a, b| b.1.total_cmp(&a.1));
            let depth = size.div_ceil(BASE_SAMPLE).ilog2() + 1;
            best = SimultaneousInfo { sampled: Some(size), ..self.info_of_bounds(depth, mix, bounds) };
            if self.should_stop() {
                break;
            }
            if size.is_power_of_two() {
                self.report_if_new(&best);
            }
        }
        SimultaneousInfo { nodes: self.limits.nodes(), time: self.limits.elapsed(), ..best }
    }

    /// Distinct random choices of a side, in random order. A side that is restricted keeps to its choices.
    fn draw_sample(&self, side: Side, rng: &mut impl Rng) -> Vec<P::Choice> {
        let mut all = Vec::new();
        if side == self.task.side && !self.task.choices.is_empty() {
            all.clone_from(&self.task.choices);
        } else {
            self.task.root.for_each_choice(side, |choice| all.push(choice));
        }
        all.partial_shuffle(rng, MAX_SAMPLE).0.to_vec()
    }
}

//! Turns of simultaneous games: a mixed strategy for one side, with bounds on what it is worth.

mod lookahead;
mod matrix;
mod oracle;
mod perft;
mod restricted_nash;
mod sampled;

use std::time::Duration;

use rand::Rng;

pub use oracle::{MixedStrategy, Solution};

use super::limits::SearchLimits;
use super::{Control, Limits, SearchOptions, time};
use crate::base::Side;
use crate::base::chance::Purpose;
use crate::game::{EvaluateSimultaneous, Simultaneous};
use lookahead::values_ahead;
use oracle::Oracle;

/// The bounds of a turn are to be no further apart than this.
const ENOUGH: f64 = 0.005;
/// A report on the way is due when the bounds are closer by this factor.
const CLOSER: f64 = 0.7;
/// Pairs of choices that meet more rarely are not looked at more closely.
const LEAST_CHANCE: f64 = 1e-3;
/// So many pairs are looked at between two solutions of the turn.
const BATCH: usize = 16;
/// With more choices to a side, samples of them are played against each other.
const MANY: u64 = 20_000;
/// Turns that are looked ahead at most.
const DEEPEST: u32 = 2;

/// A turn to be played.
#[derive(Clone, Debug)]
pub struct SimultaneousTask<P: Simultaneous> {
    /// The position before it.
    pub root: P,
    /// For whom.
    pub side: Side,
    /// Only these choices; empty for all.
    pub choices: Vec<P::Choice>,
    /// When to end. Depths are turns, nodes are joint turns carried out.
    pub limits: Limits,
    /// How to search, and the chance that the choice is drawn with.
    pub options: SearchOptions,
}

/// What is known of a turn.
#[derive(Clone, Debug)]
pub struct SimultaneousInfo<C> {
    /// Turns looked ahead; 0 for a finished position.
    pub depth: u32,
    /// The mixed strategy, the likeliest choice first; empty only for a finished position.
    pub mix: MixedStrategy<C>,
    /// The value of the turn to the side, from -1 to 1.
    pub value: f64,
    /// How far the bounds on it are apart: what the best reply gains over the strategy is not more.
    pub gap: f64,
    /// The choices of a side that were played against each other, where there are too many to look at all:
    /// the bounds are those of the game of these.
    pub sampled: Option<usize>,
    /// Joint turns carried out so far.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
}

/// Looks for the best strategy of a side until one of the limits is reached or `control` says stop, calling
/// `report` with each result on the way and the last one; returns that, with a choice drawn from its strategy.
///
/// It waits for the end of infinite and ponder searches as [`search`](super::search) does. At a finished
/// position there is no choice.
pub fn search<P: Simultaneous, E: EvaluateSimultaneous<P>>(
    task: &SimultaneousTask<P>,
    evaluator: &E,
    control: &Control,
    report: &mut dyn FnMut(&SimultaneousInfo<P::Choice>),
) -> (SimultaneousInfo<P::Choice>, Option<P::Choice>) {
    let budget = time::budget(&task.limits, &task.options, task.root.turns_to_go());
    let search_limits = SearchLimits::new(control, &task.limits, budget);
    let rng = &mut task.options.chance.stream(Purpose::Draw, task.root.key() ^ task.side as u64);
    let found = Search { task, evaluator, limits: &search_limits, report, told: None }.run(rng);
    control.wait_for_answer_time(&task.limits);
    let choice = draw(&found.mix, rng);
    (found, choice)
}

/// A choice at random, each as often as the strategy says.
fn draw<C: Copy>(mix: &MixedStrategy<C>, rng: &mut impl Rng) -> Option<C> {
    let mut left: f64 = rng.random();
    for &(choice, share) in mix {
        left -= share;
        if left < 0.0 {
            return Some(choice);
        }
    }
    mix.last().map(|&(choice, _)| choice)
}

/// Solves the turn of a position that is not finished by the evaluator alone, until the bounds are no further
/// apart than `enough`.
#[must_use]
pub fn solve<P: Simultaneous, E: EvaluateSimultaneous<P>>(
    position: &P,
    evaluator: &E,
    enough: f64,
) -> Solution<P::Choice> {
    let (control, limits) = (Control::new(), Limits::default());
    let search_limits = SearchLimits::new(&control, &limits, None);
    let mut oracle = Oracle::new(*position, None, evaluator, &search_limits, false);
    oracle.solve(enough, &mut |_| ());
    oracle.solution()
}

/// A search on its way.
struct Search<'a, P: Simultaneous, E> {
    task: &'a SimultaneousTask<P>,
    evaluator: &'a E,
    limits: &'a SearchLimits<'a>,
    report: &'a mut dyn FnMut(&SimultaneousInfo<P::Choice>),
    /// The last report.
    told: Option<SimultaneousInfo<P::Choice>>,
}

impl<P: Simultaneous, E: EvaluateSimultaneous<P>> Search<'_, P, E> {
    fn run(mut self, rng: &mut impl Rng) -> SimultaneousInfo<P::Choice> {
        let root = &self.task.root;
        let counts = Side::BOTH.map(|side| root.count_choices(side));
        let found = if root.outcome().is_some() {
            let value = self.evaluator.evaluate(root);
            self.info(0, Vec::new(), if self.task.side == Side::First { value } else { -value }, 0.0)
        } else if self.task.limits.nodes.is_some_and(|nodes| nodes < counts[0] + counts[1]) {
            // Not even one choice can be looked at: any will do.
            self.info(1, vec![(self.any_choice(rng), 1.0)], 0.0, 2.0)
        } else if counts.iter().any(|&count| count > MANY) {
            self.sample(rng)
        } else {
            self.deepen(rng)
        };
        self.tell(&found);
        found
    }

    /// Reports what is new.
    fn tell(&mut self, info: &SimultaneousInfo<P::Choice>) {
        let same = |told: &SimultaneousInfo<P::Choice>| (told.depth, &told.mix) == (info.depth, &info.mix);
        if !self.told.as_ref().is_some_and(same) {
            self.told = Some(info.clone());
            (self.report)(info);
        }
    }

    fn info(&self, depth: u32, mix: MixedStrategy<P::Choice>, value: f64, gap: f64) -> SimultaneousInfo<P::Choice> {
        SimultaneousInfo {
            depth,
            mix,
            value,
            gap,
            sampled: None,
            nodes: self.limits.nodes(),
            time: self.limits.elapsed(),
        }
    }

    /// What bounds on the value to p1 and a mix for the side say.
    fn found(&self, depth: u32, mix: MixedStrategy<P::Choice>, bounds: [f64; 2]) -> SimultaneousInfo<P::Choice> {
        let [lower, upper] = bounds.map(|bound| bound.clamp(-1.0, 1.0));
        let value = f64::midpoint(lower, upper);
        self.info(depth, mix, if self.task.side == Side::First { value } else { -value }, upper - lower)
    }

    fn of_solution(&self, depth: u32, solution: Solution<P::Choice>) -> SimultaneousInfo<P::Choice> {
        let Solution { mixes: [first, second], lower, upper } = solution;
        self.found(depth, if self.task.side == Side::First { first } else { second }, [lower, upper])
    }

    fn any_choice(&self, rng: &mut impl Rng) -> P::Choice {
        let mut choices = self.task.choices.clone();
        if choices.is_empty() {
            self.task.root.for_each_choice(self.task.side, |choice| choices.push(choice));
        }
        choices[rng.random_range(0..choices.len())]
    }

    /// Turns to look ahead.
    fn depth(&self) -> u32 {
        let limits = &self.task.limits;
        limits.depth.unwrap_or(DEEPEST).min(limits.mate.unwrap_or(DEEPEST)).clamp(1, DEEPEST)
    }

    /// Whether the search is over, or has used the time that it should use.
    fn is_enough(&self) -> bool {
        self.limits.is_halted() || (!self.limits.is_pondering() && self.limits.used().is_some_and(|used| used >= 1.0))
    }

    /// Solves the turn, then looks a further turn ahead where both strategies are likely to lead.
    fn deepen(&mut self, rng: &mut impl Rng) -> SimultaneousInfo<P::Choice> {
        let task = self.task;
        let only = (!task.choices.is_empty()).then_some((task.side, &*task.choices));
        let mut oracle = Oracle::new(task.root, only, self.evaluator, self.limits, task.options.threads > 1);
        oracle.solve(ENOUGH, &mut |oracle| {
            if self.told.as_ref().is_none_or(|told| oracle.gap() <= told.gap * CLOSER) {
                self.tell(&self.of_solution(1, oracle.solution()));
            }
        });
        let mut found = self.lean(1, &mut oracle, rng);
        let mut known = Vec::new();
        while self.depth() > 1 && !self.is_enough() {
            let mut pairs = oracle.likely_pairs(LEAST_CHANCE);
            pairs.retain(|(pair, _)| !known.contains(pair));
            pairs.truncate(BATCH);
            if pairs.is_empty() {
                break;
            }
            let afters: Vec<P> = pairs.iter().map(|&(pair, _)| oracle.after(pair)).collect();
            let values = values_ahead(&afters, self.evaluator, self.limits, task.options.threads);
            if self.limits.is_halted() {
                break;
            }
            known.extend(pairs.iter().map(|&(pair, _)| pair));
            oracle.refine(&pairs.iter().map(|&(pair, _)| pair).zip(values).collect::<Vec<_>>());
            oracle.solve(ENOUGH, &mut |_| ());
            if self.limits.is_halted() {
                break;
            }
            found = self.lean(2, &mut oracle, rng);
            self.tell(&found);
        }
        SimultaneousInfo { nodes: self.limits.nodes(), time: self.limits.elapsed(), ..found }
    }
}

#[cfg(test)]
mod tests;

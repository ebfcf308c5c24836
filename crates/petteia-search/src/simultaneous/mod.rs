//! Solver of simultaneous games: a mixed strategy for one turn, with bounds on its value, by double oracle, regret
//! matching+ and restricted Nash response.

mod double_oracle;
mod first_candidates;
mod judgement;
mod lookahead;
mod matrix_game;
mod perft;
mod restricted_nash;
mod sampled;

use std::time::Duration;

use rand::Rng;

pub use double_oracle::{MixedStrategy, Solution};
pub use judgement::{Judgement, judge};

use petteia_core::chance::Purpose;
use petteia_core::{EvaluateSimultaneous, Side, Simultaneous};

use super::limits::SearchLimits;
use super::{Control, Limits, SearchOptions, time};
use double_oracle::DoubleOracle;
use lookahead::values_ahead;

/// Target for the gap between the bounds of a turn, in values from -1 to 1.
const TARGET_GAP: f64 = 0.001;
/// Number of nodes below which the choice is random.
const MIN_NODES: u64 = 32;
/// Factor by which the gap shrinks between two reports.
const REPORT_FACTOR: f64 = 0.7;
/// Least probability of a pair of choices that is looked ahead.
const MIN_PAIR_PROBABILITY: f64 = 1e-3;
/// Number of joint turns that an estimate of the next turn takes.
const ESTIMATE_NODES: u64 = 30_000;
/// Number of pairs that are looked ahead between two solutions of the turn.
const BATCH: usize = 16;
/// Largest number of choices of a side in a full game. With more of them the game is sampled.
const MAX_FULL_CHOICES: u64 = 20_000;
/// The value from which on a turn is as good as decided.
const DECIDED: f64 = 0.9;
/// Depth limit in turns.
const MAX_DEPTH: u32 = 2;

/// A turn to solve for one side.
#[derive(Clone, Debug)]
pub struct SimultaneousTask<P: Simultaneous> {
    /// The position before the turn.
    pub root: P,
    /// The side that chooses.
    pub side: Side,
    /// The choices that the side is restricted to; empty for all.
    pub choices: Vec<P::Choice>,
    /// When the search ends. Depths are turns; nodes are joint turns carried out.
    pub limits: Limits,
    /// How to search, and the randomness that the choice is drawn with.
    pub options: SearchOptions,
}

impl<P: Simultaneous> SimultaneousTask<P> {
    /// A uniformly random choice of the side.
    fn random_choice(&self, rng: &mut impl Rng) -> P::Choice {
        let mut choices = self.choices.clone();
        if choices.is_empty() {
            self.root.for_each_choice(self.side, |choice| choices.push(choice));
        }
        choices[rng.random_range(0..choices.len())]
    }
}

/// The result of a search, or its state on the way.
#[derive(Clone, Debug)]
pub struct SimultaneousInfo<C> {
    /// Depth in turns; 0 for a finished position.
    pub depth: u32,
    /// The mixed strategy, the likeliest choice first; empty only for a finished position.
    pub mix: MixedStrategy<C>,
    /// The value of the turn to the side, from -1 to 1.
    pub value: f64,
    /// The distance between the bounds on the value. A best response gains at most this over the strategy.
    pub gap: f64,
    /// Number of choices of a side in a sampled game; `None` for the full game. The bounds hold in that game only.
    pub sampled: Option<usize>,
    /// Number of joint turns carried out.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// Solves a turn until one of the limits is reached or `control` stops the search. It calls `report` with each result
/// on the way and with the last one, and returns the last one with a choice drawn from its mixed strategy.
///
/// Like [`search`](super::search) it returns from an infinite search only after the stop, and from a ponder search only
/// after the stop or the ponder hit. A finished position has no choice.
pub fn search<P: Simultaneous, E: EvaluateSimultaneous<P>>(
    task: &SimultaneousTask<P>,
    evaluator: &E,
    control: &Control,
    report: &mut dyn FnMut(&SimultaneousInfo<P::Choice>),
) -> (SimultaneousInfo<P::Choice>, Option<P::Choice>) {
    let budget = time::budget(&task.limits, &task.options, task.root.turns_to_go());
    let skill = task.options.skill;
    let limits = skill.map_or_else(|| task.limits.clone(), |skill| skill.limit(&task.limits));
    let search_limits = SearchLimits::new(control, &limits, budget);
    let rng = &mut task.options.chance.stream(Purpose::Draw, task.root.key() ^ task.side as u64);
    let info = TurnSolver { task, evaluator, limits: &search_limits, report, reported: None }.run(rng);
    control.wait_for_answer_time(&task.limits);
    let choice = draw(&info.mix, rng);
    let is_random = skill.is_some_and(|skill| {
        let rng = &mut task.options.chance.stream(Purpose::Skill, task.root.key() ^ task.side as u64);
        rng.random::<f64>() < skill.noise && !(skill.is_careful && info.value.abs() > DECIDED)
    });
    if is_random && choice.is_some() { (info, Some(task.random_choice(rng))) } else { (info, choice) }
}

/// A random choice with the probabilities of a mixed strategy; `None` for an empty one.
#[must_use]
pub fn draw<C: Copy>(mix: &MixedStrategy<C>, rng: &mut impl Rng) -> Option<C> {
    let mut left: f64 = rng.random();
    for &(choice, probability) in mix {
        left -= probability;
        if left < 0.0 {
            return Some(choice);
        }
    }
    mix.last().map(|&(choice, _)| choice)
}

/// Solves the turn of a position that is not finished by double oracle, without lookahead, until the gap between the
/// bounds is at most `target_gap` or `nodes` joint turns have been carried out.
#[must_use]
pub fn solve<P: Simultaneous, E: EvaluateSimultaneous<P>>(
    position: &P,
    evaluator: &E,
    target_gap: f64,
    nodes: Option<u64>,
) -> Solution<P::Choice> {
    let (control, limits) = (Control::new(), Limits { nodes, ..Limits::default() });
    let search_limits = SearchLimits::new(&control, &limits, None);
    let mut oracle = DoubleOracle::new(*position, None, evaluator, &search_limits, 1);
    oracle.solve(target_gap, &mut |_| ());
    oracle.solution()
}

/// The state of the search of one turn.
struct TurnSolver<'a, P: Simultaneous, E> {
    task: &'a SimultaneousTask<P>,
    evaluator: &'a E,
    limits: &'a SearchLimits<'a>,
    report: &'a mut dyn FnMut(&SimultaneousInfo<P::Choice>),
    /// The last report.
    reported: Option<SimultaneousInfo<P::Choice>>,
}

impl<P: Simultaneous, E: EvaluateSimultaneous<P>> TurnSolver<'_, P, E> {
    /// Chooses the method, and reports the result.
    fn run(mut self, rng: &mut impl Rng) -> SimultaneousInfo<P::Choice> {
        let root = &self.task.root;
        let counts = Side::BOTH.map(|side| root.count_choices(side));
        let info = if root.is_over() {
            let value = self.evaluator.evaluate(root);
            self.info(0, Vec::new(), if self.task.side == Side::First { value } else { -value }, 0.0)
        } else if self.limits.nodes_left() < MIN_NODES {
            self.info(1, vec![(self.task.random_choice(rng), 1.0)], 0.0, 2.0)
        } else if counts.iter().any(|&count| count > MAX_FULL_CHOICES) {
            self.solve_sampled_game(rng)
        } else {
            self.solve_full_game(rng)
        };
        self.report_if_new(&info);
        info
    }

    /// Reports a result whose depth or strategy differs from the last report.
    fn report_if_new(&mut self, info: &SimultaneousInfo<P::Choice>) {
        let same = |last: &SimultaneousInfo<P::Choice>| (last.depth, &last.mix) == (info.depth, &info.mix);
        if !self.reported.as_ref().is_some_and(same) {
            self.reported = Some(info.clone());
            (self.report)(info);
        }
    }

    /// A result for the full game with the nodes and the time so far. `value` is that to the side that chooses.
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

    /// A result from the mixed strategy of the side and from bounds on the value to p1.
    fn info_of_bounds(
        &self,
        depth: u32,
        mix: MixedStrategy<P::Choice>,
        bounds: [f64; 2],
    ) -> SimultaneousInfo<P::Choice> {
        let [lower, upper] = bounds.map(|bound| bound.clamp(-1.0, 1.0));
        let value = f64::midpoint(lower, upper);
        self.info(depth, mix, if self.task.side == Side::First { value } else { -value }, upper - lower)
    }

    /// A result from the solution for both sides.
    fn info_of_solution(&self, depth: u32, solution: Solution<P::Choice>) -> SimultaneousInfo<P::Choice> {
        let Solution { mixes: [first, second], lower, upper, .. } = solution;
        self.info_of_bounds(depth, if self.task.side == Side::First { first } else { second }, [lower, upper])
    }

    /// Depth limit of this search in turns.
    fn max_depth(&self) -> u32 {
        let limits = &self.task.limits;
        limits.depth.unwrap_or(MAX_DEPTH).min(limits.mate.unwrap_or(MAX_DEPTH)).clamp(1, MAX_DEPTH)
    }

    /// Whether a limit is reached or the soft time budget is used up.
    fn should_stop(&self) -> bool {
        self.limits.is_halted() || (!self.limits.is_pondering() && self.limits.used().is_some_and(|used| used >= 1.0))
    }

    /// Solves the turn by double oracle. Then it replaces the payoffs of the likeliest pairs of choices by the values
    /// of the next turn, and solves the turn again.
    fn solve_full_game(&mut self, rng: &mut impl Rng) -> SimultaneousInfo<P::Choice> {
        let task = self.task;
        let only = (!task.choices.is_empty()).then_some((task.side, &*task.choices));
        let mut oracle = DoubleOracle::new(task.root, only, self.evaluator, self.limits, task.options.threads);
        oracle.solve(TARGET_GAP, &mut |oracle| {
            if self.reported.as_ref().is_none_or(|last| oracle.gap() <= last.gap * REPORT_FACTOR) {
                self.report_if_new(&self.info_of_solution(1, oracle.solution()));
            }
        });
        let mut best = self.restricted_nash_response(1, &mut oracle, rng);
        let mut refined = Vec::new();
        while self.max_depth() > 1 && !self.should_stop() {
            let mut pairs = oracle.likely_pairs(MIN_PAIR_PROBABILITY);
            pairs.retain(|(pair, _)| !refined.contains(pair));
            pairs.truncate(BATCH);
            if pairs.is_empty() || self.limits.nodes_left() < ESTIMATE_NODES * pairs.len() as u64 {
                break;
            }
            let afters: Vec<P> = pairs.iter().map(|&(pair, _)| oracle.after(pair)).collect();
            let values = values_ahead(&afters, self.evaluator, self.limits, task.options.threads);
            if self.limits.is_halted() {
                break;
            }
            refined.extend(pairs.iter().map(|&(pair, _)| pair));
            oracle.refine(&pairs.iter().map(|&(pair, _)| pair).zip(values).collect::<Vec<_>>());
            oracle.solve(TARGET_GAP, &mut |_| ());
            if self.limits.is_halted() {
                break;
            }
            best = self.restricted_nash_response(2, &mut oracle, rng);
            self.report_if_new(&best);
        }
        SimultaneousInfo { nodes: self.limits.nodes(), time: self.limits.elapsed(), ..best }
    }
}

#[cfg(test)]
mod tests;

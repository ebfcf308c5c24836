//! Lookahead: the values of positions after one more turn.

use std::sync::Mutex;
use std::thread;

use petteia_core::{EvaluateSimultaneous, Simultaneous};

use super::double_oracle::DoubleOracle;
use crate::helpers::{self, SMALL_STACK};
use crate::limits::SearchLimits;

/// The value to p1 of each position, by an estimate of that of its next turn. The values are meaningless once the limits have
/// ended the search.
pub(super) fn values_ahead<P: Simultaneous, E: EvaluateSimultaneous<P>>(
    positions: &[P],
    evaluator: &E,
    limits: &SearchLimits,
    threads: usize,
) -> Vec<f64> {
    let mut values = vec![0.0; positions.len()];
    let jobs = Mutex::new(positions.iter().zip(&mut values));
    let work = || {
        // The lock is held only while a thread takes a job.
        while let Some((position, value)) = jobs.lock().ok().and_then(|mut jobs| jobs.next()) {
            *value = value_ahead(position, evaluator, limits);
        }
    };
    let help = |_, starting| {
        drop(starting);
        work();
    };
    thread::scope(|scope| {
        helpers::start(scope, threads.min(positions.len()).saturating_sub(1), SMALL_STACK, &help);
        work();
    });
    values
}

fn value_ahead<P: Simultaneous, E: EvaluateSimultaneous<P>>(position: &P, evaluator: &E, limits: &SearchLimits) -> f64 {
    if position.is_over() || limits.is_halted() {
        return evaluator.evaluate(position);
    }
    DoubleOracle::new(*position, None, evaluator, limits, 1).estimate()
}

//! What positions are worth when one more turn is played.

use std::sync::Mutex;
use std::thread;

use super::oracle::Oracle;
use crate::game::{EvaluateSimultaneous, Simultaneous};
use crate::search::limits::SearchLimits;

/// The bounds of such a turn are to be no further apart than this.
const ROUGH: f64 = 0.1;

/// The value to p1 of each position after its next turn. Without meaning once the limits say stop.
pub(super) fn values_ahead<P: Simultaneous, E: EvaluateSimultaneous<P>>(
    positions: &[P],
    evaluator: &E,
    limits: &SearchLimits,
    threads: usize,
) -> Vec<f64> {
    let mut values = vec![0.0; positions.len()];
    let jobs = Mutex::new(positions.iter().zip(&mut values));
    let work = || {
        // The lock is held only while a job is taken.
        while let Some((position, value)) = jobs.lock().ok().and_then(|mut jobs| jobs.next()) {
            *value = value_ahead(position, evaluator, limits);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(positions.len()) {
            scope.spawn(work);
        }
        work();
    });
    values
}

fn value_ahead<P: Simultaneous, E: EvaluateSimultaneous<P>>(position: &P, evaluator: &E, limits: &SearchLimits) -> f64 {
    if position.outcome().is_some() || limits.is_halted() {
        return evaluator.evaluate(position);
    }
    let mut oracle = Oracle::new(*position, None, evaluator, limits, false);
    oracle.solve(ROUGH, &mut |_| ());
    oracle.value()
}

//! What positions are worth when one more turn is played.

use std::sync::Mutex;
use std::thread;

use super::oracle::Oracle;
use crate::game::{Appraise, Simultaneous};
use crate::search::meter::Meter;

/// The bounds of such a turn are to be no further apart than this.
const ROUGH: f64 = 0.1;

/// The value to p1 of each position after its next turn. Without meaning once the meter says stop.
pub(super) fn ahead<P: Simultaneous, J: Appraise<P>>(
    positions: &[P],
    judge: &J,
    meter: &Meter,
    threads: usize,
) -> Vec<f64> {
    let mut values = vec![0.0; positions.len()];
    let jobs = Mutex::new(positions.iter().zip(&mut values));
    let work = || {
        // The lock is held only while a job is taken.
        while let Some((position, value)) = jobs.lock().ok().and_then(|mut jobs| jobs.next()) {
            *value = value_ahead(position, judge, meter);
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

fn value_ahead<P: Simultaneous, J: Appraise<P>>(position: &P, judge: &J, meter: &Meter) -> f64 {
    if position.outcome().is_some() || meter.is_halted() {
        return judge.appraise(position);
    }
    let mut oracle = Oracle::new(*position, None, judge, meter, false);
    oracle.solve(ROUGH, &mut |_| ());
    oracle.value()
}

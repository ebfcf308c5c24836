//! Perft of simultaneous games: the number of sequences of joint turns.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use petteia_core::{Side, Simultaneous};

use crate::helpers::{self, SMALL_STACK};
use crate::perft::{Aborted, MAX_DEPTH, PerftOptions};

impl PerftOptions<'_> {
    /// The number of sequences of `depth` joint turns, at most [`u64::MAX`]. Depth 0 has one sequence. The last turn is
    /// counted without playing it. The table is not used.
    ///
    /// # Errors
    /// [`Aborted`] when the count is stopped.
    pub fn simultaneous_perft<P: Simultaneous>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        match depth {
            0 => Ok(1),
            1 => Ok(joint_choices(position)),
            _ => {
                Ok(self.simultaneous_divide(position, depth)?.iter().fold(0, |sum: u64, (_, n)| sum.saturating_add(*n)))
            }
        }
    }

    /// The number of sequences of `depth` joint turns that begin with each choice of the first player. `depth` is at
    /// least 1.
    ///
    /// # Errors
    /// [`Aborted`] when the count is stopped.
    pub fn simultaneous_divide<P: Simultaneous>(
        &self,
        position: &P,
        depth: u32,
    ) -> Result<Vec<(P::Choice, u64)>, Aborted> {
        let choices = position.legal_choices(Side::First);
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            let mut counts = Vec::new();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(&choice) = choices.get(i) else { return Ok(counts) };
                counts.push((i, self.sequences_after(position, choice, depth.min(MAX_DEPTH))?));
                if depth > 1 {
                    self.control.step(done.fetch_add(1, Ordering::Relaxed) + 1, choices.len());
                }
            }
        };
        let help = |_, starting| {
            drop(starting);
            work()
        };
        let helpers = if depth > 1 { self.threads.min(choices.len()).saturating_sub(1) } else { 0 };
        let mut counts = thread::scope(|scope| {
            let helpers = helpers::start(scope, helpers, SMALL_STACK, &help);
            let mut counts = work()?;
            for helper in helpers {
                counts.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic))?);
            }
            Ok(counts)
        })?;
        counts.sort_unstable();
        Ok(counts.into_iter().map(|(i, count)| (choices[i], count)).collect())
    }

    /// The same number as [`simultaneous_perft`](PerftOptions::simultaneous_perft), on one thread and with every joint
    /// turn played. It measures the speed of the rules.
    ///
    /// # Errors
    /// [`Aborted`] when the count is stopped.
    pub fn simultaneous_perft_played<P: Simultaneous>(&self, position: &P, depth: u32) -> Result<u64, Aborted> {
        if depth == 0 {
            return Ok(1);
        }
        let choices = position.legal_choices(Side::First);
        let mut total = 0_u64;
        for choice in choices {
            if self.control.is_stopped() {
                return Err(Aborted);
            }
            let sum = sum_after(position, choice, |after| self.simultaneous_perft_played(after, depth - 1));
            total = total.saturating_add(sum?);
        }
        Ok(total)
    }

    /// The number of sequences of `depth` joint turns that begin with a choice of the first player.
    fn sequences_after<P: Simultaneous>(&self, position: &P, choice: P::Choice, depth: u32) -> Result<u64, Aborted> {
        if self.control.is_stopped() {
            return Err(Aborted);
        }
        match depth {
            1 => return Ok(position.count_choices(Side::Second)),
            2 => return Ok(position.count_replies(Side::First, choice)),
            _ => {}
        }
        sum_after(position, choice, |after| {
            let choices = after.legal_choices(Side::First);
            choices
                .into_iter()
                .try_fold(0_u64, |n, choice| Ok(n.saturating_add(self.sequences_after(after, choice, depth - 1)?)))
        })
    }
}

/// The sum of `count` over the positions after a choice of the first player and each choice of the second.
fn sum_after<P: Simultaneous>(
    position: &P,
    choice: P::Choice,
    count: impl Fn(&P) -> Result<u64, Aborted>,
) -> Result<u64, Aborted> {
    let mut sum = 0_u64;
    let flow = position.for_each_after(Side::First, choice, |after| match count(after) {
        Ok(n) => {
            sum = sum.saturating_add(n);
            ControlFlow::Continue(())
        }
        Err(Aborted) => ControlFlow::Break(()),
    });
    if flow.is_break() { Err(Aborted) } else { Ok(sum) }
}

/// The number of joint turns in a position.
fn joint_choices<P: Simultaneous>(position: &P) -> u64 {
    position.count_choices(Side::First).saturating_mul(position.count_choices(Side::Second))
}

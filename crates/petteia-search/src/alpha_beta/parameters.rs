//! Every number of the search that can be tuned, each used by one technique.
//!
//! With the feature `tune` each is a UCI option of the same name; without it, a constant.

use std::ops::RangeInclusive;
#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A number of the search.
#[derive(Debug)]
pub struct Parameter {
    /// Its name, also that of the UCI option.
    pub name: &'static str,
    /// The value that the engine plays with.
    pub default: i32,
    /// The values that make sense.
    pub range: RangeInclusive<i32>,
    /// The unit of the value.
    pub unit: &'static str,
    #[cfg(feature = "tune")]
    value: AtomicI32,
}

#[cfg(not(feature = "tune"))]
impl Parameter {
    /// The value.
    #[inline]
    pub(super) const fn get(&self) -> i32 {
        self.default
    }
}

#[cfg(feature = "tune")]
impl Parameter {
    /// The value.
    #[inline]
    pub(super) fn get(&self) -> i32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Changes the value, for searches that begin later.
    pub fn set(&self, value: i32) {
        self.value.store(value, Ordering::Relaxed);
    }
}

macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $min:literal..=$max:literal $unit:literal;)+) => {
        $(
            $(#[doc = $doc])+
            pub static $name: Parameter = Parameter {
                name: stringify!($name),
                default: $default,
                range: $min..=$max,
                unit: $unit,
                #[cfg(feature = "tune")]
                value: AtomicI32::new($default),
            };
        )+

        /// Every parameter.
        pub static PARAMETERS: &[&Parameter] = &[$(&$name),+];
    };
}

// Pruning margins are percentages of the typical error of a game's evaluation, `Scoring::EVAL_ERROR`.
parameters! {
    /// Half the first aspiration window.
    ASPIRATION_WINDOW = 40 in 1..=1_000 "centipieces";
    /// Half the first aspiration window of an exact search.
    ASPIRATION_EXACT_WINDOW = 100 in 1..=2_000 "centipieces";
    /// First depth with an aspiration window.
    ASPIRATION_DEPTH = 4 in 2..=20 "plies";
    /// Factor by which the window grows when the score is outside of it.
    ASPIRATION_GROWTH = 4 in 2..=16 "times";
    /// Half the largest aspiration window; beyond it the window is full.
    ASPIRATION_LIMIT = 640 in 50..=5_000 "centipieces";

    /// Nodes after which an attempt at an exact solution is given up.
    SOLVE_BUDGET = 15 in 1..=1_000 "times the expected cost";

    /// Least depth of internal iterative reduction.
    IIR_DEPTH = 5 in 2..=20 "plies";

    /// Depth up to which an unstable position is searched further and not left to quiescence.
    UNSTABLE_DEPTH = 4 in 0..=10 "plies";
    /// Depth below the horizon at which quiescence ends.
    QUIESCENCE_DEPTH = 16 in 1..=60 "plies";

    /// Largest depth of reverse futility pruning.
    REVERSE_FUTILITY_DEPTH = 4 in 0..=12 "plies";
    /// Margin above beta for each ply of depth.
    REVERSE_FUTILITY_MARGIN = 55 in 5..=400 "% of the evaluation error";

    /// Least depth of ProbCut.
    PROBCUT_DEPTH = 5 in 3..=20 "plies";
    /// Reduction of the shallower search.
    PROBCUT_REDUCTION = 4 in 1..=10 "plies";
    /// Distance from the window that the shallower search must reach.
    PROBCUT_MARGIN = 100 in 10..=500 "% of the evaluation error";

    /// Plies left, beyond `PLIES_WITHOUT_TT`, above which an exact search tries the enhanced transposition cutoff.
    ETC_PLIES = 4 in 0..=20 "plies";

    /// Largest depth of futility pruning.
    FUTILITY_DEPTH = 4 in 0..=12 "plies";
    /// Futility margin at depth 0.
    FUTILITY_BASE = 50 in 0..=1_000 "% of the evaluation error";
    /// Further futility margin for each ply of depth.
    FUTILITY_MARGIN = 80 in 0..=1_000 "% of the evaluation error";
    /// Ordering score from which a move is not quiet.
    FUTILITY_ORDERING_SCORE = 100 in 1..=1_000 "ordering score";

    /// Largest depth of late move pruning.
    LMP_DEPTH = 4 in 0..=12 "plies";
    /// Moves that are searched at any depth.
    LMP_BASE = 3 in 1..=20 "moves";
    /// Number of further moves that are searched, for depth squared.
    LMP_FACTOR = 2 in 0..=10 "moves";

    /// Least depth of late move reductions.
    LMR_DEPTH = 3 in 2..=10 "plies";
    /// Moves that are not reduced.
    LMR_MOVES = 2 in 1..=10 "moves";
    /// Constant term of the reduction, which is divided by `LMR_DIVISOR`.
    LMR_BASE = 470 in 0..=2_000 "1/LMR_DIVISOR ply";
    /// Divisor of the reduction, (16 log2 depth) (16 log2 moves) + `LMR_BASE`.
    LMR_DIVISOR = 850 in 200..=4_000 "a ply";
    /// History score that lowers the reduction by one ply. The same score below zero raises it by one.
    LMR_HISTORY = 3_000 in 500..=16_384 "history score";
    /// Moves at the root that are not reduced.
    ROOT_LMR_MOVES = 4 in 1..=20 "moves";
    /// Least depth left after a root move at which late root moves are reduced by one ply.
    ROOT_LMR_DEPTH = 3 in 1..=20 "plies";

    /// Factor of the game's ordering score.
    ORDERING_SCORE_WEIGHT = 16 in 0..=200 "history score";
    /// Factor of the mobility score in exact searches.
    MOBILITY_WEIGHT = 160 in 0..=2_000 "history score";
    /// Score of the first killer move.
    KILLER_SCORE = 60_000 in 0..=200_000 "history score";
    /// Score of the second killer move.
    SECOND_KILLER_SCORE = 50_000 in 0..=200_000 "history score";
    /// Score of the counter move.
    COUNTER_MOVE_SCORE = 40_000 in 0..=200_000 "history score";
    /// Bound of history scores.
    HISTORY_MAX = 8_192 in 1_024..=16_384 "history score";
    /// History bonus for depth squared.
    HISTORY_BONUS = 8 in 1..=100 "history score";
    /// Largest history bonus.
    HISTORY_BONUS_MAX = 1_600 in 100..=16_384 "history score";

    /// Depth that a proof is worth when an entry of the table is replaced.
    TT_PROVED_DEPTH = 4 in 0..=50 "plies";
    /// Depth that an entry loses for each search since it was stored.
    TT_AGE_DEPTH = 8 in 0..=50 "plies";

    /// Least depth at which threads defer moves to each other.
    ABDADA_DEPTH = 6 in 2..=20 "plies";

    /// Part of the soft time budget when the best move has just changed.
    TIME_CHANGED = 160 in 50..=400 "%";
    /// Part of the soft time budget when the best move has been the same for one or two iterations.
    TIME_RECENT = 120 in 50..=400 "%";
    /// Part of the soft time budget when the best move has been the same for three to five iterations.
    TIME_STEADY = 100 in 50..=400 "%";
    /// Part of the soft time budget when the best move has been the same for more iterations.
    TIME_SETTLED = 80 in 20..=400 "%";
}

#[cfg(test)]
mod tests {
    use super::PARAMETERS;

    #[test]
    fn defaults_are_in_range_and_names_differ() {
        for (i, parameter) in PARAMETERS.iter().enumerate() {
            assert!(parameter.range.contains(&parameter.default), "{}", parameter.name);
            assert!(PARAMETERS[..i].iter().all(|other| other.name != parameter.name), "{}", parameter.name);
        }
    }
}

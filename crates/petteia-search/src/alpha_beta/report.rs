//! The reports and the result of a search.

use std::time::Duration;

use petteia_core::Score;

/// How a score relates to the true value at its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// A report of a running search: one of the best lines at some depth. `M` is a move, or its text.
#[derive(Clone, Debug)]
pub struct SearchInfo<M> {
    /// Depth of the iteration in plies; 0 for a finished position.
    pub depth: u32,
    /// The deepest ply reached.
    pub sel_depth: u32,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// The score for the side to move at the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The score is the value of the game under best play, not an estimate.
    pub proved: bool,
    /// The number of moves that the side to move at the root makes until the end of a game that is won by margin. `None`
    /// unless the score is proved, and in other games.
    pub moves_to_end: Option<u32>,
    /// Number of nodes of all threads so far.
    pub nodes: u64,
    /// Share of the transposition table in use, in thousandths.
    pub hash_full: u32,
    /// Number of positions found in endgame databases; `None` without databases.
    pub tb_hits: Option<u64>,
    /// Time since the search began.
    pub time: Duration,
    /// The line; empty only for a finished position.
    pub pv: Vec<M>,
}

impl<M> SearchInfo<M> {
    /// The same report with its line in another form, such as text.
    #[must_use]
    pub fn with_pv<N>(self, pv: Vec<N>) -> SearchInfo<N> {
        let Self {
            depth,
            sel_depth,
            multi_pv,
            score,
            bound,
            proved,
            moves_to_end,
            nodes,
            hash_full,
            tb_hits,
            time,
            ..
        } = self;
        SearchInfo {
            depth,
            sel_depth,
            multi_pv,
            score,
            bound,
            proved,
            moves_to_end,
            nodes,
            hash_full,
            tb_hits,
            time,
            pv,
        }
    }

    /// Whether the score is the proved margin of a game won by margin.
    #[must_use]
    pub fn is_proved_margin(&self) -> bool {
        self.moves_to_end.is_some()
    }

    /// The probabilities of win, draw and loss (WDL) in thousandths. They are certain if the score is decided or proved.
    #[must_use]
    pub fn wdl(&self) -> [u32; 3] {
        let score = self.score;
        if self.proved || score.is_decided() {
            return match score.raw().signum() {
                1 => [1000, 0, 0],
                -1 => [0, 0, 1000],
                _ => [0, 1000, 0],
            };
        }
        let win = win_probability(score.centipieces());
        let loss = win_probability(-score.centipieces());
        [win, 1000 - win - loss, loss]
    }
}

/// The probability of a win in thousandths, a logistic function of the score. It is a half at a lead of one piece and
/// three quarters at a lead of about four pieces.
fn win_probability(centipieces: i32) -> u32 {
    /// Score with a win probability of a half, in centipieces.
    const EVEN_AT: f64 = 100.0;
    /// Scale of the logistic function, in centipieces.
    const SCALE: f64 = 300.0;
    let odds = ((EVEN_AT - f64::from(centipieces)) / SCALE).exp();
    #[expect(clippy::cast_sign_loss, reason = "between 0 and 1000")]
    let thousandths = (1000.0 / (1.0 + odds)).round() as u32;
    thousandths
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The move to play; `None` at a finished position.
    pub best_move: Option<M>,
    /// The expected reply.
    pub ponder: Option<M>,
    /// Number of threads that searched. It is less than asked for if the system refused a thread.
    pub threads: usize,
    /// The message of a panic that ended a helper thread and so the search.
    pub panic: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::win_probability;

    #[test]
    fn chances_where_they_are_estimates() {
        for centipieces in -2_000..=2_000 {
            let [win, loss] = [win_probability(centipieces), win_probability(-centipieces)];
            assert!(win + loss <= 1_000, "{centipieces}");
        }
        assert!(win_probability(300) > win_probability(0) && win_probability(0) > win_probability(-300));
        assert_eq!(win_probability(100), 500);
    }
}

//! What a search is asked to do.

use std::time::Duration;

use crate::core::Chance;
use crate::game::Position;

/// A search to be done.
#[derive(Clone, Debug)]
pub struct Task<P: Position> {
    /// The position to search.
    pub root: P,
    /// What the draw rules know of the game before it.
    pub past: Past,
    /// Only these moves at the root; empty for all.
    pub moves: Vec<P::Move>,
    /// When to end.
    pub limits: Limits,
    /// How to search.
    pub settings: Settings,
}

/// What the draw rules know of the moves that led to a position; nothing for a game without such rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// Keys of the positions before it since the last [final](Position::is_final) move, oldest first.
    pub keys: Vec<u64>,
    /// Plies since the last [progress](Position::is_progress).
    pub quiet: usize,
}

impl Past {
    /// Adds the legal move that is played at a position.
    pub fn go_on<P: Position>(&mut self, position: &P, m: P::Move) {
        self.quiet = if position.is_progress(m) { 0 } else { self.quiet + 1 };
        if position.is_final(m) {
            self.keys.clear();
        } else {
            self.keys.push(position.key());
        }
    }

    /// Why a game at this position is drawn by the way to it, one word, if it is.
    #[must_use]
    pub fn draw_reason<P: Position>(&self, position: &P) -> Option<&'static str> {
        let most = P::QUIET_PLIES?;
        if self.keys.iter().filter(|&&key| key == position.key()).count() >= 2 {
            Some("repetition")
        } else {
            (self.quiet >= most).then_some("no-progress")
        }
    }
}

/// When a search ends; the first limit reached counts, and without any it runs until stopped or
/// until the game is solved.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions, summed over all threads.
    pub nodes: Option<u64>,
    /// Look for a forced win within this many plies only.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Give no answer before being stopped.
    pub infinite: bool,
    /// Give no answer before the ponder hit; then the other limits count, the time from the hit.
    pub ponder: bool,
}

/// A player's clock at the start of its turn.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Gained with every move.
    pub increment: Duration,
    /// Moves to the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Threads, at least 1.
    pub threads: usize,
    /// Number of best lines, at least 1.
    pub multi_pv: usize,
    /// Held back from every time limit for the way of the answer to the user.
    pub move_overhead: Duration,
    /// What is left to chance is drawn with it; sequential games leave nothing to it.
    pub chance: Chance,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, multi_pv: 1, move_overhead: Duration::from_millis(10), chance: Chance::Seed(1) }
    }
}

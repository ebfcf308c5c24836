//! What a search is given.

use std::sync::Arc;
use std::time::Duration;

use petteia_core::{Position, RandomSource, Score, Tablebase};

use super::repetition::GameHistory;
use crate::{Limits, Skill};

/// A position to be searched.
#[derive(Clone, Debug)]
pub struct SearchTask<P: Position> {
    /// The position.
    pub root: P,
    /// The part of the game before it that the draw rules depend on.
    pub game_history: GameHistory,
    /// The moves that the search is restricted to at the root; empty for all.
    pub moves: Vec<P::Move>,
    /// The endgame databases that the search probes.
    pub tablebase: Option<Arc<dyn Tablebase<P>>>,
    /// When the search ends.
    pub limits: Limits,
    /// How to search.
    pub options: SearchOptions,
}

impl<P: Position> SearchTask<P> {
    /// A search of every move of a position without a history.
    #[must_use]
    pub fn new(root: P, limits: Limits) -> Self {
        Self {
            root,
            game_history: GameHistory::default(),
            moves: Vec::new(),
            tablebase: None,
            limits,
            options: SearchOptions::default(),
        }
    }
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Number of best lines, at least 1.
    pub multi_pv: usize,
    /// Time held back from every time limit, because the answer takes time to reach the user.
    pub move_overhead: Duration,
    /// What a draw by repetition or without progress is worth to the opponent of the side that searches.
    pub contempt: Score,
    /// The source of random choices. The search of a sequential game makes none at full strength.
    pub chance: RandomSource,
    /// How to play below full strength; `None` for full strength.
    pub skill: Option<Skill>,
    /// Whether a mixed strategy gives a little up to gain more from weaker opponents, by a restricted Nash response.
    pub restricted_nash_response: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            contempt: Score::DRAW,
            chance: RandomSource::Seed(1),
            skill: None,
            restricted_nash_response: false,
        }
    }
}

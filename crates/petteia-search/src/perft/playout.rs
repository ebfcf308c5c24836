//! Random playouts: a measure of the speed of move generation and play.

use petteia_core::Position;
use rand::Rng;
use rand::seq::IndexedRandom;

use crate::Control;

/// Length limit of a playout in plies.
const MAX_PLIES: usize = 1_000;

/// Counts of a run of playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Number of games.
    pub games: u64,
    /// Number of moves in all games together.
    pub moves: u64,
}

/// Plays random games from a position until they have at least `moves` moves together or `control` stops the run. Every
/// legal move is equally likely. A game ends by its rules, at the no-progress limit or after 1,000 plies. Repetitions
/// do not end it.
pub fn playouts<P: Position>(start: &P, moves: u64, rng: &mut impl Rng, control: &Control) -> Playouts {
    let mut done = Playouts::default();
    let mut moves_of_position = Vec::new();
    while done.moves < moves && !control.is_stopped() {
        done.games += 1;
        done.moves += playout(*start, &mut moves_of_position, rng);
    }
    done
}

/// Plays one random game and returns the number of its moves. `moves` is a buffer.
fn playout<P: Position>(mut position: P, moves: &mut Vec<P::Move>, rng: &mut impl Rng) -> u64 {
    let mut halfmove_clock = 0;
    for ply in 0..MAX_PLIES {
        moves.clear();
        position.for_each_move(|m| moves.push(m));
        let Some(&m) = moves.choose(rng) else { return ply as u64 };
        if let Some(limit) = P::NO_PROGRESS_LIMIT {
            halfmove_clock = if position.is_progress(m) { 0 } else { halfmove_clock + 1 };
            if halfmove_clock > limit {
                return ply as u64;
            }
        }
        position.play_unchecked(m);
    }
    MAX_PLIES as u64
}

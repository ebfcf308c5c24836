//! Random games, as a measure of how fast a game is listed and played.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::game::Position;
use crate::search::Control;

/// Random games end here at the latest.
const MOST_PLIES: usize = 1_000;

/// Random games played to their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Games.
    pub games: u64,
    /// Moves of all games together.
    pub moves: u64,
}

/// Plays games from a position with each legal move as likely as any other, until at least `moves`
/// have been played or it is stopped. A game ends by its rules, by a draw without progress, or
/// after 1,000 plies; repetition is not looked for.
pub fn playouts<P: Position>(start: &P, moves: u64, rng: &mut impl Rng, control: &Control) -> Playouts {
    let mut done = Playouts::default();
    let mut choice = Vec::new();
    while done.moves < moves && !control.is_stopped() {
        done.games += 1;
        done.moves += playout(*start, &mut choice, rng);
    }
    done
}

fn playout<P: Position>(mut position: P, choice: &mut Vec<P::Move>, rng: &mut impl Rng) -> u64 {
    let mut quiet = 0;
    for ply in 0..MOST_PLIES {
        choice.clear();
        position.for_each_move(|m| choice.push(m));
        let Some(&m) = choice.choose(rng) else { return ply as u64 };
        if let Some(most) = P::NO_PROGRESS_LIMIT {
            quiet = if position.is_progress(m) { 0 } else { quiet + 1 };
            if quiet > most {
                return ply as u64;
            }
        }
        position.play(m);
    }
    MOST_PLIES as u64
}

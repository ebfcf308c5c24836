//! Games of two players who move in turn with nothing hidden.

use crate::base::{Outcome, Side};

/// A position of a sequential game: a small value, copied and then changed by a move.
///
/// Laws, which the tests hold every game to along random games:
/// * a position without an [`outcome`](Position::outcome) has at least one move, a finished one none;
/// * the moves are distinct, and [`count_moves`](Position::count_moves) is their number,
///   [`count_replies`](Position::count_replies) that of the moves one ply later;
/// * [`key`](Position::key) depends on the position alone and not on the way to it.
pub trait Position: Copy + Eq + Send + Sync + 'static {
    /// A move; whatever the player may do at its turn, a forced pass included.
    type Move: Copy + Eq + Send + Sync + 'static;

    /// Plies in a row without [progress](Position::is_progress) after which a game is drawn; such a
    /// game is drawn by the third occurrence of a position as well. `None` for a game in which no
    /// position can occur twice.
    const NO_PROGRESS_LIMIT: Option<usize> = None;

    /// The position at the start of a game.
    fn start() -> Self;

    /// Whose turn it is.
    fn side(&self) -> Side;

    /// Calls `visit` once for each legal move, always in the same order.
    fn for_each_move(&self, visit: impl FnMut(Self::Move));

    /// The number of legal moves; games override it where counting is cheaper than listing.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// The sum of [`count_moves`](Position::count_moves) over the positions after each legal move;
    /// games override it where most of it can be had without playing.
    fn count_replies(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|m| count += self.after(m).count_moves());
        count
    }

    /// Plays a legal move. An illegal one gives a wrong position, never undefined behaviour.
    fn play(&mut self, m: Self::Move);

    /// The position after a legal move.
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = *self;
        next.play(m);
        next
    }

    /// Whether a legal move starts the count of [`NO_PROGRESS_LIMIT`](Position::NO_PROGRESS_LIMIT) anew.
    fn is_progress(&self, _m: Self::Move) -> bool {
        true
    }

    /// Whether a legal move leaves all earlier positions of a game behind for good. Such a move is always
    /// [progress](Position::is_progress).
    fn is_irreversible(&self, m: Self::Move) -> bool {
        self.is_progress(m)
    }

    /// The result, once the game is over by its rules; draws by repetition or without progress are
    /// no part of a position.
    fn outcome(&self) -> Option<Outcome>;

    /// The Zobrist key, kept up to date by [`play`](Position::play).
    fn key(&self) -> u64;
}

/// Beliefs about positions: an evaluation that the search can be built with.
pub trait Evaluate<P>: Clone + Send + Sync {
    /// The value to the side to move in centipieces; 100 is one piece.
    fn evaluate(&self, position: &P) -> i32;

    /// What the evaluation makes of each part of the position, drawn on the board, in pieces for the side to move,
    /// lines ended by `\n`; `None` where it cannot say.
    fn view(&self, _position: &P) -> Option<String> {
        None
    }
}

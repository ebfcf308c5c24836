//! Sequential games: two players move in turn, and nothing is hidden.

use std::error::Error;
use std::fmt;

use crate::network::LoadNetwork;
use crate::{Outcome, Side};

/// A move is not legal in its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl Error for IllegalMove {}

/// A position of a sequential game. It is a small value for copy-make: a search copies it and plays a move on the copy.
///
/// The tests check these laws for every game, in random games:
/// * A position without an [`outcome`](Position::outcome) has at least one move. A finished position has none.
/// * The moves are distinct. [`count_moves`](Position::count_moves) is their number, and
///   [`count_replies`](Position::count_replies) is the number of moves one ply later.
/// * [`key`](Position::key) depends on the position alone and not on the moves that led to it.
pub trait Position: Copy + Eq + Send + Sync + 'static {
    /// A move: anything that a player can do in its turn. A forced pass is a move.
    type Move: Copy + Eq + Send + Sync + 'static;

    /// No-progress limit: number of plies in a row without [progress](Position::is_progress) that end a game as a draw.
    /// A game with such a limit also ends at the third occurrence of a position. `None` for a game in which no position
    /// can occur twice.
    const NO_PROGRESS_LIMIT: Option<usize> = None;

    /// The side that loses at the third occurrence of a position; `None` if it is a draw.
    const REPETITION_LOSER: Option<Side> = None;

    /// The position at the start of a game.
    fn start() -> Self;

    /// The side to move.
    fn side(&self) -> Side;

    /// Calls `visit` once for each legal move, always in the same order.
    fn for_each_move(&self, visit: impl FnMut(Self::Move));

    /// The legal moves, in the order of [`for_each_move`](Position::for_each_move). Empty if the game is over.
    ///
    /// Where speed does not count, a loop over them makes a program smaller than a call of `for_each_move`, whose
    /// `visit` is compiled into each place of the move generator.
    #[must_use]
    #[inline(never)]
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.for_each_move(|m| moves.push(m));
        moves
    }

    /// Whether a move is legal.
    #[must_use]
    fn is_legal(&self, m: Self::Move) -> bool {
        self.listed(m).is_some()
    }

    /// The legal move that equals `m`, with all that the position adds to a move that was made elsewhere.
    #[doc(hidden)]
    fn listed(&self, m: Self::Move) -> Option<Self::Move> {
        let mut found = None;
        self.for_each_move(|legal| {
            if legal == m {
                found = Some(legal);
            }
        });
        found
    }

    /// The position after a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not legal.
    fn play(self, m: Self::Move) -> Result<Self, IllegalMove> {
        self.listed(m).map(|m| self.after(m)).ok_or(IllegalMove)
    }

    /// The number of leaves `depth` plies below the position, at most [`u64::MAX`]. Depth 0 has one leaf.
    #[must_use]
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(),
            _ => self.legal_moves().into_iter().fold(0, |sum, m| sum.saturating_add(self.after(m).perft(depth - 1))),
        }
    }

    /// The number of legal moves. A game overrides it if it can count moves faster than list them.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// The sum of [`count_moves`](Position::count_moves) over the positions after each legal move. A game overrides it
    /// if it can count most replies without playing the moves.
    fn count_replies(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|m| count += self.after(m).count_moves());
        count
    }

    /// Plays a legal move without checking it. An illegal move gives a wrong position, but never undefined behaviour.
    fn play_unchecked(&mut self, m: Self::Move);

    /// The position after a legal move.
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = *self;
        next.play_unchecked(m);
        next
    }

    /// Whether a legal move is progress: it resets the halfmove clock of
    /// [`NO_PROGRESS_LIMIT`](Position::NO_PROGRESS_LIMIT).
    fn is_progress(&self, _m: Self::Move) -> bool {
        true
    }

    /// The no-progress limit of a game that has reached this position. A game overrides it if some endgames have smaller
    /// limits than [`NO_PROGRESS_LIMIT`](Position::NO_PROGRESS_LIMIT).
    fn no_progress_limit(&self) -> Option<usize> {
        Self::NO_PROGRESS_LIMIT
    }

    /// Whether a legal move is irreversible: no earlier position of the game can occur again after it. Such a move is
    /// always [progress](Position::is_progress).
    fn is_irreversible(&self, m: Self::Move) -> bool {
        self.is_progress(m)
    }

    /// The result of a game that is over by its rules. It does not include ends by repetition or without progress,
    /// because these depend on the game history.
    fn outcome(&self) -> Option<Outcome>;

    /// The Zobrist key. [`play_unchecked`](Position::play_unchecked) updates it incrementally.
    fn key(&self) -> u64;

    /// A key that positions share if a symmetry of the game maps them to each other, so that the trees of their moves
    /// have the same shape. It may cost more than [`key`](Position::key).
    fn symmetric_key(&self) -> u64 {
        self.key()
    }
}

/// A static evaluation.
pub trait Evaluate<P>: Clone + Send + Sync {
    /// The score of a position for the side to move, in centipieces. 100 is one piece.
    fn evaluate(&self, position: &P) -> i32;

    /// A diagram of the board with the score of each piece or square, in pieces for the side to move. Every line ends
    /// with `\n`. `None` if the evaluation has no such parts.
    fn trace(&self, _position: &P) -> Option<String> {
        None
    }

    /// The network of the evaluation, which must be loaded before a position is evaluated; `None` for an evaluation
    /// without one.
    #[must_use]
    fn network() -> Option<&'static dyn LoadNetwork> {
        None
    }
}

//! Games of two players who move in turn with nothing hidden.

use crate::core::{Outcome, Side};

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
    const QUIET_PLIES: Option<usize> = None;

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

    /// Whether a legal move starts the count of [`QUIET_PLIES`](Position::QUIET_PLIES) anew.
    fn is_progress(&self, _m: Self::Move) -> bool {
        true
    }

    /// Whether a legal move leaves all earlier positions of a game behind for good. Such a move is always
    /// [progress](Position::is_progress).
    fn is_final(&self, m: Self::Move) -> bool {
        self.is_progress(m)
    }

    /// The result, once the game is over by its rules; draws by repetition or without progress are
    /// no part of a position.
    fn outcome(&self) -> Option<Outcome>;

    /// The Zobrist key, kept up to date by [`play`](Position::play).
    fn key(&self) -> u64;
}

/// What the search asks of a game beside its rules.
pub trait Searchable: Position {
    /// Upper bound of [`tag`](Searchable::tag), at most 65,535.
    const TAGS: usize;

    /// A search to the end with at most this many moves to go does without the transposition table and
    /// without [`narrowness`](Searchable::narrowness): they would cost more than they save.
    const SHALLOW: u32 = 0;

    /// Won by the higher count (the margin is the score) and not by a mating event.
    const COUNTED: bool;

    /// By how much an estimate can be wrong, in centipieces: the search's margins are parts of it. Found by matches.
    const UNCERTAINTY: i32 = 100;

    /// A number below [`TAGS`](Searchable::TAGS) that tells the legal moves of one position apart and
    /// names similar moves alike in different positions; it indexes history tables and stands in the
    /// transposition table.
    fn tag(m: Self::Move) -> usize;

    /// Pieces by which the side to move is ahead; the final margin in a finished counted game.
    fn margin(&self) -> i32;

    /// A guess of how good a move looks before any search, for ordering; higher is better,
    /// within +-1,000.
    fn promise(&self, m: Self::Move) -> i32;

    /// Whether an estimate of the position is worth nothing, because an exchange is under way or the
    /// opponent is about to win: the search then goes on below its horizon, with all moves.
    fn is_restless(&self) -> bool {
        false
    }

    /// Calls `visit` for moves of a position that is not finished whose outcome no estimate should foresee,
    /// such as captures that nobody is forced to make: where the position is not
    /// [restless](Searchable::is_restless) these alone are tried below the horizon, each against the
    /// estimate. There must be an end to any line of such moves.
    fn for_each_loud_move(&self, _visit: impl FnMut(Self::Move)) {}

    /// A move that wins at once, where the game sees it sooner than the search; not every such move need
    /// be seen.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// The number of moves, as long as this one, that the rest of the clock is to be divided by.
    fn moves_to_go(&self) -> u32;

    /// Plies beyond which a search of this position finds worse moves and not better ones, by measurement; it stops
    /// there unless it is asked for a depth or for no end.
    fn deepest(&self) -> Option<u32> {
        None
    }

    /// The most moves that the rest of the game can have, passes apart, if there is a bound.
    fn most_moves(&self) -> Option<u32> {
        None
    }

    /// How narrow a move makes the rest of the game, for the order of moves in a search to the end;
    /// higher is better, 1,000 is one reply of the opponent less.
    fn narrowness(&self, m: Self::Move) -> i32 {
        -1_000 * self.after(m).count_moves() as i32
    }

    /// The final margin for the side to move of a counted game, where the game can tell it at once or
    /// has a solver of its own for the last moves: exact between the bounds, at or outside them a bound
    /// itself. Adds the number of positions that it looked at to `nodes`.
    fn solve(&self, _alpha: i32, _beta: i32, _nodes: &mut u64) -> Option<i32> {
        None
    }

    /// About how many positions a search to the end of the game visits, where that is within reach;
    /// the search then attempts an exact solution.
    fn solution_cost(&self) -> Option<u64> {
        None
    }
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

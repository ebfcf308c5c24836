//! What the search asks of a sequential game beside its rules, in parts: a game implements what it has.

use super::Position;

/// A game that the search can search.
pub trait Searchable: MoveOrdering + NoisyMoves + Solving + Timing {}

impl<P: MoveOrdering + NoisyMoves + Solving + Timing> Searchable for P {}

/// Names of moves for the tables of the search, and a first guess at their order.
pub trait MoveOrdering: Position {
    /// Upper bound of [`move_index`](MoveOrdering::move_index), at most 65,535.
    const MOVE_INDICES: usize;

    /// A number below [`MOVE_INDICES`](MoveOrdering::MOVE_INDICES) that tells the legal moves of one position apart and
    /// is the same for similar moves in different positions. It indexes history tables and stands in the transposition
    /// table.
    fn move_index(m: Self::Move) -> usize;

    /// A guess of how good a move is, before any search; higher is better, within +-1,000.
    fn ordering_score(&self, m: Self::Move) -> i32;
}

/// Positions and moves that a static evaluation cannot judge.
pub trait NoisyMoves: Position {
    /// Whether the position is unstable: an exchange is under way, or the opponent is about to win. The search then goes
    /// on below its horizon, with all moves.
    fn is_unstable(&self) -> bool {
        false
    }

    /// Calls `visit` for each noisy move of a position that is not finished, such as a capture that nobody is forced to
    /// make. In a position that is not [unstable](NoisyMoves::is_unstable) quiescence searches these alone. Every line of
    /// noisy moves must end.
    fn for_each_noisy_move(&self, _visit: impl FnMut(Self::Move)) {}

    /// A move that wins at once, where the game sees it sooner than the search; it need not see every such move.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }
}

/// What the game knows of its end, and how it is won.
pub trait Solving: Position {
    /// Won by the higher count, so that the score is the margin, and not by a mating event.
    const WON_BY_MARGIN: bool;

    /// The scale of evaluation margins, in centipieces: how wrong an evaluation can be. Found by matches.
    const MARGIN_SCALE: i32 = 100;

    /// An exact search with at most this many plies to go uses neither the transposition table nor
    /// [`mobility_score`](Solving::mobility_score), which would cost more than they save.
    const PLIES_WITHOUT_TT: u32 = 0;

    /// Pieces by which the side to move is ahead; the final margin in a finished game that is won by margin.
    fn margin(&self) -> i32;

    /// A bound on the plies of the rest of the game, passes apart, if there is one.
    fn plies_left_bound(&self) -> Option<u32> {
        None
    }

    /// Mobility (fastest-first) ordering for exact searches: the fewer replies a move leaves, the higher; 1,000 is one
    /// reply.
    fn mobility_score(&self, m: Self::Move) -> i32 {
        -1_000 * self.after(m).count_moves() as i32
    }

    /// The final margin for the side to move in a game won by margin, where the game can tell it at once or has a solver
    /// of its own for the last moves: exact between the bounds, and a bound itself at or outside them. Adds the number of
    /// positions visited to `nodes`.
    fn solve(&self, _alpha: i32, _beta: i32, _nodes: &mut u64) -> Option<i32> {
        None
    }

    /// Positions that a search to the end of the game visits, roughly, where that is within reach; the search then
    /// attempts an exact solution.
    fn solution_cost(&self) -> Option<u64> {
        None
    }
}

/// How the search should spend its time.
pub trait Timing: Position {
    /// The number of moves, as long as this one, that the rest of the clock is divided by.
    fn moves_to_go(&self) -> u32;

    /// Depth cap: the search stops there unless it is asked for a depth or for no end, since a deeper search has been
    /// measured to find worse moves.
    fn depth_cap(&self) -> Option<u32> {
        None
    }
}

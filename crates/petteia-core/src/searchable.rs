//! What the search needs from a sequential game in addition to its rules. Each trait is one part.

use super::Position;

/// A game that the alpha-beta search can play.
pub trait Searchable: MoveOrdering + NoisyMoves + Scoring + Solving + Timing {}

impl<P: MoveOrdering + NoisyMoves + Scoring + Solving + Timing> Searchable for P {}

/// Move ordering: indices of moves for the tables of the search, and static ordering scores.
pub trait MoveOrdering: Position {
    /// Upper bound of [`move_index`](MoveOrdering::move_index), at most 65,535.
    const MOVE_INDICES: usize;

    /// The index of a move, below [`MOVE_INDICES`](MoveOrdering::MOVE_INDICES). The legal moves of one position have
    /// different indices, and similar moves of different positions have the same index. The history tables and the
    /// transposition table use it.
    fn move_index(m: Self::Move) -> usize;

    /// The static ordering score of a move, from -1,000 to 1,000. The search tries moves with a higher score first.
    fn ordering_score(&self, m: Self::Move) -> i32;

    /// [`ordering_score`](MoveOrdering::ordering_score) for all moves of the position. A game overrides this if the moves
    /// share work, or if most of them have the same score.
    fn ordering_scores(&self) -> impl Fn(Self::Move) -> i32 {
        |m| self.ordering_score(m)
    }
}

/// Quiescence: the positions and moves for which a static evaluation is not reliable.
pub trait NoisyMoves: Position {
    /// Whether the position is unstable: the players are in the middle of an exchange, or the opponent threatens to
    /// win. The search then searches all moves below its horizon too.
    fn is_unstable(&self) -> bool {
        false
    }

    /// Calls `visit` for each noisy move, such as a capture, of a position that is not finished. In a position that is
    /// not [unstable](NoisyMoves::is_unstable), quiescence searches only these moves. Every line of noisy moves must
    /// end.
    fn for_each_noisy_move(&self, _visit: impl FnMut(Self::Move)) {}

    /// A move that wins at once, if the game finds one without a search. It need not find every such move.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }
}

/// A shallow search that predicts the result of the game, for ProbCut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbCutModel {
    /// Its depth in plies.
    pub depth: i32,
    /// Standard deviation of the difference between its value and the result, in centipieces.
    pub error: i32,
    /// Rough number of nodes of a selective search to the end that uses such probes.
    pub cost: u64,
}

/// How a game is won, and how far its evaluation can be trusted.
pub trait Scoring: Position {
    /// Whether the game is won by margin: the player with the higher count wins, and the score is the difference. Other
    /// games are won by a mating event.
    const WON_BY_MARGIN: bool;

    /// The typical error of the evaluation, in centipieces. The pruning of the search is measured in it. Tuned by
    /// matches.
    const EVAL_ERROR: i32 = 100;

    /// The lead of the side to move, in pieces. In a finished game that is won by margin, it is the final margin.
    fn margin(&self) -> i32;
}

/// What a search to the end of the game uses.
pub trait Solving: Position {
    /// What the game's own solver remembers from one position to the next in a search; `()` for a game without.
    type Solver: Default;

    /// Number of plies left up to which an exact search uses neither the transposition table nor
    /// [`mobility_score`](Solving::mobility_score). So near the end they cost more time than they save.
    const PLIES_WITHOUT_TT: u32 = 0;

    /// An upper bound of the number of plies left in the game, without passes. `None` if there is no bound.
    fn plies_left_bound(&self) -> Option<u32> {
        None
    }

    /// Fastest-first ordering score for exact searches: the fewer replies a move leaves, the higher its score. One
    /// reply is 1,000.
    fn mobility_score(&self, m: Self::Move) -> i32 {
        -1_000 * self.after(m).count_moves() as i32
    }

    /// The final margin for the side to move in a game won by margin, if the game can solve the position itself. The
    /// result is exact between `alpha` and `beta`, and a bound (fail-soft) at or outside of them. It visits hardly more
    /// positions than `budget`, and lowers `budget` by their number.
    fn solve(&self, _solver: &mut Self::Solver, _alpha: i32, _beta: i32, _budget: &mut u64) -> Option<i32> {
        None
    }

    /// The probe of this position, if its error has been measured. Selective searches to the end of the game then come
    /// before the exact one, and the game must be [won by margin](Scoring::WON_BY_MARGIN).
    fn prob_cut_model(&self) -> Option<ProbCutModel> {
        None
    }
}

/// Time management hints of a game.
pub trait Timing: Position {
    /// Divisor of the [cost](Timing::solution_cost) of an exact search. The search attempts one after as many nodes as
    /// the quotient.
    const SOLVE_AFTER: u64 = 24;

    /// Number of nodes of an exact search in the time of one of another search, if the cost is so well known that an
    /// exact search is attempted only if the time left is enough for it.
    const EXACT_SPEED: Option<u64> = None;

    /// The expected number of moves left: the time on the clock is divided by it.
    fn moves_to_go(&self) -> u32;

    /// Depth limit, in plies, of a search that has no depth limit of its own and must end by itself. A game sets one
    /// if deeper searches play worse in matches.
    fn depth_cap(&self) -> Option<u32> {
        None
    }

    /// The rough number of nodes of an exact search to the end of the game. The search attempts one only if this is not
    /// `None`.
    fn solution_cost(&self) -> Option<u64> {
        None
    }
}

//! What the rule books of draughts differ in, as constants. [`books`](super::books) has the rule books.

use super::rays::Rays;

/// A colour. White starts at the bottom of the board, on the high numbers, and moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// White, written `W`.
    White,
    /// Black, written `B`.
    Black,
}

/// When a man that reaches its crowning row during a capture becomes a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// At once, and the capture ends there.
    EndsCapture,
    /// At the end of the move, if it stands there then.
    AtEnd,
    /// At once, and the capture continues as that of a king.
    DuringCapture,
}

/// Which captures are legal if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// All of them.
    Free,
    /// Those of the most pieces.
    Most,
    /// Those of the greatest value, in which a king is worth almost two men; then those by a king.
    Value,
    /// Those of the most pieces; then those by a king; then those of the most kings; then those that take kings earliest.
    MostAndStrongest,
}

/// How the game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The opponent has no legal move.
    Block,
    /// The player to move has no legal move.
    BeBlocked,
    /// The opponent has no legal move, or the player has a king.
    King,
}

/// An endgame with a limit of its own: a single king against few pieces, a king among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleKingLimit {
    /// Number of pieces of the other side.
    pub pieces: u32,
    /// Whether some of them may be men.
    pub with_men: bool,
    /// Whether the single king must stand on the long diagonal, and no other piece.
    pub on_long_diagonal: bool,
    /// The no-progress limit, in plies.
    pub limit: usize,
}

/// The rules of one game. The rules that all share are in the code.
pub trait Rules: Copy + Eq + Send + Sync + std::fmt::Debug + 'static {
    /// Name of the game.
    const NAME: &'static str;
    /// Number of dark squares in a row; the board has twice as many rows.
    const ROW: u32;
    /// The board is the mirror image of the usual one: the corner at the right of a player is dark.
    const MIRRORED: bool = false;
    /// Squares are written as file and rank, such as `c3`, and not as numbers.
    const ALGEBRAIC: bool = false;
    /// The colour that moves first.
    const FIRST: Colour;
    /// Kings move, capture and land at any distance.
    const FLYING_KINGS: bool;
    /// Men capture backward as well as forward.
    const MEN_CAPTURE_BACKWARD: bool;
    /// Men capture kings.
    const MEN_CAPTURE_KINGS: bool = true;
    /// Pieces capture along rows and files too.
    const ORTHOGONAL_CAPTURES: bool = false;
    /// A flying king whose last victim is a king lands just behind it.
    const HALTS_BEHIND_KING: bool = false;
    /// Which captures are legal.
    const PRECEDENCE: Precedence;
    /// When a man becomes a king during a capture.
    const CROWNING: Crowning;
    /// A king that has made three moves in a row without a capture rests while its side has a man, until that side has
    /// made another move.
    const KINGS_REST: bool = false;
    /// How the game is won.
    const GOAL: Goal = Goal::Block;
    /// No-progress limit: number of plies in a row without a capture or a man's move after which the game is a draw. `None`
    /// if no position can occur twice.
    const NO_PROGRESS_LIMIT: Option<usize>;
    /// The endgames with smaller limits. The first that fits a position counts.
    const SINGLE_KING_LIMITS: &'static [SingleKingLimit] = &[];

    /// The diagonal rays of the board.
    fn rays() -> &'static Rays;

    /// The rays along rows and files, if there are captures along them.
    #[must_use]
    fn orthogonal_rays() -> &'static Rays {
        Self::rays()
    }
}

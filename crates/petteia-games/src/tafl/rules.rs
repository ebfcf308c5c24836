//! The rules in which the games differ, as constants.

use std::fmt::Debug;

use petteia_core::Side;

use super::position::{Piece, WHITE};

/// The rules of a game. Points are those of the page of the game in `docs/games`.
pub trait Rules: Copy + Eq + Debug + Send + Sync + 'static {
    /// The men at the start of the game with their files and ranks. Each stands for four, by quarter turns of the board.
    const MEN: &'static [(Piece, usize, usize)];
    /// Whether the king helps to capture.
    const IS_KING_ARMED: bool;
    /// Whether the king may end a move on the empty throne.
    const CAN_KING_RETURN: bool;
    /// Whether an empty corner helps to capture men of either side, and a king who is captured like them.
    const ARE_CORNERS_HOSTILE: bool;
    /// Whether the empty throne helps to capture men of either side.
    const IS_THRONE_HOSTILE: bool;
    /// How the king is captured.
    const KING_CAPTURE: KingCapture;
    /// Whether there are shieldwalls, exit forts and surrounding.
    const HAS_EDGE_RULES: bool;
    /// The side that loses at the third occurrence of a position; `None` if it is a draw.
    const REPETITION_LOSER: Option<Side>;
}

/// How the king is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingCapture {
    /// Like a man, between two enemies.
    Custodial,
    /// By attackers on all sides. The empty throne closes a side, and so does the edge of the board.
    SurroundedOrAtEdge,
    /// By attackers on all four sides, but not at the edge of the board. The empty throne closes a side.
    Surrounded,
}

/// The rules of Tablut. The defenders start in a square if `SQUARE` is true, else in a cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablutRules<const SQUARE: bool>;

impl<const SQUARE: bool> Rules for TablutRules<SQUARE> {
    const MEN: &'static [(Piece, usize, usize)] = &[
        (Piece::Mercenary, 3, 0),
        (Piece::Mercenary, 4, 0),
        (Piece::Mercenary, 5, 0),
        (Piece::Mercenary, 4, 1),
        (Piece::Guard, 4, 3),
        if SQUARE { (Piece::Guard, 3, 3) } else { (Piece::Guard, 4, 2) },
    ];
    const IS_KING_ARMED: bool = false; // point 4
    const CAN_KING_RETURN: bool = false; // point 2
    const ARE_CORNERS_HOSTILE: bool = false; // point 4
    const IS_THRONE_HOSTILE: bool = false; // point 4
    const KING_CAPTURE: KingCapture = KingCapture::SurroundedOrAtEdge; // point 5
    const HAS_EDGE_RULES: bool = false;
    const REPETITION_LOSER: Option<Side> = None; // point 7
}

/// The rules of Brandub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrandubRules;

impl Rules for BrandubRules {
    const MEN: &'static [(Piece, usize, usize)] =
        &[(Piece::Mercenary, 3, 0), (Piece::Mercenary, 3, 1), (Piece::Guard, 3, 2)];
    const IS_KING_ARMED: bool = true; // point 3
    const CAN_KING_RETURN: bool = true; // point 2
    const ARE_CORNERS_HOSTILE: bool = true; // point 3
    const IS_THRONE_HOSTILE: bool = false; // point 3
    const KING_CAPTURE: KingCapture = KingCapture::Custodial; // point 4
    const HAS_EDGE_RULES: bool = false;
    const REPETITION_LOSER: Option<Side> = None; // point 6
}

/// The rules of Copenhagen Hnefatafl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopenhagenRules;

impl Rules for CopenhagenRules {
    const MEN: &'static [(Piece, usize, usize)] = &[
        (Piece::Mercenary, 3, 0),
        (Piece::Mercenary, 4, 0),
        (Piece::Mercenary, 5, 0),
        (Piece::Mercenary, 6, 0),
        (Piece::Mercenary, 7, 0),
        (Piece::Mercenary, 5, 1),
        (Piece::Guard, 5, 3),
        (Piece::Guard, 5, 4),
        (Piece::Guard, 4, 4),
    ];
    const IS_KING_ARMED: bool = true; // point 3
    const CAN_KING_RETURN: bool = true; // point 2
    const ARE_CORNERS_HOSTILE: bool = true; // point 3
    const IS_THRONE_HOSTILE: bool = true; // point 3
    const KING_CAPTURE: KingCapture = KingCapture::Surrounded; // point 6
    const HAS_EDGE_RULES: bool = true; // points 4, 5 and 7
    const REPETITION_LOSER: Option<Side> = Some(WHITE); // point 8
}

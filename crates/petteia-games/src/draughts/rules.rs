//! The rules in which the two games differ, as constants.

use super::board::{Rays, rays};
#[cfg(feature = "evaluations")]
use super::eval::{self, DraughtsNetwork};

/// A colour. White starts at the bottom of the board, on the high numbers, and moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// White, written `W`.
    White,
    /// Black, written `B`.
    Black,
}

/// The rules of one of the two games. The rules that both share are in the code.
pub trait Rules: Copy + Eq + Send + Sync + std::fmt::Debug + 'static {
    /// Name of the game, in the names of its endgame databases.
    const NAME: &'static str;
    /// Number of dark squares in a row; the board has twice as many rows.
    const ROW: u32;
    /// The colour that moves first.
    const FIRST: Colour;
    /// Kings move, capture and land at any distance.
    const FLYING_KINGS: bool;
    /// Men capture backward as well as forward.
    const MEN_CAPTURE_BACKWARD: bool;
    /// Only captures that take the largest number of pieces are legal.
    const MAJORITY: bool;
    /// A man that reaches its crowning row during a capture becomes a king and stops. Otherwise it continues as a man.
    const CROWNING_ENDS_CAPTURE: bool;
    /// No-progress limit: number of plies in a row without a capture or a man's move after which the game is a draw.
    const NO_PROGRESS_LIMIT: usize;

    /// The rays of the board.
    fn rays() -> &'static Rays;

    /// The network of the evaluation.
    #[cfg(feature = "evaluations")]
    fn network() -> &'static DraughtsNetwork;
}

/// English draughts, the rules of the World Checkers Draughts Federation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnglishRules;

impl Rules for EnglishRules {
    const NAME: &'static str = "checkers";
    const ROW: u32 = 4; // point 1: 32 squares of a board of 8x8
    const FIRST: Colour = Colour::Black; // point 3
    const FLYING_KINGS: bool = false; // points 6 and 7: to the next square
    const MEN_CAPTURE_BACKWARD: bool = false; // point 5
    const MAJORITY: bool = false; // point 8: any capture may be chosen
    const CROWNING_ENDS_CAPTURE: bool = true; // point 9
    const NO_PROGRESS_LIMIT: usize = 80; // point 10: forty moves of each side

    fn rays() -> &'static Rays {
        static RAYS: Rays = rays(EnglishRules::ROW);
        &RAYS
    }

    #[cfg(feature = "evaluations")]
    fn network() -> &'static DraughtsNetwork {
        &eval::ENGLISH
    }
}

/// International draughts, the rules of the Fédération Mondiale du Jeu de Dames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InternationalRules;

impl Rules for InternationalRules {
    const NAME: &'static str = "draughts";
    const ROW: u32 = 5; // point 1: 50 squares of a board of 10x10
    const FIRST: Colour = Colour::White; // point 3
    const FLYING_KINGS: bool = true; // points 6 and 7
    const MEN_CAPTURE_BACKWARD: bool = true; // point 5
    const MAJORITY: bool = true; // point 8
    const CROWNING_ENDS_CAPTURE: bool = false; // point 9
    const NO_PROGRESS_LIMIT: usize = 50; // point 10: 25 moves of each side

    fn rays() -> &'static Rays {
        static RAYS: Rays = rays(InternationalRules::ROW);
        &RAYS
    }

    #[cfg(feature = "evaluations")]
    fn network() -> &'static DraughtsNetwork {
        &eval::INTERNATIONAL
    }
}

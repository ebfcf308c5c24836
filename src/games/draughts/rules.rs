//! The two rule books, as constants.

use super::board::{Rays, rays};

/// The two colours. White sits at the bottom, where the high numbers are, and moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// `W`.
    White,
    /// `B`.
    Black,
}

/// What the two games differ in; the rules that they share are in the code.
pub trait Rules: Copy + Eq + Send + Sync + std::fmt::Debug + 'static {
    /// Squares in use of a row; the board has twice as many rows.
    const ROW: u32;
    /// Who makes the first move of a game.
    const FIRST: Colour;
    /// Kings move any distance, and capture from any distance and land at any distance.
    const FLYING_KINGS: bool;
    /// Men capture backward as well as forward.
    const MEN_CAPTURE_BACKWARD: bool;
    /// Only captures that take the most pieces are legal.
    const MAJORITY: bool;
    /// A man that reaches the far row in mid-capture becomes a king and stops; else it goes on as the
    /// man that it is.
    const CROWNING_ENDS_CAPTURE: bool;
    /// Plies in a row without a capture or a man's move after which a game is drawn.
    const QUIET_PLIES: usize;

    /// The lines of the board.
    fn rays() -> &'static Rays;
}

/// English draughts, the rules of the World Checkers Draughts Federation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct English;

impl Rules for English {
    const ROW: u32 = 4; // WCDF 1.1: the 32 dark squares of an 8x8 board
    const FIRST: Colour = Colour::Black; // WCDF 1.9
    const FLYING_KINGS: bool = false; // WCDF 1.13: a king moves one square
    const MEN_CAPTURE_BACKWARD: bool = false; // WCDF 1.14
    const MAJORITY: bool = false; // WCDF 1.19: any capture may be chosen
    const CROWNING_ENDS_CAPTURE: bool = true; // WCDF 1.17
    const QUIET_PLIES: usize = 80; // WCDF 1.32: forty moves of each side

    fn rays() -> &'static Rays {
        static RAYS: Rays = rays(English::ROW);
        &RAYS
    }
}

/// International draughts, the rules of the Fédération Mondiale du Jeu de Dames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tournament;

impl Rules for Tournament {
    const ROW: u32 = 5; // FMJD 2.1: the 50 dark squares of a 10x10 board
    const FIRST: Colour = Colour::White; // FMJD 2.7
    const FLYING_KINGS: bool = true; // FMJD 3.9
    const MEN_CAPTURE_BACKWARD: bool = true; // FMJD 4.2
    const MAJORITY: bool = true; // FMJD 4.13
    const CROWNING_ENDS_CAPTURE: bool = false; // FMJD 4.15
    const QUIET_PLIES: usize = 50; // FMJD 6.2: 25 moves of each side

    fn rays() -> &'static Rays {
        static RAYS: Rays = rays(Tournament::ROW);
        &RAYS
    }
}

//! The rule books. Numbered points are those of the rules in `docs/games/draughts.md`, which names the sources.

use super::rays::{Rays, orthogonal_rays, rays};
use super::rules::{Colour, Crowning, Goal, Precedence, Rules, SingleKingLimit};

/// The rays of the 8x8 board.
static RAYS_8X8: Rays = rays(4);
/// The rays of the 10x10 board.
static RAYS_10X10: Rays = rays(5);

/// English draughts, the rules of the World Checkers Draughts Federation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnglishRules;

impl Rules for EnglishRules {
    const NAME: &'static str = "checkers";
    const ROW: u32 = 4; // point 1: 32 squares of a board of 8x8
    const FIRST: Colour = Colour::Black; // point 3
    const FLYING_KINGS: bool = false; // points 6 and 7: to the next square
    const MEN_CAPTURE_BACKWARD: bool = false; // point 5
    const PRECEDENCE: Precedence = Precedence::Free; // point 8: any capture may be chosen
    const CROWNING: Crowning = Crowning::EndsCapture; // point 9
    const NO_PROGRESS_LIMIT: Option<usize> = Some(80); // point 10: forty moves of each side

    fn rays() -> &'static Rays {
        &RAYS_8X8
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
    const PRECEDENCE: Precedence = Precedence::Most; // point 8
    const CROWNING: Crowning = Crowning::AtEnd; // point 9
    const NO_PROGRESS_LIMIT: Option<usize> = Some(50); // point 10: 25 moves of each side

    fn rays() -> &'static Rays {
        &RAYS_10X10
    }
}

/// Russian draughts, the rules of the Section-64 of the FMJD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RussianRules;

impl Rules for RussianRules {
    const NAME: &'static str = "russian";
    const ROW: u32 = 4; // point 1
    const ALGEBRAIC: bool = true;
    const FIRST: Colour = Colour::White; // point 3
    const FLYING_KINGS: bool = true; // points 6 and 7
    const MEN_CAPTURE_BACKWARD: bool = true; // point 5
    const PRECEDENCE: Precedence = Precedence::Free; // point 8
    const CROWNING: Crowning = Crowning::DuringCapture; // point 9
    const NO_PROGRESS_LIMIT: Option<usize> = Some(30); // point 10: 15 moves of each side
    const SINGLE_KING_LIMITS: &'static [SingleKingLimit] = &SECTION_64_LIMITS;

    fn rays() -> &'static Rays {
        &RAYS_8X8
    }
}

/// Endgames of Section-64: five moves of each side.
const SECTION_64_LIMITS: [SingleKingLimit; 3] = [
    SingleKingLimit { pieces: 1, with_men: false, on_long_diagonal: false, limit: 10 },
    SingleKingLimit { pieces: 2, with_men: true, on_long_diagonal: false, limit: 10 },
    SingleKingLimit { pieces: 3, with_men: true, on_long_diagonal: true, limit: 10 },
];

/// Brazilian draughts: International draughts on 8x8 squares, with the draws of Section-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrazilianRules;

impl Rules for BrazilianRules {
    const NAME: &'static str = "brazilian";
    const ROW: u32 = 4; // point 1
    const ALGEBRAIC: bool = true;
    const FIRST: Colour = Colour::White; // point 3
    const FLYING_KINGS: bool = true; // points 6 and 7
    const MEN_CAPTURE_BACKWARD: bool = true; // point 5
    const PRECEDENCE: Precedence = Precedence::Most; // point 8
    const CROWNING: Crowning = Crowning::AtEnd; // point 9
    const NO_PROGRESS_LIMIT: Option<usize> = RussianRules::NO_PROGRESS_LIMIT; // point 10
    const SINGLE_KING_LIMITS: &'static [SingleKingLimit] = RussianRules::SINGLE_KING_LIMITS;

    fn rays() -> &'static Rays {
        &RAYS_8X8
    }
}

/// Italian draughts, the rules of the Federazione Italiana Dama.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItalianRules;

impl Rules for ItalianRules {
    const NAME: &'static str = "italian";
    const ROW: u32 = 4; // point 1
    const MIRRORED: bool = true; // point 1
    const FIRST: Colour = Colour::White; // point 3
    const FLYING_KINGS: bool = false; // points 6 and 7
    const MEN_CAPTURE_BACKWARD: bool = false; // point 5
    const MEN_CAPTURE_KINGS: bool = false; // point 5
    const PRECEDENCE: Precedence = Precedence::MostAndStrongest; // point 8
    const CROWNING: Crowning = Crowning::EndsCapture; // point 9
    const NO_PROGRESS_LIMIT: Option<usize> = Some(80); // point 10: forty moves of each side

    fn rays() -> &'static Rays {
        &RAYS_8X8
    }
}

/// Frisian draughts, the rules of the Frisian Draughts Federation (PFDB).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrisianRules;

impl Rules for FrisianRules {
    const NAME: &'static str = "frisian";
    const ROW: u32 = 5; // point 1
    const FIRST: Colour = Colour::White; // point 3
    const FLYING_KINGS: bool = true; // points 6 and 7
    const MEN_CAPTURE_BACKWARD: bool = true; // point 5
    const ORTHOGONAL_CAPTURES: bool = true; // points 5 and 7
    const PRECEDENCE: Precedence = Precedence::Value; // point 8
    const CROWNING: Crowning = Crowning::AtEnd; // point 9
    const KINGS_REST: bool = true; // point 6
    const NO_PROGRESS_LIMIT: Option<usize> = Some(50); // point 10: 25 moves of each side
    const SINGLE_KING_LIMITS: &'static [SingleKingLimit] = &[
        // Seven moves of each side.
        SingleKingLimit { pieces: 2, with_men: false, on_long_diagonal: false, limit: 14 },
        // Two moves of each side, as on lidraughts.
        SingleKingLimit { pieces: 1, with_men: false, on_long_diagonal: false, limit: 4 },
    ];

    fn rays() -> &'static Rays {
        &RAYS_10X10
    }

    fn orthogonal_rays() -> &'static Rays {
        static RAYS: Rays = orthogonal_rays::<FrisianRules>();
        &RAYS
    }
}

/// Killer draughts: International draughts in which a king halts behind a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KillerRules;

impl Rules for KillerRules {
    const NAME: &'static str = "killer";
    const ROW: u32 = 5; // point 1
    const FIRST: Colour = Colour::White; // point 3
    const FLYING_KINGS: bool = true; // points 6 and 7
    const MEN_CAPTURE_BACKWARD: bool = true; // point 5
    const HALTS_BEHIND_KING: bool = true; // point 7
    const PRECEDENCE: Precedence = Precedence::Most; // point 8
    const CROWNING: Crowning = Crowning::AtEnd; // point 9
    const NO_PROGRESS_LIMIT: Option<usize> = Some(50); // point 10

    fn rays() -> &'static Rays {
        &RAYS_10X10
    }
}

/// Breakthrough: International draughts that the first king wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakthroughRules;

impl Rules for BreakthroughRules {
    const NAME: &'static str = "breakthrough";
    const ROW: u32 = 5; // point 1
    const FIRST: Colour = Colour::White; // point 3
    const FLYING_KINGS: bool = true; // no king ever moves
    const MEN_CAPTURE_BACKWARD: bool = true; // point 5
    const PRECEDENCE: Precedence = Precedence::Most; // point 8
    const CROWNING: Crowning = Crowning::AtEnd; // point 9
    const GOAL: Goal = Goal::King; // point 12
    const NO_PROGRESS_LIMIT: Option<usize> = None; // every move is progress

    fn rays() -> &'static Rays {
        &RAYS_10X10
    }
}

/// Antidraughts: International draughts that the player without a move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntidraughtsRules;

impl Rules for AntidraughtsRules {
    const NAME: &'static str = "antidraughts";
    const ROW: u32 = 5; // point 1
    const FIRST: Colour = Colour::White; // point 3
    const FLYING_KINGS: bool = true; // points 6 and 7
    const MEN_CAPTURE_BACKWARD: bool = true; // point 5
    const PRECEDENCE: Precedence = Precedence::Most; // point 8
    const CROWNING: Crowning = Crowning::AtEnd; // point 9
    const GOAL: Goal = Goal::BeBlocked; // point 12
    const NO_PROGRESS_LIMIT: Option<usize> = Some(usize::MAX); // only the third occurrence of a position is a draw

    fn rays() -> &'static Rays {
        &RAYS_10X10
    }
}

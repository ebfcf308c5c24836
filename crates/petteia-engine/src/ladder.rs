//! The levels of each game: their parameters, and their ratings by matches between them.
//!
//! `examples/ladder.rs` has chosen the strengths so that neighbours differ by about the same, and has measured the
//! ratings. [docs/play.md](../../../docs/play.md#levels) has the results.

use petteia_search::{Skill, SkillRange};

use super::{Level, Variant};

/// The levels of a game.
pub struct Ladder {
    /// What strengths mean in the game.
    pub range: SkillRange,
    /// The strength of each level below full strength, in thousandths.
    strengths: [u16; Level::HIGHEST as usize],
    /// The rating of each level. Level 0 has the same in every game.
    ratings: [u16; Level::HIGHEST as usize + 1],
}

impl Ladder {
    /// The levels of a game.
    #[must_use]
    pub fn of(variant: &Variant) -> &'static Self {
        // A game without levels of its own is one of the tests.
        LADDERS.iter().find(|(names, _)| names.contains(&variant.name)).map_or(&UNKNOWN, |(_, ladder)| ladder)
    }

    /// The strength of a level below full strength, from 0 to 1.
    #[must_use]
    pub fn strength(&self, level: u8) -> f64 {
        f64::from(self.strengths[usize::from(level)]) / 1000.0
    }

    /// The rating of a level.
    #[must_use]
    pub fn rating(&self, level: u8) -> u16 {
        self.ratings[usize::from(level)]
    }

    /// The strength at a rating, and the highest level that is not above it. `None` from full strength on.
    #[must_use]
    pub fn strength_at(&self, rating: u64) -> Option<(f64, u8)> {
        let rating = f64::from(u16::try_from(rating).unwrap_or(u16::MAX)).max(f64::from(self.ratings[0]));
        let above = (1..=Level::HIGHEST).find(|&level| f64::from(self.rating(level)) > rating)?;
        let below = above - 1;
        let [low, high] = [below, above].map(|level| f64::from(self.rating(level)));
        let highest = if above == Level::HIGHEST { 1.0 } else { self.strength(above) };
        let share = (rating - low) / (high - low);
        Some((self.strength(below) + share * (highest - self.strength(below)), below))
    }

    /// How the game is played at a strength.
    #[must_use]
    pub fn skill(&self, strength: f64, is_careful: bool) -> Skill {
        Skill::of_strength(strength, &self.range, is_careful)
    }
}

/// Strengths at equal distances.
const EVEN: [u16; 20] =
    [0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650, 700, 750, 800, 850, 900, 1000];
/// Ratings at equal distances.
const EVEN_RATINGS: [u16; 21] = [
    500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2100, 2200, 2300, 2400,
    2500,
];

/// Levels by even strengths, for a game with these nodes at strengths 0 and 1, and depth and temperature at strength 0.
const fn even(nodes: [f64; 2], depth: u32, temperature: f64) -> Ladder {
    Ladder { range: SkillRange { nodes, depth, temperature }, strengths: EVEN, ratings: EVEN_RATINGS }
}

static UNKNOWN: Ladder = even([200.0, 30_000.0], 1, 100.0);

static LADDERS: [(&[&str], Ladder); 10] = [
    (&["dvonn"], even([1_000.0, 30_000.0], 2, 1500.0)),
    (&["reversi"], even([200.0, 30_000.0], 1, 900.0)),
    (&["checkers"], even([200.0, 30_000.0], 1, 130.0)),
    (&["draughts"], even([200.0, 30_000.0], 1, 100.0)),
    (&["gonu"], even([3_000.0, 30_000.0], 2, 300.0)),
    (&["tablut", "tablut-square"], even([3_000.0, 30_000.0], 2, 500.0)),
    (
        &[
            "latrunculi",
            "latrunculi-8x7",
            "latrunculi-12x8",
            "latrunculi-12x9",
            "latrunculi-19x11",
            "latrunculi-conversion",
        ],
        even([3_000.0, 30_000.0], 2, 300.0),
    ),
    (&["sparta"], even([3_000.0, 30_000.0], 2, 250.0)),
    (&["epigo"], even([40_000.0, 600_000.0], 1, 0.0)),
    (&["dixit"], even([50.0, 20_000.0], 1, 0.0)),
];

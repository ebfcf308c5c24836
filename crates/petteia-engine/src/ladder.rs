//! The levels of each game: their parameters, and their ratings by matches between them.
//!
//! `examples/ladder` has chosen the strengths so that neighbours differ by about the same, and has measured the
//! ratings. [docs/play.md](../../../docs/play.md#levels) has the results.

use petteia_search::{Skill, SkillRange};

use super::{Level, Variant};

/// The levels of a game.
pub struct Ladder {
    /// What strengths mean in the game.
    range: SkillRange,
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

/// The strengths of the levels below full strength, in thousandths, and the ratings of all levels.
struct Levels {
    strengths: [u16; Level::HIGHEST as usize],
    ratings: [u16; Level::HIGHEST as usize + 1],
}

impl Levels {
    /// The levels in a game with these nodes at strengths 0 and 1, and this depth and temperature at strength 0.
    const fn over(self, nodes: [f64; 2], depth: u32, temperature: f64) -> Ladder {
        let Self { strengths, ratings } = self;
        Ladder { range: SkillRange { nodes, depth, temperature }, strengths, ratings }
    }
}

/// Levels by even strengths, of a game that has not been measured.
const fn even(nodes: [f64; 2], depth: u32, temperature: f64) -> Ladder {
    let strengths = [0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650, 700, 750, 800, 850, 900, 1000];
    let mut ratings = [500; Level::HIGHEST as usize + 1];
    let mut level = 0;
    while level < ratings.len() {
        ratings[level] += 80 * level as u16;
        level += 1;
    }
    Levels { strengths, ratings }.over(nodes, depth, temperature)
}

static UNKNOWN: Ladder = even([200.0, 30_000.0], 1, 100.0);

/// Levels of checkers.
const CHECKERS: Levels = Levels {
    strengths: [0, 79, 144, 190, 236, 281, 325, 366, 404, 441, 475, 508, 542, 576, 613, 651, 690, 730, 831, 1000],
    ratings: [
        500, 590, 681, 771, 861, 952, 1042, 1133, 1223, 1313, 1404, 1494, 1584, 1675, 1765, 1855, 1946, 2036, 2126,
        2217, 2304,
    ],
};

/// Levels of reversi.
const REVERSI: Levels = Levels {
    strengths: [221, 273, 323, 351, 381, 417, 454, 490, 523, 555, 592, 630, 666, 698, 724, 750, 802, 854, 922, 1000],
    ratings: [
        500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2100, 2200, 2300,
        2400, 2608,
    ],
};

/// Levels of tablut.
const TABLUT: Levels = Levels {
    strengths: [0, 166, 223, 275, 322, 370, 412, 453, 494, 519, 542, 565, 593, 621, 660, 702, 743, 805, 872, 1000],
    ratings: [
        500, 585, 670, 756, 841, 926, 1011, 1096, 1181, 1267, 1352, 1437, 1522, 1607, 1692, 1778, 1863, 1948, 2033,
        2118, 2279,
    ],
};

static LADDERS: [(&[&str], Ladder); 11] = [
    (&["dvonn"], even([1_000.0, 30_000.0], 2, 1500.0)),
    (&["reversi"], REVERSI.over([200.0, 30_000.0], 1, 900.0)),
    (&["reversi-6x6"], even([200.0, 30_000.0], 1, 900.0)),
    (&["checkers"], CHECKERS.over([200.0, 30_000.0], 1, 130.0)),
    (
        &["draughts", "russian", "brazilian", "italian", "frisian", "killer", "breakthrough", "antidraughts"],
        even([200.0, 30_000.0], 1, 100.0),
    ),
    (&["gonu"], even([3_000.0, 30_000.0], 2, 300.0)),
    (&["tablut", "tablut-square", "brandub", "copenhagen"], TABLUT.over([3_000.0, 30_000.0], 2, 500.0)),
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

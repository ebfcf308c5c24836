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
    Levels { strengths, ratings: by_steps(2100) }.over(nodes, depth, temperature)
}

/// The ratings of levels that were fitted to be 80 apart, and that of full strength.
const fn by_steps(full_strength: u16) -> [u16; Level::HIGHEST as usize + 1] {
    let mut ratings = [full_strength; Level::HIGHEST as usize + 1];
    let mut level = 0;
    while level < Level::HIGHEST as usize {
        ratings[level] = 500 + 80 * level as u16;
        level += 1;
    }
    ratings
}

static UNKNOWN: Ladder = even([200.0, 30_000.0], 1, 100.0);

/// Levels of checkers.
const CHECKERS: Levels = Levels {
    strengths: [197, 234, 268, 299, 328, 358, 388, 418, 447, 474, 501, 526, 551, 578, 607, 639, 676, 725, 834, 1000],
    ratings: by_steps(2071),
};

/// Levels of reversi.
const REVERSI: Levels = Levels {
    strengths: [333, 359, 382, 406, 428, 450, 471, 493, 517, 540, 564, 588, 614, 642, 676, 715, 761, 815, 885, 1000],
    ratings: by_steps(2198),
};

/// Levels of tablut.
const TABLUT: Levels = Levels {
    strengths: [182, 234, 280, 321, 358, 390, 419, 445, 469, 493, 516, 539, 564, 591, 624, 661, 709, 775, 873, 1000],
    ratings: by_steps(2170),
};

/// Levels of dvonn.
const DVONN: Levels = Levels {
    strengths: [316, 355, 390, 422, 452, 479, 505, 527, 548, 572, 596, 622, 649, 677, 707, 743, 794, 848, 910, 1000],
    ratings: by_steps(2203),
};

/// Levels of draughts.
const DRAUGHTS: Levels = Levels {
    strengths: [371, 394, 415, 435, 456, 477, 498, 519, 540, 562, 585, 610, 637, 666, 696, 736, 784, 837, 901, 1000],
    ratings: by_steps(2104),
};

/// Levels of dixit.
const DIXIT: Levels = Levels {
    strengths: [0, 174, 247, 289, 333, 381, 423, 458, 495, 550, 550, 550, 550, 550, 550, 550, 550, 550, 550, 550],
    ratings: [
        500, 559, 618, 678, 737, 796, 855, 914, 974, 1033, 1033, 1033, 1033, 1033, 1033, 1033, 1033, 1033, 1033, 1033,
        1033,
    ],
};

/// Levels of gonu.
const GONU: Levels = Levels {
    strengths: [0, 59, 112, 159, 200, 236, 270, 301, 331, 360, 389, 419, 449, 484, 526, 587, 950, 950, 950, 950],
    ratings: [
        500, 558, 616, 674, 732, 790, 848, 906, 964, 1022, 1080, 1138, 1196, 1254, 1312, 1369, 1427, 1427, 1427, 1427,
        1427,
    ],
};

/// Levels of sparta.
const SPARTA: Levels = Levels {
    strengths: [420, 440, 459, 477, 495, 512, 528, 544, 561, 579, 596, 616, 637, 659, 684, 713, 750, 807, 895, 1000],
    ratings: by_steps(2104),
};

/// Levels of latrunculi.
const LATRUNCULI: Levels = Levels {
    strengths: [0, 95, 188, 263, 320, 368, 410, 450, 494, 555, 625, 750, 750, 750, 750, 750, 750, 750, 750, 750],
    ratings: [
        500, 558, 617, 675, 733, 791, 850, 908, 966, 1024, 1056, 1083, 1083, 1083, 1083, 1083, 1083, 1083, 1083, 1083,
        1100,
    ],
};

/// Levels of epigo.
const EPIGO: Levels = Levels {
    strengths: [0, 48, 94, 135, 172, 208, 243, 278, 314, 350, 387, 426, 467, 512, 562, 621, 685, 750, 806, 900],
    ratings: [
        500, 572, 643, 715, 786, 858, 929, 1001, 1073, 1144, 1216, 1287, 1359, 1430, 1502, 1573, 1645, 1717, 1788,
        1860, 1860,
    ],
};

static LADDERS: [(&[&str], Ladder); 11] = [
    (&["dvonn"], DVONN.over([1_000.0, 30_000.0], 2, 1500.0)),
    (&["reversi"], REVERSI.over([200.0, 60_000.0], 1, 900.0)),
    (&["reversi-6x6"], even([200.0, 30_000.0], 1, 900.0)),
    (&["checkers"], CHECKERS.over([200.0, 30_000.0], 1, 130.0)),
    (
        &["draughts", "russian", "brazilian", "italian", "frisian", "killer", "breakthrough", "antidraughts"],
        DRAUGHTS.over([200.0, 30_000.0], 1, 100.0),
    ),
    (&["gonu"], GONU.over([3_000.0, 30_000.0], 2, 300.0)),
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
        LATRUNCULI.over([3_000.0, 30_000.0], 2, 300.0),
    ),
    (&["sparta"], SPARTA.over([3_000.0, 30_000.0], 2, 250.0)),
    (&["epigo"], EPIGO.over([40_000.0, 600_000.0], 1, 0.0)),
    (&["dixit"], DIXIT.over([50.0, 20_000.0], 1, 0.0)),
];

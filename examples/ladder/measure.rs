//! Matches between levels that differ by two.

use std::fmt;

use anyhow::Context;
use petteia_engine::ladder::Ladder;
use petteia_engine::{Level, Variant};

use super::games::Player;
use super::results::Results;

/// The strengths of the levels below full strength, in thousandths, and the ratings of all levels.
pub struct Levels {
    pub strengths: Vec<u16>,
    pub ratings: Vec<u16>,
}

impl Levels {
    /// The levels of a game in the engine.
    #[expect(clippy::cast_sign_loss, reason = "strengths are not negative")]
    pub fn of(variant: &Variant) -> Self {
        let ladder = Ladder::of(variant);
        Self {
            strengths: (0..Level::HIGHEST).map(|level| (1000.0 * ladder.strength(level)).round() as u16).collect(),
            ratings: (0..=Level::HIGHEST).map(|level| ladder.rating(level)).collect(),
        }
    }

    fn player(&self, level: u8) -> Player {
        let strength = self.strengths.get(usize::from(level));
        strength.map_or_else(Player::full, |&strength| Player::new(strength, level >= Level::CAREFUL))
    }
}

/// Writes the levels as `crates/petteia-engine/src/ladder.rs` has them.
impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "strengths: {:?},\nratings: {:?},", self.strengths, self.ratings)
    }
}

/// Plays each level against the one two below it, and gives a table of the scores.
pub fn measure(variant: &Variant, levels: &Levels, results: &mut Results) -> anyhow::Result<String> {
    let mut rows = vec![format!("| Level | Rating | {} |", variant.name), "|---|---|---|".into()];
    for level in 0..=Level::HIGHEST {
        let strength = |level: u8| levels.strengths.get(usize::from(level));
        let against = match level.checked_sub(2) {
            None => String::new(),
            Some(lower) if strength(level) == strength(lower) => "equal".into(),
            Some(lower) => {
                let counts = results.play(levels.player(level), levels.player(lower))?;
                let [score, low, high] = counts.score().context("expected games, found none")?.map(|x| 100.0 * x);
                format!("{score:.0} % ({low:.0} to {high:.0})")
            }
        };
        rows.push(format!("| {level} | {} | {against} |", levels.ratings[usize::from(level)]));
        log::info!("{}", rows.last().map_or("", String::as_str));
    }
    Ok(rows.join("\n"))
}

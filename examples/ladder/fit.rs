//! Strengths that differ by equal ratings.

use anyhow::Context;
use petteia_engine::{Level, Variant};

use super::games::Player;
use super::results::Results;

/// Strengths between which matches are played at first.
const STEPS: u16 = 8;
/// A score from which on a strength between the two is tried as well.
const CLEAR: f64 = 0.85;
/// The least distance of two strengths, in thousandths.
const LEAST: u16 = 12;
/// The greatest difference of neighbouring levels. Level 0 is the stronger for it in a game with a longer ladder.
const MAX_STEP: f64 = 100.0;
/// The rating of level 0.
const LOWEST: f64 = 500.0;

/// Plays matches between neighbouring strengths and places the levels at equal distances.
pub fn fit(variant: &'static Variant, results: &mut Results) -> anyhow::Result<String> {
    let mut points = vec![(0, 0.0)];
    for step in 1..=STEPS {
        climb(results, &mut points, 1000 * step / STEPS)?;
    }
    let top = points.last().context("expected points")?.1;
    let levels = f64::from(Level::HIGHEST) - 1.0;
    let step = (top / levels).min(MAX_STEP);
    let bottom = top - step * levels;
    let ratings: Vec<f64> = (0..Level::HIGHEST).map(|level| bottom + step * f64::from(level)).collect();
    let strengths: Vec<u16> = ratings.iter().map(|&rating| strength_at(&points, rating)).collect();
    let counts = results.play(Player::full(), player(strengths[usize::from(Level::HIGHEST) - 2]))?;
    let above = counts.elo().context("expected games, found none")?[0].clamp(0.0, 800.0);
    let mut shown: Vec<u16> = ratings.iter().map(|rating| rounded(LOWEST + rating - bottom)).collect();
    shown.push(rounded(LOWEST + ratings[ratings.len() - 2] - bottom + above));
    Ok(format!("{}: {points:?}\nstrengths: {strengths:?},\nratings: {shown:?},", variant.name))
}

fn player(strength: u16) -> Player {
    // Most levels are careful.
    Player { strength: f64::from(strength) / 1000.0, is_careful: true, is_full: false }
}

/// Adds the rating of a strength, and of those below it that are needed to measure it.
fn climb(results: &mut Results, points: &mut Vec<(u16, f64)>, strength: u16) -> anyhow::Result<()> {
    let &(below, rating) = points.last().context("expected points")?;
    let counts = results.play(player(strength), player(below))?;
    let score = counts.score().context("expected games, found none")?[0];
    if score > CLEAR && strength - below >= 2 * LEAST {
        climb(results, points, below.midpoint(strength))?;
        return climb(results, points, strength);
    }
    let elo = counts.elo().context("expected games, found none")?[0].clamp(0.0, 800.0);
    log::info!("{below} {strength}: {score:.3} {elo:.0}");
    points.push((strength, rating + elo));
    Ok(())
}

/// The strength at a rating, between the points.
fn strength_at(points: &[(u16, f64)], rating: f64) -> u16 {
    let above = points.iter().position(|point| point.1 >= rating).unwrap_or(points.len() - 1).max(1);
    let [(low, from), (high, to)] = [points[above - 1], points[above]];
    let share = if to > from { ((rating - from) / (to - from)).clamp(0.0, 1.0) } else { 1.0 };
    rounded(f64::from(low) + share * f64::from(high - low))
}

/// The nearest whole number.
#[expect(clippy::cast_sign_loss, reason = "strengths and ratings are not negative")]
fn rounded(number: f64) -> u16 {
    number.round() as u16
}

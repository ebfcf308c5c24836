//! Strengths that differ by equal ratings.

use anyhow::Context;
use petteia_engine::Level;

use super::GAMES;
use super::games::Player;
use super::measure::Levels;
use super::results::{Match, Results};

/// Strengths between which matches are played at first.
const STEPS: u16 = 8;
/// A score from which on a strength between the two is tried as well.
const CLEAR: f64 = 0.85;
/// The least distance of two strengths, in thousandths.
const LEAST: u16 = 12;
/// The greatest difference of neighbouring levels. Level 0 is the stronger for it in a game with a longer ladder.
const MAX_STEP: f64 = 80.0;
/// The least difference of levels that differ. In a game with a shorter ladder the highest levels are equal.
const MIN_STEP: f64 = 55.0;
/// The distance of strengths whose ratings are fitted, in thousandths.
const KNOT: u16 = 50;
/// Standard deviation of the second differences of these ratings, in Elo.
const BEND: f64 = 30.0;
/// An Elo point as a logarithm of odds.
const ELO: f64 = std::f64::consts::LN_10 / 400.0;
/// Sweeps over the ratings.
const SWEEPS: usize = 3_000;
/// The rating of level 0.
const LOWEST: f64 = 500.0;

/// Plays matches between neighbouring strengths and places the levels at equal distances. The ratings are those of all
/// matches in the file, so a second run corrects the levels by the matches between those of the first one.
pub fn fit(results: &mut Results) -> anyhow::Result<Levels> {
    let mut below = 0;
    for step in 1..=STEPS {
        let strength = 1000 * step / STEPS;
        climb(results, below, strength)?;
        below = strength;
    }
    let points = ratings(&results.between_strengths());
    log::info!("{points:.0?}");
    let top = points.last().context("expected points")?.1;
    let levels = f64::from(Level::HIGHEST) - 1.0;
    let steps = levels.min((top / MIN_STEP).floor()).max(1.0);
    let step = (top / steps).min(MAX_STEP);
    let bottom = top - step * steps;
    let ratings: Vec<f64> = (0..Level::HIGHEST).map(|level| bottom + step * f64::from(level).min(steps)).collect();
    let strengths: Vec<u16> = ratings.iter().map(|&rating| strength_at(&points, rating)).collect();
    let counts = results.play(Player::full(), player(strengths[usize::from(Level::HIGHEST) - 2]))?;
    let above = counts.elo().context("expected games, found none")?[0].clamp(0.0, 800.0);
    let mut shown: Vec<u16> = ratings.iter().map(|rating| rounded(LOWEST + rating - bottom)).collect();
    shown.push(rounded(LOWEST + ratings[ratings.len() - 2] - bottom + above));
    Ok(Levels { strengths, ratings: shown })
}

fn player(strength: u16) -> Player {
    // Most levels are careful.
    Player::new(strength, true)
}

/// Plays a strength against a lower one, and those between them that are needed to measure it.
fn climb(results: &mut Results, below: u16, strength: u16) -> anyhow::Result<()> {
    let counts = results.play(player(strength), player(below))?;
    let score = counts.score().context("expected games, found none")?[0];
    log::info!("{below} {strength}: {score:.3}");
    if score > CLEAR && strength - below >= 2 * LEAST {
        let between = below.midpoint(strength);
        climb(results, below, between)?;
        climb(results, between, strength)?;
    }
    Ok(())
}

/// The ratings of strengths [`KNOT`] apart by the model of Bradley and Terry, in Elo above the lowest one; those between
/// two lie on the line through them. They do not fall.
fn ratings(matches: &[Match]) -> Vec<(u16, f64)> {
    // The weight of a knot in the rating of a strength.
    let weight = |knot: usize, strength: u16| {
        let distance = f64::from(strength) / f64::from(KNOT) - f64::from(u16::try_from(knot).unwrap_or(u16::MAX));
        (1.0 - distance.abs()).max(0.0)
    };
    let games = f64::from(GAMES);
    let mut ratings = vec![0.0; usize::from(1000 / KNOT) + 1];
    for _ in 0..SWEEPS {
        for knot in 0..ratings.len() {
            let rating = |strength| -> f64 { ratings.iter().enumerate().map(|(i, r)| weight(i, strength) * r).sum() };
            // A step of Newton's method. One game more, a draw between the same two, keeps clear matches finite.
            let (mut slope, mut curvature) = (0.0, 0.0);
            for &Match { strengths: [a, b], score } in matches {
                let share = ELO * (weight(knot, a) - weight(knot, b));
                if share != 0.0 {
                    let expected = 1.0 / (1.0 + (ELO * (rating(b) - rating(a))).exp());
                    slope += share * (games * (score - expected) + 0.5 - expected);
                    curvature += share * share * (games + 1.0) * expected * (1.0 - expected);
                }
            }
            // The bends of the curve are small.
            for (i, bend) in ratings.windows(3).enumerate() {
                let share = [1.0, -2.0, 1.0].get(knot.wrapping_sub(i)).copied().unwrap_or(0.0) / BEND;
                slope -= share * (bend[0] - 2.0 * bend[1] + bend[2]) / BEND;
                curvature += share * share;
            }
            ratings[knot] += slope / curvature;
        }
    }
    // Neighbours in the wrong order get their mean.
    while let Some(i) = (1..ratings.len()).find(|&i| ratings[i - 1] > ratings[i] + 1e-9) {
        let mean = f64::midpoint(ratings[i - 1], ratings[i]);
        ratings[i - 1..=i].fill(mean);
    }
    (0..).step_by(KNOT.into()).zip(ratings.iter().map(|rating| rating - ratings[0])).collect()
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

//! Play below full strength.

use super::Limits;

/// What strength 1 adds to the depth, in plies.
const MORE_DEPTH: f64 = 15.0;
/// Strength from which on the best move is played.
const NO_CHOICE: f64 = 0.85;
/// Lines of the search that a move is drawn from: near [`NO_CHOICE`], and what strength 0 adds to it.
const LINES: [f64; 2] = [2.0, 30.0];

/// What strengths from 0 to 1 mean in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkillRange {
    /// Nodes of a move at strength 0 and at strength 1.
    pub nodes: [f64; 2],
    /// Depth at strength 0, in plies. Where nearly every piece can be captured at once, a depth of 1 sees nothing.
    pub depth: u32,
    /// Temperature of the draw at strength 0, in centipieces.
    pub temperature: f64,
}

/// How a search plays below full strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// Nodes of a move. In a simultaneous game they are joint turns, in a party game trials of a clue.
    pub nodes: u64,
    /// Depth limit in plies, in a sequential game.
    pub depth: u32,
    /// Lines of the search that a move is drawn from, in a sequential game; 1 plays the best move.
    pub lines: usize,
    /// Temperature of the draw, in centipieces.
    pub temperature: f64,
    /// The share of random play, from 0 to 1: in a simultaneous game the probability of a uniform choice, in a party
    /// game the noise of what a player makes of a clue.
    pub noise: f64,
    /// Whether an immediate win is never missed, and a move that lets the opponent win at once is never played where
    /// another one is legal.
    pub is_careful: bool,
}

impl Skill {
    /// The skill of a strength from 0, where moves are drawn almost at random, to 1.
    #[must_use]
    #[expect(clippy::cast_sign_loss, reason = "no term is negative")]
    pub fn of_strength(strength: f64, range: &SkillRange, is_careful: bool) -> Self {
        let strength = strength.clamp(0.0, 1.0);
        let [low, high] = range.nodes;
        let weakness = (1.0 - strength / NO_CHOICE).max(0.0);
        Self {
            nodes: (low * (high / low).powf(strength)) as u64,
            depth: range.depth + (MORE_DEPTH * strength) as u32,
            lines: if weakness > 0.0 { (LINES[0] + LINES[1] * weakness * weakness) as usize } else { 1 },
            temperature: range.temperature * weakness * weakness,
            noise: weakness * weakness,
            is_careful,
        }
    }

    /// The limits of a search at this skill: those that it is given, and those of the skill.
    #[must_use]
    pub fn limit(&self, limits: &Limits) -> Limits {
        Limits { nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))), ..limits.clone() }
    }
}

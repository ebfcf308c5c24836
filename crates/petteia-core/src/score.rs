//! The scores that the search compares.

use std::ops::Neg;

/// The score of a position for the side to move. It lies in one of four bands, so that a plain comparison prefers a
/// proved win to any static evaluation. In order of absolute value they are:
///
/// * static evaluations, within +-[`Score::ESTIMATE_MAX`], in centipieces (100 = one piece of the game);
/// * decided games won by margin: [`Score::margin`];
/// * wins that an endgame database knows: [`Score::won_in_tablebase`];
/// * decided games won by mate: [`Score::mate_in`].
///
/// A draw has the score 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Score(i32);

/// Offset of the scores of games won by margin, in centipieces.
const MARGIN_BASE: i32 = 20_000;
/// Raw score of a win by an endgame database at the root. Each ply to the position in the database takes 1 off.
const TABLE_BASE: i32 = 30_900;
/// Lowest raw score that counts plies.
const LOWEST_WITH_PLIES: i32 = TABLE_BASE - 500;
/// Raw score of a mate at the root. Each ply to the mate takes 1 off.
const MATE_BASE: i32 = 32_000;
/// Maximum distance of a mate from the root, in plies.
const MAX_PLY: i32 = 1_000;

impl Score {
    /// A draw, or an equal position.
    pub const DRAW: Self = Self(0);
    /// A bound above the score of every position.
    pub const INFINITE: Self = Self(32_500);
    /// The highest static evaluation, in centipieces.
    pub const ESTIMATE_MAX: i32 = MARGIN_BASE - 1;

    /// The score of a static evaluation in centipieces, clamped to +-[`Score::ESTIMATE_MAX`].
    #[inline]
    #[must_use]
    pub fn estimate(centipieces: i32) -> Self {
        Self(centipieces.clamp(-Self::ESTIMATE_MAX, Self::ESTIMATE_MAX))
    }

    /// The score of a game won by margin that ended with the side to move this many pieces ahead.
    #[must_use]
    pub fn margin(pieces: i32) -> Self {
        Self(pieces.signum() * MARGIN_BASE + 100 * pieces)
    }

    /// The largest margin, in pieces, whose score is not above this one.
    #[must_use]
    pub fn margin_floor(self) -> i32 {
        match self.0 {
            raw if raw >= MARGIN_BASE => (raw - MARGIN_BASE) / 100,
            raw if raw >= 0 => 0,
            raw => (raw + MARGIN_BASE).div_euclid(100).min(-1),
        }
    }

    /// The smallest margin, in pieces, whose score is not below this one.
    #[must_use]
    pub fn margin_ceil(self) -> i32 {
        -(-self).margin_floor()
    }

    /// The score of a win for the side to move, this many plies from the root.
    #[must_use]
    pub fn mate_in(plies: u32) -> Self {
        Self(MATE_BASE - plies.min(MAX_PLY as u32).cast_signed())
    }

    /// The score of a loss for the side to move, this many plies from the root.
    #[must_use]
    pub fn mated_in(plies: u32) -> Self {
        -Self::mate_in(plies)
    }

    /// The score of a win for the side to move that an endgame database knows. The position in the database is this many
    /// plies from the root.
    #[must_use]
    pub fn won_in_tablebase(plies: u32) -> Self {
        Self(TABLE_BASE - plies.min((TABLE_BASE - LOWEST_WITH_PLIES) as u32).cast_signed())
    }

    /// The raw number, which fits in 16 bits.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The score with this raw number.
    #[must_use]
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Whether the score is a proved win or loss and not a static evaluation.
    #[must_use]
    pub fn is_decided(self) -> bool {
        self.0.abs() >= MARGIN_BASE
    }

    /// The plies to mate, or `None` where the score is no mate. The number is positive if the side to move wins,
    /// negative if it loses, and 0 if it has already lost.
    #[must_use]
    pub fn mate_plies(self) -> Option<i32> {
        let plies = MATE_BASE - self.0.abs();
        (plies <= MAX_PLY).then_some(if self.0 > 0 { plies } else { -plies })
    }

    /// The centipieces that a protocol shows. A game won by margin shows 100 for each piece of the margin.
    #[must_use]
    pub fn centipieces(self) -> i32 {
        if self.is_decided() { self.0 - self.0.signum() * MARGIN_BASE } else { self.0 }
    }

    /// The score as the transposition table stores it: a mate is counted from the node and not from the root. The node
    /// is `ply` plies from the root. The same is true of a win by an endgame database.
    #[inline]
    #[must_use]
    pub fn to_tt(self, ply: u32) -> i16 {
        self.shift_plies(ply.cast_signed())
    }

    /// The score of an entry that [`Score::to_tt`] made, at a node `ply` plies from the root.
    #[inline]
    #[must_use]
    pub fn from_tt(raw: i16, ply: u32) -> Self {
        Self(i32::from(Self(i32::from(raw)).shift_plies(-ply.cast_signed())))
    }

    /// The raw score with a mate, or a win by an endgame database, nearer by `plies`. Other scores stay the same.
    fn shift_plies(self, plies: i32) -> i16 {
        let counts_plies = self.0.abs() >= LOWEST_WITH_PLIES;
        let shifted = if counts_plies { self.0 + plies * self.0.signum() } else { self.0 };
        i16::try_from(shifted).unwrap_or(if shifted > 0 { i16::MAX } else { i16::MIN })
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn bands_are_ordered() {
        let ascending = [
            Score::mated_in(0),
            Score::mated_in(7),
            Score::margin(-49),
            Score::margin(-1),
            Score::estimate(-1_000_000),
            Score::DRAW,
            Score::estimate(1_000_000),
            Score::margin(1),
            Score::margin(100),
            Score::won_in_tablebase(246),
            Score::won_in_tablebase(0),
            Score::mate_in(900),
            Score::mate_in(1),
            Score::INFINITE,
        ];
        assert!(ascending.is_sorted_by(|a, b| a < b));
        assert_eq!(Score::margin(0), Score::DRAW);
    }

    #[test]
    fn mates_are_stored_from_the_node() {
        let score = Score::mate_in(9);
        let stored = score.to_tt(4);
        assert_eq!(Score::from_tt(stored, 4), score);
        assert_eq!(Score::from_tt(stored, 6), Score::mate_in(11));
        let stored = (-Score::won_in_tablebase(9)).to_tt(4);
        assert_eq!(Score::from_tt(stored, 6), -Score::won_in_tablebase(11));
        assert_eq!(Score::from_tt(Score::margin(-3).to_tt(4), 9), Score::margin(-3));
    }

    #[test]
    fn shown_as_pieces() {
        assert_eq!(Score::margin(-12).centipieces(), -1200);
        assert_eq!(Score::estimate(37).centipieces(), 37);
        assert_eq!(Score::mated_in(0).mate_plies(), Some(0));
        assert_eq!(Score::mate_in(3).mate_plies(), Some(3));
        assert_eq!(Score::margin(5).mate_plies(), None);
    }
}

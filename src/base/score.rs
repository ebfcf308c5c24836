//! The value of a position to the side to move, as the search counts it.

use std::ops::Neg;

/// A value from the side to move. Three bands on one line, so that plain comparison prefers a
/// proved win to any estimate:
///
/// * estimates, within +-[`Score::ESTIMATE_MAX`], in centipieces (100 = one piece of the game);
/// * games won by count, decided: [`Score::margin`];
/// * games won by mate, decided: [`Score::mate_in`].
///
/// The draw is the estimate 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Score(i32);

const COUNT_BASE: i32 = 20_000;
const MATE_BASE: i32 = 32_000;
const MAX_PLY: i32 = 1_000;

impl Score {
    /// An equal position; a draw.
    pub const DRAW: Self = Self(0);
    /// Above every score of a position.
    pub const INFINITE: Self = Self(32_500);
    /// The largest estimate.
    pub const ESTIMATE_MAX: i32 = COUNT_BASE - 1;

    /// An estimate in centipieces, cut to the band of estimates.
    #[must_use]
    pub fn estimate(centipieces: i32) -> Self {
        Self(centipieces.clamp(-Self::ESTIMATE_MAX, Self::ESTIMATE_MAX))
    }

    /// A game won by count that ended with this many pieces more for the side to move.
    #[must_use]
    pub fn margin(pieces: i32) -> Self {
        Self(pieces.signum() * COUNT_BASE + 100 * pieces)
    }

    /// The largest margin whose score is not above this one.
    #[must_use]
    pub fn margin_below(self) -> i32 {
        match self.0 {
            raw if raw >= COUNT_BASE => (raw - COUNT_BASE) / 100,
            raw if raw >= 0 => 0,
            raw => (raw + COUNT_BASE).div_euclid(100).min(-1),
        }
    }

    /// The smallest margin whose score is not below this one.
    #[must_use]
    pub fn margin_above(self) -> i32 {
        -(-self).margin_below()
    }

    /// The side to move wins at this many plies from the root.
    #[must_use]
    pub fn mate_in(plies: u32) -> Self {
        Self(MATE_BASE - plies.min(MAX_PLY as u32).cast_signed())
    }

    /// The side to move loses at this many plies from the root.
    #[must_use]
    pub fn mated_in(plies: u32) -> Self {
        -Self::mate_in(plies)
    }

    /// The raw number; fits 16 bits.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The score with this raw number.
    #[must_use]
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// A win or a loss that the search has proved, not an estimate.
    #[must_use]
    pub fn is_decided(self) -> bool {
        self.0.abs() >= COUNT_BASE
    }

    /// Plies to the end where the game is decided by mate: positive when the side to move wins.
    /// `Some(0)` means that the side to move has lost already.
    #[must_use]
    pub fn mate_plies(self) -> Option<i32> {
        let plies = MATE_BASE - self.0.abs();
        (plies <= MAX_PLY).then_some(if self.0 > 0 { plies } else { -plies })
    }

    /// Centipieces as a protocol shows them: a decided count is 100 for each piece of the margin.
    #[must_use]
    pub fn centipieces(self) -> i32 {
        if self.is_decided() { self.0 - self.0.signum() * COUNT_BASE } else { self.0 }
    }

    /// A mate score as the transposition table keeps it, counted from the node and not the root.
    #[must_use]
    pub fn to_table(self, ply: u32) -> i16 {
        self.shift_mate(ply.cast_signed())
    }

    /// The inverse of [`Score::to_table`] at a node `ply` plies from the root.
    #[must_use]
    pub fn from_table(raw: i16, ply: u32) -> Self {
        Self(i32::from(Self(i32::from(raw)).shift_mate(-ply.cast_signed())))
    }

    fn shift_mate(self, plies: i32) -> i16 {
        let shifted = match self.mate_plies() {
            Some(_) => self.0 + plies * self.0.signum(),
            None => self.0,
        };
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
        let line = [
            Score::mated_in(0),
            Score::mated_in(7),
            Score::margin(-49),
            Score::margin(-1),
            Score::estimate(-1_000_000),
            Score::DRAW,
            Score::estimate(1_000_000),
            Score::margin(1),
            Score::margin(100),
            Score::mate_in(900),
            Score::mate_in(1),
            Score::INFINITE,
        ];
        assert!(line.is_sorted_by(|a, b| a < b));
        assert_eq!(Score::margin(0), Score::DRAW);
    }

    #[test]
    fn mates_are_stored_from_the_node() {
        let here = Score::mate_in(9);
        let kept = here.to_table(4);
        assert_eq!(Score::from_table(kept, 4), here);
        assert_eq!(Score::from_table(kept, 6), Score::mate_in(11));
        assert_eq!(Score::from_table(Score::margin(-3).to_table(4), 9), Score::margin(-3));
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

//! What the evaluations of games of custodial capture have in common: a bonus for technique, and on 8 by 8 squares the
//! input features of patterns of lines and corners, the men of both sides, their mobility and the captures that they
//! threaten.

use petteia_core::grid::{Grid, Squares};
use petteia_core::hash::splitmix;
use petteia_core::symmetry::{self, SYMMETRIES};
use petteia_core::{Position, Side};

use crate::patterns::{Instances, configurations_of};

type Board = Grid<8, 8, 1>;

/// The squares of one instance of each pattern. The symmetries of the board give the other instances.
#[rustfmt::skip]
const PATTERNS: [&[u8]; 6] = [
    &[0, 1, 2, 3, 4, 5, 6, 7],           // first line
    &[8, 9, 10, 11, 12, 13, 14, 15],     // second line
    &[16, 17, 18, 19, 20, 21, 22, 23],   // third line
    &[24, 25, 26, 27, 28, 29, 30, 31],   // fourth line
    &[0, 1, 2, 3, 8, 9, 10, 11],         // corner, 4x2
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],    // corner, 3x3
];

static INSTANCES: Instances<32, 28> = Instances::of(&PATTERNS);
const CONFIGURATIONS: usize = configurations_of(&PATTERNS);

/// Number of men of a side at the start, and the greatest one that has features of its own. It also stands for all higher
/// numbers.
const MAX_MEN: usize = 8;
/// The same for the mobility of a side, in pairs of moves.
const MAX_MOBILITY: usize = 31;
/// The same for threats of capture.
const MAX_THREATS: usize = 3;

/// The first feature of each kind after the patterns: pairs of numbers of men, mobility and threats of both sides.
const MEN: usize = CONFIGURATIONS;
const MOBILITY: usize = MEN + (MAX_MEN + 1) * (MAX_MEN + 1);
const THREATS: usize = MOBILITY + 2 * (MAX_MOBILITY + 1);
/// Number of features.
pub(crate) const COUNT: usize = THREATS + 2 * (MAX_THREATS + 1);

/// A count that is not negative, or `most` if that is less.
pub(crate) fn at_most(count: i32, most: usize) -> usize {
    (count.unsigned_abs() as usize).min(most)
}

/// Number of stages for positions with the same sign of the lead.
const STAGES_OF_LEAD: usize = 2 * MAX_MEN + 1;
/// Number of stages.
pub(crate) const STAGES: usize = 3 * STAGES_OF_LEAD;

/// The pieces of both sides, those of the side to move first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    pub(crate) men: [Squares<1>; 2],
    /// The men, and what captures as they do.
    pub(crate) pieces: [Squares<1>; 2],
}

impl Sides {
    fn counts(&self) -> [usize; 2] {
        self.men.map(|men| at_most(men.count(), MAX_MEN))
    }

    /// Whether a side has more men than at the start of a game.
    #[cfg(feature = "evaluations")]
    #[inline]
    pub(crate) fn exceed_start(&self) -> bool {
        self.men.into_iter().any(|men| men.count() > i32::from(MAX_MEN as u8))
    }

    /// The stage of the game, by the sign of the lead, then by the number of men: what an equal game needs differs from
    /// what wins with more men.
    pub(crate) fn stage(&self) -> usize {
        let [own, enemy] = self.counts();
        let lead = 1 + usize::from(own > enemy) - usize::from(own < enemy);
        lead * STAGES_OF_LEAD + own + enemy
    }

    /// What each side can do if all pieces slide.
    #[inline]
    pub(crate) fn slides(&self) -> [Activity; 2] {
        let free = Board::ALL & !(self.pieces[0] | self.pieces[1]);
        std::array::from_fn(|i| {
            let (reach, mobility) = Board::reach_and_mobility(self.pieces[i], free);
            let threats = Board::enclosing_squares(self.men[1 - i], self.pieces[i], free) & reach;
            Activity { mobility, threats: threats.count() }
        })
    }

    /// Calls `visit` with each active feature.
    #[inline]
    pub(crate) fn for_each_feature(&self, activity: [Activity; 2], mut visit: impl FnMut(usize)) {
        let [own, enemy] = self.pieces;
        INSTANCES.for_each_configuration(own.bits(), enemy.bits(), &mut visit);
        let counts = self.counts();
        visit(MEN + (MAX_MEN + 1) * counts[0] + counts[1]);
        for (i, Activity { mobility, threats }) in activity.into_iter().enumerate() {
            visit(MOBILITY + i * (MAX_MOBILITY + 1) + at_most(mobility / 2, MAX_MOBILITY));
            visit(THREATS + i * (MAX_THREATS + 1) + at_most(threats, MAX_THREATS));
        }
    }
}

/// What a side can do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Activity {
    /// Number of its moves.
    pub(crate) mobility: i32,
    /// Number of squares where it can capture.
    pub(crate) threats: i32,
}

/// Bonus of a lead of one man for each step that a piece is nearer to the enemy, on average, in sixteenths of a
/// centipiece.
const CLOSENESS: i32 = 128;
/// The same for each move that the enemy has less than three for four squares of the board.
const CONFINEMENT: i32 = 16;
/// A larger lead counts as one of so many men.
const MAX_LEAD: i32 = 4;

/// What the side with more men needs to win, in centipieces for the side to move: pieces near the enemy, who has few
/// moves. It grows from nothing with the lead in men, so that no lead is avoided. The pieces and the number of moves are
/// those of the side to move, then those of its enemy.
pub(crate) fn technique<const FILES: usize, const RANKS: usize, const WORDS: usize>(
    lead: i32,
    [own, enemy]: [Squares<WORDS>; 2],
    [own_mobility, enemy_mobility]: [i32; 2],
) -> i32 {
    let (ahead, behind, mobility) = match lead {
        0 => return 0,
        1.. => (own, enemy, enemy_mobility),
        _ => (enemy, own, own_mobility),
    };
    let closeness = CLOSENESS * Grid::<FILES, RANKS, WORDS>::closeness::<4>(ahead, behind) / ahead.count();
    let confinement = (i32::from((3 * FILES * RANKS / 4) as u8) - mobility).max(0);
    lead.clamp(-MAX_LEAD, MAX_LEAD) * (closeness + CONFINEMENT * confinement) / 16
}

/// The image of a set of squares under a symmetry of the board.
pub(crate) fn image(set: Squares<1>, chance: u32) -> Squares<1> {
    Squares::from_bits(symmetry::image(set.bits(), chance as usize % SYMMETRIES))
}

/// Random numbers and squares for the start of a game.
#[derive(Debug)]
pub(crate) struct RandomStart {
    state: u64,
    free: Squares<1>,
}

impl RandomStart {
    /// The start of the game, or as often a position that `place` has filled for each side, so that training sees what
    /// wins with more men. `empty` is the board without pieces with a side to move.
    pub(crate) fn position<P: Position>(
        chance: u64,
        empty: impl Fn(Side) -> P,
        mut place: impl FnMut(&mut P, Side, &mut Self),
    ) -> P {
        let mut random = Self { state: chance, free: Board::ALL };
        if random.below(2) == 0 {
            return P::start();
        }
        let mut position = empty(Side::BOTH[random.below(2)]);
        for side in Side::BOTH {
            place(&mut position, side, &mut random);
        }
        if position.outcome().is_some() { P::start() } else { position }
    }

    /// A random number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let (state, word) = splitmix(self.state);
        self.state = state;
        (word % end as u64) as usize
    }

    /// A random number of men, at least `least`.
    pub(crate) fn men(&mut self, least: usize) -> usize {
        least + self.below(MAX_MEN + 1 - least)
    }

    /// A random square that has not been taken yet.
    pub(crate) fn square(&mut self) -> usize {
        loop {
            let square = self.below(64);
            if self.free.contains(square) {
                self.free.toggle(square);
                return square;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use petteia_core::{Notation, Trainable};

    use super::*;
    use crate::{Gonu, Latrunculi8x8, Sparta};

    /// Starts for training have features in range, and their images as many lines of moves.
    fn starts_are_sound<P: Trainable + Notation>() {
        for chance in 0..200 {
            let start = P::training_start(chance);
            assert!(start.outcome().is_none(), "{}", start.to_fen());
            assert!(start.stage() < P::STAGES);
            start.for_each_feature(|_, feature| assert!(feature < P::COUNT, "{}", start.to_fen()));
            let image = start.augmented(chance as u32);
            assert_eq!(image.stage(), start.stage());
            assert_eq!(image.perft(2), start.perft(2), "{} and {}", start.to_fen(), image.to_fen());
        }
    }

    #[test]
    fn starts() {
        starts_are_sound::<Gonu>();
        starts_are_sound::<Latrunculi8x8>();
        starts_are_sound::<Sparta>();
    }

    #[test]
    fn technique_is_a_bonus_for_the_side_with_more_men() {
        let [near, far] = ["8/8/2PPP3/2PpP3/8/8/p7/8 w", "PPPP4/8/8/8/8/8/8/6pp w"].map(|fen| {
            let position: Gonu = fen.parse().expect("a position");
            let sides = [position.side(), !position.side()].map(|side| position.men(side));
            let [own, enemy] = sides.map(|men| Board::reach_and_mobility(men, position.free()).1);
            assert_eq!(technique::<8, 8, 1>(0, sides, [own, enemy]), 0);
            let bonus = technique::<8, 8, 1>(2, sides, [own, enemy]);
            assert_eq!(technique::<8, 8, 1>(-2, [sides[1], sides[0]], [enemy, own]), -bonus);
            bonus
        });
        assert!(near > far && far >= 0, "{near}, {far}");
    }
}

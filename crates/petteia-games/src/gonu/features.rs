//! Input features of the network, and the positions that it is trained on.

use petteia_core::{Features, Learnable, Position, Side, Trainable};

use super::position::Gonu;
use crate::custodial::{self, RandomStart, Sides};

impl Gonu {
    fn sides(&self) -> Sides {
        let men = [self.men(self.side()), self.men(!self.side())];
        Sides { men, pieces: men }
    }

    /// Whether a side has more men than at the start of a game.
    #[cfg(feature = "evaluations")]
    #[inline]
    pub(super) fn exceeds_start(&self) -> bool {
        self.sides().exceed_start()
    }
}

impl Features for Gonu {
    const COUNT: usize = custodial::COUNT;
    const STAGES: usize = custodial::STAGES;

    fn stage(&self) -> usize {
        self.sides().stage()
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, usize)) {
        let sides = self.sides();
        sides.for_each_feature(sides.slides(), |feature| visit(0, feature));
    }
}

impl Learnable for Gonu {
    const SCALE: f32 = 300.0;

    fn augmented(&self, chance: u32) -> Self {
        Self::of_men(Side::BOTH.map(|side| custodial::image(self.men(side), chance)), self.side())
    }
}

impl Trainable for Gonu {
    /// The start of the game, or random men, from two a side to all.
    fn training_start(chance: u64) -> Self {
        RandomStart::position(chance, Self::empty, |position, side, random| {
            for _ in 0..random.men(2) {
                position.toggle(side, random.square());
            }
        })
    }

    fn opening(chance: u32) -> usize {
        chance as usize % 9
    }
}

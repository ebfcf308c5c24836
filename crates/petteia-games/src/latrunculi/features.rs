//! Input features of the network of the game on 8 by 8 squares, and the positions that it is trained on: what custodial
//! games share, and the place, the exits and the attackers of each dux.

use petteia_core::grid::Grid;
use petteia_core::{FULL_SCALE, Features, Learnable, Position, Side, Trainable};

use super::Latrunculi8x8;
use crate::custodial::{self, RandomStart, Sides, at_most};

type Board = Grid<8, 8, 1>;

/// Greatest number of neighbours of a square.
const MAX_NEIGHBOURS: usize = 4;
/// Places of a dux by its distance from the edge.
const RINGS: usize = 4;
/// Number of features of a dux that tell its exits and attackers.
const EXITS: usize = RINGS * (MAX_NEIGHBOURS + 1) * (MAX_NEIGHBOURS + 1);
/// Number of features of a dux.
const DUX: usize = 64 + EXITS;

/// The part of a value that counts, by the number of men of the side that it favours, in sixteenths. The last one also
/// stands for more men. With few men left a lead seldom wins: it takes men to close in the last ones of the enemy.
const SCALES: [u8; 7] = [4, 4, 6, 8, 11, 14, FULL_SCALE];

impl Latrunculi8x8 {
    fn sides(&self) -> Sides {
        let sides = [self.side(), !self.side()];
        Sides { men: sides.map(|side| self.men(side)), pieces: sides.map(|side| self.pieces(side)) }
    }

    /// Whether a side has more men than at the start of a game.
    #[cfg(feature = "evaluations")]
    #[inline]
    pub(super) fn exceeds_start(&self) -> bool {
        self.sides().exceed_start()
    }
}

impl Features for Latrunculi8x8 {
    const COUNT: usize = custodial::COUNT + 2 * DUX;
    const STAGES: usize = custodial::STAGES;

    fn stage(&self) -> usize {
        self.sides().stage()
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, usize)) {
        let sides = self.sides();
        sides.for_each_feature(sides.slides(), |feature| visit(0, feature));
        let free = self.free();
        for (i, side) in [self.side(), !self.side()].into_iter().enumerate() {
            let Some(dux) = self.dux(side) else { continue };
            let neighbours = Board::neighbours(dux);
            let [exits, attackers] =
                [free, sides.pieces[1 - i]].map(|set| at_most((neighbours & set).count(), MAX_NEIGHBOURS));
            let [file, rank] = [dux % 8, dux / 8].map(|place| place.min(7 - place));
            let first = custodial::COUNT + i * DUX;
            visit(0, first + dux % 64);
            visit(0, first + 64 + (file.min(rank) * (MAX_NEIGHBOURS + 1) + exits) * (MAX_NEIGHBOURS + 1) + attackers);
        }
    }

    fn scale(&self, favours_side_to_move: bool) -> u8 {
        let side = if favours_side_to_move { self.side() } else { !self.side() };
        SCALES[at_most(self.men(side).count(), SCALES.len() - 1)]
    }
}

impl Learnable for Latrunculi8x8 {
    const SCALE: f32 = 300.0;

    fn augmented(&self, chance: u32) -> Self {
        let mut image = Self::empty(self.side());
        for side in Side::BOTH {
            custodial::image(self.men(side), chance).for_each(|square| image.toggle_man(side, square));
            let dux = self.pieces(side) & !self.men(side);
            custodial::image(dux, chance).for_each(|square| image.toggle_dux(side, square));
        }
        image
    }
}

impl Trainable for Latrunculi8x8 {
    /// The start of the game, or random pieces, with one man a side to all.
    fn training_start(chance: u64) -> Self {
        RandomStart::position(chance, Self::empty, |position, side, random| {
            position.toggle_dux(side, random.square());
            for _ in 0..random.men(1) {
                position.toggle_man(side, random.square());
            }
        })
    }

    fn opening(chance: u32) -> usize {
        chance as usize % 9
    }
}
